/*
 * The page's answers against the command line's, and the times that are promised.
 *
 * 100 random boards and boards of 80 moves with the tables that the page builds; two of them with the
 * 7-8 tables dropped onto it. Lengths and moves must be the same: the answer is the
 * first optimal solution in the move order, whatever the tables.
 *
 * Times are limited on the clock, or, since a machine may have other things to do, in seconds of
 * processor time of the whole browser.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PAGE, TABLES, closePage, drop, launch, openPage, serve, solutions, solve, take, timed,
  tool } from './support.mjs';

const FARTHEST = readFileSync(new URL('../data/antipodes80.txt', import.meta.url), 'utf8')
  .split('\n').filter((line) => /^\d/.test(line)).slice(0, 3);

let browser, server;
before(async () => {
  [browser, server] = [await launch(), await serve()];
});
after(async () => {
  await browser.close();
  server.close();
});

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

test('the page takes less than 300 KB', () => {
  const { size } = statSync(PAGE);
  console.log(`# the page: ${size} bytes`);
  assert.ok(size < 300e3);
});

test('the first random board is solved within two seconds of the load', async () => {
  const times = [];
  for (let i = 0; i < 7; i++) {
    let page;
    times.push(await timed(browser, async () => {
      page = await openPage(browser, server.url);
      await page.click('#scramble');
      await solve(page);
    }));
    await closePage(page);
  }
  console.log(`# load to solved: ${times.map(told).join(', ')}`);
  assert.ok(times.filter(within(2)).length > times.length / 2);
});

test('100 random boards', async () => {
  const page = await openPage(browser, server.url);
  const boards = tool('pdbsolve', ['--scramble', '100', '--seed', '10']).trim().split('\n');
  const seconds = await timed(browser, () => compare(page, boards, 60000));
  console.log(`# 100 boards: ${told(seconds)}`);
  await closePage(page);
});

test('80 moves with what the page builds by itself', async () => {
  const page = await openPage(browser, server.url);
  const built = await timed(browser, () => page.waitForFunction(() =>
    document.getElementById('database-state').textContent.startsWith('7-7-1'), null, { timeout: 60000 }));
  console.log(`# 7-7-1: ${told(built)}`);
  const seconds = await timed(browser, () => compare(page, FARTHEST, 120000));
  console.log(`# ${FARTHEST.length} boards: ${told(seconds)}`);
  assert.ok(within(6 * FARTHEST.length)(seconds));
  await closePage(page);
});

test('80 moves asked for at once: the search begins again with the better tables', async () => {
  const page = await openPage(browser, server.url);
  const seconds = await timed(browser, () => compare(page, FARTHEST.slice(0, 1), 120000));
  console.log(`# ${FARTHEST[0]}: ${told(seconds)}`);
  assert.match(await page.textContent('#database-state'), /^7-7-1/);
  assert.ok(within(15)(seconds));
  await closePage(page);
});

test('80 moves with 7-8 dropped onto the page', async () => {
  const page = await openPage(browser, server.url);
  const files = readdirSync(TABLES)
    .filter((name) => /^4x4_blank15_tiles(1-8|9-15)_aware_bit\.tpdb$/.test(name))
    .map((name) => join(TABLES, name));
  assert.equal(files.length, 2);
  await drop(page, files);
  await page.waitForFunction(() =>
    document.getElementById('database-state').textContent.startsWith('7-8'), null, { timeout: 60000 });
  const seconds = await timed(browser, () => compare(page, FARTHEST.slice(1), 120000));
  console.log(`# two boards: ${told(seconds)}`);
  await closePage(page);
});
