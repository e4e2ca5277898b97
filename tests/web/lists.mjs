/*
 * Lists of solves of earlier versions of the page, in localStorage and as files, become records.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './languages.mjs';

const page = (name) => import(`../../web/page/${name}`);
const { DNF, PLUS_TWO } = await page('solves/record.js');
const { carryOver } = await page('solves/formats.js');
const { openStore } = await page('solves/store.js');

/* Returns what the page uses of localStorage. */
function storageOf(items) {
  const map = new Map(Object.entries(items));
  return { get length() { return map.size; }, key: (i) => [...map.keys()][i], getItem: (name) => map.get(name) ?? null,
    removeItem: (name) => map.delete(name), map };
}

/* Returns a store that has nothing to complain about, in memory. */
async function storeOf() {
  const store = await openStore({ factory: null, channel: false });
  store.trouble = '';
  return store;
}

const LISTS = {
  'tilepdb solves 3x3': JSON.stringify([[3.5, 40], { seconds: 12.3456, moves: 30, slides: 22, board: '1 2 3 / 4 5 6 / 7 0 8',
    helped: false, counts: true, penalty: '+2' }, { seconds: 1, moves: 'x', slides: -1, board: '1 2 3', helped: true, penalty: 'DNF' },
  null, { seconds: 'x' }, [], [1e300, 3]]),
  'tilepdb solves 3x2 multi to first': JSON.stringify([[7, 8]]),
  'tilepdb solves 2x2 to 3 2 / 1 0': JSON.stringify([[7, 8]]),
  'tilepdb theme': '"dark"',
};

test('lists are carried over once, and nothing else is', async () => {
  const [store, storage] = [await storeOf(), storageOf(LISTS)];
  await carryOver(store, storage);
  assert.deepEqual([...storage.map.keys()], ['tilepdb theme']);
  const all = await store.list();
  const [old, usual, helped] = await store.list({ width: 3, height: 3, metric: 'single', goal: '1,2,3/4,5,6/7,8,0' });
  assert.equal(all.length, 5);
  assert.deepEqual([old.at, old.time, old.stm, old.mtm, old.start, old.counts], [1, 3500, 40, null, '', true]);
  assert.deepEqual([usual.at, usual.time, usual.stm, usual.mtm, usual.start, usual.penalty, usual.counts],
    [2, 12346, 30, 22, '1,2,3/4,5,6/7,0,8', PLUS_TWO, true]);
  assert.deepEqual([helped.time, helped.stm, helped.mtm, helped.start, helped.penalty, helped.helped, helped.counts],
    [1000, null, null, '', DNF, true, false]);
  assert.deepEqual((await store.list({ width: 3, height: 2 })).map(({ metric, goal }) => [metric, goal]), [['multi', '0,1,2/3,4,5']]);
  assert.deepEqual((await store.list({ width: 2, height: 2 })).map(({ goal }) => goal), ['3,2/1,0']);
  await carryOver(store, storageOf(LISTS));
  assert.equal((await store.list()).length, 5);
});

test('what cannot be stored stays in its list', async () => {
  const [store, storage] = [await storeOf(), storageOf(LISTS)];
  store.trouble = 'full';
  await carryOver(store, storage);
  assert.equal(storage.map.size, 4);
  assert.equal((await store.list()).length, 5); /* and is seen, since it is in memory */
});

test('the file of a list is imported', async () => {
  const store = await storeOf();
  const file = JSON.stringify({ list: 'solves 3x3', solves: JSON.parse(LISTS['tilepdb solves 3x3']) });
  assert.deepEqual(await store.importAll(file), { format: 'tilepdb', added: 3, known: 0, unread: 4 });
  for (const wrong of [{ list: 'x', solves: [] }, { list: 'solves 3x3', solves: {} }, { list: 3, solves: [] },
    { list: 'solves 99999x99999 to first', solves: [[1, 2]] }])
    await assert.rejects(store.importAll(JSON.stringify(wrong)), { code: 'solves unknown' });
  const beyond = JSON.stringify({ list: 'solves 99x99', solves: [[1, 2]] });
  assert.equal((await store.importAll(beyond)).unread, 1);
});
