/*
 * Learn from my mistakes, in a browser: the places of a solve, attempts, and ways that are shown.
 */
import assert from 'node:assert/strict';
import { AXE, check } from './axe.mjs';
import { courseStep } from '../../web/page/learn/course.js';
import { boardAfter, movedCell } from '../../web/page/board/moves.js';
import { PHONE, solutions, suite, take, text, waitForText } from './support.mjs';

const { onPage } = suite();

const BOARD = { width: 4, height: 4, cells: [9, 7, 3, 15, 6, 8, 2, 4, 11, 1, 10, 14, 13, 0, 5, 12] };
const GOAL = { width: 4, height: 4, cells: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0] };

const AT = 30; /* the moves before the detour */

/* The moves of the course, and among them one there and back. */
function detouredMoves() {
  let [board, moves] = [BOARD, ''];
  for (let step = courseStep(board, GOAL); step; step = courseStep(board, GOAL)) {
    moves += step.moves;
    board = boardAfter(board, step.moves);
  }
  const before = boardAfter(BOARD, moves.slice(0, AT));
  const [there, back] = ['UD', 'DU', 'LR', 'RL'].find(([move]) => movedCell(before, before.cells.indexOf(0), move) >= 0 && move !== moves[AT]);
  return moves.slice(0, AT) + there + back + moves.slice(AT);
}

/* The cells of the board in the dialog, as a text. */
const cellsShown = (page) => page.evaluate(() => {
  const board = document.getElementById('places-board');
  const number = (element, name) => Number(getComputedStyle(element).getPropertyValue(name));
  const [columns, rows] = ['--columns', '--rows'].map((name) => number(board, name));
  const cells = new Array(columns * rows).fill(0);
  for (const tile of board.querySelectorAll('.tile')) cells[number(tile, '--y') * columns + number(tile, '--x')] = Number(tile.textContent);
  return cells.join(' ');
});

/* Plays a board by arrow keys. */
async function play(page, board, keys) {
  await take(page, board);
  await page.focus('#board');
  for (const key of keys.split(' ')) await page.keyboard.press(`Arrow${key}`);
}

/* Pastes a solution and waits for its places. */
async function review(page, board, moves) {
  await take(page, board);
  await page.click('#tab-play');
  await page.fill('#solution', moves);
  await page.press('#solution', 'Enter');
  await page.waitForSelector('#mistakes:not([hidden])');
}

const EASY = '1 2 3 / 4 5 0 / 7 8 6';

onPage('a solve by hand is a puzzle where moves were lost, and is solved by keys', async (page) => {
  assert.ok(await page.isHidden('#mistakes'));
  await play(page, EASY, 'Down Up Up');
  await waitForText(page, 'mistakes-note', /./);
  assert.equal(await text(page, 'mistakes-note'), '2 moves were lost in one place.');
  await page.focus('#mistakes-open');
  await page.keyboard.press('Enter');
  assert.equal(await text(page, 'places-title'), 'Place 1 of 1: moves 1 to 3');
  assert.match(await text(page, 'places-about'), /^The last six places\. 2 moves were lost here: you made 3 moves to come 1 closer to the goal\. 1 move can bring you 1 closer: find it\./);
  await page.keyboard.press('ArrowDown');
  await waitForText(page, 'places-news', /^This way loses as many moves/);
  assert.match(await text(page, 'places-about'), /1 move so far\.$/);
  await page.keyboard.press('Backspace');
  await waitForText(page, 'places-news', /^$/);
  await page.keyboard.press('ArrowUp');
  await waitForText(page, 'places-news', /^Found! 1 move: no way is shorter\.$/);
  await page.keyboard.press('Escape');
  assert.ok(await page.isHidden('#places'));
  await take(page, '1 2 3 / 4 5 6 / 7 0 8');
  assert.ok(await page.isHidden('#mistakes'));
});

onPage('a solve without lost moves has no place', async (page) => {
  await play(page, EASY, 'Up');
  await waitForText(page, 'mistakes-note', /^No moves were lost/);
  assert.ok(await page.isHidden('#mistakes-open'));
});

onPage('all lost moves are in places, and each better way is the shortest', async (page) => {
  const moves = detouredMoves();
  await review(page, BOARD.cells.join(' '), moves);
  const [, over, optimum] = /(\d+) moves over the optimum of (\d+)/.exec(await text(page, 'solution-note'));
  assert.equal(Number(over) + Number(optimum), moves.length);
  const [, lost, places] = /^(\d+) moves were lost in (\d+) places\.$/.exec(await text(page, 'mistakes-note'));
  assert.equal(lost, over);
  await page.click('#mistakes-open');
  let [sum, before] = [0, Infinity];
  const ends = [];
  for (let place = 1; place <= Number(places); place++) {
    const [, from, to] = new RegExp(`^Place ${place} of ${places}: moves (\\d+) to (\\d+)$`).exec(await text(page, 'places-title'));
    const [, cost] = /(\d+) moves? (?:was|were) lost here/.exec(await text(page, 'places-about'));
    assert.ok(Number(cost) <= before, 'the dearest places come first');
    assert.equal(await cellsShown(page), boardAfter(BOARD, moves.slice(0, from - 1)).cells.join(' '));
    [sum, before] = [sum + Number(cost), Number(cost)];
    const begin = await cellsShown(page);
    await page.click('#places-better-way');
    await page.waitForSelector('#places-forward:not([hidden])');
    while (await page.isEnabled('#places-forward')) await page.keyboard.press('ArrowRight');
    ends.push([begin, await cellsShown(page)]);
    await page.click('#places-own-way');
    await page.waitForFunction(() => document.getElementById('places-own-way').getAttribute('aria-pressed') === 'true');
    while (await page.isEnabled('#places-forward')) await page.click('#places-forward');
    assert.equal(await cellsShown(page), boardAfter(BOARD, moves.slice(0, to)).cells.join(' '));
    while (await page.isEnabled('#places-back')) await page.keyboard.press('ArrowLeft');
    assert.equal(await cellsShown(page), begin);
    if (place < Number(places)) await page.click('#places-next-place');
  }
  assert.equal(sum, Number(lost));
  assert.ok(await page.isDisabled('#places-next-place'));
  const lengths = solutions(ends.flat()).map(({ length }) => length);
  for (let i = 0; i < lengths.length; i += 2) assert.equal(lengths[i] - lengths[i + 1], Math.min(4, lengths[i]));
}, { reducedMotion: 'reduce' });

