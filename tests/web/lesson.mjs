/*
 * A lesson on a projector: the large board, the QR code read by an independent reader, and the results
 * of the room; embedded pages, and previews of links.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { PATIENCE, pressSure, suite, take, text, waitForText } from './support.mjs';

const readCode = createRequire(import.meta.url)('jsqr');
const EASY = '1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12'; /* DLU */
const shared = suite();
const { onPage } = shared;
const PROJECTOR = { viewport: { width: 1920, height: 1080 } };

/* Returns the text of the QR code on the screen. The reader misses one code in sixty at the size of the
 * screen and reads it when it is smaller, so that the code is shown to it at two sizes, as to a camera
 * that moves. Pixels come as characters: numbers would take seconds. */
async function shownCode(page) {
  const png = (await page.locator('#qr').screenshot()).toString('base64');
  const pictures = await page.evaluate(async (encoded) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${encoded}`)).blob());
    return [1, 0.5].map((scale) => {
      const [width, height] = [image.width, image.height].map((length) => Math.round(scale * length));
      const canvas = new OffscreenCanvas(width, height).getContext('2d');
      canvas.drawImage(image, 0, 0, width, height);
      const { data } = canvas.getImageData(0, 0, width, height);
      const pixels = Array.from({ length: data.length / 4 }, (_, i) => (data[4 * i] < 128 ? '#' : ' '));
      return { dark: pixels.join(''), width, height };
    });
  }, png);
  const texts = pictures.map(({ dark, width, height }) => {
    const shades = [...dark].flatMap((pixel) => (pixel === '#' ? [0, 0, 0, 255] : [255, 255, 255, 255]));
    return readCode(new Uint8ClampedArray(shades), width, height)?.data;
  });
  return texts[0] ?? texts[1];
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
  await pressSure(page, 'scramble');
  assert.notEqual(page.url(), link);
  assert.equal(await shownCode(page), page.url());
}, PROJECTOR);

onPage('who lost least comes first, moves are checked, and another board has its own list', async (page) => {
  await take(page, EASY);
  await page.click('#tab-learn');
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
  await add('Cleo', 'https://example.org/?board=1,2,3,4/5,6,7,8/9,10,15,11/13,14,0,12&moves=DLU');
  assert.deepEqual(await rows(), ['Cleo 3 \u2713 0', 'Ben <b> 5 \u2713 2', 'Ada 11 8']);
  for (const [name, moves, note] of [['', '4', /^Whose moves/], ['Dan', '1', /fewer than 3/], ['Dan', 'RL', /do not solve/],
    ['Dan', 'hello', /./], ['Dan', '0', /so many/], ['Dan', '?board=1,2,3,4/5,6,7,8/9,10,11,12/13,14,0,15&moves=DLU', /no link of this board/],
    ['Dan', '?board=1&moves=DLU', /./]]) {
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
  await page.click('#lesson-end');
  await take(page, EASY.replace('1 2', '2 1'));
  await page.click('#lesson-begin');
  await add('Eve', '50');
  assert.equal(await text(page, 'lesson-note'), 'This board cannot be solved.');
}, PROJECTOR);

onPage('a small projector has a large code, 17 names without scrolling, and the methods', async (page) => {
  await take(page, EASY);
  await page.click('#lesson-begin');
  await page.waitForFunction(() => document.fullscreenElement !== null);
  const high = await page.evaluate(() => innerHeight);
  const boxes = (...ids) => Promise.all(ids.map((id) => page.locator(`#${id}`).boundingBox()));
  const inSight = async (...ids) => {
    for (const [i, { y, height }] of (await boxes(...ids)).entries()) assert.ok(y >= 0 && y + height <= high, `${ids[i]}: ${y} ${height}`);
  };
  const [code, form, time] = await boxes('qr', 'lesson-form', 'time');
  const free = form.y - (time.y + time.height);
  assert.ok(code.width > 0.55 * free && code.width > 260, `${code.width} of ${free}`);
  await inSight('qr', 'lesson-form', 'lesson-compare', 'lesson-end');
  for (let i = 1; i <= 17; i++) {
    await page.fill('#lesson-name', `Name ${i}`);
    await page.fill('#lesson-moves', String(2 + i));
    await page.press('#lesson-moves', 'Enter');
  }
  await inSight('qr', 'lesson-form', 'lesson-table', 'lesson-compare', 'lesson-end');
  assert.equal(await page.locator('#lesson-rows tr').count(), 17);
  assert.ok(await page.evaluate(() => document.documentElement.scrollHeight) <= high);
  assert.equal(await shownCode(page), page.url());
  await page.click('#lesson-compare');
  await page.click('#compare');
  await page.waitForFunction(() => document.getElementById('compare').dataset.running === 'no');
  assert.equal(await page.locator('[data-method=pdb] td').first().textContent(), '3optimal');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 1280);
  await page.click('#lesson-compare');
  assert.equal(await page.isVisible('#side'), false);
  assert.equal(await page.locator('#lesson-rows tr').count(), 17);
  await page.click('#lesson-compare');
  await page.click('#lesson-end');
  assert.equal(await page.isVisible('#side'), true);
  assert.equal(await page.locator('html.comparing, html.lesson').count(), 0);
}, { viewport: { width: 1280, height: 720 } });

