/*
 * Solves that the page keeps: what counts, rows that are opened, played again and shared, sessions, and two
 * tabs at once.
 */
import assert from 'node:assert/strict';
import { PHONE, shownBoard, solutions, storedSolves, suite, take, text, tool, waitForText } from './support.mjs';

const SOLVED = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0';
const EASY = '1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12'; /* DLU */
const KEY = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };

const shared = suite();
const { onPage } = shared;

const press = async (page, moves) => {
  for (const move of moves) await page.keyboard.press(KEY[move]);
};

const plain = (moves) => moves.replace(/(.)(\d+)/g, (_, letter, times) => letter.repeat(times));

/* Waits until the page has kept so many solves of the task. */
const kept = (page, solves) => waitForText(page, 'train-solves', new RegExp(`^${solves}$`));

/* Scrambles with a seed and solves the board by keys. */
async function solveScramble(page, seed) {
  await page.click('#settings');
  await page.fill('#seed', String(seed));
  await page.click('#seed-scramble');
  const [{ moves }] = solutions([tool('pdbsolve', ['--scramble', '1', '--seed', String(seed), '--board', '3x3']).trim()],
    ['--heuristic', 'manhattan']);
  await page.focus('#board');
  await press(page, plain(moves));
  await page.waitForSelector('#board.solved');
}

/* Solves the easy board by its shortest moves. */
async function solveEasy(page, moves = 'DLU') {
  await take(page, EASY);
  await page.focus('#board');
  await press(page, moves);
  await page.waitForSelector('#board.solved');
}

/* Opens the row of a solve by its number, and returns a function that presses a button of it. */
async function openRow(page, number) {
  await page.click('#tab-solves');
  const opener = page.locator(`#solves button[aria-label^="Solve ${number}, "]`);
  if (await opener.getAttribute('aria-expanded') === 'false') await opener.click();
  return (name) => page.click(`#solves [data-name="${name}"]:not([aria-expanded])`);
}

/* Returns the records that are stored, once the page has stored what it was asked to. */
async function records(page) {
  await storedSolves(page);
  return page.evaluate(() => new Promise((resolve) => {
    indexedDB.open('tilepdb solves', 1).onsuccess = ({ target }) => {
      const request = target.result.transaction('solves').objectStore('solves').getAll();
      request.onsuccess = () => resolve(request.result);
      target.result.close();
    };
  }));
}

const focused = (page) => page.evaluate(() => document.activeElement.dataset.name ?? document.activeElement.id);

/* ---- what counts ---- */

onPage('a solve is timed, reviewed and kept', async (page) => {
  await take(page, EASY);
  assert.equal(await text(page, 'time'), '0.000');
  await page.focus('#board');
  await press(page, 'RL'); /* one move away, and back */
  await waitForText(page, 'time', /[1-9]/);
  await press(page, 'DLU');
  await waitForText(page, 'train-state', /^5 moves in \d\.\d{3} s, [\d.]+ a second\. 2 moves over the optimum of 3\.$/);
  assert.equal(await text(page, 'notice'), 'Solved in 5 moves, 2 too many: 3 are enough.');
  await waitForText(page, 'review-note', /^One move did not lead towards the goal, which costs 2 moves: move 1\.$/);
  assert.equal(await page.getAttribute('#review', 'aria-label'), 'Moves lost of 5: 2 in moves 1 to 5');
  assert.equal(await page.locator('#review .bar.lost').count(), 1);
  assert.equal(await page.locator('#review .dot').count(), 1);
  await waitForText(page, 'train-solves', /^1$/);
  assert.equal(await text(page, 'train-best'), '–');
  const stopped = await text(page, 'time');
  await page.evaluate(() => new Promise((done) => { setTimeout(done, 150); })); /* more than a tick */
  assert.equal(await text(page, 'time'), stopped);
  await page.click('#retry');
  assert.equal(await shownBoard(page), EASY.replaceAll(' /', ''));
  for (let i = 0; i < 4; i++) {
    await press(page, 'DLU');
    if (i < 3) await page.keyboard.press('r');
  }
  await waitForText(page, 'review-note', /^Every move led towards the goal\.$/);
  await waitForText(page, 'train-solves', /^5$/);
  assert.equal(await text(page, 'train-five'), '–');
  assert.equal(await text(page, 'train-twelve'), '–');
  await page.reload();
  await page.waitForSelector('body.ready');
  await waitForText(page, 'train-solves', /^5$/);
});

