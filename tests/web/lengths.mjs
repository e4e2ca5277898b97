/*
 * The page's answers against the command line's, and the times that are promised.
 *
 * 100 random boards and the first board of 80 moves with the 6-6-3 that the page builds; two more of
 * 80 moves with the 7-8 tables dropped onto it. Lengths and moves must be the same: the answer is the
 * first optimal solution in the move order, whatever the tables.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PAGE, TABLES, closePage, drop, launch, openPage, serve, solutions, solve, take,
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

/* Solves each board in the page and compares; the seconds of the slowest. */
async function compare(page, boards, timeout) {
  const expected = solutions(boards);
  let slowest = 0;
  for (const [i, board] of boards.entries()) {
    await take(page, board);
    const start = performance.now();
    assert.deepEqual(await solve(page, timeout), expected[i], board);
    slowest = Math.max(slowest, (performance.now() - start) / 1000);
  }
  return slowest;
}

test('the page takes less than 300 KB', () => {
  const { size } = statSync(PAGE);
  console.log(`# the page: ${size} bytes`);
  assert.ok(size < 300e3);
});

test('the first random board is solved within two seconds of the load', async () => {
  const times = [];
  for (let i = 0; i < 7; i++) {
    const start = performance.now();
    const page = await openPage(browser, server.url);
    await page.click('#scramble');
    await solve(page);
    times.push(performance.now() - start);
    await closePage(page);
  }
  times.sort((a, b) => a - b);
  console.log(`# load to solved, milliseconds: ${times.map(Math.round).join(' ')}`);
  assert.ok(times[3] < 2000);
});

test('100 random boards', async () => {
  const page = await openPage(browser, server.url);
  const boards = tool('pdbsolve', ['--scramble', '100', '--seed', '10']).trim().split('\n');
  console.log(`# the slowest: ${(await compare(page, boards, 60000)).toFixed(1)} s`);
  assert.match(await page.textContent('#database-state'), /^6-6-3/);
  await closePage(page);
});

test('80 moves with 6-6-3 alone, within a minute', async () => {
  const page = await openPage(browser, server.url);
  const seconds = await compare(page, FARTHEST.slice(0, 1), 120000);
  console.log(`# ${FARTHEST[0]}: ${seconds.toFixed(1)} s`);
  assert.match(await page.textContent('#database-state'), /^6-6-3/);
  assert.ok(seconds < 60);
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
  console.log(`# the slowest: ${(await compare(page, FARTHEST.slice(1), 60000)).toFixed(1)} s`);
  await closePage(page);
});
