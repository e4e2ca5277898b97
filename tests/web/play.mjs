/*
 * Playing and training in a real browser: keys, the mouse, the clock, the review of moves, solutions
 * as text, shared moves, large boards, and the tables that the page builds and keeps.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { keptTables, keySure, middle, plainMoves, shownBoard, solutions, solve, storedSolves, suite, take, text, tool,
  waitForText } from './support.mjs';

const SOLVED = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0';
const EASY = '1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12'; /* DLU */
const HARD = '0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1';
const KEY = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };

const shared = suite();
const { onPage } = shared;

const paste = (page, pasted) => page.evaluate((what) => {
  const data = new DataTransfer();
  data.setData('text', what);
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true,
    cancelable: true }));
}, pasted);

const press = async (page, moves) => {
  for (const move of moves) await page.keyboard.press(KEY[move]);
};

/* ---- keys and the mouse ---- */

onPage('keys work wherever no field has the focus', async (page) => {
  for (const key of ['ArrowDown', 's', 'd', 'w', 'a']) await page.keyboard.press(key);
  assert.equal(await shownBoard(page), '1 2 3 4 5 6 11 7 9 10 8 0 13 14 15 12');
  assert.equal(await text(page, 'made'), '5');
  await page.keyboard.press('Space');
  const scrambled = await shownBoard(page);
  assert.notEqual(scrambled, SOLVED);
  await page.focus('#tab-play'); /* a tab handles the arrow keys itself, the panel does not */
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.isVisible('#panel-learn'), true);
  assert.equal(await shownBoard(page), scrambled);
  for (const id of ['tab-play', 'settings', 'size', 'share']) { /* after a click, keys still move the
                                                                   * board */
    await page.click(`#${id}`);
    const before = await shownBoard(page);
    await page.keyboard.press('Escape'); /* closes the list of sizes */
    await page.keyboard.press('Space');
    assert.notEqual(await shownBoard(page), before, id);
  }
  const other = await shownBoard(page);
  await page.focus('#notation');
  await page.keyboard.press('w');
  assert.equal(await shownBoard(page), other);
  await page.focus('#panel-settings');
  await page.keyboard.press('Space');
  assert.notEqual(await shownBoard(page), other);
});

onPage('Enter solves, R tries again, Backspace takes a slide back', async (page) => {
  await take(page, EASY);
  await page.focus('#board');
  for (const key of ['s', 's', 'd']) await page.keyboard.press(key);
  assert.equal(await text(page, 'made'), '3');
  await page.keyboard.press('Backspace');
  assert.equal(await text(page, 'made'), '2');
  await page.keyboard.press('r');
  assert.match(await text(page, 'notice'), /^The clock runs\. Press R once more/);
  assert.equal(await text(page, 'made'), '2');
  await keySure(page, 'r');
  assert.equal(await text(page, 'made'), '0');
  assert.equal(await shownBoard(page), EASY.replaceAll(' /', ''));
  await page.keyboard.press('Enter');
  await waitForText(page, 'search-state', /^3 moves, and no solution is shorter/);
});

onPage('a slide of three tiles is taken back as one', async (page) => {
  await page.mouse.click(...Object.values(await middle(page, 12)));
  assert.equal(await text(page, 'made'), '3');
  await page.click('#undo');
  assert.equal(await text(page, 'made'), '0');
  assert.equal(await shownBoard(page), SOLVED);
});

onPage('a slide that passes through the goal does not solve the board', async (page) => {
  await page.click('#settings');
  await page.selectOption('#size', '3x3');
  await page.selectOption('#goal', 'other');
  await page.fill('#goal-text', '1 2 3 / 4 0 5 / 6 7 8');
  await page.press('#goal-text', 'Enter');
  await take(page, '1 2 3 / 0 4 5 / 6 7 8');
  await page.mouse.click(...Object.values(await middle(page, 5)));
  assert.equal(await shownBoard(page), '1 2 3 4 5 0 6 7 8');
  await page.click('#undo');
  assert.equal(await storedSolves(page), 0);
  assert.match(await text(page, 'train-state'), /^The clock starts/);
  await page.mouse.click(...Object.values(await middle(page, 4)));
  await waitForText(page, 'train-state', /^1 move in /);
  await waitForText(page, 'train-solves', /^1$/);
});

