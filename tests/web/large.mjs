/*
 * Boards too large for exact search: a solution at once, better ones over time, lower bounds, and
 * reviews that say "at most".
 */
import assert from 'node:assert/strict';
import { PATIENCE, PHONE, keySure, makeMoves, plainMoves, pressSure, shownBoard, solutions, suite, take, text, tool, waitForText, openLearn } from './support.mjs';

const { onPage } = suite();

async function scramble(page, size, seed = 1) {
  await page.click('#settings');
  await page.selectOption('#size', size);
  await page.click('#settings'); /* a phone shows the board of a size alone */
  await page.fill('#seed', String(seed));
  await page.click('#seed-scramble');
  return shownBoard(page);
}

/* Returns {length, bound} as the page shows them now, or null if it shows nothing yet. */
async function gap(page) {
  const number = (said) => Number(said.replace(',', ''));
  const [, length, bound] = /^([\d,]+) moves, at least ([\d,]+)\./.exec(await text(page, 'search-state')) ?? [];
  return length ? { length: number(length), bound: number(bound) } : null;
}

const solvesIt = async (page, length) => {
  await page.fill('#player-position', String(length));
  await page.waitForSelector('#board.solved');
};

onPage('a 5x5 board has a solution at once, which gets better, and what is proven beside it', async (page) => {
  await scramble(page, '5x5', 2); /* a board whose optimum is not proven in the meantime */
  const board = tool('pdbsolve', ['--scramble', '1', '--seed', '2', '--board', '5x5']).trim();
  const [{ length: layered }] = solutions([board], [], 'layered');
  await page.click('#solve');
  await page.waitForSelector('#player:not([hidden])');
  const seen = [];
  const good = () => seen.length >= 2 && seen.at(-1).length <= 0.42 * layered && seen.at(-1).bound >= 92;
  const end = performance.now() + PATIENCE;
  while (!good() && performance.now() < end) {
    const now = await gap(page);
    if (now && JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now);
    await page.waitForTimeout(20);
  }
  assert.ok(good(), JSON.stringify([layered, seen]));
  for (const [i, { length, bound }] of seen.entries()) {
    assert.ok(bound <= length);
    if (i > 0) assert.ok(length <= seen[i - 1].length && bound >= seen[i - 1].bound);
  }
  await waitForText(page, 'progress', /^\d+ moves, at least \d+\.$/);
  assert.match(await page.getAttribute('#chart', 'aria-label'), /^\d+ moves, at least \d+\.$/);
  await page.click('#solve');
  await waitForText(page, 'search-state', /^Stopped/);
  const [, bound, length] = /^Stopped\. No solution has fewer than (\d+) moves, this one has (\d+)\.$/
    .exec(await text(page, 'search-state'));
  assert.equal(await text(page, 'best'), `${bound}\u2013${length}`);
  await solvesIt(page, length);
});

onPage('the search ends when its board is left, and not when its solution is followed', async (page) => {
  await scramble(page, '5x5');
  await page.click('#solve');
  await page.waitForSelector('#player:not([hidden])');
  await page.click('#player-forward');
  assert.equal(await text(page, 'solve'), 'Stop');
  const { length } = await gap(page);
  assert.ok(length > 0);
  const made = plainMoves(await text(page, 'player-moves'))[0];
  await page.focus('#board');
  for (const key of ['U', 'D', 'L', 'R']) {
    if (await text(page, 'solve') === 'Solve') break;
    if (key !== made) await page.keyboard.press({ U: 'w', D: 's', L: 'a', R: 'd' }[key]);
  }
  await page.waitForFunction(() => document.getElementById('solve').textContent === 'Solve');
});

onPage('the search ends with the solution that is followed', async (page) => {
  await scramble(page, '5x5');
  await page.click('#solve');
  await page.waitForSelector('#player:not([hidden])');
  await page.click('#player-forward');
  await page.waitForTimeout(300);
  assert.equal(await text(page, 'solve'), 'Stop');
  await solvesIt(page, Number(/of (\d+)$/.exec(await text(page, 'player-where'))[1]));
  await page.waitForFunction(() => document.getElementById('solve').textContent === 'Solve');
});

