/*
 * Accessibility: axe-core has no finding, in light and dark, on a desktop and a phone, in every view
 * and state.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { LONG, PHONE, solve, suite, take } from './support.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TABS = ['search', 'train', 'setup', 'compare', 'gallery'];

const { onPage } = suite();

/* Colours are checked in light and dark, all else in one of them. */
async function check(page, where, frame = page) {
  const findings = await frame.evaluate(async () => {
    const { violations, passes } = await window.axe.run();
    if (passes.length <= 20) return ['critical: axe did not look at the page'];
    return violations.map(({ impact, id, nodes }) => `${impact} ${id}: ${nodes[0].html}`);
  });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  findings.push(...await frame.evaluate(async () => {
    const { violations } = await window.axe.run({ runOnly: ['color-contrast'] });
    return violations.map(({ impact, nodes }) => `${impact} contrast in the dark: ${nodes[0].html}`);
  }));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  for (const finding of findings) console.log(`# ${where}: ${finding}`);
  assert.deepEqual(findings, [], where);
}

for (const [name, options] of Object.entries({ desktop: {}, phone: PHONE })) {
  onPage(`nothing is found on a ${name}`, async (page) => {
    await page.evaluate(AXE);
    await take(page, '2 1 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0');
    await check(page, `${name}, unsolvable`);
    await page.click('#mend');
    await page.click('#enter');
    await page.click('#entry-keys [data-tile="9"]');
    await check(page, `${name}, a puzzle that is typed in`);
    await page.fill('#entry-text', '2 1 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0');
    await check(page, `${name}, one that has no solution`);
    await page.fill('#entry-text', '1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12');
    await page.click('#entry-done');
    await page.waitForSelector('#player:not([hidden])');
    await check(page, `${name}, move by move`);
    for (const key of ['ArrowDown', 'ArrowLeft', 'r', 'r', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
    await page.evaluate(() => { document.getElementById('solves-box').open = true; });
    await check(page, `${name}, a list of solves`);
    await take(page, '9 7 3 15 / 6 8 2 4 / 11 1 10 14 / 13 0 5 12');
    await solve(page);
    for (const tab of name === 'desktop' || LONG ? TABS : ['search']) {
      await page.click(`#tab-${tab}`);
      if (tab === 'setup') await page.selectOption('#goal', 'other');
      await check(page, `${name}, ${tab}`);
    }
    await page.click('#tab-setup');
    await page.click('#lesson-open');
    await page.fill('#lesson-name', 'Ada');
    await page.fill('#lesson-moves', '99');
    await page.press('#lesson-moves', 'Enter');
    await check(page, `${name}, a lesson`);
    await page.click('#lesson-end');
    await page.selectOption('#size', '6x6');
    await page.click('#scramble');
    await page.click('#solve');
    await page.waitForSelector('#player:not([hidden])');
    await check(page, `${name}, a large board`);
    await page.click('#cancel');
    await take(page, '1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12');
    await page.click('#tab-setup');
    await page.check('#edit');
    await page.press('#board', 'Enter');
    await check(page, `${name}, editing`);
  }, { ...options, colorScheme: 'light', reducedMotion: 'reduce' });
}

onPage('nothing is found in a frame', async (page) => {
  await page.evaluate(() => {
    const frame = Object.assign(document.createElement('iframe'), { title: 'A puzzle',
      src: `${location.href.split('?')[0]}?embed&board=1,2,3,4/5,6,7,8/9,10,15,11/13,14,0,12` });
    frame.style.cssText = 'position: fixed; inset: 0; width: 420px; height: 640px';
    document.body.append(frame);
  });
  await page.frameLocator('iframe').locator('body.ready #solve').click();
  await page.frameLocator('iframe').locator('#player').waitFor();
  const frame = page.frames().at(-1);
  await frame.evaluate(AXE);
  await check(page, 'frame', frame);
}, { colorScheme: 'light', reducedMotion: 'reduce' });

onPage('the keyboard alone plays, solves and goes from view to view', async (page) => {
  const focused = () => page.evaluate(() => document.activeElement.id);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter'); /* the link to the board */
  assert.equal(await focused(), 'board');
  for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await page.waitForSelector('#player:not([hidden])');
  for (let i = 0; i < 60 && (await focused()) !== 'tab-search'; i++) await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  assert.equal(await focused(), 'tab-train');
  assert.equal(await page.isVisible('#panel-train'), true);
  assert.equal(await page.isVisible('#panel-search'), false);
  const ring = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.equal(ring, 'solid');
});
