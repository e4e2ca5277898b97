/*
 * The page's answers against the command line's, and the times that are promised.
 *
 * Random boards and boards of 80 moves with the tables that the page builds; with LONG 100 of them,
 * three of 80 moves, and two with the 7-8 tables dropped onto the page. Lengths and moves must be the
 * same: the answer is the first optimal solution in the move order, whatever the tables.
 *
 * Times are limited on the clock, or, since a machine may have other things to do, in seconds of
 * processor time of the whole browser.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LONG, PAGE, TABLES, closePage, drop, openPage, solutions, solve, suite, take, timed, tool,
  waitForText } from './support.mjs';

const FARTHEST = readFileSync(new URL('../data/antipodes80.txt', import.meta.url), 'utf8')
  .split('\n').filter((line) => /^\d/.test(line)).slice(0, LONG ? 17 : 2);
const RANDOM = LONG ? '100' : '12';

const shared = suite();
const { onPage } = shared;

/* Solves each board in the page and compares. */
async function compare(page, boards, timeout) {
  const expected = solutions(boards);
  for (const [i, board] of boards.entries()) {
    await take(page, board);
    assert.deepEqual(await solve(page, timeout), expected[i], board);
  }
}

const told = ({ clock, cpu }) => `${clock.toFixed(2)} s (${cpu.toFixed(2)} s of processors)`;
const within = (limit) => ({ clock, cpu }) => Math.min(clock, cpu) < limit;

test('the page takes less than 430 kB', () => {
  const { size } = statSync(PAGE);
  console.log(`# the page: ${size} bytes`);
  assert.ok(size < 430e3);
});

test('the first random board is solved within two seconds of the load', async () => {
  const times = [];
  for (let i = 0; i < (LONG ? 7 : 3); i++) {
    let page;
    times.push(await timed(shared.browser, async () => {
      page = await openPage(shared.browser, shared.server.url);
      await page.click('#scramble');
      await solve(page);
    }));
    await closePage(page);
  }
  console.log(`# load to solved: ${times.map(told).join(', ')}`);
  assert.ok(times.filter(within(2)).length > times.length / 2);
});

onPage('random boards', async (page) => {
  const boards = tool('pdbsolve', ['--scramble', RANDOM, '--seed', '10']).trim().split('\n');
  const seconds = await timed(shared.browser, () => compare(page, boards));
  console.log(`# ${boards.length} boards: ${told(seconds)}`);
});

onPage('80 moves with what the page builds by itself', async (page) => {
  await waitForText(page, 'database-state', /^7-7-1/);
  const times = [];
  for (const board of FARTHEST) {
    const [expected] = solutions([board]);
    times.push(await timed(shared.browser, async () => {
      await take(page, board);
      assert.deepEqual(await solve(page), expected, board);
    }));
  }
  console.log(`# 80 moves: ${times.map(told).join(', ')}`);
  assert.ok(times.reduce((sum, { clock, cpu }) => sum + Math.min(clock, cpu), 0) < 6 * times.length);
});

onPage('80 moves asked for at once: the search begins again with the better tables', async (page) => {
  const seconds = await timed(shared.browser, () => compare(page, FARTHEST.slice(0, 1)));
  console.log(`# ${FARTHEST[0]}: ${told(seconds)}`);
  assert.match(await page.textContent('#database-state'), /^7-7-1/);
  assert.ok(within(15)(seconds));
}, { fresh: true });

onPage('7-8 dropped onto the page', async (page) => {
  const files = readdirSync(TABLES)
    .filter((name) => /^4x4_blank15_tiles(1-8|9-15)_aware_bit\.tpdb$/.test(name))
    .map((name) => join(TABLES, name));
  assert.equal(files.length, 2);
  await drop(page, files);
  await waitForText(page, 'database-state', /^7-8: .* from your files/);
  const seconds = await timed(shared.browser, () => compare(page, FARTHEST.slice(1, LONG ? 3 : 2)));
  console.log(`# with 7-8: ${told(seconds)}`);
});
