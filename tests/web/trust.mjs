/*
 * Touches and a fast mouse, records, stored data, the readout, and the first view of the page.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { LAUNCH, PHONE, middle, shownBoard, solutions, solve, suite, take, text, tool,
  waitForText } from './support.mjs';

const SOLVED = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0';
const EASY = '1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12'; /* DLU */
const HARD = '0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1';
const KEY = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };

const shared = suite();
const { onPage } = shared;

const press = async (page, moves) => {
  for (const move of moves) await page.keyboard.press(KEY[move]);
};

const plain = (moves) => moves.replace(/(.)(\d+)/g, (_, letter, times) => letter.repeat(times));

/* ---- fingers and the mouse ---- */

onPage('two fingers that overlap are two moves, in the order in which they came down', async (page) => {
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const [first, second] = [{ ...await middle(page, 14), id: 1 }, { ...await middle(page, 10), id: 2 }];
  for (const left of [second, first]) { /* whichever is lifted first */
    await touch('touchStart', first);
    await touch('touchStart', first, second);
    await touch('touchEnd', left);
    await touch('touchEnd');
    assert.equal(await text(page, 'made'), '2');
    assert.equal(await shownBoard(page), '1 2 3 4 5 6 7 8 9 10 0 12 13 14 11 15');
    await page.keyboard.press('r');
  }
}, PHONE);

onPage('a mouse of forty moves a second loses none, and Ctrl holds the tiles', async (page) => {
  await page.click('#tab-setup');
  await page.check('#hover');
  const at = await Promise.all([15, 14, 10, 11].map((cell) => middle(page, cell)));
  const { x, y } = at[0];
  await page.mouse.move(x, y);
  /* Moves around four cells faster than the screen is drawn, as reported in one frame. */
  const round = [at[1], at[2], at[3], at[0]];
  await page.evaluate((points) => {
    const board = document.getElementById('board');
    const event = (point, more = {}) => new PointerEvent('pointermove', { pointerType: 'mouse', buttons: 0,
      clientX: point.x, clientY: point.y, bubbles: true, ...more });
    for (let i = 0; i < 10; i++)
      board.dispatchEvent(event(points[3], { coalescedEvents: points.map((point) => event(point)) }));
  }, round);
  assert.equal(await text(page, 'made'), '40');
  await page.keyboard.down('Control');
  await page.mouse.move(at[1].x, at[1].y);
  await page.mouse.move(at[2].x, at[2].y);
  await page.keyboard.up('Control');
  assert.equal(await text(page, 'made'), '40');
  await page.mouse.move(at[1].x, at[1].y);
  assert.notEqual(await text(page, 'made'), '40');
});

onPage('colours follow the fringes, if that is wanted', async (page) => {
  const hues = () => page.locator('.tile').evaluateAll((tiles) => tiles.map((tile) => tile.style.getPropertyValue('--hue')));
  assert.notEqual((await hues())[4], (await hues())[0]);
  await page.click('#tab-setup');
  await page.check('#fringes');
  const [one, , , , five, six, seven] = await hues();
  assert.equal(five, one);
  assert.notEqual(six, five);
  assert.equal(seven, six);
  await take(page, EASY);
  assert.equal(await shownBoard(page), EASY.replaceAll(' /', ''));
});

onPage('the letters of speedsolvers slide tiles, if they are chosen, and only they', async (page) => {
  for (const letters of ['wasd', 'ijkl', 'ijkf', 'isjd']) {
    await page.click('#tab-train');
    await page.selectOption('#letters', letters);
    await take(page, '2 1 4 3 / 5 6 7 8 / 9 10 0 12 / 13 14 11 15');
    await page.click('#board', { position: { x: 5, y: 5 } });
    for (const [i, move] of [...'ULDR'].entries()) {
      await page.keyboard.press(letters[i]);
      assert.match(await text(page, 'notice'), new RegExp(` moved ${{ U: 'up', L: 'left', D: 'down', R: 'right' }[move]}\\.$`), letters);
    }
    assert.equal(await text(page, 'made'), '4');
    for (const other of [...'wasdijklf'].filter((letter) => !letters.includes(letter))) await page.keyboard.press(other);
    assert.equal(await text(page, 'made'), '4');
  }
  await page.reload();
  await page.waitForSelector('body.ready');
  assert.equal(await page.inputValue('#letters'), 'isjd');
});

