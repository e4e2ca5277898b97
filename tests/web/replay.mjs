/*
 * A solution that is shown: its keys, and solutions that are pasted beside it.
 */
import assert from 'node:assert/strict';
import { shownBoard, suite, take, text, waitForText } from './support.mjs';

const EASY = '1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12'; /* DLU */

const { onPage } = suite();

onPage('while a solution is shown, Space pauses, arrows step and Escape closes it', async (page) => {
  await take(page, EASY);
  await page.focus('#board');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#player.playing');
  await page.keyboard.press('Space');
  await page.waitForSelector('#player:not(.playing)');
  await page.fill('#player-position', '0');
  for (const focus of ['#board', '#player-forward', '#tab-search']) {
    await (focus === '#board' ? page.focus(focus) : page.click(focus)); /* who clicks goes on by keys */
    const from = Number.parseInt(await text(page, 'player-where'), 10);
    await page.keyboard.press('ArrowRight');
    assert.equal(await text(page, 'player-where'), `${Math.min(3, from + 1)} of 3`, focus);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
  }
  await page.fill('#player-position', '0');
  assert.equal(await shownBoard(page), EASY.replaceAll(' /', ''));
  await page.press('#player-position', 'Space'); /* a slider has no use for it */
  await page.waitForSelector('#player.playing');
  await page.keyboard.press('Space');
  await page.press('#player-position', 'Escape');
  assert.equal(await page.isHidden('#player'), true);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'board');
  const board = await shownBoard(page);
  await page.keyboard.press('Space');
  assert.notEqual(await shownBoard(page), board); /* the keys are the board's again */
});

onPage('who follows a solution by hand has the arrows, and Space is the next move', async (page) => {
  await page.click('#enter');
  await page.fill('#entry-text', EASY);
  await page.press('#entry-text', 'Enter');
  await waitForText(page, 'player-where', /^0 of 3$/);
  await page.focus('#board');
  await page.keyboard.press('ArrowDown');
  assert.equal(await text(page, 'player-where'), '1 of 3');
  await page.keyboard.press('Space');
  assert.equal(await text(page, 'player-where'), '2 of 3');
  assert.equal(await text(page, 'player-step'), 'Move 12 up');
});

onPage('a solution that is pasted beside a replay is judged from the board of the replay', async (page) => {
  const judge = async (moves, judged) => {
    await page.click('#tab-train');
    await page.fill('#solution', moves);
    await page.press('#solution', 'Enter');
    await waitForText(page, 'solution-note', judged);
    await page.fill('#player-position', '0');
    return shownBoard(page);
  };
  const start = EASY.replaceAll(' /', '');
  await take(page, EASY);
  await judge('RLDLU', /^5 moves: they solve the board/);
  await page.fill('#player-position', '4'); /* where U is the only move to the goal */
  assert.equal(await judge('DL', /^2 moves: they do not reach the goal\.$/), start);
  await page.fill('#player-position', '2');
  assert.equal(await judge('DLU', /^3 moves: they solve the board/), start);
  await page.keyboard.press('Escape');
  await page.focus('#board');
  for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
  await page.waitForSelector('#board.solved'); /* and without a replay, not from the goal */
  assert.equal(await judge('RL', /^2 moves: they do not reach the goal\.$/), start);
});
