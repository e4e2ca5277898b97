/*
 * What the tests of the page share: Debian's Chromium, a static server, and the page as a person
 * uses it. Where things are comes from the environment, which tests/CMakeLists.txt sets.
 *
 * TILEPDB_PAGE: the page, one file; TILEPDB_BIN: the folder of the tools; TILEPDB_TABLES: a folder
 * with the 7-8 tables.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { serve as serveFile } from '../../web/serve.mjs';
import { slowContext, slowPage } from './slow.mjs';

const need = (name) => process.env[name] ?? assert.fail(`${name} is not set`);

export const PAGE = need('TILEPDB_PAGE');
export const TABLES = need('TILEPDB_TABLES');

/* Runs a tool and returns its standard output. Exit code 1 is an answer, too. */
export function tool(name, args, input = '') {
  try {
    return execFileSync(join(need('TILEPDB_BIN'), name), args,
      { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });
  } catch (error) {
    if (error.status === 1) return error.stdout;
    throw error;
  }
}

/* Returns solutions of pdbsolve, or of a method of pdbmethods: [{length, moves}] in the order of the
 * boards. */
export function solutions(boards, args = [], method = null) {
  const command = method ? ['pdbmethods', method] : ['pdbsolve'];
  const lines = tool(command[0], [...command.slice(1), '-q', '-d', TABLES, ...args],
    `${boards.join('\n')}\n`);
  return lines.trim().split('\n').map((line) => {
    const [length, moves = ''] = line.split(' ');
    return { length: Number(length), moves };
  });
}

export const serve = () => serveFile(PAGE);

/* Each context has a window, and each window gets two internal pages of the browser for its address
 * field unless this feature is off: they would take half of the processors while the page loads. Only
 * the last list of disabled features counts, so features that Playwright disables are enabled. */
export const LAUNCH = {
  executablePath: process.env.TILEPDB_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--no-first-run',
    '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup'],
};

export const launch = () => chromium.launch(LAUNCH);

const DESKTOP = { viewport: { width: 1280, height: 900 }, colorScheme: 'light' };
/* If set, tests run all cases, otherwise a sample of similar cases. */
export const LONG = process.env.TILEPDB_WEB_LONG === '1';

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true,
  deviceScaleFactor: 2 };

/* Milliseconds that a page may take on a busy machine. */
export const PATIENCE = Number(process.env.TILEPDB_WEB_PATIENCE ?? 300000);

/* Returns a page that fails the test if a script fails or requests anything from outside. */
async function load(page, url) {
  page.setDefaultTimeout(PATIENCE);
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') page.problems.push(message.text());
  });
  page.on('request', (request) => {
    const own = [url.split(/[?#]/)[0], 'data:', 'blob:'];
    if (!own.some((start) => request.url().startsWith(start))) page.problems.push(request.url());
  });
  await slowPage(page);
  await page.goto(url);
  await page.waitForSelector('body.ready');
  return page;
}

/* The board that most tests begin with, as if the page had been reloaded there: the goal. A link has its own; with
 * the query ?opening a test sees what a stranger does. */
const AT_THE_GOAL = { board: '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0', goal: '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0', metric: 'single', moves: '', slides: [] };

/* Without it the page opens with a scramble. */
async function beginAtGoal(page) {
  await page.addInitScript((game) => {
    try {
      if (!location.search.includes('opening')) sessionStorage['tilepdb game'] ??= JSON.stringify(game);
    } catch {
      /* A frame without storage. */
    }
  }, AT_THE_GOAL);
}

/* Opens the tab Learn with one of its details: 'search', 'tables', 'compare' or 'gallery', or the course. */
export async function openLearn(page, name) {
  await page.click('#tab-learn');
  if (name === 'course') return page.click('#course-open');
  return page.evaluate((id) => { document.getElementById(id).open = true; }, `${name}-box`);
}

async function newContext(browser, options) {
  const context = await browser.newContext({ ...DESKTOP, ...options });
  await slowContext(context);
  return context;
}

/* Returns a page in its own context, as in a browser without stored data. */
export async function openPage(browser, url, options = {}) {
  const context = await newContext(browser, options);
  const page = await context.newPage();
  if (!/[?&]/.test(url)) await beginAtGoal(page);
  return load(page, url);
}

export async function closePage(page) {
  await page.context().close();
  assert.deepEqual(page.problems, []);
}

/* ---- what all files of a process share ------------------------------------------------------- */

/* A browser, a server, and a context for each kind of device, which keeps the tables that its pages
 * have built. */
const shared = { contexts: new Map(), begun: false, onPage, openLink };

async function contextOf(device) {
  const key = JSON.stringify(device);
  if (!shared.contexts.has(key))
    shared.contexts.set(key, await newContext(shared.browser, device));
  return shared.contexts.get(key);
}

async function sharedPage({ query = '', viewport, reducedMotion = null, colorScheme = null, ...device }) {
  const page = await (await contextOf(device)).newPage();
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ reducedMotion, colorScheme });
  if (!/[?&](board|scramble|moves|r|day|relay|opening)\b/.test(query)) await beginAtGoal(page);
  return load(page, shared.server.url + query);
}

