/*
 * "Enter my puzzle" and pasted text: the keypad, boards in several forms, links, replays and scrambles
 * of other pages; following a solution by hand.
 */
import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { PHONE, shownBoard, solutions, suite, take, text, waitForText } from './support.mjs';

const SOLVED = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0';
const EASY = '1 2 3 4 5 6 7 8 9 10 15 11 13 14 0 12'; /* DLU */
const SMALL = { ...PHONE, viewport: { width: 360, height: 740 } };

const shared = suite();
const { onPage } = shared;

const paste = (page, pasted) => page.evaluate((what) => {
  const data = new DataTransfer();
  data.setData('text', what);
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}, pasted);

const tile = (number) => `#entry-keys [data-tile="${number}"]`;

/* Acts like a person with a phone: counts taps, on elements that are visible without scrolling. */
function taps(page) {
  const tap = async (selector) => {
    const box = await page.locator(selector).boundingBox();
    const { height } = page.viewportSize();
    assert.ok(box && box.y >= 0 && box.y + box.height <= height, `${selector} is not in sight: ${JSON.stringify(box)}`);
    await page.tap(selector);
    tap.count++;
  };
  tap.count = 0;
  return tap;
}

onPage('a puzzle is typed in on a small phone, and its first moves are named, in 25 taps', async (page) => {
  const board = '5 1 2 4 9 6 3 8 13 10 7 11 0 14 15 12';
  const [{ length, moves }] = solutions([board]);
  const tap = taps(page);
  await tap('#enter');
  for (const number of board.split(' ').slice(0, -1)) await tap(tile(number)); /* the last tile is
                                                                                * filled in
                                                                                * automatically */
  assert.equal(await text(page, 'entry-note'), 'This is the whole board.');
  await tap('#entry-done');
  await waitForText(page, 'player-where', new RegExp(`^0 of ${length}$`));
  assert.equal(await shownBoard(page), board); /* nothing plays */
  for (let i = 0; i < 3; i++) {
    const [, number, way] = /^Move (\d+) (up|down|left|right)$/.exec(await text(page, 'player-step'));
    assert.equal(await page.locator(`.tile[data-hint=${way}]`).textContent(), number);
    assert.equal(way[0].toUpperCase(), moves[i]);
    await tap('#player-next');
    assert.equal(await text(page, 'player-where'), `${i + 1} of ${length}`);
  }
  assert.ok(tap.count <= 25, String(tap.count));
  const sight = await page.evaluate(() => document.getElementById('board').getBoundingClientRect().bottom > 0);
  assert.ok(sight);
  await page.fill('#player-position', String(length));
  assert.equal(await text(page, 'player-step'), 'Solved');
  assert.equal(await page.isDisabled('#player-next'), true);
}, SMALL);

for (const [name, size, style] of [['text of twice the size', '4x4', 'html { font-size: 200%; }'], ['a hundred cells', '10x10', '/* as it is */']]) {
  onPage(`the cell that is filled stays in sight on a small phone with ${name}`, async (page) => {
    await page.addStyleTag({ content: style });
    await page.tap('#enter');
    await page.selectOption('#entry-size', size);
    const tiles = size === '4x4' ? 15 : 99;
    for (let number = 1; number < tiles; number += number > 9 && tiles > 15 ? 17 : 1) {
      await page.tap(tile(number));
      const [cell, cells, sight] = await page.evaluate(() => [document.querySelector('#entry-cells .now'),
        document.getElementById('entry-cells')].map((each) => each.getBoundingClientRect()).concat({ top: 0, bottom: innerHeight }));
      for (const { top, bottom } of [cells, sight])
        assert.ok(cell.top >= top - 1 && cell.bottom <= bottom + 1, `${number}: ${JSON.stringify([cell, cells])}`);
    }
  }, SMALL);
}

onPage('what was typed wrongly is put right', async (page) => {
  await page.click('#enter');
  assert.equal(await text(page, 'entry-note'), 'Tap or type the tile in row 1, column 1.');
  for (const number of [2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]) await page.click(tile(number));
  assert.match(await text(page, 'entry-note'), /^No moves lead from this board to the goal\./);
  assert.equal(await text(page, 'entry-done'), 'Use it all the same');
  await page.click('#entry-cells [data-cell="0"]'); /* the two tiles are swapped */
  await page.click(tile(1));
  assert.equal(await text(page, 'entry-note'), 'This is the whole board.');
  await page.click('#entry-back');
  assert.equal(await text(page, 'entry-done'), 'Use it all the same');
  await page.click('#entry-done');
  assert.equal(await shownBoard(page), SOLVED.replace('1 2', '2 1'));
  assert.match(await text(page, 'notice'), /^No moves lead from this board to the goal: /);
  await page.click('#enter');
  await page.selectOption('#entry-size', '3x3');
  for (const number of [1, 2, 3, 4, 0, 6, 7, 5]) await page.click(tile(number));
  await page.click('#entry-done');
  await waitForText(page, 'player-where', /^0 of 2$/);
  assert.equal(await shownBoard(page), '1 2 3 4 0 6 7 5 8');
});

