/*
 * A lesson on a projector: the large board, the QR code as a reader of its own sees it, and the room's
 * results; what people embed, and what links look like.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { suite, take, text, waitForText } from './support.mjs';

const readCode = createRequire(import.meta.url)('jsqr');
const EASY = '1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12'; /* DLU */
const shared = suite();
const { onPage } = shared;
const PROJECTOR = { viewport: { width: 1920, height: 1080 } };

/* The text of the code that is on the screen. */
async function shownCode(page) {
  const png = (await page.locator('#qr').screenshot()).toString('base64');
  const { data, width, height } = await page.evaluate(async (encoded) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${encoded}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    return { data: [...canvas.getImageData(0, 0, image.width, image.height).data], width: image.width, height: image.height };
  }, png);
  return readCode(new Uint8ClampedArray(data), width, height)?.data;
}

onPage('a lesson has a board as high as the screen, and larger text', async (page) => {
  const size = () => page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
  const before = await size();
  await page.click('#lesson-begin');
  const box = await page.locator('#board').boundingBox();
  const { height, width } = await page.evaluate(() => ({ height: innerHeight, width: document.documentElement.scrollWidth }));
  assert.ok(box.height > 0.92 * height && box.y >= 0 && box.y + box.height <= height, JSON.stringify(box));
  assert.ok(width <= 1920);
  assert.ok(await size() > 1.4 * before);
  const tile = await page.locator('.tile span').first().evaluate((each) => parseFloat(getComputedStyle(each).fontSize));
  assert.ok(tile > 80, String(tile));
  assert.equal(await page.isVisible('#side'), false);
  for (const id of ['qr', 'lesson-form', 'scramble', 'time']) {
    const { y, height: high } = await page.locator(`#${id}`).boundingBox();
    assert.ok(y >= 0 && y + high <= height, id);
  }
  await page.click('#lesson-end');
  assert.equal(await page.isVisible('#side'), true);
  assert.equal(await page.isVisible('#lesson'), false);
  assert.equal(await size(), before);
}, PROJECTOR);

onPage('the room gets the board by a code', async (page) => {
  await page.click('#lesson-begin');
  await page.click('#scramble');
  const link = page.url();
  assert.match(link, /\?board=/);
  assert.equal(await shownCode(page), link);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await shownCode(page), link); /* the board as it was */
  await page.click('#scramble');
  assert.notEqual(page.url(), link);
  assert.equal(await shownCode(page), page.url());
}, PROJECTOR);

onPage('who lost least comes first, moves are checked, and another board has its own list', async (page) => {
  await take(page, EASY);
  await page.click('#lesson-open');
  await waitForText(page, 'best', /^3$/);
  const add = async (name, moves) => {
    await page.fill('#lesson-name', name);
    await page.fill('#lesson-moves', moves);
    await page.press('#lesson-moves', 'Enter');
  };
  const rows = () => page.locator('#lesson-rows tr').evaluateAll((all) => all.map((row) =>
    [...row.children].slice(0, 3).map((cell) => cell.textContent).join(' ')));
  await add('Ada', '11');
  await add('Ben <b>', 'RLDLU');
  await add('Cleo', 'https://example.org/?board=1&moves=DLU');
  assert.deepEqual(await rows(), ['Cleo 3 \u2713 0', 'Ben <b> 5 \u2713 2', 'Ada 11 8']);
  for (const [name, moves, note] of [['', '4', /^Whose moves/], ['Dan', '1', /fewer than 3/], ['Dan', 'RL', /do not solve/],
    ['Dan', 'hello', /./], ['Dan', '0', /so many/]]) {
    await add(name, moves);
    assert.match(await text(page, 'lesson-note'), note);
  }
  assert.equal((await rows()).length, 3);
  await page.click('#lesson-rows button[aria-label="Delete Ada"]');
  assert.equal((await rows()).length, 2);
  await page.click('#scramble');
  assert.deepEqual(await rows(), []);
  await page.keyboard.press('p');
  assert.equal((await rows()).length, 2);
}, PROJECTOR);

onPage('a lesson ends with the full screen', async (page) => {
  await page.click('#lesson-begin');
  await page.waitForFunction(() => document.fullscreenElement !== null);
  await page.evaluate(() => document.exitFullscreen());
  await page.waitForSelector('#lesson', { state: 'hidden' });
}, PROJECTOR);
