/*
 * Stored data, and the readout.
 */
import assert from 'node:assert/strict';
import { PHONE, keySure, pressSure, shownBoard, solutions, solve, storedSolves, suite, take, text, waitForText, openLearn } from './support.mjs';

const SOLVED = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0';
const EASY = '1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12'; /* DLU */
const HARD = '0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1';
const KEY = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };

const shared = suite();
const { onPage } = shared;

const press = async (page, moves) => {
  for (const move of moves) await page.keyboard.press(KEY[move]);
};

/* ---- what is stored ---- */

onPage('whatever is stored, the page loads', async (page) => {
  for (const value of ['{"a":1}', '[[1,2],null,{"seconds":"x"},["a"],{"seconds":3}]', '[', '7', '"x"']) {
    await page.evaluate((stored) => {
      for (const key of ['solves 4x4', 'hover', 'theme', 'size', 'metric', 'coach', 'numbers'])
        localStorage[`tilepdb ${key}`] = stored;
      sessionStorage['tilepdb game'] = stored;
    }, value);
    await page.reload();
    await page.waitForSelector('body.ready');
    await waitForText(page, 'train-solves', value.startsWith('{') ? /^0$/ : /^2$/); /* which are carried over, and stay */
    assert.equal((await shownBoard(page)).split(' ').length, 16);
  }
  for (const game of [{ board: 'x', goal: SOLVED, metric: 'single', moves: '', slides: [] },
    { board: SOLVED, goal: SOLVED, metric: 'single', moves: 'LLLLLL', slides: [] },
    { board: EASY, goal: SOLVED, metric: 'odd', moves: 'D', slides: ['a', -1], clock: { seconds: 'x', running: true } }]) {
    await page.evaluate((stored) => { sessionStorage['tilepdb game'] = JSON.stringify(stored); }, game);
    await page.reload();
    await page.waitForSelector('body.ready');
  }
  assert.equal(await text(page, 'made'), '1');
});

/* ---- what is kept ---- */

onPage('a reload keeps the board, the moves and the clock', async (page) => {
  await take(page, EASY);
  await page.focus('#board');
  await press(page, 'DR');
  await waitForText(page, 'time', /[1-9]/);
  await page.reload();
  await page.waitForSelector('body.ready');
  assert.equal(await text(page, 'made'), '2');
  assert.notEqual(await text(page, 'time'), '0.000');
  await page.click('#undo');
  await page.focus('#board');
  await press(page, 'LU');
  await waitForText(page, 'train-state', /^3 moves in /);
  await page.keyboard.press('r');
  assert.equal(await shownBoard(page), EASY.replaceAll(' /', ''));
  await page.keyboard.press('h'); /* nor is help forgotten */
  await waitForText(page, 'notice', /^Move 15 down/);
  await page.reload();
  await page.waitForSelector('body.ready');
  await page.focus('#board');
  await press(page, 'DLU');
  await waitForText(page, 'train-state', /with help\./);
});

onPage('back at a link is its board', async (page) => {
  const [address] = page.url().split('?');
  const open = async (query) => {
    await page.goto(address + query);
    await page.waitForSelector('body.ready');
  };
  const back = async () => {
    await page.goBack();
    await page.waitForSelector('body.ready');
    return shownBoard(page);
  };
  await open('?board=1,2,3/4,5,6/7,0,8');
  await open('?board=1,2,3,4/5,6,7,8/9,10,11,12/13,14,0,15');
  assert.equal(await back(), '1 2 3 4 5 6 7 0 8');
  await page.press('#board', 'ArrowDown');
  const moved = await shownBoard(page);
  await page.goto('about:blank');
  assert.equal(await back(), moved); /* the same game */
});

