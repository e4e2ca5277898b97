/*
 * All views within reach: in forced colours, at 200 % on a desktop and a phone, with two fingers, and a whole
 * solve by the keyboard alone.
 */
import assert from 'node:assert/strict';
import { AXE, check } from './axe.mjs';
import { PHONE, middle, shownBoard, solutions, suite, text, waitForText } from './support.mjs';

const { onPage } = suite();

const tabsOf = (page) => page.locator('[role=tab]').evaluateAll((tabs) => tabs.map(({ id }) => id));

/* ---- forced colours ---- */

onPage('nothing is found in any view in forced colours', async (page) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.evaluate(AXE);
  for (const tab of await tabsOf(page)) {
    await page.click(`#${tab}`);
    await check(page, tab, { colours: 'light' });
  }
}, { colorScheme: 'light' });

/* ---- 200 % ---- */

/* Twice as large is half as many pixels. */
for (const [name, options] of Object.entries({ desktop: { viewport: { width: 640, height: 450 } }, phone: { ...PHONE, viewport: { width: 180, height: 370 } } })) {
  onPage(`at 200 % on a ${name} nothing is cut off`, async (page) => {
    for (const tab of await tabsOf(page)) {
      await page.click(`#${tab}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${tab}: ${wide} pixels beyond the window`);
      const cut = await page.evaluate((id) => {
        const panel = document.getElementById(id.replace('tab', 'panel'));
        return [...panel.querySelectorAll('button, input, select, textarea, p')].filter((element) => {
          const { left, right, width } = element.getBoundingClientRect();
          return width > 0 && !element.closest('.table-wrap, .hidden') && (left < 0 || right > document.documentElement.clientWidth + 1);
        }).map((element) => element.id || element.textContent);
      }, tab);
      assert.deepEqual(cut, [], tab);
    }
  }, options);
}

/* ---- two fingers ---- */

onPage('two fingers make no move while a contest runs', async (page) => {
  await page.click('#tab-daily');
  await page.click('#day-speed');
  const before = await shownBoard(page);
  const session = await page.context().newCDPSession(page);
  const [a, b] = [await middle(page, 5), await middle(page, 9)];
  const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  await touch('touchStart', a);
  await touch('touchStart', a, b);
  for (const part of [10, 20, 30]) await touch('touchMove', { ...a, y: a.y - part }, { ...b, y: b.y + part });
  await touch('touchEnd');
  assert.equal(await shownBoard(page), before);
  assert.equal(await text(page, 'made'), '0');
}, PHONE);

/* ---- the keyboard alone ---- */

const KEYS = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };

/* Tabs to an element, as a person does who cannot point. */
async function tabTo(page, id) {
  const focused = () => page.evaluate(() => document.activeElement.id);
  for (let i = 0; i < 80 && await focused() !== id; i++) await page.keyboard.press('Tab');
  assert.equal(await focused(), id);
}

onPage('the keyboard alone: a scramble, a whole solve, and its row in the list', async (page) => {
  await page.keyboard.press('Space');
  const [{ length, moves }] = solutions([await shownBoard(page)]);
  for (const move of moves.replace(/(.)(\d+)/g, (_, letter, times) => letter.repeat(Number(times)))) await page.keyboard.press(KEYS[move]);
  await waitForText(page, 'train-state', new RegExp(`^${length} moves in .* No solution is shorter\\.$`));
  const tabs = await tabsOf(page);
  await tabTo(page, 'tab-play');
  for (let i = tabs.indexOf('tab-solves') - tabs.indexOf('tab-play'); i > 0; i--) await page.keyboard.press('ArrowRight');
  assert.equal(await page.isVisible('#panel-solves'), true);
  await page.waitForSelector('#solves button');
});
