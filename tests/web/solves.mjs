/*
 * The record of a solve and the store, without a browser: in the memory of the page.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './languages.mjs';

const page = (name) => import(`../../web/page/${name}`);
const { cellsAfter } = await page('board/moves.js');
const three = (cells) => ({ width: 3, height: 3, cells });
const { AT_KNOWN, DNF, PLUS_TWO, boardLink, cellsOf, countedTime, isPlayable, packTimes, recordOf, recordOfFile,
  slidesOf, storedOf, taskOfRecord, unpackTimes, usualGoal } = await page('solves/record.js');
const { openStore } = await page('solves/store.js');

const GOAL = '1,2,3/4,5,6/7,8,0';
const SOLVE = { at: AT_KNOWN + 5, width: 3, height: 3, start: '1,2,3/0,4,6/7,5,8', moves: 'LUL', times: [0, 250, 900], time: 900 };

/* ---- records ---- */

test('boards are as in links', () => {
  assert.equal(usualGoal(3, 3), GOAL);
  assert.equal(usualGoal(3, 2), '1,2,3/4,5,0');
  assert.deepEqual(cellsOf('1,2,3/4,5,0', 3, 2), [1, 2, 3, 4, 5, 0]);
  for (const wrong of ['1,2/3,4/5,0', '1,2,3,4,5,0', '1,2,3/4,4,0', '1,2,3/4,6,0', '1,2,3/4,5', '01,2,3/4,5,0', '', null, '1 2 3'])
    assert.equal(cellsOf(wrong, 3, 2), null, String(wrong));
});

test('moves leave no board', () => {
  assert.equal(boardLink(cellsAfter(three(cellsOf(SOLVE.start, 3, 3)), SOLVE.moves), 3), GOAL);
  const solved = cellsOf(GOAL, 3, 3);
  for (const wrong of ['U', 'L', 'RRR', 'DDD', 'DRRR']) assert.equal(cellsAfter(three(solved), wrong), null, wrong);
  /* The end of a row is no neighbour of the next one. */
  assert.equal(cellsAfter(three(cellsOf('1,2,0/4,5,3/7,8,6', 3, 3)), 'L'), null);
  assert.equal(cellsAfter(three(cellsOf('1,2,3/0,4,5/7,8,6', 3, 3)), 'R'), null);
  assert.deepEqual(['', 'R', 'RRD', 'RDR'].map(slidesOf), [0, 1, 2, 3]);
});

test('times are packed, and unpacked only if they fit', () => {
  assert.equal(packTimes([0, 36, 36, 1296]), '0 10 0 z0');
  assert.deepEqual(unpackTimes('0 10 0 z0', 4), [0, 36, 36, 1296]);
  for (const [text, moves] of [['0 10', 3], ['', 0], ['-1 2', 2], ['0  1', 2], ['zzzzzzzzz', 1], ['0 A', 2]])
    assert.equal(unpackTimes(text, moves), null, text);
});

test('a record has all fields, and an id that depends on the solve alone', () => {
  const record = recordOf(SOLVE);
  assert.deepEqual({ ...record }, { ...SOLVE, id: record.id, session: '', goal: GOAL, metric: 'single', penalty: 0, stm: 3, mtm: 3,
    helped: false, counts: true, kind: 'timed', note: '', result: '' });
  assert.equal(recordOf({ ...SOLVE, penalty: DNF, session: 'x' }).id, record.id);
  assert.notEqual(recordOf({ ...SOLVE, time: 901 }).id, record.id);
  assert.deepEqual({ ...recordOf(storedOf(record)) }, { ...record });
  assert.deepEqual(JSON.parse(JSON.stringify(record)).times, SOLVE.times);
});

test('a helped solve does not count, unless it says so', () => {
  assert.equal(recordOf({ ...SOLVE, helped: true }).counts, false);
  assert.equal(recordOf({ ...SOLVE, counts: false }).counts, false);
});