onPage('size, metric and switches are remembered', async (page) => {
  await page.click('#settings');
  await page.selectOption('#size', '3x4');
  await page.selectOption('#metric', 'multi');
  await page.check('#coach');
  await page.uncheck('#numbers');
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(page.url().replace(/\?.*/, '?opening'));
  await page.waitForSelector('body.ready');
  assert.equal(await page.inputValue('#size'), '3x4');
  assert.equal(await page.inputValue('#metric'), 'multi');
  assert.equal(await page.isChecked('#coach'), true);
  assert.equal(await page.isChecked('#numbers'), false);
  assert.equal(await page.locator('#board.unnumbered').count(), 1);
});

onPage('a key does not throw a solve away at once, and the board before comes back', async (page) => {
  await page.keyboard.press('Space');
  const board = await shownBoard(page);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  const before = await shownBoard(page);
  await page.keyboard.press('Space');
  assert.match(await text(page, 'notice'), /Press Space once more/);
  assert.equal(await shownBoard(page), before);
  await keySure(page, 'Space');
  assert.notEqual(await shownBoard(page), before);
  await page.keyboard.press('p');
  assert.equal(await shownBoard(page), board);
  await page.keyboard.press('Space');
  for (const key of Object.values(KEY)) await page.keyboard.press(key);
  const moved = await shownBoard(page);
  await page.keyboard.press('p');
  assert.match(await text(page, 'notice'), /Press P once more/);
  assert.equal(await shownBoard(page), moved);
  await keySure(page, 'p');
  assert.equal(await shownBoard(page), board);
});

/* ---- answers ---- */

onPage('a hint of a board that is left is not searched for', async (page) => {
  await take(page, HARD);
  await page.click('#hint');
  await waitForText(page, 'search-bound', /^[67]\d$/);
  await page.press('#board', 'ArrowUp');
  await page.waitForFunction(() => document.getElementById('solve').textContent === 'Solve');
});

onPage('a search ends when its board is changed, and what it proves of one that was moved on is known', async (page) => {
  const begin = await text(page, 'search-state');
  await take(page, HARD);
  await page.click('#solve');
  await waitForText(page, 'search-bound', /^7\d$/);
  await page.click('#settings');
  await page.check('#edit');
  await page.focus('#board');
  for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await waitForText(page, 'solve', /^Solve$/);
  assert.equal(await text(page, 'search-state'), begin);
  await take(page, HARD);
  await page.click('#solve');
  await waitForText(page, 'search-bound', /^7\d$/);
  await page.click('#tab-play');
  await page.fill('#solution', 'LLL');
  await page.press('#solution', 'Enter'); /* on its way, and no solution */
  await waitForText(page, 'solve', /^Solve$/);
  assert.match(await text(page, 'notice'), /^(Stopped\.|\d+ moved)/);
  await take(page, HARD);
  await page.click('#solve');
  await page.press('#board', 'ArrowUp');
  await waitForText(page, 'search-state', /^80 moves, and no solution is shorter/);
  assert.equal(await text(page, 'best'), '80');
  await page.click('#tab-play');
  await page.click('#all');
  await waitForText(page, 'search-bound', /^7\d$/);
  await page.click('#solve');
  assert.equal(await text(page, 'search-state'), 'Stopped. No solution has fewer than 80 moves.');
});

onPage('what Compare proves, the readout says', async (page) => {
  await take(page, HARD); /* 80 moves */
  await waitForText(page, 'best', /^≥ \d\d$/);
  await waitForText(page, 'distance', /^≥ \d\d$/);
  await openLearn(page, 'compare');
  await page.click('#compare');
  await page.waitForFunction(() => document.getElementById('compare').dataset.running === 'no');
  assert.equal(await text(page, 'distance'), '80');
  assert.equal(await text(page, 'best'), '80');
});

onPage('why a board cannot be solved stays there while one plays', async (page) => {
  await take(page, SOLVED.replace('14 15', '15 14'));
  await page.focus('#board');
  await press(page, 'RL');
  assert.match(await text(page, 'notice'), /^No moves lead from this board to the goal: /);
});

