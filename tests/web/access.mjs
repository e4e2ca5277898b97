/*
 * Accessibility by axe-core: no finding that is serious or critical, in light and dark, on a desktop
 * and a phone, in every view and state.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { PHONE, closePage, launch, openPage, serve, solve, take } from './support.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TABS = ['search', 'train', 'setup', 'compare', 'gallery'];

let browser, server;
before(async () => {
  [browser, server] = [await launch(), await serve()];
});
after(async () => {
  await browser.close();
  server.close();
});

async function check(page, where) {
  await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate(() => window.axe.run());
  assert.ok(passes.length > 20, 'axe looked at the page');
  const findings = violations.map(({ impact, id, nodes }) => `${impact} ${id}: ${nodes[0].html}`);
  for (const finding of findings) console.log(`# ${where}: ${finding}`);
  assert.deepEqual(findings.filter((finding) => /^(serious|critical)/.test(finding)), [], where);
}

for (const [name, options] of Object.entries({
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  phone: { ...PHONE, colorScheme: 'light' },
})) {
  test(name, async () => {
    const page = await openPage(browser, server.url, { ...options, reducedMotion: 'reduce' });
    await take(page, '2 1 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0');
    await check(page, `${name}, unsolvable`);
    await page.click('#mend');
    await take(page, '9 7 3 15 / 6 8 2 4 / 11 1 10 14 / 13 0 5 12');
    await solve(page);
    for (const tab of TABS) {
      await page.click(`#tab-${tab}`);
      await check(page, `${name}, ${tab}`);
    }
    await page.click('#tab-setup');
    await page.check('#edit');
    await page.press('#board', 'Enter');
    await check(page, `${name}, editing`);
    await closePage(page);
  });
}

test('the keyboard alone plays, solves and goes from view to view', async () => {
  const page = await openPage(browser, server.url);
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
  await closePage(page);
});