const entryCells = (page) => page.locator('#entry-cells button').evaluateAll((all) =>
  all.map((cell) => cell.textContent || (cell.classList.contains('gap') ? '0' : '-')).join(' '));

onPage('a puzzle is typed by digits, whatever button was pressed before', async (page) => {
  await page.click('#enter');
  await page.keyboard.type('12 9 13');
  assert.equal(await entryCells(page), '12 9 13 - - - - - - - - - - - - -');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace'); /* the number that was not taken yet */
  await page.keyboard.press('Backspace'); /* 9 */
  assert.equal(await entryCells(page), '12 - - - - - - - - - - - - - - -');
  assert.equal(await text(page, 'entry-note'), 'Tap or type the tile in row 1, column 2.');
  await page.click(tile(9));
  await page.keyboard.type('13 x 15 11 10 14 3'); /* x is the gap */
  await page.keyboard.press('Enter');
  assert.equal(await entryCells(page), '12 9 13 0 15 11 10 14 3 - - - - - - -');
  await page.keyboard.press('Space'); /* leaves a cell out */
  await page.keyboard.type('2 ');
  assert.equal(await entryCells(page), '12 9 13 0 15 11 10 14 3 - 2 - - - - -');
  for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  await page.keyboard.type('7 5 4 8 6 ');
  assert.equal(await entryCells(page), '12 9 13 0 15 11 10 14 3 7 2 5 4 8 6 1'); /* the last fills itself in */
  await page.keyboard.press('Enter');
  assert.equal(await shownBoard(page), '12 9 13 0 15 11 10 14 3 7 2 5 4 8 6 1');
  await page.click('#enter');
  await page.selectOption('#entry-size', '3x3');
  await page.focus('#entry-cells');
  await page.keyboard.type('12345678'); /* one digit each */
  await page.keyboard.press('Enter');
  assert.equal(await text(page, 'entry-note'), 'This is the whole board.');
  await page.keyboard.press('Escape');
});

