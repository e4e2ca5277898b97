/*
 * Months of solves: 10,000 of them, files of other programs, and browsers that keep nothing.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { suite, take, text, waitForText } from './support.mjs';

const EASY = '1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12'; /* DLU */

const { onPage } = suite();

const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tilepdb-history-'));
after(() => rmSync(folder, { recursive: true }));

const python = (script, args, input = '') =>
  execFileSync('python3', [join(here, script), ...args], { input, encoding: 'utf8', maxBuffer: 1e8 });

/* Adds a file and waits for what the page says of it. */
async function load(page, content, said) {
  await page.setInputFiles('#solves-import', { name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(content) });
  await waitForText(page, 'solves-note', said);
}

const ofFile = (solves) => JSON.stringify({ format: 'tilepdb solves', version: 1, solves });

/* Returns so many solves of 4x4, whose times follow from their number. */
const months = (count) => Array.from({ length: count }, (_, i) => ({ at: 1690000000000 + 3600000 * i, width: 4, height: 4,
  time: 9000 + ((i * 7919) % 10007), stm: 100 + (i % 83), mtm: 80 + (i % 61), penalty: i % 97 === 0 ? -1 : 0, session: i % 3 === 0 ? 'Evening' : '' }));

/* ---- thousands of solves ---- */