onPage('the mouse slides tiles without a click, if that is wanted', async (page) => {
  const go = async (cell) => page.mouse.move(...Object.values(await middle(page, cell)));
  await go(11);
  assert.equal(await shownBoard(page), SOLVED);
  await page.click('#settings');
  await page.check('#hover');
  for (const cell of [10, 11, 7, 6]) await go(cell);
  assert.equal(await shownBoard(page), '1 2 3 4 5 6 0 7 9 10 11 8 13 14 15 12');
  await page.reload();
  await page.waitForSelector('body.ready');
  assert.equal(await page.isChecked('#hover'), true);
});

/* ---- the trainer ---- */

onPage('a solution that plays after own moves stops the clock and knows its length', async (page) => {
  await take(page, EASY);
  await page.focus('#board');
  await press(page, 'RD');
  await keySure(page, 'Enter'); /* the clock runs */
  await waitForText(page, 'player-where', /^[1-9]\d* of 5/);
  await waitForText(page, 'best', /^3$/); /* solution of the board before the moves */
  const stopped = await text(page, 'time');
  await page.fill('#player-speed', '5');
  await page.waitForSelector('#board.solved');
  assert.equal(await text(page, 'time'), stopped);
  assert.equal(await storedSolves(page), 0);
  await page.fill('#player-position', '0');
  assert.equal(await text(page, 'made'), '2');
  await page.keyboard.press('Escape');
  await page.focus('#board');
  await page.keyboard.press('r');
  assert.equal(await shownBoard(page), EASY.replaceAll(' /', ''));
});

onPage('a hand that goes back and forth beside the player leaves it on its boards', async (page) => {
  await take(page, EASY);
  await solve(page);
  await page.fill('#player-position', '2');
  await page.focus('#board');
  await page.keyboard.press('d'); /* against the solution, which is no step of the player */
  assert.equal(await text(page, 'player-where'), '1 of 3');
  await page.fill('#player-position', '0');
  assert.equal(await shownBoard(page), EASY.replaceAll(' /', ''));
  await page.fill('#player-position', '3');
  await page.waitForSelector('#board.solved');
});

onPage('a solution is saved as a picture whose tiles move', async (page) => {
  await take(page, EASY);
  await solve(page);
  await page.fill('#player-position', '2'); /* the picture begins with the first board */
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#player-picture')]);
  assert.equal(download.suggestedFilename(), 'tilepdb-solution.svg');
  const drawn = readFileSync(await download.path(), 'utf8');
  assert.match(drawn, /<desc>1 2 3 4 \/ 5 6 7 8 \/ 9 10 15 11 \/ 13 14 0 12: DLU\n<\/desc>/);
  assert.match(drawn, /<title>Sliding-tile puzzle: 3 moves<\/title>/);
  assert.equal(drawn.split('@keyframes').length, 1 + 3);
});

onPage('a pasted solution is replayed and judged', async (page) => {
  await take(page, EASY);
  await paste(page, 'RLDLU');
  await waitForText(page, 'solution-note', /^5 moves: they solve the board\. 2 moves over the optimum of 3\.$/);
  await waitForText(page, 'review-note', /^One move did not lead/);
  await page.fill('#player-speed', '5');
  await page.waitForSelector('#board.solved');
  assert.equal(await storedSolves(page), 0);
  await take(page, EASY);
  await page.click('#tab-play');
  await page.fill('#solution', 'DL');
  await page.click('#solution-form button[type=submit]');
  assert.equal(await text(page, 'solution-note'), '2 moves: they do not reach the goal.');
  await page.fill('#solution', '1. R\n2. L D\n3. LU'); /* a numbered list */
  await page.click('#solution-form button[type=submit]');
  await waitForText(page, 'solution-note', /^5 moves: they solve the board/);
  await page.fill('#solution', 'UU');
  await page.click('#solution-form button[type=submit]');
  assert.match(await text(page, 'solution-note'), /not possible/);
});