onPage('editing by keys begins on the board, and the address follows', async (page) => {
  await page.click('#settings');
  await page.click('#edit');
  for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  assert.equal(await shownBoard(page), SOLVED.replace('1 2', '2 1'));
  assert.match(page.url(), /\?board=2,1,3,4\/5,6,7,8\/9,10,11,12\/13,14,15,0$/);
  await page.click('#mend');
  assert.match(page.url(), /\?board=2,1,3,4\/5,6,7,8\/9,10,11,12\/13,15,14,0$/);
  assert.equal(await page.inputValue('#notation'), '2 1 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0');
});

onPage('a phone shows the board that is edited above the settings', async (page) => {
  await page.click('#settings');
  assert.equal(await page.isVisible('#board'), false);
  await page.check('#edit');
  assert.equal(await page.isVisible('#board'), true);
  await page.click('#tab-play');
  assert.equal(await page.locator('#board.editing').count(), 0);
}, PHONE);

onPage('editing ends with its view, and with the board', async (page) => {
  for (const leave of ['#tab-play', '#scramble']) {
    await page.click('#settings');
    await page.check('#edit');
    await pressSure(page, leave.slice(1));
    assert.equal(await page.locator('#board.editing').count(), 0, leave);
    assert.equal(await page.isChecked('#edit'), false);
    await page.click('#scramble');
    await page.press('#board', 'ArrowUp');
    await page.press('#board', 'ArrowDown');
    assert.notEqual(await text(page, 'made'), '0');
  }
});

onPage('a file that is no picture is refused', async (page) => {
  await page.click('#settings');
  await page.setInputFiles('#picture-file', { name: 'a.heic', mimeType: 'image/heic', buffer: Buffer.from('no picture') });
  await waitForText(page, 'picture-note', /^a\.heic is no picture that this browser can show\./);
  assert.equal(await page.locator('.board.pictured').count(), 0);
  assert.equal(await page.isDisabled('#picture-none'), true);
});

onPage('Copy mine copies mine, and Enter replays', async (page) => {
  await take(page, EASY);
  await page.focus('#board');
  await press(page, 'RL');
  await solve(page);
  await page.click('#tab-play');
  await page.click('#solution-copy');
  await waitForText(page, 'solution-note', /^2 moves/);
  assert.equal(await page.inputValue('#solution'), 'RL');
  await take(page, EASY);
  await solve(page);
  await page.click('#tab-play');
  await page.click('#solution-copy');
  await waitForText(page, 'solution-note', /^There are no moves yet\.$/);
  await take(page, EASY);
  await page.click('#tab-play');
  await page.fill('#solution', 'DLU');
  await page.press('#solution', 'Enter');
  await waitForText(page, 'solution-note', /^3 moves: they solve the board\. No solution is shorter\.$/);
});

onPage('the distance to the goal is shown if that is wanted', async (page) => {
  await take(page, EASY);
  await waitForText(page, 'distance', /^3$/);
  await page.focus('#board');
  for (const moves of ['D', 'L', 'R']) {
    await press(page, moves);
    assert.equal(await text(page, 'distance'), '–', moves);
  }
  await page.check('#coach');
  await waitForText(page, 'distance', /^2$/);
  await page.focus('#board');
  await press(page, 'LU');
  await waitForText(page, 'train-state', /^5 moves in .*, with help\. 2 moves over the optimum of 3\.$/);
});

/* A scramble whose solution the tests know. */
async function scrambleEasy(page) {
  await page.click('#settings');
  await page.selectOption('#size', '2x2');
  await page.fill('#seed', '1');
  await page.click('#seed-scramble');
  const [{ moves }] = solutions([await shownBoard(page)], ['--heuristic', 'manhattan']);
  await page.focus('#board');
  return moves;
}

