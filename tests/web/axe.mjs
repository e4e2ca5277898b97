/*
 * axe-core, as the tests of the page use it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/* Fails if axe, which the page has loaded, finds anything. Colours are checked in light and dark, all else in
 * one of them. */
export async function check(page, where, frame = page) {
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