onPage('two names leave room for the fields and the last column', async (page) => {
  await take(page, EASY);
  await page.click('#lesson-begin');
  for (const name of ['Ada', 'Benedikt Schmidt']) {
    await page.fill('#lesson-name', name);
    await page.fill('#lesson-moves', '125');
    await page.press('#lesson-moves', 'Enter');
  }
  const { fields, cut } = await page.evaluate(() => {
    const [room, last] = ['.room', '#lesson-rows tr td:last-child button'].map((each) => document.querySelector(each).getBoundingClientRect());
    return { fields: ['lesson-name', 'lesson-moves'].map((id) => document.getElementById(id).clientWidth), cut: last.right - room.right };
  });
  assert.ok(fields.every((wide) => wide >= 110), String(fields));
  assert.ok(cut <= 0, String(cut));
}, { viewport: { width: 1280, height: 800 } });

onPage('a lesson ends with the full screen', async (page) => {
  await page.click('#lesson-begin');
  await page.waitForFunction(() => document.fullscreenElement !== null);
  await page.evaluate(() => document.exitFullscreen());
  await page.waitForSelector('#lesson', { state: 'hidden' });
}, PROJECTOR);

/* ---- in other pages, and in links ---- */

/* A page that embeds the page in a frame and keeps the messages from it; returns {frame, say, heard}. */
async function around(page, query) {
  await page.evaluate((address) => {
    window.heard = [];
    addEventListener('message', ({ data }) => window.heard.push(data));
    const frame = Object.assign(document.createElement('iframe'), { id: 'frame', src: address });
    frame.style.cssText = 'position: fixed; inset: 0; width: 420px; height: 640px; z-index: 9';
    document.body.append(frame);
  }, `${page.url().split('?')[0]}${query}`);
  const heard = async (what, more = () => true) => {
    const end = performance.now() + PATIENCE;
    for (;;) {
      const found = (await page.evaluate(() => window.heard)).filter(({ tilepdb }) => tilepdb === what).filter(more).at(-1);
      if (found) return found;
      assert.ok(performance.now() < end, what);
      await page.waitForTimeout(20);
    }
  };
  const say = (message) => page.evaluate((each) => {
    window.heard = [];
    document.getElementById('frame').contentWindow.postMessage(each, '*');
  }, message);
  await heard('ready');
  return { frame: page.frameLocator('#frame'), say, heard };
}

