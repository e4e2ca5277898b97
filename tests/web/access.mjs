/*
 * Accessibility by axe-core: no finding, in light and dark, on a desktop and a phone, in every view and
 * state; what is read aloud, and how often; forced colours.
 */
import assert from 'node:assert/strict';
import { AXE, check } from './axe.mjs';
import { LONG, PHONE, keySure, solve, suite, take, waitForText, openLearn } from './support.mjs';

const TABS = ['play', 'learn', 'solves', 'daily', 'settings'];

const shared = suite();
const { onPage } = shared;

for (const [name, options] of Object.entries({ desktop: {}, phone: PHONE })) {
  onPage(`nothing is found on a ${name}`, async (page) => {
    await page.evaluate(AXE);
    const look = (where) => check(page, `${name}, ${where}`, { colours: name === 'desktop' ? 'both' : 'light' });
    await take(page, '2 1 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0');
    await look('unsolvable');
    await page.click('#mend');
    await page.click('#tab-play');
    await page.click('#enter');
    await page.click('#entry-keys [data-tile="9"]');
    await look('a puzzle that is typed in');
    await page.fill('#entry-text', '2 1 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0');
    await look('one that has no solution');
    await page.fill('#entry-text', '1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12');
    await page.click('#entry-done');
    await page.waitForSelector('#player:not([hidden])');
    await look('move by move');
    for (const key of ['ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
    await keySure(page, 'r');
    for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
    await page.click('#tab-solves');
    await page.click('#solves button');
    await look('a list of solves');
    await take(page, '9 7 3 15 / 6 8 2 4 / 11 1 10 14 / 13 0 5 12');
    await solve(page);
    for (const name of ['search', 'tree', 'tables', 'compare', 'gallery']) await openLearn(page, name);
    for (const tab of name === 'desktop' || LONG ? TABS : ['learn']) {
      await page.click(tab === 'settings' ? '#settings' : `#tab-${tab}`);
      if (tab === 'settings') await page.selectOption('#goal', 'other');
      await look(tab);
    }
    await page.click('#tab-learn');
    await page.click('#lesson-open');
    await page.fill('#lesson-name', 'Ada');
    await page.fill('#lesson-moves', '99');
    await page.press('#lesson-moves', 'Enter');
    await look('a lesson');
    await page.click('#lesson-end');
    await page.click('#settings');
    await page.selectOption('#size', '6x6');
    await page.click('#scramble');
    await page.click('#solve');
    await page.waitForSelector('#player:not([hidden])');
    await look('a large board');
    await page.click('#solve');
    await take(page, '1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12');
    await page.click('#settings');
    await page.check('#edit');
    await page.press('#board', 'Enter');
    await look('editing');
  }, { ...options, colorScheme: 'light', reducedMotion: 'reduce' });
}

/* ---- what is said, and what colours alone would say ---- */

const HARD = '0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1';
const EASY = '1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12'; /* DLU */

/* Keeps what an element says from now on, in `window.said`. */
const listen = (page, id) => page.evaluate((which) => {
  window.said = [];
  const element = document.getElementById(which);
  new MutationObserver(() => window.said.push(element.textContent))
    .observe(element, { subtree: true, childList: true, characterData: true });
}, id);

const said = (page) => page.evaluate(() => window.said.splice(0));

onPage('progress is quiet, and the answer is said', async (page) => {
  await take(page, HARD);
  await listen(page, 'notice');
  await solve(page);
  await page.click('#player-play'); /* pause */
  assert.deepEqual((await said(page)).filter((each) => each !== ''), ['Searching …', '80 moves, and no solution is shorter.']);
  await page.click('#settings');
  await page.selectOption('#size', '7x7');
  await page.click('#scramble');
  await waitForText(page, 'notice', /to go\.$/);
  await said(page);
  await page.click('#solve');
  await waitForText(page, 'progress', /^[\d,]+ moves, at least \d+\.$/);
  const first = await said(page);
  assert.match(first.at(-1), /^[\d,]+ moves, at least \d+\. Looking for fewer …$/);
  assert.equal(first.length, 1);
  await page.evaluate(() => new Promise((enough) => { /* ten more lines of progress */
    let lines = 0;
    new MutationObserver(() => ++lines >= 10 && enough()).observe(document.getElementById('progress'), { childList: true });
  }));
  await page.click('#solve');
  await waitForText(page, 'notice', /^Stopped\./);
  assert.equal((await said(page)).length, 1);
});

onPage('what is built beside is named once', async (page) => {
  await listen(page, 'better-state');
  await openLearn(page, 'tables');
  await page.click('#better');
  await waitForText(page, 'better-done', /^[1-9]\d* %$/);
  await waitForText(page, 'better-state', /^Building 7-8 beside …$/);
  assert.ok((await said(page)).length <= 3); /* with one that was built before */
}, { fresh: true });

/* An element's looks, by the names of its styles. */
const looks = (page, selector, ...names) => page.locator(selector).first().evaluate((element, [each]) =>
  each.map((name) => getComputedStyle(element)[name]).join(' '), [names]);

for (const forcedColors of ['none', 'active']) {
  onPage(`+2 and DNF look otherwise once they are on${forcedColors === 'active' ? ', in forced colours' : ''}`, async (page) => {
    await page.evaluate(() => { localStorage['tilepdb solves 4x4'] = '[[11, 5]]'; });
    await page.reload();
    await page.waitForSelector('body.ready');
    await page.emulateMedia({ forcedColors, reducedMotion: 'reduce' });
    await page.click('#tab-solves');
    await page.click('#solves button');
    for (const label of ['+2', 'DNF']) {
      const selector = `[aria-label="${label} for this solve"]`;
      const seen = async () => {
        await page.mouse.move(0, 0);
        await page.focus('#board');
        return looks(page, selector, 'backgroundColor', 'color');
      };
      const off = await seen();
      await page.click(selector);
      await page.waitForSelector(`${selector}[aria-pressed=true]`);
      assert.notEqual(await seen(), off, label);
    }
  });
}

onPage('forced colours leave the frame, the hint and the tab in front', async (page) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await take(page, EASY);
  assert.match(await looks(page, '#board', 'borderTopStyle', 'borderTopWidth'), /^solid [1-9]/);
  await page.press('#board', 'h');
  await waitForText(page, 'notice', /^Move 15 down/);
  const marked = await looks(page, '.tile[data-hint] span', 'outlineStyle', 'outlineWidth');
  assert.match(marked, /^solid [1-9]/);
  const arrow = await page.locator('.tile[data-hint] span').evaluate((tile) => getComputedStyle(tile, '::after').backgroundColor);
  assert.notEqual(arrow, await looks(page, '.tile:not([data-hint]) span', 'backgroundColor'));
  assert.notEqual(arrow, 'rgba(0, 0, 0, 0)');
  const under = await page.locator('[role=tab]').evaluateAll((all) => all.map((tab) =>
    [tab.getAttribute('aria-selected'), getComputedStyle(tab).borderBottomColor === getComputedStyle(document.body).backgroundColor
      || getComputedStyle(tab).borderBottomColor === getComputedStyle(document.documentElement).backgroundColor]));
  assert.deepEqual(under.map(([on, hidden]) => (on === 'true') !== hidden), under.map(() => true));
  await page.evaluate(AXE);
  await check(page, 'forced colours');
  const frame = await looks(page, '#board', 'borderTopColor');
  for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
  await page.waitForSelector('#board.solved');
  assert.notEqual(await looks(page, '#board', 'borderTopColor'), frame);
}, { colorScheme: 'light' });

onPage('forced colours leave the text of filled buttons', async (page) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.click('#scramble');
  for (const id of await page.locator('button.primary:visible').evaluateAll((all) => all.map((each) => each.id))) {
    /* Text is drawn on a backplate in the colour of the page, unless the button keeps its own colours. */
    const { adjust, colour, back } = await page.locator(`#${id}`).evaluate((button) => {
      const { forcedColorAdjust: adjust, color: colour, backgroundColor: back } = getComputedStyle(button);
      return { adjust, colour, back };
    });
    assert.equal(adjust, 'none', id);
    assert.notEqual(colour, back, id);
  }
});

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
  await check(page, 'frame', { frame });
}, { colorScheme: 'light', reducedMotion: 'reduce' });

