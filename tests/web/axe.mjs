/*
 * axe-core, as the tests of the page use it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { LONG } from './support.mjs';

export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/* Fails if axe, which the page has loaded, finds anything within `part`, a selector. Contrast takes most of axe's
 * time. So it is checked in light and dark where `colours` is 'both', as on a desktop, and in LONG; other devices
 * have the same elements and colours, so they have 'light', or 'none'. */
export async function check(page, where, { frame = page, part = 'html', colours = 'both' } = {}) {
  const wanted = LONG ? 'both' : colours;
  const run = (rules) => frame.evaluate(async ([within, options, least]) => {
    const { violations, passes } = await window.axe.run(within, { resultTypes: ['violations'], ...options });
    if (passes.length <= least) return ['critical: axe did not look at the page'];
    return violations.map(({ impact, id, nodes }) => `${impact} ${id}: ${nodes[0].html}`);
  }, [part, rules, rules.runOnly ? 0 : part === 'html' ? 20 : 5]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const findings = await run({ rules: { 'color-contrast': { enabled: wanted !== 'none' } } });
  if (wanted === 'both') {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    findings.push(...(await run({ runOnly: ['color-contrast'] })).map((each) => `in the dark: ${each}`));
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  }
  for (const finding of findings) console.log(`# ${where}: ${finding}`);
  assert.deepEqual(findings, [], where);
}
