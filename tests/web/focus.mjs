/*
 * The board and the clock alone, inspection before a solve, a worksheet on paper, and the bests of all sizes.
 */
import assert from 'node:assert/strict';
import { AXE, check } from './axe.mjs';
import { PHONE, plainMoves, shownBoard, solutions, suite, take, text, waitForText } from './support.mjs';

const EASY = '1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12'; /* DLU */
const KEYS = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };

const { onPage } = suite();

const visible = (page, ids) => Promise.all(ids.map((id) => page.isVisible(`#${id}`)));

for (const [name, options] of Object.entries({ desktop: {}, 'small phone': { ...PHONE, viewport: { width: 320, height: 568 } },
  'phone that lies': { ...PHONE, viewport: { width: 740, height: 360 } } })) {
  onPage(`on a ${name} the focus has board and clock alone, in sight`, async (page) => {
    await page.evaluate(AXE);
    await page.click('#settings');
    await page.selectOption('#clock', 'large');
    await page.click('#focus');
    assert.deepEqual(await visible(page, ['board', 'time', 'scramble', 'focus-leave']), [true, true, true, true]);
    assert.deepEqual(await visible(page, ['tab-play', 'settings', 'solve', 'hint', 'side', 'panel-play']), Array(6).fill(false));
    const { width, height } = page.viewportSize();
    for (const id of ['board', 'time', 'scramble']) {
      const { x, y, width: wide, height: high } = await page.locator(`#${id}`).boundingBox();
      assert.ok(x >= 0 && y >= 0 && x + wide <= width + 1 && y + high <= height + 1, `${id} ${x} ${y} ${wide} ${high}`);
    }
    await check(page, `${name}, focus`, { colours: name === 'desktop' ? 'both' : 'light' });
    await page.click('#focus-leave');
    assert.deepEqual(await visible(page, ['tab-play', 'solve', 'focus-leave']), [true, true, false]);
    await page.keyboard.press('z');
    assert.ok(await page.isHidden('#solve'));
    await page.keyboard.press('z');
    assert.ok(await page.isVisible('#solve'));
  }, { reducedMotion: 'reduce', ...options });
}

onPage('a clock that is hidden is so while it runs', async (page) => {
  await page.click('#settings');
  await page.selectOption('#clock', 'hidden');
  await take(page, EASY);
  const shown = () => page.evaluate(() => getComputedStyle(document.getElementById('time')).visibility);
  assert.equal(await shown(), 'visible');
  await page.press('#board', 'ArrowDown');
  assert.equal(await shown(), 'hidden');
  for (const key of ['ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
  assert.equal(await shown(), 'visible');
});

/* A scramble that is inspected for so many seconds, and then solved. */
async function solveLate(page, seconds, said) {
  await page.click('#tab-play');
  await page.click('#scramble');
  await waitForText(page, 'time', /^1[0-5]$/);
  await page.evaluate((more) => { window.later += 1000 * more; }, seconds);
  await waitForText(page, 'time', said);
  const board = await shownBoard(page);
  const [{ moves }] = solutions([board], ['--heuristic', 'manhattan']);
  for (const move of plainMoves(moves)) await page.keyboard.press(KEYS[move]);
  await page.waitForSelector('#board.solved');
}

onPage('who begins late after inspection has +2, and then DNF', async (page) => {
  await page.evaluate(() => {
    const now = performance.now.bind(performance);
    window.later = 0;
    performance.now = () => now() + window.later;
  });
  await page.click('#settings');
  await page.selectOption('#size', '3x3');
  await page.check('#inspect');
  await page.click('#settings-done');
  await solveLate(page, 0, /^1[0-5]$/);
  await waitForText(page, 'train-state', / a second\. /);
  await solveLate(page, 15, /^\+2$/);
  await waitForText(page, 'train-state', / a second, \+2\. /);
  await solveLate(page, 30, /^DNF$/);
  await waitForText(page, 'train-state', / a second, DNF\. /);
  await waitForText(page, 'train-solves', /^3$/);
  await page.click('#tab-solves');
  const times = await page.locator('#solves td:nth-child(2) button').allTextContents();
  assert.deepEqual(times.map((time) => time.replace(/[\d.:]+/, 'x')), ['DNF(x)', 'x+', 'x']);
  await page.click('#tab-daily');
  await page.click('#day-speed'); /* nobody inspects a board that everyone knows */
  assert.equal(await text(page, 'time'), '0.000');
});

onPage('a worksheet has six boards, and their shortest solutions on a second page', async (page) => {
  await page.click('#settings');
  await page.selectOption('#size', '3x3');
  await page.evaluate(() => {
    window.print = () => {
      const texts = (selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent);
      const boards = [...document.querySelectorAll('#sheet .miniature')].map((each) => [...each.children].map((cell) => cell.textContent || '0').join(' '));
      window.printed = { boards, heads: texts('#sheet h2'), solutions: texts('#sheet section + section li'), class: document.body.className };
    };
  });
  await page.click('#tab-learn');
  await page.click('#worksheet');
  await page.waitForFunction(() => window.printed);
  const sheet = await page.evaluate(() => window.printed);
  assert.deepEqual(sheet.heads, ['Solve these boards in as few moves as you can.', 'Solutions']);
  assert.match(sheet.class, /\bon-paper\b/);
  assert.equal(sheet.boards.length, 6);
  const lengths = solutions(sheet.boards, ['--heuristic', 'manhattan']).map(({ length }) => length);
  assert.deepEqual(sheet.solutions.map((said) => parseInt(said, 10)), lengths);
  await waitForText(page, 'worksheet', /^Print a worksheet$/);
  assert.ok(await page.isHidden('#sheet'));
  await page.evaluate(() => document.body.classList.add('on-paper'));
  await page.emulateMedia({ media: 'print' });
  assert.ok(await page.isVisible('#sheet'));
  assert.ok(await page.isHidden('#side'));
});

onPage('the bests of all sizes are in one table', async (page) => {
  const solves = [[3, 3, 5000, 20], [3, 3, 4000, 30], [4, 4, 60000, 100], ...[1, 2, 3, 4, 5].map((time) => [5, 5, 100000 * time, 200 + time])]
    .map(([width, height, time, stm], i) => ({ at: 1690000000000 + i, width, height, time, stm, mtm: stm - 5 }));
  await page.click('#tab-solves');
  await page.setInputFiles('#solves-import', { name: 'a.json', mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ format: 'tilepdb solves', version: 1, solves })) });
  await waitForText(page, 'solves-note', /^tilepdb: 8 solves added/);
  await page.click('#bests-box summary');
  await page.waitForSelector('#bests tr:nth-child(3)');
  const rows = await page.locator('#bests tr').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent).join(' | ')));
  assert.deepEqual(rows, ['3 × 3 | 4.000 | – | – | 20 | 2', '4 × 4 | 1:00.000 | – | – | 100 | 1', '5 × 5 | 1:40.000 | 5:00.000 | – | 201 | 5']);
});
