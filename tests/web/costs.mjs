/*
 * What costs a person most, over all solves of the list.
 */
import assert from 'node:assert/strict';
import { AXE, check } from './axe.mjs';
import { suite, take, text, waitForText } from './support.mjs';

const { onPage } = suite();

/* Solves of a file of the page, two of them in October; `moves` lost 2, 0 and 4 moves among the last six
 * cells. */
const BOARD = { session: '', width: 3, height: 3, goal: '1,2,3/4,5,6/7,8,0', metric: 'single', penalty: 0, helped: false,
  counts: true, kind: 'timed', times: null, start: '1,2,3/4,5,0/7,8,6' };
const SOLVES = [
  { ...BOARD, at: Date.UTC(2026, 9, 3, 12), moves: 'DUU', time: 900 },
  { ...BOARD, at: Date.UTC(2026, 9, 4, 12), moves: 'U', time: 300 },
  { ...BOARD, at: Date.UTC(2026, 10, 5, 12), moves: 'DUDUU', time: 1500 },
];

async function addSolves(page) {
  await take(page, '1 2 3 / 4 5 6 / 7 0 8');
  await page.click('#tab-solves');
  await page.setInputFiles('#solves-import', { name: 'solves.json', mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ format: 'tilepdb solves', version: 1, solves: SOLVES })) });
  await page.waitForFunction(() => document.querySelectorAll('#solves tr').length === 3);
}

const rows = (page, id) => page.evaluate((name) => [...document.querySelectorAll(`#${name} tr`)]
  .map((row) => [...row.children].map(({ textContent }) => textContent).join(' | ')), id);

onPage('earlier solves are measured once, and their kinds of places listed by cost and month', async (page) => {
  await addSolves(page);
  await page.click('#costs-title');
  await waitForText(page, 'costs-about', /None of this list is measured yet\.$/);
  await waitForText(page, 'costs-progress', /^Measured: 0 of 3\.$/);
  await page.click('#costs-measure');
  await page.waitForSelector('#costs-measure', { state: 'hidden' });
  assert.match(await text(page, 'costs-about'), /^Lost moves of 3 solves/);
  assert.deepEqual(await rows(page, 'costs-rows'), ['The last six places | 2.0 | Practise']);
  assert.deepEqual(await rows(page, 'costs-months'), ['2026-10 | 1.0 | The last six places', '2026-11 | 4.0 | The last six places']);
  await page.evaluate(AXE);
  await check(page, 'costs', { part: '#panel-solves', colours: 'light' });
  await page.click('#costs-rows button');
  assert.equal(await text(page, 'places-title'), 'Place 1 of 2: moves 1 to 5'); /* the dearest first */
  await page.keyboard.press('Escape');
  await page.reload();
  await page.waitForSelector('body.ready');
  await page.click('#tab-solves');
  await page.click('#costs-title');
  await waitForText(page, 'costs-about', /^Lost moves of 3 solves/);
  assert.ok(await page.isHidden('#costs-measure'));
}, { fresh: true });

onPage('a reviewed solve is measured, and stored distances are distrusted', async (page) => {
  await addSolves(page);
  await page.evaluate(() => new Promise((resolve, reject) => {
    const opening = indexedDB.open('tilepdb distances', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('distances', { keyPath: 'key' });
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('distances', 'readwrite');
      const key = (moves) => `3 1,2,3,4,5,0,7,8,6 1,2,3,4,5,6,7,8,0 single ${moves}`;
      transaction.objectStore('distances').put({ key: key('U'), text: '9-' });
      transaction.objectStore('distances').put({ key: key('DUU'), text: 7 });
      transaction.objectStore('distances').put({ key: key('DUDUU') });
      transaction.oncomplete = () => { opening.result.close(); resolve(); };
    };
  }));
  await page.click('#costs-title');
  await waitForText(page, 'costs-progress', /^Measured: 0 of 3\.$/);
  await take(page, '1 2 3 / 4 5 0 / 7 8 6');
  await page.focus('#board');
  for (const key of ['ArrowDown', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  await waitForText(page, 'mistakes-note', /^2 moves/);
  await waitForText(page, 'costs-progress', /^Measured: 2 of 4\.$/); /* the new one, and that with the same moves */
}, { fresh: true });