/* The texts of the page, spoken ones too. */
async function labelsOf(page) {
  for (const tab of ['solves', 'daily']) await page.click(`#tab-${tab}`);
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) if (!/SCRIPT|STYLE/.test(texts.currentNode.parentElement.tagName)) found.push(texts.currentNode.data.trim());
    for (const each of document.querySelectorAll('*')) found.push(...['aria-label', 'placeholder', 'title'].map((name) => each.getAttribute(name) ?? ''));
    return found.filter((text) => /[a-z]{2}/.test(text));
  });
}

const BOTH = /^(?:tilepdb|Puzzle|Name|Enter|Esc|Deutsch|English|◐ Auto|IDA\*, Manhattan|R2D2L2U|wasd|[\d., ]+(?:kB|MB|ms|min|Auto).*)$/;

onPage('all of the page is in German', async (page) => {
  const german = await labelsOf(page);
  await shared.openLink(page.url().replace('=de', '=en'), async (other) => {
    const english = await labelsOf(other);
    assert.ok(english.length > 300 && Math.abs(german.length - english.length) < 20, `${german.length} ${english.length}`);
    assert.deepEqual([...new Set(german.filter((text) => english.includes(text) && !BOTH.test(text)))], []);
    assert.equal(await other.evaluate(() => document.documentElement.lang), 'en');
  });
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
  await page.evaluate(AXE);
  for (const tab of TABS) {
    await page.click(tab === 'settings' ? '#settings' : `#tab-${tab}`);
    await check(page, `German, ${tab}`);
  }
}, { query: '?lang=de', colorScheme: 'light', reducedMotion: 'reduce' });