test('fields are distrusted', () => {
  const wrong = { at: [-1, 1.5, 1e15, '1', null], width: [1, 11, '3', 1e9, undefined], height: [0, NaN], time: [-1, 1e10, 0.5, '3', undefined],
    penalty: [1, '+2', -2], session: [3, 'x'.repeat(61)], metric: ['both', 1], goal: [3, '', 'x', '1;2', '**', '1,*,'], start: [3, '1 2 3', '<b>', '1,*'],
    note: [3, 'x'.repeat(501), null], moves: ['X', 'ul', 3, 'U'.repeat(100001)], stm: [-1, '3', 1e6], mtm: [0.5], helped: ['yes', 1], counts: [0], kind: ['other', ''] };
  for (const [name, values] of Object.entries(wrong))
    for (const value of values) assert.equal(recordOf({ ...SOLVE, [name]: value === undefined ? NaN : value }), null, `${name} ${value}`);
  for (const value of [null, 3, 'x', [], {}, undefined]) assert.equal(recordOf(value), null, String(value));
  for (const times of [[0, 1], [0, 2, 1], [0, 1, 'x'], [0, 1, 1e12], 'x x', {}, 'zzzzzzzz 0 0', [0, 1.5, 2]])
    assert.equal(recordOf({ ...SOLVE, times }).times, null, JSON.stringify(times));
  for (const id of ['', '<', 'x'.repeat(65), 3, {}]) assert.equal(recordOf({ ...SOLVE, id }).id, recordOf(SOLVE).id, String(id));
});

test('moves of a file that do not solve its board are dropped, the time is not', () => {
  assert.equal(isPlayable(recordOf(SOLVE)), true);
  assert.deepEqual({ ...recordOfFile(SOLVE) }, { ...recordOf(SOLVE) });
  for (const part of [{ moves: 'LU', times: null }, { moves: 'UUUU', times: null }, { start: '1,2,3/0,4,6/7,5,7' }, { start: '' }]) {
    const { start, moves, times, time } = recordOfFile({ ...SOLVE, ...part });
    assert.deepEqual({ start, moves, times, time }, { start: '', moves: '', times: null, time: 900 }, JSON.stringify(part));
  }
  const row = recordOfFile({ ...SOLVE, goal: '1,2,3/*,5,*/*,*,*' });
  assert.deepEqual([row.moves, taskOfRecord(row).goal.cells], [SOLVE.moves, [1, 2, 3, '*', 5, '*', '*', '*', '*']]);
  assert.equal(recordOfFile({ ...SOLVE, goal: '2,1,3/*,*,*/*,*,*' }).moves, ''); /* which they do not reach */
  for (const goal of ['1,2,3/4,5,6/7,8,8', '1,1,3/*,*,*/*,*,*', '9,*,*/*,*,*/*,*,*', '1,2,3/*,*,*', '1,2,3,*/*,*,*/*,*', '01,*,*/*,*,*/*,*,*', '*,*,*/*,*,*/*,*,*', '1,2,3/4,5,6/7,8,*'])
    assert.equal(recordOfFile({ ...SOLVE, goal }), null, goal);
  const { start, stm } = recordOfFile({ ...SOLVE, moves: '', times: null, stm: 7 });
  assert.deepEqual([start, stm], [SOLVE.start, 7]);
});

test('penalties count', () => {
  assert.deepEqual([0, PLUS_TWO, DNF].map((penalty) => countedTime({ time: 3000, penalty })), [3000, 5000, Infinity]);
});

/* ---- the store ---- */

const memoryStore = () => openStore({ factory: null, channel: false });
const ids = (records) => records.map(({ id }) => id);

