/*
 * The page in windows of all sizes, with large text, before scripts run, and installed.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { LAUNCH, PAGE, PHONE, closePage, openPage, shownBoard, solve, suite, take, text, waitForText } from './support.mjs';

const SOLVED = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0';
const EASY = '1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12'; /* DLU */

const shared = suite();
const { onPage } = shared;

/* Returns the centre of an element, after scrolling it into the window. */
async function middleOf(page, selector, { height }) {
  const at = () => page.locator(selector).boundingBox();
  let box = await at();
  if (box.y + box.height > height) {
    await page.evaluate((by) => scrollBy(0, by), box.y + box.height - height);
    box = await at();
  }
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/* ---- the window ---- */

for (const [name, viewport, options] of [
  ['a small laptop', { width: 1366, height: 650 }, {}],
  ['a large screen', { width: 1920, height: 1080 }, {}],
  ['a tablet', { width: 768, height: 1024 }, {}],
  ['a small phone', { width: 320, height: 568 }, PHONE],
  ['a phone that lies', { width: 844, height: 390 }, PHONE],
]) {
  onPage(`board and controls are in sight on ${name}`, async (page) => {
    for (const size of ['4x4', '3x4', '5x3']) {
      await page.click('#tab-setup');
      await page.selectOption('#size', size);
      await page.evaluate(() => scrollTo(0, 0));
      for (const id of ['board', 'scramble', 'solve', 'undo']) {
        const box = await page.locator(`#${id}`).boundingBox();
        assert.ok(box.y >= 0 && box.y + box.height <= viewport.height &&
          box.x >= 0 && box.x + box.width <= viewport.width, `${size} ${id} ${JSON.stringify(box)}`);
      }
      const box = await page.locator('#board').boundingBox();
      assert.ok(box.height >= 160);
    }
  }, { ...options, viewport });
}

onPage('the reason of an unsolvable board leaves the controls in sight', async (page) => {
  await take(page, '2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 0');
  await page.evaluate(() => scrollTo(0, 0));
  for (const id of ['notice', 'mend', 'scramble', 'solve']) {
    const box = await page.locator(`#${id}`).boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 650, `${id} ${JSON.stringify(box)}`);
  }
  await page.click('#mend');
  assert.equal(await page.isVisible('#time'), true);
}, { viewport: { width: 1366, height: 650 } });

onPage('the board stays in sight while the views beside it go by', async (page) => {
  await page.tap('#tab-setup');
  await page.evaluate(() => scrollTo(0, 300));
  const [board, tabs] = await Promise.all(['board', 'tab-setup'].map((id) => page.locator(`#${id}`).boundingBox()));
  assert.ok(tabs.y < 0);
  assert.ok(board.y >= 0 && board.y + board.height <= 390, JSON.stringify(board));
}, { ...PHONE, viewport: { width: 844, height: 390 } });

for (const [name, viewport] of [['a phone', { width: 390, height: 844 }], ['a small one that lies', { width: 568, height: 320 }]]) {
  onPage(`a view that is asked for comes into sight on ${name}`, async (page) => {
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= viewport.width);
    await take(page, EASY);
    await solve(page); /* the player pushes the views down */
    await page.evaluate(() => scrollTo(0, 0));
    const { y } = await page.locator('#tab-gallery').boundingBox();
    await page.touchscreen.tap(...Object.values(await middleOf(page, '#tab-gallery', viewport)));
    await page.waitForFunction(([before, high]) =>
      document.getElementById('gallery').getBoundingClientRect().top < Math.min(before, high / 2),
      [y, viewport.height]);
  }, { ...PHONE, viewport });
}

/* ---- installed ---- */

onPage('it is installable, and works when the server is gone', async (page) => {
  const manifest = await page.evaluate(async () => (await fetch('manifest.webmanifest')).json());
  assert.equal(manifest.display, 'standalone');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length === 1);
  await page.reload();
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector('body.ready');
  await take(page, EASY);
  assert.deepEqual(await solve(page), { length: 3, moves: 'DLU' });
  await page.context().setOffline(false);
  page.problems = page.problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED/.test(problem));
}, { fresh: true });

test('a file knows nothing of servers', async () => {
  const page = await openPage(shared.browser, pathToFileURL(PAGE).href);
  assert.equal(await page.locator('link[rel=manifest]').count(), 0);
  await closePage(page);
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

/* The first screen, as a stranger sees it: what this is, a board that can be played at once, and nothing
 * of the search before there is one. */
const primary = (page) => page.locator('.actions .primary').evaluateAll((all) => all.map(({ id }) => id));

for (const [name, options] of Object.entries({ 'a small phone': { ...PHONE, viewport: { width: 360, height: 740 } }, 'a desktop': {} })) {
  onPage(`a stranger on ${name} plays a scrambled board after one tap`, async (page) => {
    const { width, height } = page.viewportSize();
    for (const selector of ['.tagline', '#board', '#scramble']) {
      const box = await page.locator(selector).boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width, `${selector}: ${JSON.stringify(box)}`);
    }
    for (const id of ['search-results', 'better', 'database-state', 'drop']) assert.equal(await page.isVisible(`#${id}`), false, id);
    assert.doesNotMatch(await page.locator('body').innerText(), /limit|boards seen|7-7-1|6-6-3|pdbgen|fringe|layered|exhausted|permutation/i);
    assert.deepEqual(await primary(page), ['scramble']);
    await page.click('#scramble');
    const board = await shownBoard(page);
    assert.notEqual(board, SOLVED);
    assert.deepEqual(await primary(page), ['solve']);
    const gap = board.split(' ').indexOf('0');
    await page.keyboard.press(gap < 12 ? 'ArrowUp' : 'ArrowDown');
    assert.equal(await text(page, 'made'), '1'); /* in play */
    assert.equal(await page.isVisible('#search-results'), false);
    await page.click('#solve');
    await page.waitForSelector('#search-results', { state: 'visible' });
    await page.click('#solve');
    await page.click('#tables-box summary');
    await waitForText(page, 'database-state', /./);
    assert.equal(await page.isVisible('#database-state'), true);
  }, options);
}

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