onPage('10,000 solves: the page draws as much as for 60, and the averages are those of Python', async (page) => {
  const counts = () => page.evaluate(() => ({ rows: document.querySelectorAll('#solves tr').length,
    elements: document.getElementById('panel-solves').querySelectorAll('*').length,
    points: [...document.querySelectorAll('#solves-course :is(path, polyline)')].reduce((sum, each) =>
      sum + (each.getAttribute('d') ?? each.getAttribute('points')).length, 0) }));
  await page.click('#tab-solves');
  assert.equal(await page.isVisible('#solves-graphs'), false); /* no chart without data */
  await load(page, ofFile(months(60)), /^tilepdb: 60 solves added\.$/);
  const few = await counts();
  const all = months(10000);
  await load(page, ofFile(all), /^tilepdb: 9,940 solves added, 60 were there already\.$/);
  await waitForText(page, 'solves-pages', /^1 to 50 of 10,000$/);
  const many = await counts();
  assert.equal(many.rows, 50);
  assert.ok(many.elements < few.elements + 60, `${few.elements}, ${many.elements}`); /* the averages of 100 and 1000 */
  assert.ok(many.points < 20000, String(many.points));
  const values = all.map(({ time, penalty }) => (penalty === 0 ? time : null));
  const [expected] = JSON.parse(python('averages.py', [], JSON.stringify([{ values, sizes: [5, 12, 50, 100, 1000], largest: false }])));
  const rows = await page.locator('#averages tr').evaluateAll((each) => each.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual(rows, [5, 12, 50, 100, 1000].map((size, i) => [`Average of ${size}`,
    ...[expected.averages[i].at(-1), Math.min(...expected.averages[i].filter(Number))].map((ms) => (Math.round(ms) / 1000).toFixed(3))]));
  assert.equal(await text(page, 'solves-mean'), (Math.round(expected.mean) / 1000).toFixed(3));
  await page.selectOption('#solves-order', 'time');
  await page.click('#solves-earlier');
  assert.equal(await text(page, 'solves-pages'), '51 to 100 of 10,000');
  const shown = await page.locator('#solves td:nth-child(2)').allTextContents();
  const fastest = values.filter((value) => value !== null).sort((a, b) => a - b).slice(50, 100);
  assert.deepEqual(shown, fastest.map((ms) => (ms / 1000).toFixed(3)));
  assert.match(await page.getAttribute('#solves-course', 'aria-label'), /^10,000 solves from Jul 22, 2023 to Sep \d+, 2024, the best 9\.001$/);
  assert.match(await page.getAttribute('#solves-bins', 'aria-label'), /^9,896 solves from 9\.001 to /);
  await page.selectOption('#session', { label: 'Evening' });
  await waitForText(page, 'solves-pages', /^1 to 50 of 3,334$/);
});

onPage('the graphs go over the solves or over the days', async (page) => {
  await page.click('#tab-solves');
  const solve = { width: 4, height: 4, time: 10000 };
  await load(page, ofFile([1, 2, 3, 100].map((day) => ({ ...solve, at: 1690000000000 + 86400000 * day, time: 10000 + day }))), /4 solves added/);
  const places = () => page.getAttribute('#solves-course path', 'd').then((path) => [...path.matchAll(/M([\d.]+)/g)].map(([, x]) => Number(x)));
  const even = await places();
  assert.ok(Math.abs((even[1] - even[0]) - (even[3] - even[2])) < 5, String(even));
  await page.selectOption('#solves-by', 'date');
  const days = await places();
  assert.ok(days[3] - days[2] > 10 * (days[2] - days[0]), String(days));
});

/* ---- files ---- */

onPage('all solves go to a file and come back, as they were', async (page) => {
  await take(page, EASY);
  await page.focus('#board');
  for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
  await waitForText(page, 'train-solves', /^1$/);
  await page.click('#tab-solves');
  await load(page, ofFile([{ width: 3, height: 3, time: 5000 }]), /1 solve added\.$/);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#solves-export')]);
  const saved = readFileSync(await download.path());
  const { solves } = JSON.parse(saved);
  assert.deepEqual(solves.map(({ width, moves }) => [width, moves]), [[3, ''], [4, 'DLU']]);
  assert.equal(solves[1].times.length, 3);
  const [save, add] = await Promise.all(['#solves-export', '#panel-solves .button.small'].map((each) => page.locator(each).boundingBox()));
  assert.equal(save.height, add.height);
  await page.click('#solves button');
  await page.click('#solves [data-name=DNF]');
  await load(page, saved, /^tilepdb: 0 solves added, 2 were there already\.$/); /* and stay as they are marked */
  assert.equal(await page.getAttribute('#solves [data-name=DNF]', 'aria-pressed'), 'true');
  await page.click('#solves [data-name=delete]');
  await waitForText(page, 'train-solves', /^0$/);
  await load(page, saved, /^tilepdb: 1 solve added, 1 was there already\.$/);
  await waitForText(page, 'train-solves', /^1$/);
  for (const wrong of ['x', '{}', 'null', '{"list":"x","solves":[]}'])
    await load(page, wrong, /^a\.json has no solves of this page, of csTimer or of slidysim\.$/);
  await load(page, 'SQLite format 3\0'.padEnd(600, 'x'), /^a\.json is damaged\.$/);
});

onPage("csTimer's and slidysim's solves are all there", async (page) => {
  await page.click('#tab-solves');
  const session = Array.from({ length: 120 }, (_, i) => [[0, 20000 + i], 'D R U L', i === 119 ? 'a quick corner' : '', 1700000000 + i]);
  await load(page, JSON.stringify({ session1: session, session2: session.slice(0, 7), properties: { sessionData: JSON.stringify({
    1: { name: 'Home', opt: { scrType: '15prp' } }, 2: { name: 2, opt: { scrType: '333' } } }) } }),
  /^csTimer: 120 solves added, 7 are no finished solves of these puzzles\.$/);
  await waitForText(page, 'train-solves', /^120$/);
  await page.click('#solves button[aria-label^="Solve 120, "]');
  assert.equal(await page.locator('#solves .detail p').first().textContent(), 'Note: a quick corner');
  const file = join(folder, 'solves.db');
  const of4x4 = JSON.parse(python('slidysim.py', [file, '30'])).filter(({ width }) => width === 4).length;
  await load(page, readFileSync(file), /^slidysim: 43 solves added, 1 is no finished solve of these puzzles\.$/);
  await waitForText(page, 'train-solves', new RegExp(`^${120 + of4x4}$`));
  await page.selectOption('#session', { label: 'slidysim' });
  await page.click('#solves button');
  await page.click('#solves [data-name=watch]');
  await waitForText(page, 'solution-note', /^\d+ moves: they solve the board\./);
});

/* ---- browsers that keep nothing ---- */

const BROKEN = {
  forbidden: async (page) => {
    await page.addInitScript(() => { IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); }; });
    await page.reload();
    await page.waitForSelector('body.ready');
  },
  full: async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 1 });
  },
};

for (const [trouble, cause] of Object.entries(BROKEN)) {
  onPage(`a store that is ${trouble} is spoken of, and the page goes on`, async (page) => {
    await cause(page);
    for (const solves of [1, 2]) {
      await take(page, EASY);
      await page.focus('#board');
      for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
      await waitForText(page, 'train-solves', new RegExp(`^${solves}$`));
    }
    assert.match(await text(page, 'train-kept'), trouble === 'full' ? /^This browser has no room for more solves: / : /^This browser keeps no solves: /);
    await page.click('#tab-solves');
    assert.equal(await page.locator('#solves tr').count(), 2);
    await page.click('#solves button');
    await page.click('#solves [data-name=DNF]');
    await page.waitForSelector('#solves [aria-pressed=true]');
    await page.click('#solves [data-name=delete]');
    await waitForText(page, 'train-solves', /^1$/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#solves-export')]);
    assert.equal(JSON.parse(readFileSync(await download.path())).solves.length, 1);
  }, { fresh: true });
}
