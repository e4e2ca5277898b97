/*
 * Fingers, a fast mouse, and the switches of how tiles move.
 */
import assert from 'node:assert/strict';
import { PHONE, middle, shownBoard, suite, take, text } from './support.mjs';

const EASY = '1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12'; /* DLU */

const { onPage } = suite();

onPage('two fingers that overlap are two moves, in the order in which they came down', async (page) => {
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const [first, second] = [{ ...await middle(page, 14), id: 1 }, { ...await middle(page, 10), id: 2 }];
  for (const left of [second, first]) { /* whichever is lifted first */
    await touch('touchStart', first);
    await touch('touchStart', first, second);
    await touch('touchEnd', left);
    await touch('touchEnd');
    assert.equal(await text(page, 'made'), '2');
    assert.equal(await shownBoard(page), '1 2 3 4 5 6 7 8 9 10 0 12 13 14 11 15');
    await page.keyboard.press('r');
  }
}, PHONE);

onPage('a mouse of forty moves a second loses none, and Ctrl holds the tiles', async (page) => {
  await page.click('#settings');
  await page.check('#hover');
  const at = await Promise.all([15, 14, 10, 11].map((cell) => middle(page, cell)));
  const { x, y } = at[0];
  await page.mouse.move(x, y);
  /* Moves around four cells faster than the screen is drawn, as reported in one frame. */
  const round = [at[1], at[2], at[3], at[0]];
  await page.evaluate((points) => {
    const board = document.getElementById('board');
    const event = (point, more = {}) => new PointerEvent('pointermove', { pointerType: 'mouse', buttons: 0,
      clientX: point.x, clientY: point.y, bubbles: true, ...more });
    for (let i = 0; i < 10; i++)
      board.dispatchEvent(event(points[3], { coalescedEvents: points.map((point) => event(point)) }));
  }, round);
  assert.equal(await text(page, 'made'), '40');
  await page.keyboard.down('Control');
  await page.mouse.move(at[1].x, at[1].y);
  await page.mouse.move(at[2].x, at[2].y);
  await page.keyboard.up('Control');
  assert.equal(await text(page, 'made'), '40');
  await page.mouse.move(at[1].x, at[1].y);
  assert.notEqual(await text(page, 'made'), '40');
});

onPage('colours follow the fringes, if that is wanted', async (page) => {
  const hues = () => page.locator('.tile').evaluateAll((tiles) => tiles.map((tile) => tile.style.getPropertyValue('--hue')));
  assert.notEqual((await hues())[4], (await hues())[0]);
  await page.click('#settings');
  await page.check('#fringes');
  const [one, , , , five, six, seven] = await hues();
  assert.equal(five, one);
  assert.notEqual(six, five);
  assert.equal(seven, six);
  await take(page, EASY);
  assert.equal(await shownBoard(page), EASY.replaceAll(' /', ''));
});

onPage('the letters of speedsolvers slide tiles, if they are chosen, and only they', async (page) => {
  for (const letters of ['wasd', 'ijkl', 'ijkf', 'isjd']) {
    await page.click('#settings');
    await page.selectOption('#letters', letters);
    await take(page, '2 1 4 3 / 5 6 7 8 / 9 10 0 12 / 13 14 11 15');
    await page.click('#board', { position: { x: 5, y: 5 } });
    for (const [i, move] of [...'ULDR'].entries()) {
      await page.keyboard.press(letters[i]);
      assert.match(await text(page, 'notice'), new RegExp(` moved ${{ U: 'up', L: 'left', D: 'down', R: 'right' }[move]}\\.$`), letters);
    }
    assert.equal(await text(page, 'made'), '4');
    for (const other of [...'wasdijklf'].filter((letter) => !letters.includes(letter))) await page.keyboard.press(other);
    assert.equal(await text(page, 'made'), '4');
  }
  await page.reload();
  await page.waitForSelector('body.ready');
  assert.equal(await page.inputValue('#letters'), 'isjd');
});

onPage('tiles slide on the press, and without gliding, if that is wanted', async (page) => {
  await page.click('#settings');
  await page.check('#press');
  await page.uncheck('#glide');
  const { x, y } = await middle(page, 14);
  await page.mouse.move(x, y);
  await page.mouse.down();
  assert.equal(await text(page, 'made'), '1');
  await page.mouse.up();
  assert.equal(await text(page, 'made'), '1');
  const glides = () => page.locator('.tile').first().evaluate((tile) => getComputedStyle(tile).transitionDuration);
  assert.equal(await glides(), '0s');
  await page.reload();
  await page.waitForSelector('body.ready');
  assert.equal(await glides(), '0s');
  assert.equal(await page.isChecked('#press'), true);
});

/* Draws a finger over cells. */
async function drawn(page, ...cells) {
  const session = await page.context().newCDPSession(page);
  const points = await Promise.all(cells.map((cell) => middle(page, cell)));
  const touch = (type, ...touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', points[0]);
  for (const point of points.slice(1)) await touch('touchMove', point);
  await touch('touchEnd');
  await session.detach();
}

onPage('a finger drawn over tiles towards the gap moves all of them', async (page) => {
  await drawn(page, 12, 13, 14, 15);
  assert.equal(await shownBoard(page), '1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15');
  assert.equal(await text(page, 'made'), '3');
  await page.keyboard.press('r');
  await drawn(page, 12, 15); /* as fast as it may be */
  assert.equal(await text(page, 'made'), '3');
  await page.keyboard.press('r');
  await drawn(page, 5, 7); /* elsewhere, a swipe is one move */
  assert.equal(await shownBoard(page), '1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15');
}, PHONE);

onPage('a finger drawn from the gap takes the gap along', async (page) => {
  await drawn(page, 15, 11, 10, 14, 13);
  assert.equal(await shownBoard(page), '1 2 3 4 5 6 7 8 9 10 15 11 13 0 14 12');
  assert.equal(await text(page, 'made'), '4');
  await page.click('#settings');
  await page.check('#press');
  await page.click('#tab-play');
  await drawn(page, 12, 8, 4, 0); /* the tile that is pressed, and those after it */
  assert.equal(await shownBoard(page), '0 2 3 4 1 6 7 8 5 10 15 11 9 13 14 12');
}, PHONE);