onPage('tiles slide on the press, and without gliding, if that is wanted', async (page) => {
  await page.click('#tab-setup');
  await page.check('#press');
  await page.uncheck('#glide');
  const { x, y } = await middle(page, 14);
  await page.mouse.move(x, y);
  await page.mouse.down();
  assert.equal(await text(page, 'made'), '1');
  await page.mouse.up();
  assert.equal(await text(page, 'made'), '1');
  const glides = () => page.locator('.tile').first().evaluate((tile) => getComputedStyle(tile).transitionDuration);
  assert.equal(await glides(), '0s');
  await page.reload();
  await page.waitForSelector('body.ready');
  assert.equal(await glides(), '0s');
  assert.equal(await page.isChecked('#press'), true);
});

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
  await page.click('#tab-setup');
  await page.selectOption('#size', '3x4');
  await page.selectOption('#metric', 'multi');
  await page.uncheck('#coach');
  await page.uncheck('#numbers');
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(page.url().replace(/\?.*/, ''));
  await page.waitForSelector('body.ready');
  assert.equal(await page.inputValue('#size'), '3x4');
  assert.equal(await page.inputValue('#metric'), 'multi');
  assert.equal(await page.isChecked('#coach'), false);
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
  await page.keyboard.press('Space');
  assert.notEqual(await shownBoard(page), before);
  await page.keyboard.press('p');
  assert.equal(await shownBoard(page), board);
  await page.keyboard.press('Space');
  for (const key of Object.values(KEY)) await page.keyboard.press(key);
  const moved = await shownBoard(page);
  await page.keyboard.press('p');
  assert.match(await text(page, 'notice'), /Press P once more/);
  assert.equal(await shownBoard(page), moved);
  await page.keyboard.press('p');
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
  await page.click('#tab-setup');
  await page.check('#edit');
  await page.focus('#board');
  for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await waitForText(page, 'solve', /^Solve$/);
  assert.equal(await text(page, 'search-state'), begin);
  await take(page, HARD);
  await page.click('#solve');
  await waitForText(page, 'search-bound', /^7\d$/);
  await page.click('#tab-train');
  await page.fill('#solution', 'LLL');
  await page.press('#solution', 'Enter'); /* on its way, and no solution */
  await waitForText(page, 'solve', /^Solve$/);
  assert.match(await text(page, 'notice'), /^(Stopped\.|\d+ moved)/);
  await take(page, HARD);
  await page.click('#solve');
  await page.press('#board', 'ArrowUp');
  await waitForText(page, 'search-state', /^80 moves, and no solution is shorter/, 90000);
  assert.equal(await text(page, 'best'), '80');
  await page.click('#all');
  await waitForText(page, 'search-bound', /^7\d$/);
  await page.click('#solve');
  assert.equal(await text(page, 'search-state'), 'Stopped. No solution has fewer than 80 moves.');
});

onPage('what Compare proves, the readout says', async (page) => {
  await take(page, HARD); /* 80 moves */
  await waitForText(page, 'best', /^≥ \d\d$/);
  await waitForText(page, 'distance', /^≥ \d\d$/);
  await page.click('#tab-compare');
  await page.click('#compare');
  await page.waitForFunction(() => document.getElementById('compare').dataset.running === 'no', null, { timeout: 90000 });
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
  await page.click('#tab-setup');
  await page.click('#edit');
  for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  assert.equal(await shownBoard(page), SOLVED.replace('1 2', '2 1'));
  assert.match(page.url(), /\?board=2,1,3,4\/5,6,7,8\/9,10,11,12\/13,14,15,0$/);
  await page.click('#mend');
  assert.match(page.url(), /\?board=2,1,3,4\/5,6,7,8\/9,10,11,12\/13,15,14,0$/);
  assert.equal(await page.inputValue('#notation'), '2 1 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0');
});

onPage('editing ends with its view, and with the board', async (page) => {
  for (const leave of ['#tab-train', '#scramble']) {
    await page.click('#tab-setup');
    await page.check('#edit');
    await page.click(leave);
    assert.equal(await page.locator('#board.editing').count(), 0, leave);
    assert.equal(await page.isChecked('#edit'), false);
    await page.click('#scramble');
    await page.press('#board', 'ArrowUp');
    await page.press('#board', 'ArrowDown');
    assert.notEqual(await text(page, 'made'), '0');
  }
});