onPage('an answer of pdbsolve is a solution', async (page) => {
  const board = tool('pdbsolve', ['--scramble', '1', '--seed', '5']).trim();
  const [{ length, moves }] = solutions([board]);
  await take(page, board);
  await paste(page, `${length} ${moves}`);
  await waitForText(page, 'solution-note', /they solve the board\. No solution is shorter\.$/);
});

onPage('moves are copied as run lengths, and links hold them', async (page) => {
  await take(page, EASY);
  await page.focus('#board');
  await press(page, 'RLDLU');
  await page.click('#solution-copy');
  assert.equal(await page.inputValue('#solution'), 'RLDLU');
  await page.click('#share');
  assert.match(page.url(), /&moves=RLDLU$/);
  await shared.openLink(page.url(), async (other) => {
    await waitForText(other, 'solution-note', /^5 moves: they solve the board\. 2 moves over/);
    await other.waitForSelector('#player:not([hidden])');
  });
});

onPage('who ends a game that a link began has no time', async (page) => {
  await waitForText(page, 'best', /^3$/);
  await press(page, 'U');
  await waitForText(page, 'train-state', /^3 moves\. No solution is shorter\.$/);
  assert.equal(await storedSolves(page), 0);
  assert.equal(await text(page, 'time'), '0.000');
}, { query: '?board=1,2,3,4/5,6,7,8/9,10,15,11/13,14,0,12&moves=DL' });

onPage('all shortest solutions, with their count', async (page) => {
  const board = '8 6 7 / 2 5 4 / 3 0 1';
  await take(page, board);
  await solve(page);
  await page.click('#tab-play');
  await page.click('#all');
  await waitForText(page, 'all-note', /^There are 40 solutions of 31 moves\.$/);
  const listed = await page.locator('#all-list code').allTextContents();
  const expected = tool('pdbsolve', ['-q', '--all', '--heuristic', 'manhattan', board]);
  assert.equal(listed.length, 40);
  const plain = listed.map(plainMoves);
  for (const moves of plain) assert.ok(expected.includes(moves), moves);
  await page.click('#all-list button >> nth=39');
  await page.fill('#player-speed', '5');
  await page.waitForSelector('#board.solved');
  assert.equal(plainMoves(await text(page, 'player-moves')), plain[39]);
});

onPage('a pasted solution may be one of the board before the moves', async (page) => {
  await take(page, EASY);
  await page.focus('#board');
  await press(page, 'DLU');
  await waitForText(page, 'train-state', /No solution is shorter/);
  await paste(page, 'RLDLU'); /* on the solved board it would be a scramble */
  await waitForText(page, 'solution-note', /^5 moves: they solve the board\. 2 moves over the optimum of 3\.$/);
  await page.fill('#player-position', '0');
  assert.equal(await shownBoard(page), EASY.replaceAll(' /', ''));
  await page.keyboard.press('Escape');
  await page.focus('#board');
  await press(page, 'D'); /* halfway through, the rest of the solution belongs to the current board */
  await paste(page, 'LU');
  await waitForText(page, 'solution-note', /^2 moves: they solve the board\. No solution is shorter\.$/);
});

onPage('moves a second are shown while one plays', async (page) => {
  await take(page, EASY);
  assert.equal(await text(page, 'rate'), '');
  await page.focus('#board');
  await press(page, 'RLR');
  await waitForText(page, 'rate', /^\d\.\d\/s$/);
  const first = parseFloat(await text(page, 'rate'));
  assert.ok(first > 0 && first <= 3, String(first)); /* three moves in a second or more */
  await page.waitForFunction((rate) => parseFloat(document.getElementById('rate').textContent) < rate, first);
  await keySure(page, 'r'); /* the clock runs */
  assert.equal(await text(page, 'rate'), '');
});

/* ---- a solution that is shown ---- */