onPage('rows that are pasted stay rows, wherever the focus is', async (page) => {
  const pasteAt = (selector, pasted) => page.evaluate(([where, what]) => {
    const data = new DataTransfer();
    data.setData('text', what);
    document.querySelector(where).dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, [selector, pasted]);
  await page.click('#enter');
  for (const selector of ['#entry-cells', '#entry-keys button', '#entry-text']) {
    await page.selectOption('#entry-size', '4x4');
    await pasteAt(selector, '1 2 3\n4 0 6\n7 5 8\n');
    assert.equal(await entryCells(page), '1 2 3 4 0 6 7 5 8', selector);
  }
  await page.selectOption('#entry-size', '4x4');
  await pasteAt('#entry-cells', EASY.split(' ').filter((each) => each !== '0').join(' '));
  assert.equal(await text(page, 'entry-note'), 'Tap the cell where the gap is.');
  await page.focus('#entry-cells');
  for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowLeft', 'Space']) await page.keyboard.press(key);
  assert.equal(await text(page, 'entry-note'), 'This is the whole board.');
  assert.equal(await entryCells(page), EASY);
});

onPage('keys and what is pasted are the dialog\'s while it is open', async (page) => {
  await page.click('#enter');
  await page.evaluate(() => document.activeElement.blur());
  for (const key of ['ArrowDown', 'd', 'h', 'r', 'Space', 'Enter']) await page.keyboard.press(key);
  assert.equal(await shownBoard(page), SOLVED);
  assert.equal(await text(page, 'notice'), '');
  await paste(page, '| 1 | 2 | 3 |\n|---|---|---|\n| 4 |  | 6 |\n| 7 | 5 | 8 |');
  assert.equal(await page.inputValue('#entry-size'), '3x3');
  assert.equal(await text(page, 'entry-note'), 'This is the whole board.');
  await paste(page, 'hello');
  assert.match(await text(page, 'entry-note'), /^“hello” in line 1, column 1 is neither a number nor the gap/);
  assert.equal(await shownBoard(page), SOLVED);
  await paste(page, '1 2 3\n4 0 6\n7 5 8\n');
  await page.press('#entry-text', 'Enter');
  assert.equal(await shownBoard(page), '1 2 3 4 0 6 7 5 8');
});

onPage('a puzzle is typed as text, and the gap of one without is tapped', async (page) => {
  await page.click('#enter');
  await page.fill('#entry-text', EASY.replace(' 0 ', ' x '));
  await page.press('#entry-text', 'Enter');
  assert.equal(await shownBoard(page), EASY);
  await waitForText(page, 'player-step', /^Move 15 down$/);
  await page.click('#enter');
  await page.fill('#entry-text', 'hello');
  await page.press('#entry-text', 'Enter');
  assert.match(await text(page, 'entry-note'), /^“hello” in line 1, column 1 is neither a number nor the gap/);
  await page.keyboard.press('Escape');
  for (const from of ['paste', 'field']) {
    const typed = EASY.split(' ').filter((each) => each !== '0').join(' ');
    if (from === 'paste') await paste(page, typed);
    else await take(page, typed);
    assert.equal(await text(page, 'entry-note'), 'Tap the cell where the gap is.', from);
    await page.press('#entry-text', 'Enter');
    await page.click(tile(0));
    assert.equal(await page.isDisabled('#entry-done'), true); /* nothing says where it is */
    assert.equal(await text(page, 'entry-note'), 'Tap the cell where the gap is.', from);
    await page.click('#entry-cells [data-cell="15"]');
    await page.click('#entry-cells [data-cell="14"]');
    assert.equal(await text(page, 'entry-note'), 'This is the whole board.');
    await page.click('#entry-done');
    assert.equal(await shownBoard(page), EASY);
  }
});

onPage('the gap as it is written elsewhere, and tables', async (page) => {
  for (const board of ['1 2 3 4 5 6 7 8 9 10 15 11 13 14 16 12', EASY.replace(' 0 ', ' - '), EASY.replace(' 0 ', ' * '),
    '| 1 | 2 | 3 | 4 |\n|---|---|---|---|\n| 5 | 6 | 7 | 8 |\n| 9 | 10 | 15 | 11 |\n| 13 | 14 |  | 12 |']) {
    await take(page, SOLVED);
    await paste(page, board);
    assert.equal(await shownBoard(page), EASY, board);
  }
});

/* ---- links and scrambles ---- */

onPage('scrambles of csTimer are read, and moves of the gap are asked about', async (page) => {
  for (const [scramble, board] of [['￬2 ￫ ￪', '1 2 3 4 5 6 11 7 9 10 0 8 13 14 15 12'],
    ['1. D2 R', '1 2 3 4 5 6 0 7 9 10 11 8 13 14 15 12']]) {
    await take(page, scramble);
    assert.match(await text(page, 'notation-note'), /^This is now the board/, scramble);
    assert.equal(await shownBoard(page), board);
  }
  await take(page, SOLVED);
  await take(page, 'U2 L');
  assert.match(await text(page, 'notation-note'), /^Move 1, “U2”, is not possible\. As moves of the gap it can be played\.$/);
  assert.equal(await shownBoard(page), SOLVED);
  await page.click('#notation-gap');
  assert.equal(await shownBoard(page), '1 2 3 4 5 6 0 7 9 10 11 8 13 14 15 12');
  for (const scramble of ['1. 45.32   D2 R', '12. DNF(1:05.32)   D2 R   @2024-01-01 10:00:00', '"D2 R"', '[\'D2\', \'R\']',
    'v2 >', 'v v ->', 'down, DOWN, right']) {
    await take(page, SOLVED);
    await paste(page, scramble);
    assert.equal(await shownBoard(page), '1 2 3 4 5 6 0 7 9 10 11 8 13 14 15 12', scramble);
  }
  for (const scramble of ['1. DNF(45.32)   U2 L', '^2 <', '^ ^ <-', 'UP up left']) {
    await take(page, SOLVED);
    await paste(page, scramble);
    assert.match(await text(page, 'notation-note'), /As moves of the gap it can be played\.$/, scramble);
    await page.click('#notation-gap');
    assert.equal(await shownBoard(page), '1 2 3 4 5 6 0 7 9 10 11 8 13 14 15 12', scramble);
  }
  assert.equal(await page.isHidden('#notation-gap'), true);
});

onPage('the links of this page and of others are read where they are pasted', async (page) => {
  const link = `${page.url()}?board=1,2,3/4,0,6/7,5,8&goal=last`;
  await paste(page, link);
  assert.equal(await shownBoard(page), '1 2 3 4 0 6 7 5 8');
  await take(page, 'https://example.org/x?scramble=RD');
  assert.equal(await shownBoard(page), '1 2 3 4 5 6 7 8 9 10 0 12 13 14 11 15');
  await paste(page, `${link}&moves=UL`);
  await waitForText(page, 'solution-note', /^2 moves: they solve the board/);
  await paste(page, 'https://example.org/?board=nonsense');
  assert.match(await text(page, 'notice'), /not contain a readable board/);
  await page.click('#tab-play');
  await page.fill('#solution', `${link}&moves=UU`); /* also in a field for moves */
  await page.press('#solution', 'Enter');
  assert.equal(await shownBoard(page), '1 2 3 4 0 6 7 5 8');
  await waitForText(page, 'notice', /^The moves of the link do not fit\. Move 2, “U”, is not possible: the gap is in row 3, column 2\.$/);
  await page.fill('#solution', `${link}&moves=UL`);
  await page.press('#solution', 'Enter');
  await waitForText(page, 'solution-note', /^2 moves: they solve the board/);
});

onPage('a link that is broken takes the news of the last text with it', async (page) => {
  const solved = /^3 moves: they solve the board/;
  await take(page, EASY);
  assert.equal(await text(page, 'notation-note'), 'This is now the board.');
  await take(page, 'https://slidysim.github.io/replay?r=AAAA');
  await waitForText(page, 'notation-note', /^The link does not contain a readable replay\.$/);
  await take(page, EASY);
  await take(page, '?board=1,2,3/4,0,6/7,5,8&moves=UUU');
  await waitForText(page, 'notation-note', /^The moves of the link do not fit\. /);
  await take(page, EASY);
  await page.click('#tab-play');
  for (const [link, problem] of [['?r=AAAA', /a readable replay\.$/], ['?board=x', /a readable board\.$/]]) {
    await page.click('#tab-play');
    await page.fill('#solution', 'DLU');
    await page.press('#solution', 'Enter');
    await waitForText(page, 'solution-note', solved);
    await page.fill('#solution', `https://example.org/${link}`);
    await page.press('#solution', 'Enter');
    await waitForText(page, 'solution-note', problem);
  }
});

const replayLink = (value) =>
  `https://slidysim.github.io/replay?r=${encodeURIComponent(deflateSync(JSON.stringify(value)).toString('base64'))}`;

onPage('a replay plays at the pace at which it was played, unless a speed is chosen', async (page) => {
  const rows = '1 2 3 4/5 6 7 8/9 10 15 11/13 14 0 12';
  await paste(page, replayLink(['DLU', 5000, rows, [0, 100, 3600000]]));
  await waitForText(page, 'player-where', /^2 of 3$/);
  assert.equal(await page.getAttribute('#player-pace', 'aria-pressed'), 'true');
  await page.waitForTimeout(1500); /* at any speed of the player it would have moved */
  assert.equal(await text(page, 'player-where'), '2 of 3');
  await page.fill('#player-speed', '5');
  assert.equal(await page.getAttribute('#player-pace', 'aria-pressed'), 'false');
  await waitForText(page, 'player-where', /^3 of 3$/);
  await page.click('#retry');
  await page.click('#solve');
  await page.waitForSelector('#player:not([hidden])');
  assert.ok(await page.isHidden('#player-pace')); /* nobody has played this one */
});

onPage('a replay of slidysim becomes a review', async (page) => {
  const rows = EASY.split(' ').map((each, i) => (i % 4 === 3 && i < 15 ? `${each}/` : `${each} `)).join('').trim();
  await paste(page, replayLink(['RLDLU', 5000, rows, [100, 200, 300, 400, 500]]));
  await waitForText(page, 'solution-note', /^5 moves: they solve the board\. 2 moves over the optimum of 3\.$/);
  await waitForText(page, 'review-times', /^Lost moves took 0\.1 s of 0\.5 s: move 1 0\.1 s\. The longest wait, 0\.1 s, was before move \d\.$/);
  await page.waitForFunction(() => document.title.startsWith('5 moves, optimum 3, lost 2 at move 1 \u2013 '));
  await paste(page, replayLink(['U2L2', 5000]));
  await waitForText(page, 'train-both', /^4 STM \(tiles\), 2 MTM \(slides\), efficiency 100 % in STM, 100 % in MTM\.$/);
  await waitForText(page, 'solution-note', /^4 moves/);
  const link = replayLink(['RLDLU', 5000, rows]);
  await page.evaluate((what) => { /* the later paste wins, even if it takes less time */
    const data = new DataTransfer();
    data.setData('text', what);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    document.getElementById('scramble').click();
  }, link);
  const scrambled = await shownBoard(page);
  await page.waitForTimeout(200);
  assert.equal(await shownBoard(page), scrambled);
  await paste(page, replayLink(['UUUUUU', 5000, rows]));
  await waitForText(page, 'notice', /^The moves of the link do not fit\. Move /);
  for (const wrong of ['https://slidysim.github.io/replay?r=AAAA', replayLink({}), replayLink([1, 2]), replayLink('x')]) {
    await page.evaluate(() => { document.getElementById('notice').textContent = ''; });
    await paste(page, wrong);
    await waitForText(page, 'notice', /not contain a readable replay/);
  }
});