onPage('a detour is named, and its shorter way comes to the same board', async (page) => {
  const moves = detouredMoves();
  await review(page, BOARD.cells.join(' '), moves);
  await page.click('#mistakes-open');
  for (;;) {
    const [, from, to] = /moves (\d+) to (\d+)$/.exec(await text(page, 'places-title'));
    if (Number(from) <= AT + 1 && Number(to) >= AT + 2) {
      await waitForText(page, 'places-about', /To come where you came, \d+ moves are enough\./);
      await page.click('#places-shorter-way');
      while (await page.isEnabled('#places-forward')) await page.keyboard.press('ArrowDown');
      assert.match(await text(page, 'places-about'), /are enough\. (\d+) of \1 moves$/);
      assert.equal(await cellsShown(page), boardAfter(BOARD, moves.slice(0, to)).cells.join(' '));
      return;
    }
    assert.ok(await page.isEnabled('#places-next-place'), 'no place has the detour');
    await page.click('#places-next-place');
  }
}, { reducedMotion: 'reduce' });

onPage('who leaves a way that is shown goes on with an attempt', async (page) => {
  await play(page, EASY, 'Down Up Up');
  await page.click('#mistakes-open');
  await page.click('#places-own-way');
  assert.equal(await text(page, 'places-news'), 'Slide 3 down.');
  await page.keyboard.press('ArrowRight');
  assert.match(await text(page, 'places-about'), /1 of 3 moves$/);
  await page.click('#places-board .tile >> nth=1');
  assert.ok(await page.isHidden('#places-forward'));
  await waitForText(page, 'places-news', /^This way loses as many moves/);
  await page.click('#places-own-way');
  await page.click('#places-own-way');
  assert.equal(await page.getAttribute('#places-own-way', 'aria-pressed'), 'false');
  assert.equal(await cellsShown(page), EASY.replaceAll(' /', ''));
}, { reducedMotion: 'reduce' });

onPage('a better way that comes late does not take the place of an attempt', async (page) => {
  await play(page, EASY, 'Down Up Up');
  await page.click('#mistakes-open');
  await page.evaluate(() => {
    document.getElementById('places-better-way').click();
    document.getElementById('places-board').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  });
  await waitForText(page, 'places-news', /^This way loses as many moves/);
  assert.ok(await page.isHidden('#places-forward'));
  assert.match(await text(page, 'places-about'), /1 move so far\.$/);
}, { reducedMotion: 'reduce' });

onPage('slides of several tiles are one move where they count as one', async (page) => {
  await take(page, '1 2 3 / 4 5 6 / 0 7 8');
  await page.selectOption('#metric', 'multi');
  await page.focus('#board');
  for (const key of ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  await waitForText(page, 'mistakes-note', /^2 moves were lost in one place\.$/);
  await page.click('#mistakes-open');
  assert.match(await text(page, 'places-about'), /you made 3 moves to come 1 closer/);
  await page.click('#places-board .tile >> nth=7'); /* 8, and with it 7 */
  await waitForText(page, 'places-news', /^Found! 1 move/);
}, { reducedMotion: 'reduce' });

for (const [name, options] of Object.entries({ desktop: {}, phone: { ...PHONE, viewport: { width: 360, height: 740 } } })) {
  onPage(`on a ${name} mistakes have no finding and fit the window`, async (page) => {
    await page.evaluate(AXE);
    await review(page, BOARD.cells.join(' '), detouredMoves());
    await page.click('#mistakes-open');
    for (const way of [false, true]) {
      if (way) {
        await page.click('#places-better-way');
        await page.waitForSelector('#places-forward:not([hidden])');
      }
      await check(page, `${name}, mistakes`, { part: '#places', colours: name === 'desktop' ? 'both' : 'light' });
      const bottom = await page.evaluate(() => document.getElementById('places-next-place').getBoundingClientRect().bottom);
      assert.ok(bottom <= page.viewportSize().height, String(bottom));
      assert.ok(await page.evaluate(() => document.getElementById('places').scrollWidth <= document.getElementById('places').clientWidth));
    }
  }, { reducedMotion: 'reduce', ...options });
}

onPage('mistakes speak German, too', async (page) => {
  await play(page, EASY, 'Down Up Up');
  await waitForText(page, 'mistakes-note', /^2 Züge verloren, an einer Stelle\.$/);
  await page.click('#mistakes-open');
  const said = await page.evaluate(() => document.getElementById('places').innerText);
  assert.doesNotMatch(said, /undefined|NaN|\b(the|you|way)\b/);
}, { query: '?lang=de' });
