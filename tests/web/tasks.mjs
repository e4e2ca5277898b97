/*
 * Metrics and goals in a real browser: slides of several tiles as one move, and any board as the goal.
 * Answers are those of pdbsolve.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { LONG, drop, keptTables, keySure, middle, shownBoard, solutions, solve, suite, take, text, tool,
  waitForText, openLearn } from './support.mjs';

const SPIRAL = '1 2 3 4 / 12 13 14 5 / 11 0 15 6 / 10 9 8 7';
const ROW = '1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 0 13 14 15'; /* one slide: LLL */

const shared = suite();
const { onPage } = shared;

const useMulti = async (page) => {
  await page.click('#settings');
  await page.selectOption('#metric', 'multi');
};

const useGoal = async (page, goal) => {
  await page.click('#settings');
  await page.selectOption('#goal', 'other');
  await page.fill('#goal-text', goal);
  await page.press('#goal-text', 'Enter');
};

let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'tilepdb-multi-'));
});
after(() => rmSync(folder, { recursive: true }));

/* Returns the answers of pdbsolve --metric multi. */
function multi(boards, args = []) {
  const lines = tool('pdbsolve', ['-q', '-d', folder, '--metric', 'multi', ...args], `${boards.join('\n')}\n`);
  return lines.trim().split('\n').map((line) => {
    const [length, moves] = line.split(' ');
    return { length: Number(length), moves };
  });
}

/* R2 D is RRD. */
const written = (shown) => shown.replace(/(.)(\d+)/g, (_, letter, count) => letter.repeat(count))
  .replaceAll(' ', '');

/* ---- slides of several tiles ---- */

onPage('lengths and moves in multi-tile moves are those of pdbsolve', async (page) => {
  const boards = ['5 1 2 4 9 6 3 8 13 10 7 11 0 14 15 12',
    ...tool('pdbsolve', ['--scramble', LONG ? '20' : '1', '--seed', '7']).trim().split('\n')];
  const expected = multi(boards);
  await useMulti(page);
  for (const [i, board] of boards.entries()) {
    await take(page, board);
    const { length, moves } = await solve(page);
    assert.deepEqual({ length, moves: written(moves) }, expected[i], board);
    assert.equal(await text(page, 'best'), String(length));
    await page.click('#player-play'); /* pause */
  }
  assert.match(await text(page, 'database-state'), /^Colours, (small: 4\.3|four: 19) MB/);
  const bounds = [...(await page.getAttribute('#chart', 'aria-label')).matchAll(/bound (\d+)/g)];
  assert.ok(bounds.every(([, bound], i) => i === 0 || bound - bounds[i - 1][1] === 1));
  await keptTables(page, 2); /* 7-7-1, and four, which the next tests find */
});

onPage('a slide is one move for counter, hint, player, undo and review', async (page) => {
  await useMulti(page);
  await page.check('#coach');
  await take(page, ROW);
  assert.equal(await text(page, 'made-label'), 'Slides');
  await waitForText(page, 'distance', /^1$/);
  await page.focus('#board');
  await page.keyboard.press('h');
  await waitForText(page, 'notice', /^Move 13, 14, 15 left, then 0 moves to go\.$/);
  assert.equal(await page.locator('.tile[data-hint=left]').textContent(), '15');
  await page.keyboard.press('ArrowLeft'); /* part of a slide: still one move to go */
  await waitForText(page, 'distance', /^1$/);
  await keySure(page, 'r'); /* the clock runs */
  await page.mouse.click(...Object.values(await middle(page, 0))); /* DDD, which leads away */
  assert.equal(await text(page, 'made'), '1');
  await waitForText(page, 'distance', /^2$/);
  await page.mouse.click(...Object.values(await middle(page, 12)));
  await page.mouse.click(...Object.values(await middle(page, 15)));
  assert.equal(await text(page, 'made'), '3');
  await waitForText(page, 'train-state', /^3 moves in .* 2 moves over the optimum of 1\.$/);
  await waitForText(page, 'review-note', /^One move did not lead towards the goal, which costs 2 moves: move 1\.$/);
  await page.click('#undo');
  assert.equal(await text(page, 'made'), '2');
});