onPage('a search after moves is of the board that is there, and the game keeps its own', async (page) => {
  const board = await scramble(page, '5x5', 7);
  const range = async () => (await text(page, 'best')).split('\u2013').map(Number);
  const search = async () => {
    await pressSure(page, 'solve');
    await waitForText(page, 'progress', /^\d+ moves, at least \d+\.$/);
    await page.click('#solve');
    await waitForText(page, 'search-state', /^Stopped\. No solution has fewer than \d+ moves, this one has \d+\.$/);
    assert.match(await text(page, 'notice'), /^Stopped\. No solution has fewer/);
    return range();
  };
  await page.focus('#board');
  await page.keyboard.press('ArrowRight');
  const [low, high] = await search();
  const length = Number(/of (\d+)$/.exec(await text(page, 'player-where'))[1]);
  assert.ok(low < high && [length - 1, length + 1].includes(high), `${low} ${high} ${length}`);
  await page.fill('#player-position', '10');
  const after = await search();
  assert.ok(low <= after[0] && after[0] <= after[1] && after[1] <= high, `${low} ${high} ${after}`);
  assert.equal(await text(page, 'made'), '1'); /* by hand, beside ten of the solution */
  await page.focus('#board');
  await page.keyboard.press('r');
  assert.equal(await shownBoard(page), board);
});

onPage('a solution that is typed, or made, ends the search and is reviewed', async (page) => {
  const board = await scramble(page, '5x5', 2);
  const [{ moves }] = solutions([board], ['--board', '5x5'], 'layered');
  await page.click('#solve');
  await page.waitForSelector('#player:not([hidden])');
  await page.click('#tab-play');
  await page.fill('#solution', moves);
  await page.press('#solution', 'Enter');
  await waitForText(page, 'solve', /^Solve$/);
  await waitForText(page, 'solution-note', /At most \d+ more than needed/);
  await page.click('#retry');
  await page.click('#solve');
  await waitForText(page, 'player-where', /^0 of [1-9]/);
  await page.click('#player-forward'); /* now the solution stays, and the search goes on */
  const way = plainMoves(await text(page, 'player-moves')).slice(1);
  await makeMoves(page, way);
  await page.waitForSelector('#board.solved');
  await waitForText(page, 'solve', /^Solve$/);
  assert.match(await text(page, 'train-state'), /, with help\.$/);
  assert.equal(await text(page, 'review-note'), 'Measuring the distances …'); /* not stopped */
});

onPage('an easy large board is proven', async (page) => {
  const board = '1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20 / 21 22 23 24 0';
  await page.click('#settings');
  await page.selectOption('#size', '5x5');
  const walk = 'DDRRUULDLDRRULDDRURDLLUURR';
  await take(page, walk);
  assert.notEqual(await shownBoard(page), board.replaceAll(' /', ''));
  const [{ length }] = solutions([await shownBoard(page)], ['--heuristic', 'manhattan']);
  await page.click('#solve');
  await waitForText(page, 'search-state', new RegExp(`^${length} moves, and no solution is shorter`));
  await solvesIt(page, length);
});

onPage('what is known of an easy large board is shown again', async (page) => {
  for (const size of ['5x5', '6x6']) {
    await page.click('#settings');
    await page.selectOption('#size', size);
    await take(page, 'DDRRULDRUL');
    const board = await shownBoard(page);
    for (let i = 0; i < 2; i++) {
      await page.click('#solve');
      await waitForText(page, 'search-state', /^\d+ moves, and no solution is shorter/);
      await page.waitForSelector('#board.solved');
      await page.focus('#board');
      await page.keyboard.press('p');
      await take(page, board);
      await waitForText(page, 'distance', /^\d+$/);
    }
  }
});

for (const [size, cells] of [['6x6', 36], ['7x7', 49]]) {
  onPage(`a ${size} board has a solution at once, which gets better`, async (page) => {
    assert.equal((await scramble(page, size)).split(' ').length, cells);
    await page.click('#solve');
    await page.waitForFunction(() => /^[\d,]+ moves, at least \d+\./.test(document.getElementById('search-state').textContent));
    const first = await gap(page);
    await page.waitForFunction((length) => parseInt(document.getElementById('search-state').textContent, 10) < length,
      Math.min(first.length, size === '6x6' ? 220 : 400));
    await page.click('#solve');
    await waitForText(page, 'search-state', /^Stopped/);
    await solvesIt(page, Number(/of (\d+)$/.exec(await text(page, 'player-where'))[1]));
  });
}

onPage('a 10x10 board is played, and has a solution', async (page) => {
  const board = await scramble(page, '10x10');
  assert.deepEqual(board.split(' ').map(Number).sort((a, b) => a - b), Array.from({ length: 100 }, (_, tile) => tile));
  assert.match(board, /^(?!1 2 3 4)/);
  await page.focus('#board');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  assert.notEqual(await text(page, 'made'), '0');
  await keySure(page, 'r'); /* the clock runs */
  assert.equal(await shownBoard(page), board);
  await page.click('#solve');
  await waitForText(page, 'search-state', /^[\d,]+ moves, at least [\d,]+\./);
  const { length, bound } = await gap(page);
  assert.ok(bound > 500 && bound < length);
  await page.waitForFunction((most) => Number(/^[\d,]+/.exec(document.getElementById('search-state').textContent)[0]
    .replaceAll(',', '')) < most, Math.min(length, 2000));
  await page.click('#solve');
  await waitForText(page, 'search-state', /^Stopped/);
  await solvesIt(page, Number(/of ([\d,]+)$/.exec(await text(page, 'player-where'))[1].replaceAll(',', '')));
});

