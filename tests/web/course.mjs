/*
 * The course for beginners in a browser: whoever follows the shown moves solves the board.
 */
import assert from 'node:assert/strict';
import { AXE, check } from './axe.mjs';
import { LONG, PHONE, openLearn, suite, take, text, tool, waitForText } from './support.mjs';
import { boardText } from '../../web/page/search/core.js';
import { chapterGoal, exerciseBoard } from '../../web/page/learn/course.js';

const { onPage } = suite();

const ARROWS = { up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' };

/* Returns {tile, way} of the move that is shown, null if none is. */
const shown = (page) => page.evaluate(() => {
  const tile = document.querySelector('#course-board .tile[data-hint]');
  return tile && { tile: tile.textContent, way: tile.dataset.hint };
});

/* Makes the shown moves by keys, or by clicks, until none is shown. Returns how many. */
async function follow(page, clicks = false) {
  for (let made = 0; ; made++) {
    const move = await shown(page);
    if (!move) return made;
    assert.ok(made < 500, 'the shown moves do not end');
    if (clicks) await page.click('#course-board .tile[data-hint]');
    else await page.keyboard.press(ARROWS[move.way]);
  }
}

async function openCourse(page, size, chapter) {
  await openLearn(page, 'course');
  await page.selectOption('#course-size', size);
  await page.selectOption('#course-chapter', chapter);
  await page.focus('#course-board');
}

for (const size of ['3x3', '5x5']) { /* and 4x4 below */
  onPage(`the shown moves solve a board of ${size}, by keys alone`, async (page) => {
    await openCourse(page, size, 'whole');
    const made = await follow(page);
    assert.ok(made > 0);
    assert.ok((await text(page, 'course-news')).startsWith(`Solved! It took ${made} moves. Now you can solve any board of this size.`));
    assert.ok(await page.evaluate(() => document.getElementById('course-board').classList.contains('solved')));
  }, { reducedMotion: 'reduce' });
}

onPage('each chapter leads to the next one, and is remembered', async (page) => {
  await openLearn(page, 'course');
  assert.equal(await page.inputValue('#course-size'), '4x4'); /* that of the page's board */
  const chapters = [];
  for (const each of ['tile', 'row', 'column', 'six', 'whole']) {
    assert.equal(await page.inputValue('#course-chapter'), each);
    assert.ok(await page.isHidden('#course-next'));
    assert.ok(await follow(page) > 0);
    assert.match(await text(page, 'course-news'), each === 'whole' ? /^Solved! It took \d+ moves/ : /^Well done! It took \d+ moves?\./);
    chapters.push(await text(page, 'course-about'));
    if (each !== 'whole') await page.click('#course-next');
  }
  assert.ok(await page.evaluate(() => document.getElementById('course-board').classList.contains('solved')));
  assert.equal(new Set(chapters).size, 5);
  assert.ok(await page.isHidden('#course-next'));
  await page.reload();
  await page.waitForSelector('body.ready');
  await openLearn(page, 'course');
  const options = await page.locator('#course-chapter option').allTextContents();
  assert.ok(options.every((option) => option.endsWith('✓ done')), options.join());
  await page.selectOption('#course-size', '3x3');
  assert.equal(await page.inputValue('#course-chapter'), 'tile');
  assert.equal((await page.locator('#course-chapter option').allTextContents()).length, 4);
}, { reducedMotion: 'reduce' });

onPage('the end of a chapter tells how short the way to its goal can be', async (page) => {
  await page.evaluate(() => { Math.random = () => 0.99; });
  const chapters = [[3, 3, 'tile'], [3, 3, 'row'], [4, 4, 'row'], [4, 4, 'whole']];
  if (LONG) chapters.push([4, 4, 'column']); /* whose goal needs the largest table */
  for (const [width, height, chapter] of chapters) {
    await openCourse(page, `${width}x${height}`, chapter);
    const goal = { width, height, cells: [...Array(width * height).keys()].map((cell) => (cell + 1) % (width * height)) };
    const [best] = tool('pdbsolve', ['-q', '--goal', boardText(chapterGoal(goal, chapter)),
      boardText(exerciseBoard(goal, chapter, () => 0.99))]).split(' ');
    const made = await follow(page);
    assert.ok(made >= Number(best));
    await waitForText(page, 'course-news', new RegExp(`It took ${made} moves?\\..* The shortest way takes ${best} moves?\\.$`));
    await page.keyboard.press('Escape');
  }
}, { reducedMotion: 'reduce' });

onPage('who goes another way is shown the way from there', async (page) => {
  await openCourse(page, '3x3', 'tile');
  for (let i = 0; i < 12; i++) await page.keyboard.press(Object.values(ARROWS)[(3 * i + (i >> 2)) % 4]);
  await page.uncheck('#course-hand');
  assert.equal(await shown(page), null);
  assert.doesNotMatch(await text(page, 'course-news'), /Slide/);
  await page.check('#course-hand');
  assert.match(await text(page, 'course-news'), /^Bring 1 home, to the marked place\. Slide \d (up|down|left|right)\.$|^Well done/);
  await follow(page);
  assert.match(await text(page, 'course-news'), /^Well done/);
}, { reducedMotion: 'reduce' });

onPage('a step plays by itself, is stopped and taken back', async (page) => {
  await page.evaluate(() => { Math.random = () => 0.99; }); /* a step of 18 moves, which does not end before it is stopped */
  await openCourse(page, '4x4', 'row');
  const before = await text(page, 'course-news');
  await page.click('#course-watch');
  assert.equal(await text(page, 'course-watch'), 'Stop');
  assert.equal(await text(page, 'course-news'), before); /* not read aloud move by move */
  await page.waitForSelector('#course-undo:enabled');
  await page.click('#course-watch');
  assert.equal(await text(page, 'course-watch'), 'Show this step');
  while (await page.isEnabled('#course-undo')) await page.keyboard.press('Backspace');
  assert.equal(await text(page, 'course-news'), before);
});

onPage('the course leaves the board, the clock and the keys of the page alone', async (page) => {
  await take(page, '1 2 3 / 4 5 6 / 7 0 8');
  await waitForText(page, 'best', /^1$/);
  const state = () => page.evaluate(() => [location.search, ...['time', 'made', 'best'].map((id) => document.getElementById(id).textContent),
    document.getElementById('board').getAttribute('aria-label'), document.documentElement.style.getPropertyValue('--columns')].join('|'));
  const before = await state();
  await openCourse(page, '5x5', 'tile');
  for (const key of ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight', 'r', 'h', 'u', 'p']) await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  assert.ok(await page.isHidden('#course'));
  assert.equal(await state(), before);
  await page.click('#board .tile >> nth=7');
  assert.ok(await page.evaluate(() => document.getElementById('board').classList.contains('solved')));
});

for (const [name, options] of Object.entries({ desktop: {}, phone: { ...PHONE, viewport: { width: 360, height: 740 } },
  'phone that lies': { ...PHONE, viewport: { width: 740, height: 360 } } })) {
  onPage(`on a ${name} the course has no finding and fits the window`, async (page) => {
    await page.evaluate(AXE);
    await openCourse(page, '4x4', 'row');
    for (const end of [false, true]) {
      if (end) await follow(page, true);
      await check(page, `${name}, course`, { part: '#course', colours: name === 'desktop' ? 'both' : 'light' });
      const [dialog, last] = await page.evaluate(() => [document.getElementById('course').getBoundingClientRect().toJSON(),
        document.getElementById('course-fresh').getBoundingClientRect().toJSON()]);
      const { width, height } = page.viewportSize();
      assert.ok(dialog.right <= width && last.bottom <= height, JSON.stringify({ dialog, last }));
      assert.ok(await page.evaluate(() => document.getElementById('course').scrollWidth <= document.getElementById('course').clientWidth));
    }
  }, { reducedMotion: 'reduce', ...options });
}

onPage('the course speaks German, too', async (page) => {
  await openCourse(page, '3x3', 'six');
  await follow(page);
  await waitForText(page, 'course-news', /^Gut gemacht! Es waren \d+ Züge\. Der kürzeste Weg hat \d+ Züge\.$/);
  const said = await page.evaluate(() => document.getElementById('course').innerText);
  assert.doesNotMatch(said, /undefined|NaN|function|\b(the|you|done)\b/);
}, { query: '?lang=de', reducedMotion: 'reduce' });

onPage('chapters that others wrote into the browser are distrusted', async (page) => {
  for (const wrong of ['{}', '[1]', '"x"', '[', `[${Array(200).fill('"x"')}]`]) {
    await page.evaluate((value) => localStorage.setItem('tilepdb course', value), wrong);
    await openLearn(page, 'course');
    assert.equal(await page.inputValue('#course-chapter'), 'tile', wrong);
    await page.keyboard.press('Escape');
  }
});
