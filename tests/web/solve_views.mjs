/*
 * What the views of solves are made of, without a browser: the list that follows the board and the store,
 * orders and pages, the geometry of graphs, and texts.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './languages.mjs';

const page = (name) => import(`../../web/page/${name}`);

const { Bus } = await page('app/bus.js');
const { binsOf, columnRanges, rangeOf } = await page('solves/graph.js');
const { History } = await page('solves/history.js');
const { PAGE_ROWS, pageWithin, placesInOrder } = await page('solves/list_view.js');
const { DNF, PLUS_TWO, recordOf } = await page('solves/record.js');
const { openStore } = await page('solves/store.js');
const { dateText, solveTime, timeText, valueText } = await page('solves/text.js');

/* ---- the list ---- */

const board = (text) => {
  const cells = text.split(' ').map(Number);
  const side = Math.sqrt(cells.length);
  return { width: side, height: side, cells };
};
const GOALS = { 2: board('1 2 3 0'), 3: board('1 2 3 4 5 6 7 8 0') };

/* Returns what History needs of the game, and a function that sets another board. */
function gameOf(side) {
  const listeners = [];
  const game = { width: side, height: side, goal: GOALS[side], metric: 'single', onChange: (listener) => listeners.push(listener) };
  game.become = (other, metric = 'single') => {
    Object.assign(game, { width: other, height: other, goal: GOALS[other], metric });
    listeners.forEach((listener) => listener({ kind: 'board' }));
  };
  return game;
}

/* The event of a solve of 2x2 by one move. */
const solved = (part = {}) => ({ task: { board: board('1 2 0 3'), goal: GOALS[2], metric: 'single' }, moves: 'L', times: [0.25], seconds: 1.2345,
  helped: false, scrambled: true, ...part });

async function historyOf(side = 2) {
  const store = await openStore({ factory: null, channel: false });
  const [bus, game] = [new Bus(), gameOf(side)];
  const history = new History({ bus, game }, Promise.resolve(store));
  await history.loading;
  return { bus, game, history, store };
}

test('what the clock has timed is kept with its moves, and a board counts once', async () => {
  const { bus, history, store } = await historyOf();
  for (const part of [{}, { seconds: 2 }, { seconds: 3, scrambled: false }, { seconds: 4, helped: true }, { seconds: null }])
    await history.keep(solved(part));
  const all = await store.list();
  assert.deepEqual(all.map(({ counts }) => counts).sort(), [false, false, false, true]);
  const { at, time, times, moves, start, goal, kind } = all.find(({ counts }) => counts);
  assert.deepEqual({ time, times, moves, start, goal, kind }, { time: 1235, times: [0], moves: 'L', start: '1,2/0,3', goal: '1,2/3,0', kind: 'timed' });
  assert.ok(Math.abs(Date.now() - at) < 60000);
  assert.deepEqual(history.all.map(({ id }) => id).sort(), all.map(({ id }) => id).sort());
  bus.answer('kind', (solve) => (solve.moves === 'U' ? 'day' : undefined));
  await history.keep(solved({ task: { board: board('1 0 3 2'), goal: GOALS[2], metric: 'single' }, moves: 'U', times: null }));
  await history.keep(solved({ seconds: 9, moves: 'L' }));
  assert.deepEqual((await store.list()).slice(-2).map((record) => record.kind).sort(), ['day', 'timed']);
});

test('a board counts once, however soon it is solved again, and whatever board follows', async () => {
  const { game, history, store } = await historyOf();
  const both = [{}, { seconds: 2 }].map((part) => history.keep(solved(part)));
  game.become(3);
  const later = history.keep(solved({ seconds: 3 }));
  await Promise.all([...both, later]);
  assert.deepEqual((await store.list()).map(({ counts }) => counts).sort(), [false, false, true]);
});

test('the list is that of the board, whatever answers last', async () => {
  const { game, history, store } = await historyOf();
  await store.addMany([recordOf({ at: 1, width: 2, height: 2, time: 1 }), recordOf({ at: 1, width: 3, height: 3, time: 2 }),
    recordOf({ at: 2, width: 3, height: 3, time: 3, session: 'x' })]);
  await history.loading;
  assert.deepEqual(history.all.map(({ time }) => time), [1]);
  const { list } = store;
  const waiting = [];
  store.list = (filter) => new Promise((resolve) => { waiting.push(() => resolve(list.call(store, filter))); });
  game.become(3);
  game.become(2);
  game.become(3);
  for (const i of [2, 0, 1]) {
    waiting[i](); /* the question about 2x2 is answered last */
    await new Promise((resolve) => { setTimeout(resolve); });
  }
  await history.loading;
  assert.deepEqual(history.all.map(({ time }) => time), [2, 3]);
  store.list = list;
  game.become(3, 'multi');
  await history.loading;
  assert.deepEqual(history.all.map(({ time }) => time), [2, 3]); /* one list, whatever is counted */
});

test('a notice says that a relay is too long for a record, and of no other', async () => {
  const { bus, history, store } = await historyOf();
  const heard = [];
  bus.on('notice', ({ text, wrong }) => heard.push([text, wrong]));
  const part = (length, time) => ({ moves: 'RL'.repeat(length).slice(0, length), times: Array(length).fill(time) });
  const relayed = (last) => history.keepRelay({ event: 'relay', day: null, number: 7n, parts: [part(2, 0), part(2, 1), part(2, 2), last] });
  await relayed(part(5000, 1e9));
  assert.deepEqual([heard, (await store.list()).length], [[], 1]);
  for (const last of [part(5001, 3), part(2, 1e9 + 1)]) await relayed(last);
  assert.equal(heard.length, 2);
  for (const [said, wrong] of heard) assert.ok(wrong && /5,000 moves, .* 11 days\.$/.test(said), said);
  assert.equal((await store.list()).length, 1);
});