onPage('what is known of a large board has room on a small phone', async (page) => {
  await scramble(page, '10x10');
  await page.click('#solve');
  await waitForText(page, 'best', /^\d{3}\u2013\d,\d{3}$/);
  await page.click('#solve'); /* it can be stopped beside the solution */
  await page.keyboard.press('Escape');
  for (const key of ['w', 's', 'a', 'd']) await page.press('#board', key);
  const [text, room] = await page.evaluate(() => {
    const [range, readout] = [document.createRange(), document.getElementById('readout')];
    range.selectNodeContents(document.getElementById('best'));
    return [range.getBoundingClientRect(), readout.getBoundingClientRect()].map(({ right, width }) => Math.round(width > 0 ? right : 9999));
  });
  assert.ok(text <= room, `${text} in ${room}`);
}, { ...PHONE, viewport: { width: 360, height: 740 } });

onPage('methods are compared on boards that have no tables', async (page) => {
  await scramble(page, '6x6');
  await openLearn(page, 'compare');
  await page.click('#compare');
  await page.waitForFunction(() => document.getElementById('compare').dataset.running === 'no');
  const rows = await page.locator('#methods tr').evaluateAll((all) => all.map((row) =>
    [row.children[0].firstChild.textContent, row.children[1].textContent]));
  assert.deepEqual(rows.slice(1, 4).map(([, moves]) => moves), ['–', '–', '–']);
  const [, moves, atLeast] = /^(\d+)at least (\d+)$/.exec(rows[4][1]);
  assert.equal(rows[4][0], 'Beams');
  assert.ok(Number(moves) < Number(rows[0][1]) && Number(atLeast) > 100, JSON.stringify(rows));
  assert.equal(await page.locator('#layered-steps li').filter({ hasText: 'undefined' }).count(), 0);
  await page.click('#methods tr:last-child button');
  await page.waitForSelector('#player:not([hidden])');
});

onPage('a hint on a large board is a step of a quick solution', async (page) => {
  await scramble(page, '5x5');
  await page.click('#hint');
  await waitForText(page, 'notice', /^Move \d+ (up|down|left|right), then at most \d+ moves to go\.$/);
  const way = await page.locator('.tile[data-hint]').getAttribute('data-hint');
  assert.equal(await text(page, 'solve'), 'Solve'); /* nothing runs on */
  await page.keyboard.press(`Arrow${way[0].toUpperCase()}${way.slice(1)}`);
  await page.keyboard.press('h');
  assert.match(await text(page, 'notice'), /^Move \d+ .* at most \d+ moves to go\.$/); /* the next is known */
});

onPage('a hint leads to the goal of now', async (page) => {
  await scramble(page, '5x5');
  await page.click('#solve');
  await page.waitForSelector('#player:not([hidden])');
  await page.click('#settings');
  await page.selectOption('#goal', 'first');
  await page.waitForFunction(() => document.getElementById('solve').textContent === 'Solve');
  await page.click('#hint');
  assert.equal(await text(page, 'notice'), 'Looking for a way …'); /* not the one to the other goal */
  await waitForText(page, 'notice', /^Move \d+ /);
});

onPage('the review of a large board says at most', async (page) => {
  const board = await scramble(page, '5x5');
  const [{ length, moves }] = solutions([board], ['--board', '5x5'], 'layered');
  await page.click('#tab-play');
  await page.fill('#solution', moves);
  await page.press('#solution', 'Enter');
  await waitForText(page, 'solution-note', /solve the board\. At most \d+ more than needed, at least \d+\.$/);
  const [most, least] = (await text(page, 'solution-note')).match(/\d+/g).slice(1).map(Number);
  assert.ok(least > 0 && most - least < 30 && most < length - 80, `${most} ${least} ${length}`);
  await waitForText(page, 'train-both', /efficiency \d+ % to \d+ % in STM\.$/);
  await waitForText(page, 'review-note', /^At most \d+ moves of these were lost: a solution of \d+ is known, and none has fewer than \d+\./);
  assert.match(await page.getAttribute('#review', 'aria-label'), new RegExp(`^Distance \\d+ at first, 0 after ${length} moves`));
});