test('without a database solves last as long as the page, and that is said once', async () => {
  const store = await memoryStore();
  assert.equal(store.trouble, 'forbidden');
  const heard = [];
  store.onChange(({ kind, record }) => heard.push([kind, record?.id]));
  const record = await store.add(SOLVE);
  assert.deepEqual(ids(await store.list()), [record.id]);
  assert.deepEqual({ ...await store.get(record.id) }, { ...recordOf(SOLVE) });
  await store.add({ ...SOLVE, penalty: DNF });
  assert.equal((await store.get(record.id)).penalty, 0);
  assert.equal((await store.update(record.id, { penalty: PLUS_TWO })).penalty, PLUS_TWO);
  assert.equal(await store.update(record.id, { penalty: 7 }), null);
  assert.equal(await store.update('none', { penalty: 0 }), null);
  assert.equal((await store.update(record.id, { id: 'other' })).id, record.id);
  await store.remove(record.id);
  assert.deepEqual(await store.list(), []);
  assert.deepEqual(heard, [['add', record.id], ['update', record.id], ['update', record.id], ['remove', record.id]]);
  assert.equal(await store.add({}), null);
});

test('lists are selected by the task, session and kind, the oldest first', async () => {
  const store = await memoryStore();
  const make = (part) => store.add({ width: 3, height: 3, time: 1000, ...part });
  const late = await make({ at: 9 });
  const early = await make({ at: 3 });
  const multi = await make({ at: 4, metric: 'multi' });
  const other = await make({ at: 5, goal: '0,1,2/3,4,5/6,7,8', session: 'x' });
  const large = await make({ at: 6, width: 4, height: 4, kind: 'day' });
  const list = async (filter) => ids(await store.list(filter));
  assert.deepEqual(await list({ width: 3, height: 3, metric: 'single', goal: GOAL }), ids([early, late]));
  assert.deepEqual(await list({ width: 3, height: 3 }), ids([early, multi, other, late]));
  assert.deepEqual(await list({ session: 'x' }), ids([other]));
  assert.deepEqual(await list({ kind: 'day' }), ids([large]));
  assert.deepEqual(ids(await store.list()), ids([early, multi, other, large, late]));
  await store.remove(ids([early, late]));
  assert.equal((await store.list()).length, 3);
});

test('what is exported is imported, once', async () => {
  const [store, other] = [await memoryStore(), await memoryStore()];
  await store.add({ ...SOLVE, session: 'Möwe' });
  await store.add({ ...SOLVE, at: 3, moves: '', times: null, start: '', penalty: DNF, kind: 'import' });
  const text = await store.exportAll();
  assert.deepEqual(await other.importAll(text), { format: 'tilepdb', added: 2, known: 0, unread: 0 });
  assert.deepEqual((await other.list()).map((each) => ({ ...each })), (await store.list()).map((each) => ({ ...each })));
  assert.deepEqual(await other.importAll(text), { format: 'tilepdb', added: 0, known: 2, unread: 0 });
  const solves = [SOLVE, SOLVE, null, { ...SOLVE, time: 1e300 }, 'x'];
  const more = JSON.stringify({ format: 'tilepdb solves', version: 1, solves });
  assert.deepEqual(await (await memoryStore()).importAll(more), { format: 'tilepdb', added: 1, known: 1, unread: 3 });
});

test('a file of another format is refused, and nothing is added', async () => {
  const store = await memoryStore();
  for (const text of ['', '{', '[]', '{"format":"tilepdb solves"}', '{"solves":[]}', '\u0000', '1 2 3 0'])
    await assert.rejects(store.importAll(text), { code: 'solves unknown' }, text);
  assert.deepEqual(await store.list(), []);
});

test('a database that refuses writes keeps the solves in memory', async () => {
  const store = await memoryStore();
  store.trouble = '';
  const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
  const refuse = () => Promise.reject(full);
  const old = storedOf(recordOf({ ...SOLVE, at: 1 }));
  store.backend = { all: async () => [old], get: async () => undefined, add: refuse, change: refuse, remove: refuse };
  let said = 0;
  store.onChange(({ kind }) => { said += kind === 'trouble' ? 1 : 0; });
  const made = await store.add(SOLVE);
  await store.add({ ...SOLVE, at: 2 });
  assert.deepEqual([store.trouble, said], ['full', 1]);
  assert.equal((await store.list()).length, 3);
  assert.equal((await store.update(made.id, { penalty: DNF })).penalty, DNF);
  await store.remove(made.id);
  assert.equal((await store.list()).length, 2);
});