onPage('a solve with help does not count', async (page) => {
  await take(page, EASY);
  await page.focus('#board');
  await page.keyboard.press('h');
  await waitForText(page, 'notice', /^Move 15 down, then 2 moves to go\.$/);
  await press(page, 'DLU');
  await waitForText(page, 'train-state', /^3 moves in .*, with help\. No solution is shorter\.$/);
  await waitForText(page, 'train-solves', /^1$/); /* it is kept, and marked */
  await page.click('#tab-solves');
  assert.match(await page.locator('#solves tr th').textContent(), /^1with help, does not count$/);
});

onPage('records are of scrambles, each once, and what is listed can be changed', async (page) => {
  await page.click('#settings');
  await page.selectOption('#size', '3x3');
  await take(page, 'R');
  await page.focus('#board');
  await press(page, 'L');
  await kept(page, 1);
  assert.equal(await text(page, 'train-best'), '–'); /* a board of one move is no record */
  await solveScramble(page, 1);
  await kept(page, 2);
  assert.match(await text(page, 'train-best'), /^\d+\.\d{3}$/);
  await page.keyboard.press('r');
  await solveScramble(page, 1); /* the same board again */
  await kept(page, 3);
  await page.click('#tab-solves');
  assert.equal((await page.locator('#solves tr').allTextContents()).filter((row) => /does not count/.test(row)).length, 2);
  assert.match(await text(page, 'solves-about'), /^3 solves .*, of which 1 counts\. /);
  for (const seed of [2, 3, 4, 5]) await solveScramble(page, seed);
  await kept(page, 7);
  assert.match(await text(page, 'train-five'), /^\d+\.\d{3}$/);
  await (await openRow(page, 4))('DNF');
  await waitForText(page, 'solves-about', / and 4 were finished\. /);
  assert.match(await text(page, 'train-five'), /^\d+\.\d{3}$/); /* the worst is left out */
  await (await openRow(page, 5))('DNF');
  await waitForText(page, 'train-five', /^DNF$/);
  await (await openRow(page, 5))('delete');
  await waitForText(page, 'train-five', /^–$/);
  await kept(page, 6);
  await page.click('#solves-undo');
  await waitForText(page, 'train-five', /^DNF$/);
  await page.click('#settings');
  await page.selectOption('#goal', 'first'); /* another goal has a list of its own, */
  await kept(page, 0);
  await page.selectOption('#goal', 'last');
  await kept(page, 7);
  await page.selectOption('#metric', 'multi'); /* and another metric counts the same solves */
  await storedSolves(page);
  await kept(page, 7);
});

onPage('each solve of the list has the averages of 5 and 12 that end with it', async (page) => {
  const times = [9, 5, 1, 2, 3, 100, 4, 8, 6, 7, 12, 11, 10];
  await page.evaluate((seconds) => {
    localStorage['tilepdb solves 4x4'] = JSON.stringify(seconds.map((each, i) => ({ seconds: each, moves: 50, counts: i !== 5, penalty: i === 6 ? 'DNF' : '' })));
  }, times);
  await page.reload();
  await page.waitForSelector('body.ready');
  await kept(page, 13);
  await page.click('#tab-solves');
  const cells = async (nth) => (await page.locator(`#solves td:nth-child(${nth})`).allTextContents()).reverse();
  /* The sixth does not count, the seventh is DNF: the worst of its fives. */
  assert.deepEqual(await cells(3), ['–', '–', '–', '–', '3.333', '–', '3.333', '4.333', '5.667', '7.000', '9.000', '8.667', '9.333']);
  assert.deepEqual(await cells(4), [...Array(12).fill('–'), '7.300']);
  await page.selectOption('#solves-order', 'time');
  assert.equal(await page.locator('#solves tr:has(button[aria-label^="Solve 8, "]) td:nth-child(3)').textContent(), '4.333');
  const columns = () => page.locator('#solves tr:first-child > :visible').count();
  assert.equal(await columns(), 7);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await columns(), 5);
});

