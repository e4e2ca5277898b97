/*
 * The first screen, as a stranger sees it: what this is, a board that can be played at once, and nothing
 * of the search before there is one.
 */
import assert from 'node:assert/strict';
import { PHONE, shownBoard, suite, text, waitForText } from './support.mjs';

const SOLVED = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0';
const { onPage } = suite();

const primary = (page) => page.locator('.actions .primary').evaluateAll((all) => all.map(({ id }) => id));

for (const [name, options] of Object.entries({ 'a small phone': { ...PHONE, viewport: { width: 360, height: 740 } }, 'a desktop': {} })) {
  onPage(`a stranger on ${name} plays a scrambled board after one tap`, async (page) => {
    const { width, height } = page.viewportSize();
    for (const selector of ['.tagline', '#board', '#scramble']) {
      const box = await page.locator(selector).boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width, `${selector}: ${JSON.stringify(box)}`);
    }
    for (const id of ['search-results', 'better', 'database-state', 'drop']) assert.equal(await page.isVisible(`#${id}`), false, id);
    assert.doesNotMatch(await page.locator('body').innerText(), /limit|boards seen|7-7-1|6-6-3|pdbgen|fringe|layered|exhausted|permutation/i);
    assert.deepEqual(await primary(page), ['scramble']);
    await page.click('#scramble');
    const board = await shownBoard(page);
    assert.notEqual(board, SOLVED);
    assert.deepEqual(await primary(page), ['solve']);
    const gap = board.split(' ').indexOf('0');
    await page.keyboard.press(gap < 12 ? 'ArrowUp' : 'ArrowDown');
    assert.equal(await text(page, 'made'), '1'); /* in play */
    assert.equal(await page.isVisible('#search-results'), false);
    await page.click('#solve');
    await page.waitForSelector('#search-results', { state: 'visible' });
    await page.click('#solve');
    await page.click('#tables-box summary');
    await waitForText(page, 'database-state', /./);
    assert.equal(await page.isVisible('#database-state'), true);
  }, options);
}
