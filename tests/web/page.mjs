/*
 * The page in a real browser: every way to play, set, solve and share.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { LONG, PAGE, PHONE, closePage, drop, middle, openPage, plainMoves, shownBoard, solutions, solve, suite, take,
  text, tool, waitForText, openLearn } from './support.mjs';

const SOLVED = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0';
const EASY = '1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12'; /* DLU */
const HARD = '0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1';

const shared = suite();
const { onPage } = shared;
let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'tilepdb-web-'));
});
after(() => rmSync(folder, { recursive: true }));

/* ---- loading ---- */

test('it works from a file', async () => {
  const page = await openPage(shared.browser, pathToFileURL(PAGE).href);
  await take(page, EASY);
  assert.deepEqual(await solve(page), { length: 3, moves: 'DLU' });
  await closePage(page);
});

/* ---- scrambling ---- */

onPage('a seed gives the board of the command line', async (page) => {
  await page.click('#settings');
  for (const seed of ['0', '42', '18446744073709551615']) {
    await page.fill('#seed', seed);
    await page.click('#seed-scramble');
    assert.equal(await shownBoard(page), tool('pdbsolve', ['--scramble', '1', '--seed', seed]).trim());
  }
  const before = await shownBoard(page);
  for (const seed of ['seven', '-1', '18446744073709551616']) {
    await page.fill('#seed', seed);
    await page.press('#seed', 'Enter');
    assert.match(await text(page, 'seed-note'), /^The number is a whole one from 0 to/);
    assert.equal(await shownBoard(page), before);
  }
});

onPage('without a seed each scramble is another', async (page) => {
  const boards = new Set();
  for (let i = 0; i < 5; i++) {
    await page.click('#scramble');
    boards.add(await shownBoard(page));
  }
  assert.equal(boards.size, 5);
  assert.equal(await page.isHidden('#mend'), true);
});

/* ---- solving and the player ---- */

onPage('a solution is animated to the goal', async (page) => {
  await take(page, '5 1 2 4 9 6 3 8 13 10 7 11 0 14 15 12');
  const { length } = await solve(page);
  await page.fill('#player-speed', '5');
  await page.waitForSelector('#board.solved');
  assert.equal(await shownBoard(page), SOLVED);
  assert.equal(await text(page, 'player-where'), `${length} of ${length}`);
  assert.equal(await text(page, 'made'), '0'); /* by hand */
  assert.equal(await text(page, 'distance'), '0');
  assert.equal(await text(page, 'notice'), 'Solved.');
});

onPage('the player steps, goes back, pauses and seeks', async (page) => {
  await take(page, '5 1 2 4 9 6 3 8 13 10 7 11 0 14 15 12');
  const start = await shownBoard(page);
  const { length, moves } = await solve(page);
  await page.click('#player-play'); /* pause */
  await page.fill('#player-position', '0');
  await page.click('#player-forward');
  await page.click('#player-forward');
  assert.match(await text(page, 'player-where'), /^2 of/);
  await page.click('#player-back');
  assert.match(await text(page, 'player-where'), /^1 of/);
  await page.click('#player-start');
  assert.equal(await shownBoard(page), start);
  assert.equal(plainMoves(await text(page, 'player-moves')), moves);
  assert.match(await text(page, 'player-moves'), /[UDLR]\d/); /* as lists and links have them */
  await page.fill('#player-position', String(length));
  assert.equal(await shownBoard(page), SOLVED);
  await page.fill('#player-position', '0');
  assert.equal(await shownBoard(page), start);
  assert.equal(await text(page, 'distance'), String(length));
  const key = { U: 'w', D: 's', L: 'a', R: 'd' }; /* arrows are the player's */
  await page.press('#board', key[moves[0]]);
  assert.match(await text(page, 'player-where'), /^1 of/);
});