onPage('bests are by time, moves and speed, and open their solve', async (page) => {
  await page.click('#settings');
  await page.selectOption('#size', '3x3');
  for (const seed of [1, 2, 3]) await solveScramble(page, seed);
  await kept(page, 3);
  await page.click('#tab-solves');
  const moves = (await page.locator('#solves tr td:nth-child(5)').allTextContents()).map(Number);
  assert.equal(Number(await text(page, 'solves-best-moves')), Math.min(...moves));
  await page.click('#solves-best-moves button');
  const row = page.locator('#solves tr:has([aria-expanded=true])');
  assert.equal(Number(await row.locator('td:nth-child(5)').textContent()), Math.min(...moves));
  await page.selectOption('#measure', 'moves');
  assert.equal(await text(page, 'solves-mean'), (moves.reduce((a, b) => a + b) / 3).toFixed(2));
  await page.selectOption('#solves-order', 'moves');
  const ordered = (await page.locator('#solves tr:not(.detail) td:nth-child(5)').allTextContents()).map(Number);
  assert.deepEqual(ordered, [...moves].sort((a, b) => a - b));
});

/* ---- a solve that is opened again ---- */

onPage('one solve is found after a reload, reviewed in both metrics, shared and tried again', async (page) => {
  await solveEasy(page, 'RLDLU');
  await kept(page, 1);
  await page.goto(page.url().split('?')[0]);
  await page.waitForSelector('body.ready');
  await kept(page, 1);
  await (await openRow(page, 1))('watch');
  await waitForText(page, 'solution-note', /^5 moves: they solve the board\. 2 moves over the optimum of 3\.$/);
  await waitForText(page, 'review-times', /^Lost moves took \d+\.\d s of /); /* the time of each move is known */
  assert.equal(await focused(page), 'player-play');
  await page.click('#settings');
  await page.selectOption('#metric', 'multi');
  await waitForText(page, 'solution-note', /^5 moves: they solve the board\. 2 moves over the optimum of 3\.$/);
  await page.selectOption('#metric', 'single');
  await kept(page, 1);
  await page.evaluate(() => { navigator.clipboard.writeText = async (copied) => { window.copied = copied; }; });
  await (await openRow(page, 1))('share');
  await waitForText(page, 'solves-note', /^Copied the link to this solve\.$/);
  await shared.openLink(await page.evaluate(() => window.copied), async (other) => {
    await waitForText(other, 'solution-note', /^5 moves: they solve the board\. 2 moves over the optimum of 3\.$/);
    await waitForText(other, 'review-times', /^Lost moves took /);
  });
  await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not here')); });
  await page.click('#solves [data-name=share]');
  await waitForText(page, 'solves-note', /^The link to this solve is in the address bar\.$/);
  assert.match(page.url(), /\?r=/);
});

onPage('a solve is tried again from its row, and counts no more', async (page) => {
  await solveEasy(page);
  await kept(page, 1);
  await page.click('#scramble');
  await (await openRow(page, 1))('retry');
  assert.equal(await shownBoard(page), EASY.replaceAll(' /', ''));
  assert.equal(await focused(page), 'board');
  await press(page, 'DLU');
  await kept(page, 2);
  assert.equal(await text(page, 'train-best'), '–');
});

onPage('times of moves outlast a reload in the middle of a solve', async (page) => {
  await take(page, EASY);
  await page.focus('#board');
  await press(page, 'RL');
  await page.reload();
  await page.waitForSelector('body.ready');
  await page.focus('#board');
  await press(page, 'DLU');
  await kept(page, 1);
  const [solve] = await records(page);
  assert.equal(solve.moves, 'RLDLU');
  assert.equal(solve.times.split(' ').length, 5);
});