onPage('while a solution is shown, Space pauses, arrows step and Escape closes it', async (page) => {
  await take(page, EASY);
  await page.focus('#board');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#player.playing');
  await page.keyboard.press('Space');
  await page.waitForSelector('#player:not(.playing)');
  await page.fill('#player-position', '0');
  for (const focus of ['#board', '#player-forward', '#tab-play']) {
    await (focus === '#board' ? page.focus(focus) : page.click(focus)); /* who clicks goes on by keys */
    const from = Number.parseInt(await text(page, 'player-where'), 10);
    await page.keyboard.press('ArrowRight');
    assert.equal(await text(page, 'player-where'), `${Math.min(3, from + 1)} of 3`, focus);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
  }
  await page.fill('#player-position', '0');
  assert.equal(await shownBoard(page), EASY.replaceAll(' /', ''));
  await page.press('#player-position', 'Space'); /* a slider has no use for it */
  await page.waitForSelector('#player.playing');
  await page.keyboard.press('Space');
  await page.press('#player-position', 'Escape');
  assert.equal(await page.isHidden('#player'), true);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'board');
  const board = await shownBoard(page);
  await page.keyboard.press('Space');
  assert.notEqual(await shownBoard(page), board); /* the keys are the board's again */
});

onPage('who follows a solution by hand has the arrows, and Space is the next move', async (page) => {
  await page.click('#enter');
  await page.fill('#entry-text', EASY);
  await page.press('#entry-text', 'Enter');
  await waitForText(page, 'player-where', /^0 of 3$/);
  await page.focus('#board');
  await page.keyboard.press('ArrowDown');
  assert.equal(await text(page, 'player-where'), '1 of 3');
  await page.keyboard.press('Space');
  assert.equal(await text(page, 'player-where'), '2 of 3');
  assert.equal(await text(page, 'player-step'), 'Move 12 up');
});

onPage('a solution that is pasted beside a replay is judged from the board of the replay', async (page) => {
  const judge = async (moves, judged) => {
    await page.click('#tab-play');
    await page.fill('#solution', moves);
    await page.press('#solution', 'Enter');
    await waitForText(page, 'solution-note', judged);
    await page.fill('#player-position', '0');
    return shownBoard(page);
  };
  const start = EASY.replaceAll(' /', '');
  await take(page, EASY);
  await judge('RLDLU', /^5 moves: they solve the board/);
  await page.fill('#player-position', '4'); /* where U is the only move to the goal */
  assert.equal(await judge('DL', /^2 moves: they do not reach the goal\.$/), start);
  await page.fill('#player-position', '2');
  assert.equal(await judge('DLU', /^3 moves: they solve the board/), start);
  await page.keyboard.press('Escape');
  await page.focus('#board');
  for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
  await page.waitForSelector('#board.solved'); /* and without a replay, not from the goal */
  assert.equal(await judge('RL', /^2 moves: they do not reach the goal\.$/), start);
});

/* ---- what was wrong ---- */

onPage('the figures of a search go with their board', async (page) => {
  const begin = await text(page, 'search-state');
  await take(page, EASY);
  await solve(page);
  assert.equal(await text(page, 'search-bound'), '3');
  await page.focus('#board');
  await page.keyboard.press('r'); /* the same board */
  assert.equal(await text(page, 'search-bound'), '3');
  await page.click('#scramble');
  assert.equal(await text(page, 'search-bound'), '–');
  assert.equal(await text(page, 'search-state'), begin);
  assert.equal(await page.getAttribute('#chart', 'aria-label'), 'No search yet');
  await take(page, HARD);
  await page.click('#solve');
  await waitForText(page, 'search-bound', /^7\d$/);
  await take(page, EASY); /* the new board ends the search */
  await page.waitForFunction(() => document.getElementById('solve').textContent === 'Solve');
  assert.equal(await text(page, 'search-bound'), '–');
  assert.equal(await text(page, 'search-state'), begin);
});

onPage('there is nothing to solve at the goal', async (page) => {
  await page.click('#solve');
  assert.equal(await text(page, 'notice'), 'This is the goal: scramble it first.');
  await take(page, EASY);
  await solve(page);
  await page.fill('#player-position', '3');
  await page.click('#solve');
  assert.equal(await text(page, 'notice'), 'Solved. Scramble it, or take moves back.');
  assert.match(await text(page, 'search-state'), /^3 moves, and no solution is shorter/);
});