onPage('a solve whose moves were taken back does not count, and one without counts', async (page) => {
  const moves = await scrambleEasy(page);
  const back = { U: 'D', D: 'U', L: 'R', R: 'L' };
  await press(page, moves[0]);
  await press(page, back[moves[0]]);
  await press(page, moves[0]);
  await page.keyboard.press('u');
  await press(page, moves);
  await waitForText(page, 'train-state', /, with moves taken back\. /);
  await waitForText(page, 'train-solves', /^1$/);
  assert.equal(await text(page, 'train-best'), '–');
});

onPage('Scramble and Solve give a board up only when they are pressed twice, and then it is recorded', async (page) => {
  const moves = await scrambleEasy(page);
  const board = await shownBoard(page);
  await press(page, moves[0]);
  await page.dblclick('#scramble');
  assert.match(await text(page, 'notice'), /^The clock runs\. Press Scramble once more to give up this board\.$/);
  assert.notEqual(await shownBoard(page), board);
  assert.equal(await text(page, 'made'), '1');
  await page.click('#solve');
  assert.match(await text(page, 'notice'), /^The clock runs\. Press Solve once more to see a solution; the clock will stop\.$/);
  assert.equal(await storedSolves(page), 0);
  await pressSure(page, 'solve');
  await page.waitForSelector('#player:not([hidden])');
  await waitForText(page, 'train-solves', /^1$/);
  await page.click('#tab-solves');
  assert.match(await page.textContent('#solves td'), /^DNF/);
  await page.keyboard.press('Escape');
  assert.equal(await text(page, 'made'), '1'); /* the board is as it was before the solution */
  await press(page, moves.slice(1));
  await page.waitForSelector('#board.solved');
});

onPage('where a move was lost the board shows a better one', async (page) => {
  await take(page, EASY);
  await page.focus('#board');
  await press(page, 'DUDLU'); /* there and back: the second move is lost */
  await waitForText(page, 'review-note', /: move 2\.$/);
  await page.click('#review-note button');
  await waitForText(page, 'train-both', /^5 STM \(tiles\), 5 MTM \(slides\), efficiency 60 % in STM, 60 % in MTM\.$/);
  assert.equal(await text(page, 'player-where'), '1 of 5');
  await waitForText(page, 'notice', /^Move 11 left, then 1 move to go\.$/);
  assert.equal(await page.locator('.tile[data-hint=left]').textContent(), '11');
  assert.match(await text(page, 'review-note'), /: move 2\.$/);
  await waitForText(page, 'best', /^3$/); /* again, of the board before the moves */
  const box = await page.locator('#review').boundingBox();
  await page.mouse.click(box.x + box.width - 15, box.y + 80); /* the last move */
  await waitForText(page, 'player-where', /^4 of 5$/);
  await waitForText(page, 'notice', /^Move 12 up, then 0 moves to go\.$/);
});

/* ---- browsers that refuse ---- */

onPage('a browser that does not even name its database plays, solves and keeps a list', async (page) => {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('denied', 'SecurityError'); } }));
  await page.reload();
  await page.waitForSelector('body.ready');
  await take(page, EASY);
  for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowUp']) await page.press('#board', key);
  await waitForText(page, 'train-solves', /^1$/);
  await waitForText(page, 'best', /^3$/);
}, { fresh: true });

onPage('a frame that may only run scripts plays, without a complaint', async (page) => {
  await page.evaluate(() => {
    const frame = Object.assign(document.createElement('iframe'), { src: location.href.split('?')[0] });
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.style.cssText = 'position: fixed; inset: 0; width: 900px; height: 700px';
    document.body.append(frame);
  });
  const frame = page.frameLocator('iframe');
  await frame.locator('body.ready #scramble').click();
  for (const key of ['ArrowUp', 'ArrowDown']) { /* one of them is a move, wherever the gap is */
    if (await frame.locator('#made').textContent() === '0') await frame.locator('#board').press(key);
  }
  assert.equal(await frame.locator('#made').textContent(), '1');
  assert.doesNotMatch(await frame.locator('#notice').textContent(), /cannot/);
});
