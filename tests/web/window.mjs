/*
 * The page in windows of all sizes, with large text, before scripts run, and installed.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { deflateSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { LAUNCH, PAGE, PHONE, closePage, openPage, pressSure, shownBoard, solve, suite, take, text, waitForText, openLearn } from './support.mjs';

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
      await page.click('#settings');
      await page.selectOption('#size', size);
      await page.evaluate(() => scrollTo(0, 0));
      for (const id of ['board', 'scramble', 'solve', 'enter']) {
        const box = await page.locator(`#${id}`).boundingBox();
        assert.ok(box.y >= 0 && box.y + box.height <= viewport.height &&
          box.x >= 0 && box.x + box.width <= viewport.width, `${size} ${id} ${JSON.stringify(box)}`);
      }
      const box = await page.locator('#board').boundingBox();
      assert.ok(box.height >= 160);
    }
  }, { ...options, viewport });
}

const REPLAY = encodeURIComponent(deflateSync(JSON.stringify(['RLDLU', 5000, EASY.replaceAll(' / ', '/'), [100, 400, 900, 1500, 2500]])).toString('base64'));

onPage('board, player and chart of a replay are in sight on a phone', async (page) => {
  await page.waitForSelector('#review .bar.lost');
  for (const id of ['board', 'player-play', 'player-pace', 'player-position', 'review']) {
    const box = await page.locator(`#${id}`).boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 740 && box.x >= 0 && box.x + box.width <= 360, `${id} ${JSON.stringify(box)}`);
  }
}, { ...PHONE, viewport: { width: 360, height: 740 }, query: `?r=${REPLAY}` });

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
  await page.tap('#settings');
  await page.evaluate(() => scrollTo(0, 300));
  const [board, tabs] = await Promise.all(['board', 'panel-settings'].map((id) => page.locator(`#${id}`).boundingBox()));
  assert.ok(tabs.y < 0);
  assert.ok(board.y >= 0 && board.y + board.height <= 390, JSON.stringify(board));
}, { ...PHONE, viewport: { width: 844, height: 390 } });

for (const [name, viewport] of [['a phone', { width: 390, height: 844 }], ['a small one that lies', { width: 568, height: 320 }]]) {
  onPage(`a view that is asked for comes into sight on ${name}`, async (page) => {
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= viewport.width);
    await take(page, EASY);
    await solve(page); /* the player pushes the views down */
    await page.evaluate(() => scrollTo(0, 0));
    await page.touchscreen.tap(...Object.values(await middleOf(page, '#tab-learn', viewport)));
    await page.waitForFunction((high) => {
      const { top } = document.getElementById('panel-learn').getBoundingClientRect();
      return top >= 0 && top < high / 2;
    }, viewport.height);
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

onPage('it opens with a scramble, says how far its goal is, and has another one the next time', async (page) => {
  const board = await shownBoard(page);
  assert.notEqual(board, SOLVED);
  await waitForText(page, 'notice', /^\d+ to go\.$/);
  assert.equal(await text(page, 'notice'), `${await text(page, 'distance')} to go.`);
  assert.equal(await page.locator('button.primary:visible').count(), 0); /* the board is the invitation */
  await waitForText(page, 'database-state', /^6-6-3: 3\.0 MB, built here in /);
  await page.reload();
  await page.waitForSelector('body.ready');
  assert.equal(await shownBoard(page), board); /* a reload keeps the game */
  await shared.openLink(page.url(), async (other) => assert.notEqual(await shownBoard(other), board));
}, { fresh: true, query: '?opening' });

onPage('a link opens a tab, and the back button goes back to the one before', async (page) => {
  const front = () => page.evaluate(() => document.querySelector('[role=tab][aria-selected=true]').id);
  assert.equal(await front(), 'tab-daily');
  const board = await shownBoard(page);
  for (const tab of ['learn', 'solves', 'play']) {
    await page.click(`#tab-${tab}`);
    assert.equal(await page.evaluate(() => location.hash), tab === 'play' ? '' : `#${tab}`);
  }
  await page.click('#scramble');
  const other = await shownBoard(page);
  for (const tab of ['solves', 'learn', 'daily']) {
    await page.goBack();
    assert.equal(await front(), `tab-${tab}`);
    assert.equal(await shownBoard(page), other);
    assert.match(page.url(), new RegExp(`\\?board=.*#${tab}$`)); /* of the board that is there */
  }
  assert.notEqual(other, board);
}, { query: '#daily' });

/* The first screen, as a stranger sees it: what this is, a board that can be played at once, and nothing
 * of the search before there is one. */
const primary = (page) => page.locator('main .actions .primary').evaluateAll((all) => all.map(({ id }) => id));

for (const [name, options] of Object.entries({ 'a small phone': { ...PHONE, viewport: { width: 360, height: 740 } }, 'a desktop': {} })) {
  onPage(`a stranger on ${name} plays a scrambled board at once`, async (page) => {
    const { width, height } = page.viewportSize();
    await waitForText(page, 'notice', /^\d+ to go\.$/);
    for (const selector of ['.tabs', '#board', '#notice', '#scramble']) {
      const box = await page.locator(selector).boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width, `${selector}: ${JSON.stringify(box)}`);
    }
    for (const id of ['search-results', 'better', 'database-state', 'drop']) assert.equal(await page.isVisible(`#${id}`), false, id);
    assert.doesNotMatch(await page.locator('body').innerText(), /limit|boards seen|7-7-1|6-6-3|pdbgen|fringe|layered|exhausted|permutation/i);
    const board = await shownBoard(page);
    assert.notEqual(board, SOLVED);
    assert.deepEqual(await primary(page), []);
    const gap = board.split(' ').indexOf('0');
    await page.keyboard.press(gap < 12 ? 'ArrowUp' : 'ArrowDown');
    assert.equal(await text(page, 'made'), '1'); /* in play */
    assert.equal(await page.isVisible('#search-results'), false);
    assert.deepEqual(await primary(page), []);
    assert.ok(await page.locator('#time').evaluate((clock) => parseFloat(getComputedStyle(clock).fontSize)) >= 40);
    assert.ok((await page.locator('#board').boundingBox()).height > 0.4 * height);
    await pressSure(page, 'solve');
    await openLearn(page, 'search');
    await page.waitForSelector('#search-results', { state: 'visible' });
    await openLearn(page, 'tables');
    await waitForText(page, 'database-state', /./);
    assert.equal(await page.isVisible('#database-state'), true);
  }, { ...options, query: '?opening' });
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
    for (const tab of ['#tab-learn', '#settings', '#tab-solves', '#tab-daily', '#tab-play']) {
      await page.click(tab);
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
    for (const tab of ['#tab-learn', '#settings', '#tab-play']) {
      await page.click(tab);
      const [content, covered] = await page.evaluate(() => {
        const boxes = ['.top', '.board', '.readout', '.actions', '#player', '#side'].map((each) =>
          [each, document.querySelector(each).getBoundingClientRect()]);
        const over = boxes.flatMap(([one, a], i) => boxes.slice(i + 1).filter(([, b]) => a.left < b.right - 1 &&
          b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1).map(([other]) => `${one} ${other}`));
        return [document.documentElement.scrollWidth, over];
      });
      assert.equal(content, width, tab);
      assert.deepEqual(covered, [], `${tab} at ${width}`);
    }
    await page.evaluate(() => document.getElementById('enter').click()); /* hidden once moves are made */
    const [content, room] = await page.evaluate(() => ['scrollWidth', 'clientWidth'].map((each) => document.getElementById('entry')[each]));
    assert.equal(content, room);
    await page.keyboard.press('Escape');
  }
});
