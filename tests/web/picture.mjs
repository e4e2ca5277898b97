/*
 * A picture on the tiles: chosen, dropped or pasted, kept over a reload, and numbers where there is none.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { drop, suite, text, waitForText } from './support.mjs';

const { onPage } = suite();
let folder;
before(() => { folder = mkdtempSync(join(tmpdir(), 'tilepdb-picture-')); });
after(() => rmSync(folder, { recursive: true }));

/* A picture of a size, as a person's camera or program makes it. */
const pictureOf = async (page, width, height) => Buffer.from(await page.evaluate(([wide, high]) => {
  const canvas = Object.assign(document.createElement('canvas'), { width: wide, height: high });
  canvas.getContext('2d').fillRect(0, 0, wide / 2, high);
  return canvas.toDataURL('image/png').split(',')[1];
}, [width, height]), 'base64');

const reload = async (page) => {
  await page.reload();
  await page.waitForSelector('body.ready');
};

const tileStyle = (page, name) => page.locator('.tile span').first().evaluate((tile, which) => getComputedStyle(tile)[which], name);

onPage('a picture is kept as small as it is shown, and without one the tiles have numbers', async (page) => {
  await page.click('#settings');
  const buffer = await pictureOf(page, 3000, 1500);
  await page.setInputFiles('#picture-file', { name: 'a.png', mimeType: 'image/png', buffer });
  await page.waitForSelector('.board.pictured');
  await page.uncheck('#numbers');
  assert.equal(await tileStyle(page, 'color'), 'rgba(0, 0, 0, 0)');
  await reload(page);
  await page.waitForSelector('.board.pictured.unnumbered');
  assert.match(await tileStyle(page, 'backgroundImage'), /^url\("blob:/);
  const size = await page.evaluate(async () => {
    const image = new Image();
    image.src = JSON.parse(localStorage['tilepdb picture']);
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  });
  assert.deepEqual(size, [1200, 600]);
  assert.equal(await page.locator('#board').evaluate((board) => board.style.getPropertyValue('--picture-shape')), '2');
  await page.click('#settings');
  await page.click('#picture-none');
  await page.waitForSelector('.board:not(.pictured)');
  assert.notEqual(await tileStyle(page, 'color'), 'rgba(0, 0, 0, 0)');
  await reload(page);
  assert.equal(await page.isChecked('#numbers'), false);
  assert.equal(await page.isDisabled('#picture-none'), true);
  assert.notEqual(await tileStyle(page, 'color'), 'rgba(0, 0, 0, 0)');
});

onPage('a stored picture that is none leaves the tiles as they are', async (page) => {
  for (const stored of ['"data:image/png;base64,AAAA"', '"https://example.org/a.png"', '7', '[']) {
    await page.evaluate((value) => { localStorage['tilepdb picture'] = value; }, stored);
    await reload(page);
    await page.evaluate((value) => { /* by then the page has tried it, too */
      const image = new Image();
      image.src = value.startsWith('"data:') ? JSON.parse(value) : '';
      return image.decode().catch(() => {});
    }, stored);
    assert.equal(await page.locator('.board.pictured').count(), 0, stored);
  }
});

onPage('a picture that comes after it was taken away again is not shown', async (page) => {
  await page.click('#settings');
  const files = await Promise.all([40, 60].map(async (side) => ({ name: 'a.png', mimeType: 'image/png', buffer: await pictureOf(page, side, 40) })));
  await page.setInputFiles('#picture-file', files[0]);
  await page.waitForSelector('.board.pictured');
  await page.evaluate(() => {
    const { decode } = HTMLImageElement.prototype;
    const going = new Promise((go) => { window.go = go; });
    HTMLImageElement.prototype.decode = async function late() {
      window.waits = true;
      await going;
      return decode.call(this);
    };
  });
  await page.setInputFiles('#picture-file', files[1]);
  await page.waitForFunction(() => window.waits);
  await page.click('#picture-none');
  await page.evaluate(async (data) => {
    window.go();
    const image = new Image(); /* decoded after that of the page */
    image.src = data;
    await image.decode();
    await new Promise((over) => { setTimeout(over); });
  }, `data:image/png;base64,${files[1].buffer.toString('base64')}`);
  assert.equal(await page.evaluate(() => localStorage['tilepdb picture']), '""');
  assert.equal(await page.locator('.board.pictured').count(), 0);
});

onPage('a photo that is dropped or pasted is offered as the picture', async (page) => {
  const photo = join(folder, 'photo.png');
  writeFileSync(photo, await pictureOf(page, 40, 40));
  await drop(page, [photo]);
  await waitForText(page, 'notice', /^photo\.png is a picture\.$/);
  assert.equal(await text(page, 'database-note'), ''); /* and no table */
  assert.equal(await page.locator('.board.pictured').count(), 0);
  await page.keyboard.press('ArrowDown'); /* no answer */
  assert.equal(await page.isVisible('#picture-offer'), false);
  await drop(page, [photo]);
  await page.click('#picture-offer');
  await page.waitForSelector('.board.pictured');
  assert.equal(await text(page, 'notice'), 'photo.png is on the tiles.');
  assert.equal(await page.isVisible('#picture-offer'), false);
  await page.click('#settings');
  await page.click('#picture-none');
  const paste = (pasted) => page.evaluate((what) => {
    const data = new DataTransfer();
    data.items.add(new File(['no picture'], 'a.heic', { type: 'image/heic' }));
    if (what) data.setData('text', what);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, pasted);
  await paste('1 2 3\n4 5 6\n7 0 8'); /* a spreadsheet's picture of its cells */
  assert.equal(await page.isVisible('#picture-offer'), false);
  await paste('');
  await page.click('#picture-offer');
  await waitForText(page, 'notice', /^a\.heic is no picture that this browser can show\./);
});