onPage('a note belongs to its board, and Scramble never repeats one', async (page) => {
  await page.click('#settings');
  await page.fill('#seed', '5');
  await page.click('#seed-scramble');
  assert.match(await text(page, 'seed-note'), /^Scramble 5\./);
  const board = await shownBoard(page);
  await page.click('#scramble');
  assert.notEqual(await shownBoard(page), board);
  assert.doesNotMatch(await text(page, 'seed-note'), /^Scramble 5\./);
  await take(page, EASY);
  assert.equal(await text(page, 'seed-note'), '');
});

onPage('another goal keeps the board', async (page) => {
  await take(page, '3 1 2 / 4 0 5 / 6 7 8');
  await page.selectOption('#goal', 'first');
  assert.equal(await shownBoard(page), '3 1 2 4 0 5 6 7 8');
  assert.deepEqual(await solve(page), { ...solutions(['3 1 2 / 4 0 5 / 6 7 8'],
    ['--goal', 'blank-first', '--heuristic', 'manhattan'])[0] });
});

onPage('a hint on a hard board shows what it does, and Stop what it proved', async (page) => {
  await take(page, HARD);
  await page.click('#hint');
  await waitForText(page, 'progress', /^Searching \d+ moves: .* boards, /);
  await waitForText(page, 'search-bound', /^7\d$/);
  await page.click('#solve');
  const [, proven] = /fewer than (\d+) moves/.exec(await text(page, 'search-state'));
  assert.ok(Number(proven) >= 70);
  assert.equal(await text(page, 'distance'), `≥ ${proven}`);
  const bounds = [...(await page.getAttribute('#chart', 'aria-label')).matchAll(/bound (\d+)/g)]
    .map(([, bound]) => Number(bound));
  assert.deepEqual(bounds, bounds.map((_, i) => bounds[0] + 2 * i)); /* none is left out */
});

onPage('a picture keeps its shape', async (page) => {
  const made = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [200, 100];
    return canvas.toDataURL('image/png').split(',')[1];
  });
  await page.click('#settings');
  await page.setInputFiles('#picture-file',
    { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(made, 'base64') });
  await page.waitForSelector('.board.pictured');
  const shape = await page.locator('.tile span').first().evaluate((tile) => {
    const [wide, tall] = getComputedStyle(tile).backgroundSize.split(' ').map(parseFloat);
    return { wide, tall, at: getComputedStyle(tile).backgroundPosition };
  });
  assert.deepEqual([shape.wide, shape.tall], [800, 400]); /* twice as wide as tall */
});

/* ---- tables ---- */

onPage('better tables are built beside, kept, and built again if they are damaged', async (page) => {
  await page.waitForFunction(() => /^7-7-1: 35 MB, built here in /.test(
    document.getElementById('database-state').textContent));
  /* The files are identical to those of pdbgen. */
  const change = (at) => page.evaluate(async (where) => {
    const open = await new Promise((resolve) => {
      const request = indexedDB.open('tilepdb', 1);
      request.onsuccess = () => resolve(request.result);
    });
    const store = (mode) => open.transaction('tables', mode).objectStore('tables');
    const kept = await new Promise((resolve) => {
      const request = store('readonly').get('4x4 7-7-1');
      request.onsuccess = () => resolve(request.result);
    });
    if (where !== null) {
      const bytes = new Uint8Array(await kept.files[0].arrayBuffer());
      bytes[where] ^= 1;
      kept.files[0] = new File([bytes], kept.files[0].name);
      await new Promise((resolve) => {
        store('readwrite').put(kept, '4x4 7-7-1').onsuccess = resolve;
      });
    }
    open.close();
    return kept.files.map((file) => file.name);
  }, at);
  await keptTables(page, 1);
  assert.deepEqual(await change(null), ['4x4_blank15_tiles1-7_aware_bit.tpdb',
    '4x4_blank15_tiles9-15_aware_bit.tpdb', '4x4_blank15_tiles8_aware_bit.tpdb']);
  await page.reload();
  await waitForText(page, 'database-state', /^7-7-1: 35 MB, kept by your browser\.$/);
  await change(5000000);
  await page.reload();
  await page.waitForSelector('body.ready');
  await waitForText(page, 'database-state', /^7-7-1: 35 MB, built here in /);
  await take(page, EASY);
  assert.deepEqual(await solve(page), { length: 3, moves: 'DLU' });
}, { fresh: true });