onPage('a search tells bounds, nodes and a chart', async (page) => {
  await page.click('#settings');
  await page.fill('#seed', '3');
  await page.click('#seed-scramble');
  const { length } = await solve(page);
  assert.equal(await text(page, 'search-bound'), String(length));
  const label = await page.getAttribute('#chart', 'aria-label');
  const bounds = [...label.matchAll(/bound (\d+): ([\d,]+) nodes/g)];
  assert.equal(Number(bounds.at(-1)[1]), length);
  assert.ok(bounds.every((bound, i) => i === 0 || Number(bound[1]) === Number(bounds[i - 1][1]) + 2));
  const sum = bounds.reduce((all, bound) => all + Number(bound[2].replaceAll(',', '')), 0);
  assert.equal(Number((await text(page, 'search-nodes')).replaceAll(',', '')), sum);
  assert.equal(await page.locator('#chart .bar').count(), bounds.length);
});

onPage('a long search is cancelled, and the page never freezes', async (page) => {
  await take(page, HARD);
  await page.click('#solve');
  await waitForText(page, 'search-bound', /^[67]\d$/);
  await page.evaluate(() => {
    window.longest = 0;
    let last = performance.now();
    window.ticking = setInterval(() => {
      window.longest = Math.max(window.longest, performance.now() - last);
      last = performance.now();
    }, 10);
  });
  await page.press('#board', 'ArrowUp'); /* play goes on meanwhile */
  assert.equal(await text(page, 'made'), '1');
  const level = Number(await text(page, 'search-nodes').then((nodes) => parseFloat(nodes)));
  await page.waitForFunction((before) => parseFloat(document.getElementById('search-nodes').textContent) !== before, level);
  assert.match(await text(page, 'search-state'), /^Is there a solution of \d+ moves\?$/);
  assert.equal(await text(page, 'solve'), 'Stop');
  await page.click('#solve');
  assert.match(await text(page, 'search-state'), /^Stopped\. No solution has fewer than \d+ moves\.$/);
  assert.equal(await text(page, 'solve'), 'Solve');
  assert.ok(await page.evaluate(() => window.longest) < 400);
  await take(page, EASY);
  assert.deepEqual(await solve(page), { length: 3, moves: 'DLU' });
});

/* ---- playing ---- */

onPage('clicks, keys, undo, the distance and a hint', async (page) => {
  await page.mouse.click(...Object.values(await middle(page, 12))); /* the whole row slides */
  assert.equal(await shownBoard(page), '1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15');
  await waitForText(page, 'distance', /^3$/);
  await page.keyboard.press('ArrowDown');
  assert.equal(await shownBoard(page), '1 2 3 4 5 6 7 8 0 10 11 12 9 13 14 15');
  await waitForText(page, 'distance', /^4$/);
  await page.keyboard.press('u');
  assert.equal(await text(page, 'made'), '3');
  await waitForText(page, 'distance', /^3$/);
  await page.keyboard.press('h');
  await waitForText(page, 'notice', /^Move 13 left, then 2 moves to go\.$/);
  assert.equal(await page.locator('.tile[data-hint=left]').textContent(), '13');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
  assert.equal(await text(page, 'notice'), 'Solved in 6 moves.');
  await page.keyboard.press('ArrowLeft'); /* off the board: nothing */
  assert.equal(await shownBoard(page), SOLVED);
});

onPage('swipes on a phone', async (page) => {
  const session = await page.context().newCDPSession(page);
  const { x, y } = await middle(page, 5);
  for (const [dx, dy] of [[60, 0], [0, 60], [-60, 0]]) {
    const points = (px, py) => [{ x: px, y: py }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(x, y) });
    for (const part of [0.3, 0.7, 1])
      await session.send('Input.dispatchTouchEvent',
        { type: 'touchMove', touchPoints: points(x + part * dx, y + part * dy) });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
  assert.equal(await shownBoard(page), '1 2 3 4 5 6 7 8 9 10 12 0 13 14 11 15');
}, PHONE);

/* ---- setting a board ---- */