onPage('a frame shows the board alone, and speaks with the page around it', async (page) => {
  const { frame, say, heard } = await around(page, '?embed&board=1,2,3,4/5,6,7,8/9,10,15,11/13,14,0,12');
  assert.equal((await heard('board')).board, EASY);
  for (const selector of ['.side', '.foot', '#share', '#enter']) assert.equal(await frame.locator(selector).isVisible(), false, selector);
  assert.ok(await frame.locator('#solve').isVisible());
  const known = await heard('known', ({ board, moves }) => board === EASY && moves !== null);
  assert.deepEqual([known.atLeast, known.atMost, known.moves], [3, 3, 'DLU']);
  await frame.locator('.tile').first().waitFor();
  await say({ tilepdb: 'play', moves: 'DL' });
  const { moves, length, solved, start } = await heard('board', (each) => each.length === 2);
  assert.deepEqual([moves, length, solved, start], ['DL', 2, false, EASY]);
  await say({ tilepdb: 'play', moves: 'U' });
  assert.equal((await heard('board')).solved, true);
  await say({ tilepdb: 'set', board: '1 2 3 / 4 5 6 / 7 0 8', metric: 'multi' });
  assert.deepEqual([(await heard('board')).board, (await heard('board')).metric], ['1 2 3 / 4 5 6 / 7 0 8', 'multi']);
  await say({ tilepdb: 'scramble', seed: 5 });
  const scrambled = (await heard('board')).board;
  await say({ tilepdb: 'scramble' });
  assert.notEqual((await heard('board')).board, scrambled);
  await say({ tilepdb: 'scramble', seed: '5' });
  assert.equal((await heard('board')).board, scrambled);
  await say({ tilepdb: 'solve' });
  await heard('board', (each) => each.solved);
  await page.evaluate(() => { document.getElementById('frame').style.cssText += '; width: 620px; height: 500px'; });
  const [board, time, undo] = await Promise.all(['#board', '#time', '#undo'].map((each) => frame.locator(each).boundingBox()));
  assert.ok(board.y + board.height <= time.y && time.y + time.height <= undo.y && undo.y + undo.height <= 500, 'a wide frame');
});

onPage('a frame refuses what it cannot do, and hears nobody else', async (page) => {
  const { frame, say, heard } = await around(page, '?embed');
  for (const wrong of [{ tilepdb: 'set', board: 'nonsense' }, { tilepdb: 'set' }, { tilepdb: 'play', moves: 'UUUUUU' },
    { tilepdb: 'scramble', seed: 'x' }]) {
    await say(wrong);
    assert.match((await heard('refused')).message, /^[A-Z].*\.$/);
  }
  await say({ tilepdb: 'set', board: '2 1 3 / 4 5 6 / 7 8 0' });
  await heard('board');
  await say({ tilepdb: 'solve' });
  assert.match((await heard('refused')).message, /^No moves lead from this board to the goal: with tiles 2 and 1 exchanged it could be solved\.$/);
  for (const other of [null, 'x', 7, {}, { tilepdb: 'toString' }, { tilepdb: '__proto__' }]) await say(other);
  /* The message is not from the embedding page. */
  await frame.locator('body').evaluate(() => window.postMessage({ tilepdb: 'scramble' }, '*'));
  await page.waitForTimeout(200);
  assert.deepEqual((await page.evaluate(() => window.heard)).filter(({ tilepdb }) => tilepdb !== 'known'), []);
});

onPage('without a page around it, embed does nothing', async (page) => {
  assert.ok(await page.isVisible('#side'));
  await page.evaluate(() => window.postMessage({ tilepdb: 'scramble' }, '*'));
  await page.waitForTimeout(100);
  assert.equal(await page.locator('.board.solved').count(), 1);
}, { query: '?embed' });

onPage('links have a title, words and a picture', async (page) => {
  const of = (property) => page.getAttribute(`meta[property="og:${property}"]`, 'content');
  assert.equal(await of('title'), await page.title());
  assert.match(await of('description'), /fewest moves/);
  const size = await page.evaluate(async (address) => {
    const image = await createImageBitmap(await (await fetch(address)).blob());
    return [image.width, image.height];
  }, await of('image'));
  assert.deepEqual(size, [1200, 630]);
  assert.deepEqual([await of('image:width'), await of('image:height')], ['1200', '630']);
});