/* Keeps the tables for the next page and removes all other stored data: from another document of the server,
 * since scripts of the page could still store something. */
async function leaveSharedPage(page) {
  page.removeAllListeners('console'); /* this document has no icon */
  await page.goto(`${shared.server.url}manifest.webmanifest`);
  await page.evaluate(() => new Promise((resolve, reject) => {
    localStorage.clear();
    const request = indexedDB.deleteDatabase('tilepdb solves');
    request.onsuccess = resolve;
    request.onerror = reject;
  }));
  await page.close();
}

/* Closes the page even if the test has failed, whose error is the one that counts. */
async function withPage(page, body, close) {
  try {
    await body(page);
  } finally {
    await close();
  }
  assert.deepEqual(page.problems, []);
}

/* Opens a link of the page as another person would, but with stored tables; passes the page to `body`. */
async function openLink(link, body) {
  const page = await sharedPage({ query: link.slice(shared.server.url.length) });
  await withPage(page, body, () => leaveSharedPage(page));
}

async function begin() {
  [shared.browser, shared.server] = [await launch(), await serve()];
  const page = await sharedPage({});
  await withPage(page, () => keptTables(page, 1), () => leaveSharedPage(page));
}

/* Waits until the browser has stored this number of sets of tables. */
export async function keptTables(page, number) {
  const kept = () => page.evaluate(() => new Promise((resolve) => {
    const request = indexedDB.open('tilepdb', 1);
    request.onupgradeneeded = () => request.transaction.abort(); /* the page makes it */
    request.onerror = () => resolve(0);
    request.onsuccess = () => {
      const counted = request.result.transaction('tables').objectStore('tables').count();
      counted.onsuccess = () => resolve(counted.result);
      request.result.close();
    };
  }));
  const end = performance.now() + PATIENCE;
  while (await kept() < number) {
    assert.ok(performance.now() < end, 'the tables were not kept');
    await page.waitForTimeout(20);
  }
}

/* Returns how many solves the browser has stored, once the page has stored those that were made: a
 * transaction that writes waits for those that were opened before. */
export function storedSolves(page) {
  return page.evaluate(() => new Promise((resolve, reject) => {
    const request = indexedDB.open('tilepdb solves', 1);
    request.onupgradeneeded = () => request.transaction.abort(); /* the page makes it */
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const counted = request.result.transaction('solves', 'readwrite').objectStore('solves').count();
      counted.onsuccess = () => resolve(counted.result);
      request.result.close();
    };
  }));
}

/* onPage(name, body, options) is a test with its own page. The option `query` is added to the address,
 * `fresh` uses a browser without stored data, and the others are Playwright's. */
export function suite() {
  if (!shared.begun) {
    shared.begun = true;
    before(begin);
    after(async () => {
      await shared.browser.close();
      shared.server.close();
    });
  }
  return shared;
}

