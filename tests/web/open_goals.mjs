/*
 * Goals with open cells, in a real browser: chosen, typed and linked, played, solved and reviewed. Lengths are
 * those of pdbsolve.
 */
import assert from 'node:assert/strict';
import { openLearn, pressSure, shownBoard, solve, suite, take, text, tool, waitForText } from './support.mjs';

const ROW = '1 2 3 4 / * * * * / * * * * / * * * *';
const FAR = '15 14 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 0';
const KEY = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };
const SMALL = '1 3 2 / 4 5 6 / 7 8 0';
const WAY = 'RDDLURRDLLURDRU'; /* the first move comes no closer to the first row, the others do */

const shared = suite();
const { onPage } = shared;

const choose = async (page, goal, size = '4x4') => {
  await page.click('#settings');
  await page.selectOption('#size', size);
  await page.selectOption('#goal', goal);
};

const type = async (page, goal) => {
  await choose(page, 'other', await page.inputValue('#size'));
  await page.fill('#goal-text', goal);
  await page.press('#goal-text', 'Enter');
};

const linkedGoal = (page) => new URL(page.url()).searchParams.get('goal');

const make = async (page, moves) => {
  await page.focus('#board');
  for (const move of moves) await page.keyboard.press(KEY[move]);
};

onPage('the first row is a goal of the list, from boards that do not fit it', async (page) => {
  await choose(page, 'row');
  assert.equal(linkedGoal(page), '1,2,3,4/*,*,*,*/*,*,*,*/*,*,*,*');
  assert.equal(await page.isHidden('#goal-box'), true);
  assert.equal(await page.locator('#board.solved').count(), 0); /* the board of before was the goal, and fits */
  assert.deepEqual(await page.locator('.tile:not(.open)').allTextContents(), ['1', '2', '3', '4']);
  assert.equal(await page.locator('.tile.open').count(), 11);
  await page.fill('#seed', '42');
  await page.press('#seed', 'Enter');
  assert.equal(await shownBoard(page), tool('pdbsolve', ['--scramble', '1', '--seed', '42', '--board', '4x4']).trim());
  await page.selectOption('#goal', 'rows'); /* the same board, which does not fit */
  assert.equal(await shownBoard(page), tool('pdbsolve', ['--scramble', '1', '--seed', '42', '--board', '4x4']).trim());
  await page.selectOption('#size', '2x2');
  assert.equal(linkedGoal(page), null); /* two rows are all of it */
  await page.selectOption('#goal', 'row');
  for (let seed = 0; seed < 24; seed++) {
    await page.fill('#seed', String(seed));
    await page.press('#seed', 'Enter');
    assert.doesNotMatch(await shownBoard(page), /^1 2 /);
  }
  await page.selectOption('#size', '3x3');
  assert.equal(linkedGoal(page), '1,2,3/*,*,*/*,*,*');
  for (const [size, disabled] of [['3x3', []], ['3x2', ['rows']], ['6x6', ['row', 'rows']]]) {
    await page.selectOption('#size', size);
    assert.deepEqual(await page.locator('#goal option:disabled').evaluateAll((all) => all.map(({ value }) => value)), disabled);
  }
  assert.equal(await page.inputValue('#goal'), 'last');
});

onPage('solutions, hints and all solutions of an open goal, which links hold', async (page) => {
  await choose(page, 'row');
  await take(page, FAR);
  /* pdbsolve -q -d none --goal '1 2 3 4 / * * * * / * * * * / * * * *' '15 14 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 0' */
  assert.deepEqual(await solve(page), { length: 42, moves: 'RDDLUURDDDLUURRRDLURULDRDLULDDLURRDLURRDLU' });
  assert.equal(await text(page, 'best'), '42');
  await page.click('#tab-play');
  await page.click('#all');
  await waitForText(page, 'all-note', /^There are 99 solutions of 42 moves\./); /* with --count, 42 99 */
  await page.click('#player-start');
  await pressSure(page, 'hint');
  await waitForText(page, 'notice', /^Move 4 right, then 41 moves to go\.$/);
  await page.click('#share');
  await shared.openLink(page.url(), async (other) => {
    assert.equal(await other.inputValue('#goal'), 'row');
    await other.click('#player-start'); /* the link has the solution, too */
    assert.equal(await shownBoard(other), FAR.replaceAll(' /', ''));
    await waitForText(other, 'best', /^42$/);
    await other.reload();
    await other.waitForSelector('body.ready');
    assert.equal(await other.inputValue('#goal'), 'row');
    await other.click('#settings');
    await other.selectOption('#metric', 'multi');
    assert.equal((await solve(other)).length, 25); /* with --metric multi */
    await other.click('#settings');
    await other.selectOption('#metric', 'single');
    await other.selectOption('#goal', 'rows'); /* searched by bounds that differ by one */
    await take(other, '5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 0 14 15 12');
    assert.deepEqual(await solve(other), { length: 7, moves: 'DDDLLUU' });
  });
});