onPage('edit by dragging and by keys', async (page) => {
  await page.click('#settings');
  await page.check('#edit');
  const [from, to] = [await middle(page, 0), await middle(page, 5)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  assert.equal(await shownBoard(page), '6 2 3 4 5 1 7 8 9 10 11 12 13 14 15 0');
  assert.match(await text(page, 'notice'), /^No moves lead from this board to the goal: /);
  for (const key of ['ArrowUp', 'Enter', 'ArrowRight', 'ArrowRight', 'Enter'])
    await page.press('#board', key);
  assert.equal(await shownBoard(page), '3 2 6 4 5 1 7 8 9 10 11 12 13 14 15 0');
  assert.equal(await text(page, 'notice'), '');
  await page.uncheck('#edit');
  await page.press('#board', 'ArrowRight');
  assert.equal(await text(page, 'made'), '1');
});

onPage('any notation of the tools', async (page) => {
  for (const board of ['2,1,3/4,5,6/8,7,0', '2 1 3 / 4 5 6 / 8 7 _', '2 1 3 4 5 6 8 7 .']) {
    await take(page, board);
    assert.equal(await shownBoard(page), '2 1 3 4 5 6 8 7 0');
  }
  for (const board of ['2 1 3\n4 5 6\n8 7 _\n', '[[2,1,3],[4,5,6],[8,7,0]]', '2,1,3;4,5,6;8,7,0']) {
    await take(page, board);
    assert.equal(await shownBoard(page), '2 1 3 4 5 6 8 7 0');
  }
  await take(page, 'r \u2193'); /* a scramble, of the size that is there */
  assert.equal(await shownBoard(page), '1 2 3 4 0 6 7 5 8');
  await take(page, 'R3'); /* which a 4x4 board would allow */
  assert.match(await text(page, 'notation-note'), /^Move 3, “R3”, is not possible: the gap is in row 3, column 1\.$/);
  assert.equal(await shownBoard(page), '1 2 3 4 0 6 7 5 8');
  await take(page, '1 2 3 / 4 0 5');
  assert.equal(await page.inputValue('#size'), '3x2');
  await take(page, '1 2 3 0 4 5'); /* the size that is there */
  assert.equal(await shownBoard(page), '1 2 3 0 4 5');
});

onPage('garbage is refused in words, and the board stays', async (page) => {
  for (const [garbage, reason] of [
    ['hello', /^“hello” in line 1, column 1 is neither a number nor the gap/],
    ['1 2 3 4 5 6 7 8 8', /twice|8/],
    ['1 2 3', /./],
    ['42 LDDR', /^This is a solution with its length, not a board/],
    ['1 2 0 3\n3 1 2 0', /more than one board/],
    ['1 2 3 / 4 5', /./],
    ['<=42 LDDR', /^This is a solution with its length, not a board/],
    ['<img src=x onerror=alert(1)>', /^There is no number in the text/],
    ['9'.repeat(50000), /./],
    ['1 2 3 4 5 6 / 7 8 9 10 11 0', /The page has boards from 2x2 to 5x5 and squares up to 10x10, not 6x2/],
  ]) {
    await take(page, garbage);
    assert.match(await text(page, 'notation-note'), reason);
    assert.equal(await shownBoard(page), SOLVED);
  }
});

onPage('a board is pasted anywhere', async (page) => {
  const paste = (pasted) => page.evaluate((what) => {
    const data = new DataTransfer();
    data.setData('text', what);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, pasted);
  await paste(EASY);
  assert.equal(await shownBoard(page), EASY.replaceAll(' /', ''));
  await paste('garbage \u0000 \u2603');
  assert.match(await text(page, 'notation-note'), /is neither a number nor the gap: write 0 for the gap\.$/);
  assert.equal(await shownBoard(page), EASY.replaceAll(' /', ''));
});

onPage('an unsolvable board has its reason, and is mended', async (page) => {
  await take(page, SOLVED.replace('14 15', '15 14'));
  assert.match(await text(page, 'notice'),
    /^No moves lead from this board to the goal: with tiles 15 and 14 exchanged it could be solved\.$/);
  for (const id of ['solve', 'hint', 'compare'])
    assert.equal(await page.isDisabled(`#${id}`), true, id);
  await page.click('#mend');
  assert.equal(await shownBoard(page), SOLVED);
  assert.equal(await page.isDisabled('#solve'), false);
});

onPage('errors are said in the language of the link', async (page) => {
  await take(page, SOLVED.replace('14 15', '15 14'));
  assert.match(await text(page, 'notice'), /^Von diesem Brett führen keine Züge zum Ziel: /);
  await page.click('#mend');
  assert.equal(await text(page, 'notice'), 'Die zwei höchsten Steine wurden getauscht. Jetzt ist das Brett lösbar.');
  await take(page, 'U2');
  assert.equal(await text(page, 'notation-note'), 'Zug 1, „U2“, ist nicht möglich. Als Züge der Lücke ist das spielbar.');
  await take(page, '1 2 3 4 5 6 7');
  assert.match(await text(page, 'notation-note'), /^7 Zahlen ergeben kein quadratisches Brett/);
  await page.click('#tab-play');
  await page.fill('#solution', 'RRRR');
  await page.press('#solution', 'Enter');
  assert.equal(await text(page, 'solution-note'), 'Zug 4, „R“, ist nicht möglich: Die Lücke ist in Zeile 4, Spalte 1.');
}, { query: '?lang=de' });

onPage('every size and both goals', async (page) => {
  await page.click('#settings');
  const sizes = await page.locator('#size option').evaluateAll((all) => all.map((one) => one.value));
  assert.equal(sizes.length, 21);
  for (const [i, size] of sizes.slice(0, 16).entries()) { /* large.mjs has the others */
    for (const goal of LONG ? ['last', 'first'] : [i % 2 ? 'last' : 'first']) {
      await page.click('#settings');
      await page.selectOption('#size', size);
      await page.selectOption('#goal', goal);
      await page.fill('#seed', '5');
      await page.click('#seed-scramble');
      const [width, height] = size.split('x').map(Number);
      assert.equal(await text(page, 'seed-note'), 'Scramble 5. The same number brings the same board again.');
      const board = tool('pdbsolve', ['--scramble', '1', '--seed', '5', '--board', size, '--goal', `blank-${goal}`]).trim();
      assert.equal(await shownBoard(page), board.replaceAll(' /', ''), size);
      if (width * height > 16) continue;
      const heuristic = width * height < 15 ? ['--heuristic', 'manhattan'] : [];
      const [expected] = solutions([board], [...heuristic, '--goal', `blank-${goal}`]);
      assert.deepEqual(await solve(page), expected, `${board} ${goal}`);
    }
  }
});

/* ---- sharing ---- */

onPage('a share link carries board, goal and the moves so far', async (page) => {
  await page.click('#settings');
  await page.selectOption('#size', '4x3');
  await page.selectOption('#goal', 'first');
  await page.fill('#seed', '9');
  await page.click('#seed-scramble');
  await page.press('#board', 'ArrowUp');
  await page.press('#board', 'ArrowDown');
  await page.press('#board', 'ArrowLeft');
  await page.click('#share');
  const [board, link] = [await shownBoard(page), page.url()];
  const made = await text(page, 'made');
  assert.match(link, /\?board=[\d,/]+&goal=first(&moves=[UDLR]+)$/);
  await shared.openLink(link, async (other) => {
    assert.equal(await shownBoard(other), board);
    assert.equal(await text(other, 'made'), made);
    assert.equal(await other.inputValue('#size'), '4x3');
    assert.equal(await other.inputValue('#goal'), 'first');
  });
});

onPage('a link without sense is refused', async (page) => {
  assert.equal(await shownBoard(page), SOLVED);
  assert.match(await text(page, 'notice'), /not contain a readable board/);
}, { query: '?board=<script>' });

/* ---- databases ---- */

onPage('a dropped database is used', async (page) => {
  tool('pdbgen', ['-q', '-d', folder, '5-5-5']);
  const files = readdirSync(folder).filter((name) => name.endsWith('.tpdb')).map((name) => join(folder, name));
  assert.equal(files.length, 3);
  await drop(page, files.slice(0, 1));
  await waitForText(page, 'database-note', /5 tiles .* of 4x4, .* Drop the files for the other tiles too\.$/);
  await waitForText(page, 'database-state', /^(6-6-3|7-7-1)/);
  /* Files dropped during a search wait for its end, and a cancelled search does not lose them. */
  await take(page, HARD);
  await page.click('#solve');
  await waitForText(page, 'search-bound', /^[67]\d$/);
  await drop(page, files.slice(1));
  await waitForText(page, 'database-note', /will be read when the search ends/);
  await page.click('#solve');
  await waitForText(page, 'database-note', /searches use it from now on\.$/);
  await waitForText(page, 'database-state', /^5-5-5: .* from your files\.$/);
  await take(page, EASY);
  assert.deepEqual(await solve(page), { length: 3, moves: 'DLU' });
  /* The database survives a cancelled search, which ends the worker. */
  await take(page, HARD);
  await page.click('#solve');
  await waitForText(page, 'search-bound', /^[67]\d$/);
  await page.click('#solve');
  await take(page, EASY);
  await solve(page);
  assert.match(await text(page, 'database-state'), /^5-5-5/);
});

onPage('a file that is no database, damaged or compressed is refused', async (page) => {
  const garbage = join(folder, 'garbage.tpdb');
  writeFileSync(garbage, 'no table');
  writeFileSync(join(folder, 'rubbish.tpdb'), '');
  await drop(page, [garbage, join(folder, 'rubbish.tpdb')]);
  await waitForText(page, 'database-note', /^garbage\.tpdb cannot be used\. .*\. rubbish\.tpdb cannot be used\. .*\.$/);
  tool('pdbgen', ['-q', '-d', folder, '--blank', 'projected', '--level', '3', '5-5-5']);
  const name = readdirSync(folder).find((each) => each.includes('projected'));
  await drop(page, [join(folder, name)]);
  await waitForText(page, 'database-note', /The file is compressed, which this page cannot read\.$/);
  await take(page, EASY);
  assert.deepEqual(await solve(page), { length: 3, moves: 'DLU' });
});

/* ---- the rest ---- */

onPage('methods side by side', async (page) => {
  const board = '1 8 2 / 0 4 3 / 7 6 5';
  const [{ length }] = solutions([board], ['--heuristic', 'manhattan']);
  await take(page, board);
  await openLearn(page, 'compare');
  await page.click('#compare');
  await page.waitForFunction(() => document.getElementById('compare').dataset.running === 'no');
  const rows = await page.locator('#methods tr').evaluateAll((all) => all.map((row) =>
    [row.dataset.method, row.dataset.state, row.children[1].textContent, row.children[2].textContent]));
  assert.deepEqual(rows.map((row) => row[0]), ['layered', 'bfs', 'iddfs', 'manhattan', 'pdb']);
  for (const [method, state, moves, nodes] of rows) {
    assert.equal(state, 'done', method);
    if (method !== 'layered') assert.equal(moves, `${length}optimal`, method);
    if (method !== 'layered') assert.match(nodes, /^[\d.,]+[KM]?$/);
  }
  assert.ok(parseInt(rows[0][2], 10) >= length);
  await page.click('#layered summary');
  assert.ok(await page.locator('#layered-steps li').count() >= 2);
  await page.press('#board', 'ArrowDown');
  await page.click('[data-method=layered] button');
  await page.fill('#player-speed', '5');
  await page.waitForSelector('#board.solved');
  assert.equal(await text(page, 'player-where'), `${parseInt(rows[0][2], 10)} of ${parseInt(rows[0][2], 10)}`);
});

onPage('comparing is stopped', async (page) => {
  await take(page, HARD);
  await openLearn(page, 'compare');
  await page.click('#compare');
  await page.waitForSelector('[data-method=bfs][data-state=running]');
  await page.click('#compare');
  await page.waitForSelector('[data-method=bfs][data-state=stopped]');
  await take(page, EASY);
  assert.deepEqual(await solve(page), { length: 3, moves: 'DLU' });
});

onPage('the gallery has sets of boards, each with a sentence', async (page) => {
  await openLearn(page, 'gallery');
  const counts = await page.locator('#gallery ul').evaluateAll((all) => all.map((one) => one.children.length));
  assert.deepEqual(counts, [1, 2, 17, 2, 1, 4, 4, 2]);
  assert.equal(await page.locator('#gallery p').count(), counts.length);
  await page.click('#gallery ul:nth-of-type(3) button');
  assert.equal(await shownBoard(page), HARD);
  await page.click('#gallery ul:nth-of-type(1) button');
  assert.match(await text(page, 'notice'), /^No moves lead from this board to the goal: /);
  /* What the page says of the boards is true. */
  const notes = await page.locator('#gallery button').evaluateAll((all) => all.map((one, i) =>
    [one.getAttribute('aria-label'), one.closest('ul').previousElementSibling.textContent, i]));
  for (const [label, about] of notes) {
    const [, length, board] = /(?:(\d+) moves|)[^:]*: (.*)$/.exec(label);
    const cells = board.replaceAll('/', ' ').trim().split(/\s+/).length;
    const slides = /slide of several|slides are counted/.test(about);
    if (cells > (slides || !LONG ? 9 : 16) || !length) continue;
    const goal = /gap goes first/.test(about) ? ['--goal', 'blank-first'] : [];
    if (slides) goal.push('--metric', 'multi');
    const heuristic = cells === 16 || slides ? [] : ['--heuristic', 'manhattan'];
    const method = slides && cells < 16 ? 'bfs' : null;
    assert.equal(solutions([board], [...goal, ...heuristic], method)[0].length, Number(length), label);
  }
});

onPage('a picture on the tiles', async (page) => {
  const picture = Buffer.from('R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
  await page.click('#settings');
  await page.setInputFiles('#picture-file', { name: 'a.gif', mimeType: 'image/gif', buffer: picture });
  const background = () => page.locator('.tile span').first()
    .evaluate((tile) => getComputedStyle(tile).backgroundImage);
  await page.waitForSelector('.board.pictured');
  assert.match(await background(), /^url\("blob:/);
  await page.click('#picture-none');
  assert.equal(await background(), 'none');
});

onPage('colours are chosen and kept, and chosen dark ones are those of a dark system', async (page) => {
  const colours = () => page.evaluate(() => [...['--paper', '--card', '--ink', '--warn', '--tile-light', '--tile-shadow']
    .map((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()),
  ...[...document.querySelectorAll('meta[name=theme-color]')].filter(({ media }) => matchMedia(media).matches).map(({ content }) => content)]);
  const system = (colorScheme) => page.emulateMedia({ colorScheme });
  const light = await colours();
  await system('dark');
  const dark = await colours();
  dark.forEach((value, i) => assert.notEqual(value, light[i]));
  assert.deepEqual([light.at(-1), dark.at(-1), dark.length], [light[0], dark[0], 7]); /* the bar of the browser is of the paper */
  await page.click('#settings');
  await page.click('#theme'); /* auto, light, dark */
  assert.deepEqual(await colours(), light);
  await page.click('#theme');
  await system('light');
  assert.deepEqual(await colours(), dark);
  await page.reload();
  await page.waitForSelector('body.ready');
  assert.deepEqual(await colours(), dark);
});

onPage('reduced motion is respected', async (page) => {
  const duration = await page.locator('.tile').first()
    .evaluate((tile) => getComputedStyle(tile).transitionDuration);
  assert.equal(duration, '0s');
  await take(page, EASY);
  await solve(page);
  await page.fill('#player-speed', '5');
  await page.waitForSelector('#board.solved');
}, { reducedMotion: 'reduce' });

for (const width of [320, 390, 768]) {
  onPage(`nothing sticks out at ${width} pixels`, async (page) => {
    await take(page, '9 7 3 15 / 6 8 2 4 / 11 1 10 14 / 13 0 5 12');
    await solve(page);
    for (const tab of ['search', 'tables', 'compare', 'gallery']) await openLearn(page, tab);
    for (const tab of ['#tab-learn', '#tab-solves', '#tab-daily', '#settings', '#tab-play']) {
      await page.click(tab);
      const [content, window] = await page.evaluate(() =>
        [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      assert.equal(content, window, tab);
    }
    await page.click('#settings');
    await page.selectOption('#metric', 'multi');
    await take(page, '1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 0 13 14 15'); /* names three tiles */
    await solve(page);
    await page.fill('#player-position', '0');
    assert.equal(await text(page, 'player-step'), 'Move 13, 14, 15 left');
    const [content, high] = await page.evaluate(() =>
      [document.documentElement.scrollWidth, document.getElementById('player-next').offsetHeight]);
    assert.equal(content, width);
    await page.fill('#player-position', '1');
    assert.equal(await page.evaluate(() => document.getElementById('player-next').offsetHeight), high);
  }, { ...PHONE, viewport: { width, height: 800 } });
}