onPage('a file that is no picture is refused', async (page) => {
  await page.click('#tab-setup');
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
  await page.click('#tab-train');
  await page.click('#solution-copy');
  await waitForText(page, 'solution-note', /^2 moves/);
  assert.equal(await page.inputValue('#solution'), 'RL');
  await take(page, EASY);
  await solve(page);
  await page.click('#tab-train');
  await page.click('#solution-copy');
  await waitForText(page, 'solution-note', /^There are no moves yet\.$/);
  await take(page, EASY);
  await page.click('#tab-train');
  await page.fill('#solution', 'DLU');
  await page.press('#solution', 'Enter');
  await waitForText(page, 'solution-note', /^3 moves: they solve the board\. No solution is shorter\.$/);
});

onPage('the distance to the goal is shown if that is wanted', async (page) => {
  await take(page, EASY);
  await waitForText(page, 'distance', /^3$/);
  await page.uncheck('#coach');
  assert.equal(await text(page, 'distance'), '–');
  await page.focus('#board');
  for (const moves of ['D', 'L', 'R']) {
    await press(page, moves);
    assert.equal(await text(page, 'distance'), '–', moves);
  }
  await page.check('#coach');
  await waitForText(page, 'distance', /^2$/);
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

/* ---- the first thing that is seen ---- */

onPage('the board is there before scripts run, and nothing moves when they do', async (page) => {
  const shift = await page.evaluate(() => new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, each) => sum + each.value, 0)))
      .observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(0), 500);
  }));
  assert.ok(shift < 0.05, String(shift));
}, { fresh: true });

/* A browser with user settings that Playwright cannot set. */
async function withPreferences(preferences, body) {
  const folder = mkdtempSync(join(tmpdir(), 'tilepdb-web-'));
  mkdirSync(join(folder, 'Default'));
  writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(folder,
    { ...LAUNCH, viewport: { width: 1366, height: 768 } });
  try {
    const page = await context.newPage();
    await page.goto(shared.server.url);
    await body(page);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

test('without scripts there is a board, and the page says so', () =>
  withPreferences({ profile: { default_content_setting_values: { javascript: 2 } } }, async (page) => {
    assert.equal(await page.locator('.board .tile').count(), 15);
    const [first, last] = [await page.locator('.tile').first().boundingBox(), await page.locator('.tile').last().boundingBox()];
    assert.ok(last.x > first.x + 100 && last.y > first.y + 200, JSON.stringify([first, last]));
    assert.ok(await page.locator('noscript p').isVisible());
    assert.match(await page.locator('noscript p').innerText(), /by scripts/);
  }));

test('text of twice the size sticks out nowhere', () =>
  withPreferences({ webkit: { webprefs: { default_font_size: 32, default_fixed_font_size: 26 } } }, async (page) => {
    await page.waitForSelector('body.ready');
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), '32px');
    for (const tab of ['search', 'train', 'setup', 'compare', 'gallery']) {
      await page.click(`#tab-${tab}`);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 1366, `${tab}: ${width}`);
    }
  }));

onPage('text that the reader enlarges sticks out nowhere, and covers nothing', async (page) => {
  await page.addStyleTag({ content: 'html { font-size: 200%; }' });
  await take(page, '5 1 2 4 9 6 3 8 13 10 7 11 0 14 15 12');
  await solve(page);
  for (const [width, height] of [[320, 640], [360, 740], [740, 360], [1024, 700], [1280, 900], [1920, 1080]]) {
    await page.setViewportSize({ width, height });
    for (const tab of ['search', 'train', 'setup', 'compare', 'gallery']) {
      await page.click(`#tab-${tab}`);
      const [content, covered] = await page.evaluate(() => {
        const boxes = ['.top', '.board', '.readout', '.actions', '#enter', '#player', '#side'].map((each) =>
          [each, document.querySelector(each).getBoundingClientRect()]);
        const over = boxes.flatMap(([one, a], i) => boxes.slice(i + 1).filter(([, b]) => a.left < b.right - 1 &&
          b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1).map(([other]) => `${one} ${other}`));
        return [document.documentElement.scrollWidth, over];
      });
      assert.equal(content, width, tab);
      assert.deepEqual(covered, [], `${tab} at ${width}`);
    }
    const lines = await page.evaluate(() => document.querySelector('.tagline').offsetHeight / parseFloat(getComputedStyle(document.body).lineHeight));
    assert.ok(lines < 2.5, `${lines} lines at ${width}`);
    await page.click('#enter');
    const [content, room] = await page.evaluate(() => ['scrollWidth', 'clientWidth'].map((each) => document.getElementById('entry')[each]));
    assert.equal(content, room);
    await page.keyboard.press('Escape');
  }
});