onPage('the language of a link outlasts a reload, until another one is chosen', async (page) => {
  await take(page, EASY);
  assert.doesNotMatch(page.url(), /lang=/);
  await page.reload();
  await waitForText(page, 'tab-play', /^Spielen$/);
  await page.waitForSelector('body.ready');
  await page.click('#settings');
  await page.selectOption('#language', 'en');
  await waitForText(page, 'tab-play', /^Play$/);
}, { query: '?lang=de' });

onPage('the language is chosen in the page, which keeps the game', async (page) => {
  await take(page, EASY);
  await page.press('#board', 'ArrowDown');
  await waitForText(page, 'made', /^1$/);
  await page.click('#settings');
  assert.deepEqual(await page.locator('#language option').allTextContents(), ['Deutsch', 'English']);
  await page.selectOption('#language', 'de');
  await waitForText(page, 'tab-play', /^Spielen$/);
  await page.waitForSelector('body.ready');
  assert.match(page.url(), /^[^?]*\?board=/);
  await waitForText(page, 'made', /^1$/);
  await page.reload();
  await page.waitForSelector('body.ready');
  assert.equal(await page.inputValue('#language'), 'de');
  await page.click('#settings');
  await page.selectOption('#language', 'en');
  await waitForText(page, 'tab-play', /^Play$/);
  await page.waitForSelector('body.ready');
}, { reducedMotion: 'reduce' });

const DAY_LINK = '?day=2026-11-26&for=moves&moves=R9&check=x';

onPage('what is told is German, too', async (page) => {
  const enter = async (field, value) => {
    await page.fill(field, value);
    await page.press(field, 'Enter');
  };
  await page.click('#settings');
  await enter('#notation', '1 2 3 3');
  await waitForText(page, 'notation-note', /^3 ist kein Stein|^Stein 3 ist zweimal da/);
  await enter('#notation', EASY);
  await waitForText(page, 'notation-note', /^Das ist jetzt das Brett\.$/);
  await enter('#notation', 'http://a.example/?board=x');
  await waitForText(page, 'notation-note', /Zahl/);
  await waitForText(page, 'notice', /^Der Link enthält kein lesbares Brett\.$/);
  await page.selectOption('#goal', 'other');
  await enter('#goal-text', '1 2 3 3');
  await waitForText(page, 'goal-note', /Stein/);
  await page.click('#tab-learn');
  await page.click('#lesson-open');
  await page.fill('#lesson-name', 'Ada');
  await enter('#lesson-moves', 'UUUUUUU');
  await waitForText(page, 'lesson-note', /nicht möglich/);
  await enter('#lesson-moves', 'DLUR');
  await waitForText(page, 'lesson-note', /^Diese Züge lösen das Brett nicht\.$/);
  await page.click('#lesson-end');
  await take(page, EASY);
  await page.press('#board', 'ArrowDown');
  await waitForText(page, 'notice', /^15 nach unten\.$/);
  await page.click('#tab-play');
  await enter('#solution', 'UUUUUUU');
  await waitForText(page, 'solution-note', /nicht möglich/);
  await enter('#solution', 'LU');
  await waitForText(page, 'solution-note', /^2 Züge: Sie lösen das Brett/);
  await enter('#solution', DAY_LINK);
  await page.waitForTimeout(2000); /* the moves LU would have been played by now */
  for (const id of ['solution-note', 'notice', 'result-refused']) await waitForText(page, id, /^Die Züge passen nicht zum Brett\./);
  await take(page, '2 1 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0');
  await waitForText(page, 'notice', /^Von diesem Brett führen keine Züge/);
  await page.click('#tab-play');
  await page.click('#enter');
  await waitForText(page, 'entry-note', /^Tippe auf den Stein in Zeile 1/);
  await page.fill('#entry-text', '1 2 x y');
  await page.press('#entry-text', 'Enter');
  await waitForText(page, 'entry-note', /Zahl/);
  await page.evaluate(AXE);
  await check(page, 'German, told');
}, { query: '?lang=de', colorScheme: 'light', reducedMotion: 'reduce' });

onPage('the keyboard alone plays, solves and goes from view to view', async (page) => {
  const focused = () => page.evaluate(() => document.activeElement.id);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter'); /* the link to the board */
  assert.equal(await focused(), 'board');
  for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await page.waitForSelector('#player:not([hidden])');
  for (let i = 0; i < 60 && (await focused()) !== 'tab-play'; i++) await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowRight');
  assert.equal(await focused(), 'tab-learn');
  assert.equal(await page.isVisible('#panel-learn'), true);
  assert.equal(await page.isVisible('#panel-play'), false);
  const ring = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.equal(ring, 'solid');
});

onPage('nothing sticks out of a narrow phone in German', async (page) => {
  for (const tab of ['play', 'learn', 'solves', 'daily']) {
    await page.click(`#tab-${tab}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, tab);
  }
}, { ...PHONE, viewport: { width: 320, height: 640 }, query: '?lang=de' });
