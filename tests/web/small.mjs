/*
 * Small things that were wrong once: links without a board, two fingers that pinch, numbers that no person
 * makes, what is known of a large board, the board in a narrow frame.
 */
import assert from 'node:assert/strict';
import { LONG, PHONE, middle, shownBoard, suite, take, text, waitForText, openLearn } from './support.mjs';

const SOLVED = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0';

const { onPage } = suite();

/* ---- links ---- */

for (const [query, board, metric] of [
  ['?goal=first', '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15', 'single'],
  ['?goal=1,2,3/8,0,4/7,6,5', '1 2 3 8 0 4 7 6 5', 'single'],
  ['?moves=RD', '1 2 3 4 5 6 7 8 9 10 0 12 13 14 11 15', 'single'],
  ['?moves=RD&goal=first&metric=multi', null, 'multi'],
  ['?metric=multi', SOLVED, 'multi'],
]) {
  onPage(`a link without a board begins at the goal: ${query}`, async (page) => {
    if (board) assert.equal(await shownBoard(page), board);
    else assert.match(await text(page, 'notice'), /^The moves of the link do not fit\. /);
    assert.equal(await page.inputValue('#metric'), metric);
    if (query === '?moves=RD') assert.equal(await text(page, 'made'), '2');
  }, { query });
}

/* ---- fingers ---- */

for (const way of ['apart', 'together', 'up']) {
  onPage(`two fingers that go ${way} make no move`, async (page) => {
    const session = await page.context().newCDPSession(page);
    const [a, b] = [await middle(page, 14), await middle(page, 10)];
    const touch = (type, ...points) => session.send('Input.dispatchTouchEvent',
      { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
    const by = { apart: [25, -25], together: [-25, 25], up: [-25, -25] }[way];
    await touch('touchStart', a);
    await touch('touchStart', a, b);
    for (const part of [0.4, 0.8, 1])
      await touch('touchMove', { ...a, y: a.y + part * by[0] }, { ...b, y: b.y + part * by[1] });
    await touch('touchEnd');
    assert.equal(await text(page, 'made'), '0');
  }, PHONE);
}

/* ---- numbers ---- */

onPage('one move has no speed', async (page) => {
  await take(page, '1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15');
  await page.press('#board', 'ArrowLeft');
  await waitForText(page, 'train-state', /^1 move in 0\.000 s\. No solution is shorter\.$/);
});

onPage('numbers that no person makes are not taken from a file', async (page) => {
  const solves = [{ seconds: 1e308, moves: 3 }, { seconds: 1e21, moves: 3 }, { seconds: 12, moves: 1e21, slides: 1e308 }];
  await page.click('#tab-solves');
  await page.setInputFiles('#solves-import', { name: 'a.json', mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ list: 'solves 4x4', solves })) });
  await waitForText(page, 'solves-note', /^tilepdb: 1 solve added, 2 are no finished solves/);
  const cells = await page.locator('#solves tr').first().locator('td').allTextContents();
  assert.deepEqual(cells, ['12.000', '–', '–', '–', '–', '–']);
});

/* ---- what is known ---- */

/* It compares for more than half a minute. */
if (LONG) onPage('what a note knows of a large board, the readout knows', async (page) => {
  const board = '23 14 0 24 17 9 20 21 2 18 10 13 22 1 3 11 4 16 6 5 7 12 8 15 19';
  await page.click('#settings');
  await page.uncheck('#coach'); /* so that nothing else finds it out */
  await page.selectOption('#size', '5x5');
  await page.selectOption('#goal', 'first');
  await take(page, board);
  await openLearn(page, 'compare');
  await page.click('#compare');
  await page.waitForFunction(() => document.getElementById('compare').dataset.running === 'no');
  const row = await page.locator('[data-method=pdb] td').first().textContent();
  const [, most, least] = /^(\d+)at least (\d+)$/.exec(row);
  assert.equal(await text(page, 'best'), `${least}–${most}`);
  await page.click('#scramble');
  await page.click('#hint');
  await waitForText(page, 'notice', /^Move \d+ .* at most \d+ moves to go\.$/);
  await waitForText(page, 'best', /^\d+–\d+$/);
});

/* ---- a frame ---- */

onPage('the board fills a narrow frame', async (page) => {
  await page.evaluate(() => {
    const frame = Object.assign(document.createElement('iframe'), { title: 'A puzzle', src: `${location.href.split('?')[0]}?embed` });
    frame.style.cssText = 'position: fixed; inset: 0; width: 420px; height: 560px; border: 0; z-index: 9';
    document.body.append(frame);
  });
  const frame = page.frameLocator('iframe');
  await frame.locator('body.ready').waitFor();
  const [board, hint] = await Promise.all(['#board', '#hint'].map((id) => frame.locator(id).boundingBox()));
  assert.ok(board.width >= 340, String(board.width));
  assert.ok(hint.y + hint.height <= 560, String(hint.y + hint.height));
});