test('a list that cannot be read costs no solve', async () => {
  const { game, history, store } = await historyOf();
  const { list } = store;
  store.list = () => Promise.reject(new RangeError('unreadable'));
  history.hear({ kind: 'many' });
  await assert.rejects(history.loading, RangeError);
  const kept = history.keep(solved());
  await kept;
  game.become(3);
  await assert.rejects(history.loading, RangeError);
  await history.keep(solved({ seconds: 2 })); /* of a board that is left */
  store.list = list;
  assert.deepEqual((await store.list()).map(({ time }) => time).sort(), [1235, 2000]);
});

test('the list follows the store, and the session', async () => {
  const { history, store } = await historyOf();
  let heard = 0;
  history.onChange(() => heard++);
  const one = await store.add({ at: 5, width: 2, height: 2, time: 1000 });
  await store.add({ at: 3, width: 2, height: 2, time: 2000, session: 'b 10' });
  await store.add({ at: 4, width: 3, height: 3, time: 3000 });
  await store.add({ at: 9, width: 2, height: 2, time: 4000, session: 'b 9' });
  assert.deepEqual(history.all.map(({ time }) => time), [2000, 1000, 4000]);
  assert.deepEqual(history.sessions, ['b 9', 'b 10']);
  history.choose('b 10');
  assert.deepEqual(history.inSession.map(({ time }) => time), [2000]);
  history.choose('');
  assert.deepEqual(history.inSession.map(({ time }) => time), [1000]);
  await history.keep(solved());
  history.choose('new');
  await history.keep(solved({ seconds: 7 }));
  assert.deepEqual(history.inSession.map(({ time }) => time), [7000]);
  assert.deepEqual(history.sessions, ['b 9', 'b 10', 'new']);
  history.choose(null);
  await store.update(one.id, { penalty: DNF });
  assert.equal(history.all.find(({ id }) => id === one.id).penalty, DNF);
  await store.remove(one.id);
  assert.deepEqual(history.all.map(({ time }) => time), [2000, 4000, 1235, 7000]);
  assert.ok(heard >= 10);
});

/* ---- orders and pages ---- */

test('orders begin with the newest or the best, and end with what has no value', () => {
  const solve = (part) => recordOf({ at: 5, width: 3, height: 3, ...part });
  const solves = [solve({ time: 5000, stm: 20 }), solve({ time: 4000 }), solve({ time: 3500, stm: 30, penalty: PLUS_TWO }),
    solve({ time: 1000, stm: 10, penalty: DNF }), solve({ time: 4000, stm: 40 })];
  assert.deepEqual(placesInOrder(solves, 'newest'), [4, 3, 2, 1, 0]);
  assert.deepEqual(placesInOrder(solves, 'time'), [4, 1, 0, 2, 3]);
  assert.deepEqual(placesInOrder(solves, 'moves'), [0, 2, 4, 3, 1]);
  assert.deepEqual(placesInOrder(solves, 'speed'), [4, 2, 0, 3, 1]);
});

test('a page is one that there is', () => {
  assert.deepEqual([[0, 0], [3, 0], [-1, 10], [1, PAGE_ROWS], [1, PAGE_ROWS + 1], [9, 3 * PAGE_ROWS]].map(([number, rows]) => pageWithin(number, rows)),
    [0, 0, 0, 0, 1, 2]);
});

/* ---- graphs ---- */

test('graphs leave out a few outliers, and nothing else', () => {
  assert.equal(rangeOf([NaN, Infinity]), null);
  assert.deepEqual(rangeOf([5]), { low: 4, high: 6 });
  assert.deepEqual(rangeOf([1, 3, Infinity, 2]), { low: 1, high: 3 });
  const values = Array.from({ length: 1000 }, (_, i) => 100 + i / 10).concat(1e6);
  const { low, high } = rangeOf(values);
  assert.equal(low, 100);
  assert.ok(high > 199 && high < 230, String(high));
});

test('columns have the least and the greatest of their values', () => {
  const columns = columnRanges([3, 1, NaN, 2, Infinity, 9], (i) => Math.floor(i / 2));
  assert.deepEqual([columns[0], columns[1], columns[2]], [{ least: 1, most: 3 }, { least: 2, most: 2 }, { least: 9, most: 9 }]);
  assert.equal(columnRanges([NaN, NaN, 4], (i) => i)[0], undefined);
});

test('each value is in one bin', () => {
  assert.deepEqual(binsOf([0, 1, 1.5, 3.99, 4, 99, -1, NaN, Infinity], { low: 0, high: 4 }, 4), [2, 2, 0, 3]);
});

/* ---- texts ---- */

test('times have thousandths, minutes, hours and penalties', () => {
  assert.deepEqual([9876.5, 59999.6, 61500, 3723456, Infinity].map(timeText), ['9.877', '1:00.000', '1:01.500', '1:02:03.456', 'DNF']);
  assert.deepEqual([0, PLUS_TWO, DNF].map((penalty) => solveTime({ time: 3000, penalty })), ['3.000', '5.000+', 'DNF(3.000)']);
  assert.deepEqual([['time', 1234], ['moves', 52], ['speed', 4567], ['time', null], ['moves', NaN], ['speed', -Infinity]].map(([measure, value]) =>
    valueText(measure, value)), ['1.234', '52', '4.57', '–', '–', 'DNF']);
  assert.equal(valueText('moves', 52.4, true), '52.40');
  assert.equal(dateText({ at: 7 }), '');
  assert.match(dateText({ at: Date.UTC(2024, 4, 6, 12) }), /May 6, 2024/);
});