onPage('boards of more than 16 cells have shortest solutions of an open goal, too', async (page) => {
  await choose(page, 'row', '5x4');
  await page.fill('#seed', '42');
  await page.press('#seed', 'Enter');
  await page.click('#hint');
  await waitForText(page, 'notice', /, then 37 moves to go\.$/);
  /* pdbsolve -q -d none --goal '1 2 3 4 5 / * * * * * / * * * * * / * * * * *'
   *   '4 0 1 19 6 / 5 9 18 3 14 / 7 10 15 11 12 / 17 16 13 8 2' */
  assert.equal((await solve(page)).length, 38);
});

onPage('a solve of an open goal is reviewed, and is in a list of its own', async (page) => {
  await choose(page, 'row', '3x3');
  await take(page, SMALL);
  await make(page, WAY);
  await page.waitForSelector('#board.solved');
  await waitForText(page, 'train-state', /^15 moves in .* over the optimum of 14\.$/);
  await waitForText(page, 'review-note', /^One move did not lead towards the goal, which costs 1 move: move 1\.$/);
  await page.waitForSelector('#review .bar.lost');
  await waitForText(page, 'mistakes-note', /^1 move was lost in one place\.$/);
  await page.click('#mistakes-open');
  assert.equal(await page.locator('#places .tile.open').count(), 5);
  await page.click('#places-better-way');
  await waitForText(page, 'places-news', /^Slide \d (left|right|up|down)\.$/);
  await page.keyboard.press('Escape');
  await waitForText(page, 'train-solves', /^1$/);
  await page.reload();
  await page.waitForSelector('body.ready');
  await page.waitForSelector('#board.solved');
  await page.click('#tab-solves');
  await page.click('#costs-title');
  await waitForText(page, 'costs-about', /^Lost moves of one solve,/);
  await page.click('#bests-box summary');
  assert.equal(await page.locator('#bests tr').count(), 0);
  await page.click('#solves tr button');
  for (const [button, state] of [['Try again', '#board:not(.solved)'], ['Watch and review', '#player:not([hidden])']]) {
    await page.click(`#solves button:text-is("${button}")`);
    await page.waitForSelector(state);
    assert.equal(linkedGoal(page), '1,2,3/*,*,*/*,*,*');
    await page.click('#tab-solves');
  }
  await page.click('#settings');
  for (const goal of ['row', 'rows', 'last']) { /* who has solved a part goes on with the same board */
    await take(page, '1 2 3 / 5 8 6 / 4 7 0');
    await page.selectOption('#goal', goal);
    assert.equal(await shownBoard(page) === '1 2 3 5 8 6 4 7 0', goal !== 'row', goal);
  }
  await waitForText(page, 'train-solves', /^0$/);
}, { fresh: true });