function onPage(name, body, { fresh = false, ...options } = {}) {
  test(name, async () => {
    const { query = '', ...device } = options;
    const page = fresh ? await openPage(shared.browser, shared.server.url + query, device)
      : await sharedPage(options);
    await withPage(page, body, fresh ? () => page.context().close() : () => leaveSharedPage(page));
  });
}

/* Measures the seconds of `work`: on the clock, and as processor time of all processes of the browser.
 * A busy machine increases only the first. */
export async function timed(browser, work) {
  const session = await browser.newBrowserCDPSession();
  const busy = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, each) => sum + each.cpuTime, 0);
  };
  const [start, before] = [performance.now(), await busy()];
  await work();
  const seconds = { clock: (performance.now() - start) / 1000, cpu: await busy() - before };
  await session.detach();
  return seconds;
}

/* ---- as a person ---- */

/* Types a board and confirms it. */
export async function take(page, text) {
  await page.click('#settings');
  await page.fill('#notation', text);
  await page.press('#notation', 'Enter');
}

/* Makes moves at once, as keys that the page hears. */
export const makeMoves = (page, moves) => page.evaluate((all) => {
  const keys = { U: 'w', D: 's', L: 'a', R: 'd' };
  for (const move of all) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: keys[move], bubbles: true }));
}, moves);

/* R2D is RRD. */
export const plainMoves = (moves) => moves.replace(/(.)(\d+)/g, (_, letter, times) => letter.repeat(Number(times)));

/* Presses once more if the page asks, because the clock runs or an attempt would end. A slow machine may be asked
 * again, since the page does not wait long; units.mjs counts how often it asks. */
async function sure(page, press) {
  for (let asked = true, i = 0; asked && i < 5; i++) {
    await press();
    asked = /^(The clock runs|This ends your attempt)/.test(await text(page, 'notice'));
  }
}

export const pressSure = (page, id) => sure(page, () => page.click(`#${id}`));

export const keySure = (page, key) => sure(page, () => page.keyboard.press(key));

/* Presses Solve and waits for the answer: {length, moves}. */
export async function solve(page, timeout = PATIENCE) {
  await pressSure(page, 'solve');
  await page.waitForFunction(
    () => /no solution is shorter/.test(document.getElementById('search-state').textContent),
    null, { timeout });
  const state = await page.textContent('#search-state');
  return { length: parseInt(state, 10), moves: plainMoves(await page.textContent('#player-moves')) };
}

export const text = (page, id) => page.textContent(`#${id}`);

/* A page that is still loading has no element `id` yet. */
export const waitForText = (page, id, pattern, timeout = PATIENCE) =>
  page.waitForFunction(([where, what]) => {
    const element = document.getElementById(where);
    return element !== null && new RegExp(what).test(element.textContent);
  }, [id, pattern.source], { timeout });

/* Returns the numbers on the board by their places on the screen, row by row. */
export function shownBoard(page) {
  return page.evaluate(() => {
    const board = document.getElementById('board');
    const at = (name, element) => Number(getComputedStyle(element).getPropertyValue(name));
    const columns = at('--columns', board);
    const cells = new Array(columns * at('--rows', board)).fill(0);
    for (const tile of board.querySelectorAll('.tile'))
      cells[at('--y', tile) * columns + at('--x', tile)] = Number(tile.textContent);
    return cells.join(' ');
  });
}

/* Returns the centre of a cell on the screen. */
export async function middle(page, cell) {
  const box = await page.locator('#board').boundingBox();
  const [columns, rows] = await page.evaluate(() => ['--columns', '--rows'].map((name) =>
    Number(document.getElementById('board').style.getPropertyValue(name))));
  return { x: box.x + ((cell % columns) + 0.5) * (box.width / columns),
    y: box.y + (Math.floor(cell / columns) + 0.5) * (box.height / rows) };
}

/* Drops files onto the page, as a file manager does. */
export async function drop(page, files) {
  const session = await page.context().newCDPSession(page);
  const box = await page.locator('#board').boundingBox();
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'])
    await session.send('Input.dispatchDragEvent', { type, x: box.x + 9, y: box.y + 9, data });
}