onPage('one solve is reviewed in both metrics, and nothing of it is lost', async (page) => {
  await take(page, ROW);
  await page.focus('#board');
  for (const key of ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  const ways = { single: [/^5 moves in .* 2 moves over the optimum of 3\.$/, '5'], multi: [/^3 moves in .* 2 moves over the optimum of 1\.$/, '3'] };
  const time = await text(page, 'time');
  for (const metric of ['multi', 'single', 'multi', 'single']) {
    await page.click('#settings');
    await page.selectOption('#metric', metric);
    await waitForText(page, 'train-state', ways[metric][0]);
    await waitForText(page, 'review-note', /^One move did not lead towards the goal, which costs 2 moves: move 1\.$/);
    assert.equal(await text(page, 'made'), ways[metric][1]);
    assert.match(await text(page, 'notice'), new RegExp(`^Solved in ${ways[metric][1]} moves`));
    assert.equal(await text(page, 'time'), time);
    assert.equal(await page.locator('#board.solved').count(), 1);
  }
  await waitForText(page, 'train-solves', /^1$/);
  await page.click('#undo');
  assert.equal(await shownBoard(page), '1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15');
  await page.selectOption('#metric', 'multi'); /* on the way, too */
  assert.equal(await text(page, 'made'), '3');
  await page.click('#tab-play');
  await page.click('#retry');
  assert.equal(await shownBoard(page), ROW.replaceAll(' /', ''));
});

onPage('a replay goes on in another metric', async (page) => {
  await take(page, ROW);
  await solve(page);
  await page.fill('#player-position', '1');
  await page.click('#settings');
  await page.selectOption('#metric', 'multi');
  assert.equal(await text(page, 'player-where'), '0 of 1'); /* the slide is not whole */
  await page.click('#player-forward');
  await page.waitForSelector('#board.solved');
});

onPage('a pasted solution is judged in slides, and links hold the metric', async (page) => {
  await useMulti(page);
  await take(page, ROW);
  await page.click('#tab-play');
  await page.fill('#solution', 'D2U2L3');
  await page.click('#solution-form button[type=submit]');
  await waitForText(page, 'solution-note', /^3 moves: they solve the board\. 2 moves over the optimum of 1\.$/);
  await page.fill('#player-position', '1');
  assert.match(await text(page, 'player-where'), /^1 of 3$/);
  assert.equal(await shownBoard(page), '1 2 3 4 0 6 7 8 5 10 11 12 9 13 14 15');
  await page.click('#share');
  assert.match(page.url(), /&metric=multi&moves=D2U2L3$/);
  await shared.openLink(page.url(), async (other) => {
    await waitForText(other, 'solution-note', /^3 moves: .* optimum of 1\.$/);
    assert.equal(await other.inputValue('#metric'), 'multi');
  });
});

onPage('small boards, all solutions and the other methods in multi-tile moves', async (page) => {
  const board = '1 4 7 / 2 0 8 / 3 6 5'; /* the farthest: 24 */
  await useMulti(page);
  await take(page, board);
  const { length, moves } = await solve(page);
  assert.deepEqual({ length, moves: written(moves) }, multi([board])[0]);
  assert.equal(length, 24);
  await page.click('#tab-play');
  await page.click('#all');
  await waitForText(page, 'all-note', /^There are [\d,]+ solutions of 24 moves\./);
  await take(page, '1 2 3 / 0 4 5 / 7 8 6');
  await openLearn(page, 'compare');
  await page.click('#compare');
  await page.waitForFunction(() => document.getElementById('compare').dataset.running === 'no');
  const rows = await page.locator('#methods tr').evaluateAll((all) => all.map((row) =>
    [row.dataset.method, row.children[1].textContent]));
  assert.deepEqual(rows.slice(1), [['bfs', '2optimal'], ['iddfs', '2optimal'], ['manhattan', '–'], ['pdb', '2optimal']]);
});

onPage('boards beyond 16 cells have single-tile moves only', async (page) => {
  await useMulti(page);
  await page.selectOption('#size', '5x4');
  assert.equal(await page.isDisabled('#metric'), true);
  assert.equal(await page.inputValue('#metric'), 'single');
  assert.equal(await page.isVisible('#metric-note'), true);
  await page.selectOption('#size', '3x5');
  assert.equal(await page.isDisabled('#metric'), false);
  assert.equal(await page.inputValue('#metric'), 'multi'); /* as it was chosen */
});

onPage('a dropped table of colours is used', async (page) => {
  const own = mkdtempSync(join(folder, 'own-'));
  tool('pdbgen', ['-q', '-d', own, '--metric', 'multi', '1112 1322 3322 334.']);
  await useMulti(page);
  await drop(page, readdirSync(own).map((name) => join(own, name)));
  await waitForText(page, 'database-note', /opened\. All tiles of 4x4 are covered/);
  await waitForText(page, 'database-state', /^Colours, 1112 1322 3322 334\.: 7\.6 MB, from your files\.$/);
  await take(page, ROW);
  assert.equal((await solve(page)).length, 1);
});

/* The name of the largest tables of a metric, and the page's text once these tables exist. */
for (const [metric, name, ready] of [['single', '7-8', /^7-8: 198 MB, built here in /],
  ['multi', 'middle', /^Colours, middle: 95 MB, built here in /]]) {
  onPage(`a button builds ${name}${LONG ? ', which is then used and kept' : ''}`, async (page) => {
    if (metric === 'multi') await useMulti(page);
    await openLearn(page, 'search');
    await openLearn(page, 'tables');
    await page.click(`#better:text-is("Build ${name}")`);
    /* Another table may be built before. */
    await waitForText(page, 'better-note', new RegExp(`^Building ${name} beside … [1-9]\\d* %$`));
    assert.equal(await page.isDisabled('#better'), true);
    if (!LONG) return;
    const [board] = tool('pdbsolve', ['--scramble', '1', '--seed', '8']).trim().split('\n');
    await waitForText(page, 'database-state', ready);
    assert.equal(await page.isHidden('#better-box'), true);
    await take(page, board);
    const { length, moves } = await solve(page);
    const [expected] = metric === 'multi' ? multi([board]) : solutions([board]);
    assert.deepEqual({ length, moves: written(moves) }, expected);
    await page.reload();
    await page.waitForSelector('body.ready');
    if (metric === 'multi') await useMulti(page);
    await waitForText(page, 'database-state', new RegExp(`${name}: .* kept by your browser\\.$`));
  }, { fresh: true });
}

/* ---- goals ---- */

onPage('any board is a goal: scrambled, solved, shared, in both metrics', async (page) => {
  await useGoal(page, SPIRAL);
  assert.equal(await shownBoard(page), SPIRAL.replaceAll(' /', ''));
  assert.equal(await page.locator('.board.solved').count(), 1);
  await page.fill('#seed', '5');
  await page.click('#seed-scramble');
  const board = tool('pdbsolve', ['--scramble', '1', '--seed', '5', '--goal', SPIRAL]).trim();
  assert.equal(await shownBoard(page), board);
  const single = await solve(page);
  assert.equal(single.length, solutions([board], ['--goal', SPIRAL, '--heuristic', 'manhattan'])[0].length);
  await page.fill('#player-position', String(single.length));
  assert.equal(await page.locator('.board.solved').count(), 1);
  await take(page, board);
  await useMulti(page);
  assert.equal((await solve(page)).length, multi([board], ['--goal', SPIRAL])[0].length);
  await take(page, board);
  await page.click('#share');
  assert.match(page.url(), /&goal=1,2,3,4\/12,13,14,5\/11,0,15,6\/10,9,8,7&metric=multi$/);
  await shared.openLink(page.url(), async (other) => {
    assert.equal(await shownBoard(other), board);
    assert.equal(await other.inputValue('#goal-text'), SPIRAL);
  });
});

onPage('the board as it is becomes the goal, and goals are refused in words', async (page) => {
  await take(page, '1 2 3 / 4 0 5 / 7 8 6');
  await page.selectOption('#goal', 'other');
  await page.click('#goal-here');
  assert.equal(await page.locator('.board.solved').count(), 1);
  await page.focus('#board');
  for (const key of ['w', 'a']) await page.keyboard.press(key);
  await waitForText(page, 'distance', /^2$/);
  for (const goal of ['hello', '1 2 3 / 4 5', '1 2 3 4 5 6 / 7 8 9 10 11 0']) {
    await useGoal(page, goal);
    assert.match(await text(page, 'goal-note'), /\.$/);
    assert.equal(await page.locator('#goal-note.wrong').count(), 1, goal);
  }
  await useGoal(page, '2 1 3 / 4 0 5 / 7 8 6');
  assert.match(await text(page, 'notice'), /^No moves lead from this board to the goal: /);
  await page.selectOption('#goal', 'last');
  assert.equal(await page.isHidden('#goal-box'), true);
  await page.selectOption('#goal', 'first');
  await page.selectOption('#goal', 'other'); /* and none is given */
  await page.selectOption('#size', '3x4');
  assert.equal(await page.inputValue('#goal'), 'first');
});

onPage('a link whose goal makes no sense is refused', async (page) => {
  assert.match(await text(page, 'notice'), /not contain a readable board/);
}, { query: '?board=1,2,3/4,5,6/7,8,0&goal=1,2/3,0' });