onPage('typed goals: open cells anywhere, a named gap, and what is refused', async (page) => {
  await page.click('#settings');
  await page.selectOption('#size', '3x3');
  await type(page, '0 * * / 1 * * / 2 * *');
  await waitForText(page, 'goal-note', /^This is now the goal\.$/);
  await take(page, '1 3 4 / 2 5 6 / 0 7 8');
  assert.deepEqual(await solve(page), { length: 2, moves: 'DD' });
  for (const [goal, why] of [
    ['1 1 1 / 2 2 2 / 3 3 0', /^Tile 1 is in the goal twice, but the tiles of this page all differ: /],
    ['4 4 * / * * * / * * *', /^Tile 4 is in the goal twice/],
    ['* * * / * * * / * * *', /^Every cell of the goal is open: name a tile\.$/],
    [`1 2 3 4 5 6 ${'/ * * * * * * '.repeat(5)}`, /^A goal with open cells is for boards of up to 25 cells\.$/],
    [`1 2 3 4 5 6 7 ${'/ * * * * * * * '.repeat(4)}`, /not 7x5\.$/],
    ['1 2 / * * / * * * ', /^Row 3 has 3 tiles/], ['1 2 3 / 4 5 6 / 7 8', /^Row 3 has 2 tiles/],
  ]) {
    await type(page, goal);
    await waitForText(page, 'goal-note', why);
    assert.equal(linkedGoal(page), '0,*,*/1,*,*/2,*,*', goal);
  }
  await page.selectOption('#size', '2x3');
  for (const goal of ['2,1/*,*/3,0', '* 1 / * * / 2 3']) { /* a row *,* is no rule, and no bullet */
    await type(page, goal);
    await waitForText(page, 'goal-note', /^This is now the goal\.$/);
    assert.equal(linkedGoal(page), goal.replaceAll(' / ', '/').replaceAll(' ', ','));
    assert.equal(await page.locator('#board.solved').count(), 0);
    await shared.openLink(page.url(), (other) => other.waitForSelector('#board:not(.solved)'));
  }
  await shared.openLink(`${shared.server.url}?scramble=R&goal=2,1,3/*,*,*/*,*,*`, async (other) =>
    assert.equal(await shownBoard(other), '2 1 3 4 5 6 7 0 8')); /* from the goal of the link */
});

onPage('a scramble leads from the open cells in their order', async (page) => {
  await choose(page, 'row');
  for (const moves of ['R2D', '>2 v']) {
    await take(page, moves);
    assert.equal(await shownBoard(page), '1 2 3 4 5 6 7 8 9 0 11 12 13 10 14 15');
  }
});

onPage('views that need a goal with every tile say so, or have an example', async (page) => {
  await choose(page, 'row', '3x3');
  await take(page, SMALL);
  await openLearn(page, 'compare');
  assert.equal(await page.isDisabled('#compare'), true);
  assert.equal(await text(page, 'compare-open'), 'The methods need a goal that names every tile.');
  await openLearn(page, 'search');
  await openLearn(page, 'tables');
  await waitForText(page, 'database-state', /^The goal has open cells: its first search makes tables of its own\.$/);
  assert.equal(await page.isVisible('#better'), false);
  await openLearn(page, 'tree');
  await waitForText(page, 'tree-state', /f = 0 \+/);
  assert.notEqual((await page.locator('#tree-board i').allTextContents()).join(' '), '1 3 2 4 5 6 7 8 ');
  await page.evaluate(() => { window.print = () => { window.printed = document.getElementById('sheet').textContent; }; });
  await page.click('#worksheet');
  await page.waitForFunction(() => window.printed);
  assert.match(await page.evaluate(() => window.printed), /; the goal is 1 2 3 \/ \* \* \* \/ \* \* \*, where \* is anything\..*14 moves: /s);
  await choose(page, 'last', '3x3');
  await page.click('#scramble');
  assert.equal(await page.isDisabled('#compare'), false);
  assert.equal(await page.isHidden('#compare-open'), true);
});

onPage('open goals speak German', async (page) => {
  await page.click('#settings');
  assert.deepEqual(await page.locator('#goal option').allTextContents(), ['Lücke zuletzt', 'Lücke zuerst', 'erste Reihe', 'erste zwei Reihen', 'ein anderes …']);
  await type(page, '1 1 2 3 / * * * * / * * * * / * * * *');
  await waitForText(page, 'goal-note', /^Stein 1 ist zweimal im Ziel, aber die Steine dieser Seite sind alle verschieden: /);
  await type(page, ROW);
  await waitForText(page, 'goal-note', /^Das ist jetzt das Ziel\.$|^Jedes Brett aus Zahlen/);
}, { query: '?lang=de' });
