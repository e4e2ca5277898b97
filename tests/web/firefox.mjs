/*
 * The page in Firefox, served and from a file, over WebDriver BiDi, which Firefox supports itself. The
 * page loads, is played by real keys, solves, builds better tables and finds them again.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { PAGE, serve } from './support.mjs';

const playwright = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
const { ws: WebSocket } = createRequire(import.meta.url)(join(playwright, 'lib/utilsBundle.js'));

const ADDRESS = /WebDriver BiDi listening on (ws:\S+)/;

let firefox, socket, server, profile, tab;
const waiting = new Map();
let nextId = 1;

function ask(method, params) {
  const id = nextId++;
  socket.send(JSON.stringify({ id, method, params }));
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

function hear(data) {
  const { id, result, error, message } = JSON.parse(data);
  const { resolve, reject } = waiting.get(id) ?? {};
  if (error) reject?.(new Error(`${error}: ${message}`));
  else resolve?.(result);
}

before(async () => {
  profile = mkdtempSync(join(tmpdir(), 'tilepdb-firefox-'));
  firefox = spawn(process.env.TILEPDB_FIREFOX ?? 'firefox-esr',
    ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile],
    { env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' }, stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise((resolve, reject) => {
    let told = '';
    firefox.stderr.on('data', (text) => {
      told += text;
      const found = ADDRESS.exec(told);
      if (found) resolve(found[1]);
    });
    firefox.on('exit', () => reject(new Error(`Firefox ended: ${told}`)));
  });
  socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = ({ message }) => reject(new Error(message));
  });
  socket.onmessage = ({ data }) => hear(data);
  await ask('session.new', { capabilities: {} });
  tab = (await ask('browsingContext.create', { type: 'tab' })).context;
  server = await serve();
});

after(async () => {
  server?.close();
  const ended = new Promise((resolve) => firefox.on('exit', resolve));
  firefox.kill();
  await ended;
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
});

/* Returns the value of an expression in the page, as a string. */
async function valueOf(expression) {
  const { result, exceptionDetails } = await ask('script.evaluate',
    { expression: `(async () => String(await ${expression}))()`, target: { context: tab }, awaitPromise: true });
  assert.equal(exceptionDetails, undefined, exceptionDetails?.text);
  return result.value;
}

async function until(expression, seconds = 60) {
  const end = performance.now() + 1000 * seconds;
  while (await valueOf(expression) !== 'true') {
    assert.ok(performance.now() < end, expression);
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
}

const open = async (url) => {
  await ask('browsingContext.navigate', { context: tab, url, wait: 'complete' });
  await until("document.body.classList.contains('ready')");
};

const text = (id) => `document.getElementById('${id}').textContent`;

const press = (keys) => ask('input.performActions', { context: tab, actions: [{ type: 'key', id: 'keys',
  actions: keys.flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }]) }] });

const ENTER = '\uE007';
/* Returns whether the page's tables are in the browser's store. */
const KEPT = `new Promise((resolve) => {
  const request = indexedDB.open('tilepdb', 1);
  request.onsuccess = () => {
    const counted = request.result.transaction('tables').objectStore('tables').count();
    counted.onsuccess = () => resolve(counted.result > 0);
    request.result.close();
  };
})`;
const BOARD = '?board=1,2,3,4/5,6,7,8/9,10,15,11/13,14,0,12'; /* DLU */

async function playAndSolve(url) {
  await open(url + BOARD);
  await press(['s', 'a']);
  assert.equal(await valueOf(text('made')), '2');
  await press(['w']);
  await until(`${text('notice')}.startsWith('Solved in 3 moves')`);
  await until(`${text('train-solves')} === '1'`);
  await open(url + BOARD);
  await press([ENTER]);
  await until(`${text('search-state')}.startsWith('3 moves, and no solution is shorter')`);
  assert.equal(await valueOf(text('player-moves')), 'DLU');
}

test('it plays and solves from a server', () => playAndSolve(server.url));

test('and from a file', () => playAndSolve(pathToFileURL(PAGE).href));

test('a puzzle is typed in, and its moves are named', async () => {
  await open(server.url);
  const click = (selector) => valueOf(`document.querySelector('${selector}').click()`);
  await click('#enter');
  assert.equal(await valueOf("document.getElementById('entry').open"), 'true');
  for (const tile of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 11, 13, 14, 0]) await click(`#entry-keys [data-tile="${tile}"]`);
  await click('#entry-done');
  for (const step of ['Move 15 down', 'Move 11 left', 'Move 12 up']) {
    await until(`${text('player-step')} === '${step}'`);
    await click('#player-next');
  }
  await until(`${text('player-step')} === 'Solved'`);
});

test('better tables are built, and kept', async () => {
  await open(server.url);
  await until(`/^7-7-1: 35 MB, built here/.test(${text('database-state')})`, 90);
  await until(KEPT);
  await open(server.url);
  await until(`/^7-7-1: 35 MB, kept by your browser/.test(${text('database-state')})`, 30);
});

test('nothing sticks out, and the controls are in sight', async () => {
  for (const [width, height] of [[1366, 650], [768, 1024], [360, 640]]) {
    await ask('browsingContext.setViewport', { context: tab, viewport: { width, height } });
    await open(server.url);
    assert.equal(await valueOf('document.documentElement.scrollWidth <= innerWidth'), 'true', `${width}`);
    assert.equal(await valueOf(
      "document.getElementById('solve').getBoundingClientRect().bottom <= innerHeight"), 'true', `${width}`);
  }
});

test('a large board has a solution that gets better, and what is proven', async () => {
  await open(`${server.url}?board=24,1,22,3,20/5,18,7,16,9/14,11,12,13,10/15,8,17,6,19/4,21,2,23,0`);
  await press([ENTER]);
  await until(`/^\\d+ moves, at least \\d+\\. Looking/.test(${text('search-state')})`);
  const first = parseInt(await valueOf(text('search-state')), 10);
  await until(`parseInt(${text('search-state')}) < ${Math.min(first, 190)}`);
  await press([ENTER]); /* Enter stops the search */
  await until(`/^Stopped\\. No solution has fewer than \\d+ moves/.test(${text('search-state')})`);
});