onPage('a mark that is pressed twice at once is on and off again', async (page) => {
  await solveEasy(page);
  await kept(page, 1);
  await openRow(page, 1);
  await page.evaluate(() => {
    const mark = document.querySelector('#solves [data-name="+2"]');
    mark.click();
    mark.click();
  });
  assert.deepEqual((await records(page)).map(({ penalty }) => penalty), [0]);
});

/* ---- sessions ---- */

onPage('solves belong to the session that is chosen', async (page) => {
  await solveEasy(page);
  await page.click('#tab-solves');
  await page.click('#session-form button');
  assert.equal(await text(page, 'solves-note'), 'A session needs a name.');
  await page.fill('#session-name', 'Sunday');
  await page.press('#session-name', 'Enter');
  await kept(page, 0);
  await solveEasy(page);
  await kept(page, 1);
  await page.reload();
  await page.waitForSelector('body.ready');
  await kept(page, 1);
  await page.click('#tab-solves');
  assert.equal(await page.inputValue('#session'), '=Sunday');
  await page.selectOption('#session', { label: 'All solves' });
  await kept(page, 2);
  await openRow(page, 1);
  await page.selectOption('#solves [data-name=session]', 'Sunday');
  await page.selectOption('#session', { label: 'In no session' });
  await kept(page, 0);
  await page.selectOption('#session', { label: 'Sunday' });
  await kept(page, 2);
});

/* ---- two tabs ---- */

onPage('the solves of two tabs are kept, each tab sees those of the other, and what it has deleted', async (page) => {
  await solveEasy(page);
  await shared.openLink(page.url(), async (other) => {
    await solveEasy(page);
    await solveEasy(other);
    for (const tab of [page, other]) await kept(tab, 3);
    await (await openRow(page, 2))('delete');
    for (const tab of [page, other]) await kept(tab, 2);
    await solveEasy(other);
    for (const tab of [page, other]) await kept(tab, 3);
  });
});

/* ---- keys and screens ---- */

onPage('a list is used by keyboard alone, and the focus stays in it', async (page) => {
  await page.evaluate(() => { localStorage['tilepdb solves 4x4'] = JSON.stringify([[11, 5], [12, 5], [13, 5]]); });
  await page.reload();
  await page.waitForSelector('body.ready');
  await kept(page, 3);
  await page.click('#tab-solves');
  await page.focus('#solves button[aria-label^="Solve 2, "]');
  await page.keyboard.press('Enter');
  assert.equal(await focused(page), 'open');
  await page.keyboard.press('Tab');
  for (const [name, pressed] of [['+2', 'true'], ['+2', 'false']]) {
    assert.equal(await focused(page), name);
    await page.keyboard.press('Space');
    await page.waitForSelector(`#solves [data-name="+2"][aria-pressed=${pressed}]`);
  }
  await page.focus('#solves [data-name=delete]');
  await page.keyboard.press('Enter');
  await kept(page, 2);
  assert.equal(await focused(page), 'open');
  assert.equal(await shownBoard(page), SOLVED);
});

for (const [name, device] of [['a phone', PHONE], ['a narrow phone', { ...PHONE, viewport: { width: 360, height: 740 } }]]) {
  onPage(`the solves fit on ${name}`, async (page) => {
    await page.evaluate(() => {
      const solve = { seconds: 3723.456, moves: 1234, slides: 987, board: '1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15', counts: true, penalty: 'DNF' };
      localStorage['tilepdb solves 4x4'] = JSON.stringify([...Array(60).keys()].map((i) => ({ ...solve, seconds: solve.seconds + i })));
    });
    await page.reload();
    await page.waitForSelector('body.ready');
    await kept(page, 60);
    await openRow(page, 60);
    const [wide, high] = await page.evaluate(() => [document.documentElement.scrollWidth, document.getElementById('solves-wrap').scrollWidth]);
    const { width } = page.viewportSize();
    assert.ok(wide <= width, `${wide} of ${width}`);
    assert.ok(high <= width, `the list is ${high} wide`);
  }, device);
}
