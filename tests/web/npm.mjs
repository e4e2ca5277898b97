/*
 * The npm package as users install it: packed, unpacked into node_modules, used in Node by its example
 * and the names of its types, and in Chromium by the example page. Answers are those of pdbsolve.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PAGE, launch, solutions, tool } from './support.mjs';

const PACK = fileURLToPath(new URL('../../packaging/npm/pack', import.meta.url));
const FAR = '0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1';
const ODD = '1 2 3 4 5 6 8 7 0';
const TYPES = { '.html': 'text/html', '.mjs': 'text/javascript', '.js': 'text/javascript',
  '.wasm': 'application/wasm' };

let work, unpacked, tilepdb;

before(async () => {
  work = mkdtempSync(join(tmpdir(), 'tilepdb-npm-'));
  execFileSync('sh', [PACK, join(dirname(PAGE), 'core.wasm'), '0.5.0', work]);
  execFileSync('tar', ['-xzf', 'tilepdb-0.5.0.tgz'], { cwd: work });
  unpacked = join(work, 'node_modules/tilepdb');
  mkdirSync(dirname(unpacked));
  cpSync(join(work, 'package'), unpacked, { recursive: true });
  tilepdb = await import(join(unpacked, 'tilepdb.mjs'));
});
after(() => rmSync(work, { recursive: true }));

test('the package has what it names, and no more than 300 kB', () => {
  const about = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
  assert.equal(about.version, '0.5.0');
  for (const file of [about.types, ...Object.values(about.exports['.'])])
    assert.ok(existsSync(join(unpacked, file)), file);
  assert.ok(readFileSync(join(work, 'tilepdb-0.5.0.tgz')).length < 300e3);
  const types = readFileSync(join(unpacked, 'tilepdb.d.ts'), 'utf8');
  for (const name of Object.keys(tilepdb)) assert.match(types, new RegExp(`export .* ${name}\\b`));
});

test('the example in Node answers as pdbsolve does', () => {
  const boards = tool('pdbsolve', ['--scramble', '5', '--seed', '7']).trim().split('\n');
  const printed = execFileSync(process.execPath,
    [join(unpacked, 'examples/node.mjs'), ...boards], { encoding: 'utf8', cwd: work });
  const expected = solutions(boards).map(({ length, moves }) => `${length} ${moves}`);
  assert.deepEqual(printed.trim().split('\n'), expected);
});

test('a worker prepares better tables, solves far boards, reports and refuses', async () => {
  let heard = 0;
  const worker = new tilepdb.TilepdbWorker({ onProgress: () => heard++ });
  const { name } = await worker.prepare({ partition: '7-7-1' });
  assert.equal(name, '7-7-1');
  assert.ok(heard > 0);
  const { length, moves, optimal } = await worker.solve(FAR, { partition: '7-7-1' });
  assert.deepEqual({ length, moves }, solutions([FAR])[0]);
  assert.equal(optimal, true);
  await assert.rejects(worker.solve(ODD), (error) =>
    error instanceof tilepdb.CoreError && error.status === 1 && /unsolvable/.test(error.message));
  await assert.rejects(worker.solve('1 2 3 3 5 6 8 7 0'), /tile 3 is at column 5/);
  await assert.rejects(worker.prepare({ partition: '9-6' }), /9-6/);
  const endless = worker.solve(FAR, { partition: '6-6-3' });
  const closed = assert.rejects(endless, /closed/);
  await worker.close();
  await closed;
  await assert.rejects(worker.solve(FAR), /closed/);
});

test('without a worker the answers are the same, and seeds draw the boards of pdbsolve', async () => {
  const here = await tilepdb.Tilepdb.create({ module: await tilepdb.compile() });
  const drawn = here.scramble({ width: 3, height: 3, seed: 3 });
  const board = tool('pdbsolve', ['--scramble', '1', '--seed', '3', '--board', '3x3']).trim();
  assert.equal(drawn.cells.join(' '), board);
  const { length, moves } = here.solve(drawn);
  assert.deepEqual({ length, moves }, solutions([board])[0]);
  assert.throws(() => here.solve(ODD), tilepdb.CoreError);
});

test('metrics and goals are those of pdbsolve', async () => {
  const here = await tilepdb.Tilepdb.create();
  const spiral = '1 2 3 4 / 12 13 14 5 / 11 0 15 6 / 10 9 8 7';
  const small = '1 4 7 / 2 0 8 / 3 6 5';
  const expected = (board, args, method) => solutions([board], args, method)[0];
  const answer = ({ length, moves }) => ({ length, moves });
  assert.deepEqual(answer(here.solve(small, { metric: 'multi' })),
    expected(small, ['--metric', 'multi'], 'bfs'));
  const drawn = here.scramble({ goal: spiral, seed: 5 });
  const board = tool('pdbsolve', ['--scramble', '1', '--seed', '5', '--goal', spiral]).trim();
  assert.equal(drawn.cells.join(' '), board);
  assert.equal(here.solve(drawn, { goal: spiral }).length,
    expected(board, ['--goal', spiral, '--heuristic', 'manhattan']).length);
  const near = '5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 0 14 15 12';
  assert.deepEqual(answer(here.solve(near, { metric: 'multi' })),
    expected(near, ['--metric', 'multi'], 'bfs'));
  assert.equal(here.prepare({ metric: 'multi' }).name, 'small');
  assert.throws(() => here.prepare({ metric: 'multi', width: 5, height: 5 }), tilepdb.CoreError);
  assert.throws(() => here.solve(near, { metric: 'both' }), RangeError);
  assert.throws(() => here.prepare({ memory: 1e5 }), /memory|allowed/);
});

test('goals may be open, and longer solutions are listed, as by pdbsolve', async () => {
  const here = await tilepdb.Tilepdb.create();
  const far = '8 7 6/5 4 3/2 1 0', row = '1 2 3/* * */* * *', colours = '1 1 1 / 2 2 2 / 3 3 0', mixed = '3 3 2/2 2 1/1 1 0';
  const cells = [1, 2, 3, '*', '*', '*', '*', '*', '*'];
  const [length, moves] = tool('pdbsolve', ['-q', '--goal', row, far]).trim().split(' ');
  assert.equal(Number(length), 20);
  for (const goal of [row, { width: 3, height: 3, cells }]) {
    const found = here.solve(far, { goal, list: 1 });
    assert.deepEqual([found.length, found.optimal, found.moves, found.solutions, found.listed], [20, true, moves, 2, [moves]]);
    assert.deepEqual(here.distances(far, { goal, solution: moves }).distances, [...Array(21).keys()].reverse());
  }
  assert.equal(here.solve(far, { goal: row, metric: 'multi' }).length, 15);
  assert.equal(here.solve(mixed, { goal: colours }).length, 24);
  assert.equal(here.solve({ width: 3, height: 3, cells: [3, 3, 2, 2, 2, 1, 1, 1, 0] }, { goal: colours, any: true }).length, 24);
  assert.equal(here.solve('DDRR', { goal: colours }).moves, 'LLUU');
  assert.equal(here.solve('R', { goal: '1 2 3/8 0 4/7 6 5' }).moves, 'L');
  const { solutions, listed } = here.solve(far, { list: 1000, beyond: 2 });
  assert.deepEqual([solutions, new Set(listed).size, listed.filter((each) => each.length === 32).length], [122, 122, 112]);
  assert.deepEqual(here.solve(far, { list: 0, beyond: 2 }).solutions, 122);
  for (const [refused, message] of [
    [() => here.solve('2 1 3/4 5 6/7 8 0', { goal: '1 2 3/4 5 6/7 * *' }), /unsolvable/],
    [() => here.solve(far, { goal: colours }), /the goal has 3 tiles 1, but the board has 1/],
    [() => here.solve('1 2 3 0', { goal: row }), /the board is 2x2, but the goal is 3x3/],
    [() => here.solve(far, { goal: '1 2 3 / * * * / * * x x' }), /row 3/],
    [() => here.solve(far, { beyond: 2 }), /only one solution is asked for/],
    [() => here.solve(FAR, { list: 1, beyond: 2 }), /too many/],
    [() => here.anytime(far, { goal: row }), /open goals/],
    [() => here.prepare({ goal: row }), /an open goal has a table of its own/],
    [() => here.scramble({ goal: colours }), /name every tile of the goal once/],
  ]) assert.throws(refused, (error) => error instanceof tilepdb.CoreError && message.test(error.message), String(message));
  for (const wrong of [{ list: -1 }, { list: 1, beyond: 0.5 }]) assert.throws(() => here.solve(far, wrong), RangeError);
  assert.throws(() => here.distances(far, { goal: row, solution: 'D' }), RangeError);
  const worker = new tilepdb.TilepdbWorker();
  const there = await worker.solve(far, { goal: row, list: 100, beyond: 2 });
  assert.deepEqual([there.length, there.solutions, there.listed.length], [20, 17, 17]);
  await assert.rejects(worker.anytime(mixed, { goal: colours }), tilepdb.CoreError);
  await worker.close();
});

/* One table has the answers of all doors (tests/data/doors.jsonl). Here moves are pruned by smaller
 * automata, which fit a page: the same bounds have some nodes more. */
test('boards of all doors have the same answers', async () => {
  const here = await tilepdb.Tilepdb.create();
  const rows = readFileSync(new URL('../data/doors.jsonl', import.meta.url), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  let checked = 0;
  for (const { board, goal, metric, options = {}, length, solvable, moves, bounds } of rows) {
    if (options.direction || options.max_length || options.max_nodes) continue;
    checked++;
    if (!solvable) {
      assert.throws(() => here.solve(board, { goal, metric }), tilepdb.CoreError);
      continue;
    }
    const found = here.solve(board, { goal, metric, ...options });
    assert.deepEqual([found.length, found.lowerBound, found.optimal], [length, length, true], board);
    if (moves) assert.equal(found.moves, moves, board);
    const exhausted = found.iterations.filter(({ bound }) => bound < length);
    assert.deepEqual(exhausted.map(({ bound }) => bound), bounds.map(([bound]) => bound), board);
    exhausted.forEach(({ generated }, i) => assert.ok(generated >= bounds[i][1] && generated <= 1.25 * bounds[i][1] + 1, `${board}: ${generated}, not ${bounds[i][1]}`));
  }
  assert.equal(checked, 20);
});

/* Plays moves, which are directions of tiles, on cells; the gap moves in the opposite direction. */
function played({ width, cells }, moves) {
  const after = [...cells];
  for (const move of moves) {
    const blank = after.indexOf(0);
    const from = blank + { U: width, D: -width, L: 1, R: -1 }[move];
    [after[blank], after[from]] = [after[from], 0];
  }
  return after;
}

function checkSolution(board, { length, moves, lowerBound }) {
  const goal = [...board.cells.keys()].map((cell) => (cell + 1) % board.cells.length);
  assert.deepEqual(played(board, moves), goal);
  assert.equal(moves.length, length);
  assert.ok(lowerBound <= length);
}

test('solutions get better, and are the same in a worker and without', async () => {
  const here = await tilepdb.Tilepdb.create();
  const board = here.scramble({ width: 5, height: 5, seed: 3 });
  const heard = [];
  const limits = { maxWidth: 1024 };
  const answer = here.anytime(board, { ...limits, onImprovement: (one) => void heard.push(one) });
  assert.equal(answer.status, 2);
  assert.match(answer.message, /limit is reached/);
  assert.ok(heard.length > 2 && heard[0].shorter);
  heard.forEach((one, i) => {
    checkSolution(board, one);
    if (i > 0) assert.ok(one.shorter ? one.length < heard[i - 1].length : one.lowerBound > heard[i - 1].lowerBound);
  });
  const known = ({ length, moves, lowerBound }) => ({ length, moves, lowerBound });
  assert.deepEqual(known(answer), known(heard.at(-1)));
  const worker = new tilepdb.TilepdbWorker();
  const told = [];
  for await (const one of worker.improvements(board, limits)) told.push(one);
  const solutionsOf = (all) => all.filter(({ shorter }) => shorter).map(({ moves }) => moves);
  assert.deepEqual(solutionsOf(told), solutionsOf(heard)); /* bounds come when they come */
  assert.equal((await worker.anytime(board, limits)).moves, answer.moves);
  const near = await worker.anytime(board, { withinShare: 0.5, within: 3 });
  assert.ok(near.status === 0 && near.length - near.lowerBound <= 0.5 * near.lowerBound);
  const drawn = await worker.scramble({ seed: 8 });
  for (const metric of ['single', 'multi']) { /* beams and tables prove it on 4x4 */
    const best = await worker.anytime(drawn, { metric });
    assert.equal(best.optimal, true);
    assert.equal(best.length, (await worker.solve(drawn, { metric })).length);
  }
  const large = await worker.scramble({ width: 9, height: 9, seed: 1 });
  checkSolution(large, await worker.anytime(large, { timeout: 0.1 }));
  await worker.close();
});

test('boards and solutions are drawn', async () => {
  const here = await tilepdb.Tilepdb.create();
  const worker = new tilepdb.TilepdbWorker();
  const board = '1 2 3 / 4 5 6 / 0 7 8', count = (text, words) => text.split(words).length - 1;
  const strip = here.picture(board, { moves: 'L2', caption: 'a <b>' });
  assert.deepEqual([count(strip, '"tp-board"'), count(strip, 'class="tp-moved"'), count(strip, 'a &#60;b&#62;')], [3, 2, 2]);
  assert.equal(await worker.picture(board, { moves: 'L2', caption: 'a <b>' }), strip);
  assert.equal(count(here.picture(board, { moves: 'LL', metric: 'multi', goal: '1 2 3 / * * * / * * *' }), '"tp-board"'), 2);
  assert.equal(count(here.picture('2 1 3 / 4 5 6 / 0 7 8'), '"tp-board"'), 1); /* cannot be solved */
  assert.equal(count(here.picture(board, { moves: 'LL', speed: 3 }), '@keyframes'), 2);
  assert.throws(() => here.picture(board, { moves: 'RR' }), tilepdb.CoreError);
  assert.throws(() => here.picture(board, { speed: -1 }), RangeError);
  await worker.close();
});

test('a solution of one\'s own is measured, and shortened', async () => {
  const here = await tilepdb.Tilepdb.create();
  const worker = new tilepdb.TilepdbWorker();
  const board = '1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12', solution = 'RLD LU'; /* DLU */
  const { distances, status } = here.distances(board, { solution });
  assert.deepEqual([distances, status], [[3, 4, 3, 2, 1, 0], 0]);
  assert.deepEqual(await worker.distances(board, { solution, metric: 'multi' }), { status: 0, message: '', distances: [3, 4, 3, 2, 1, 0] });
  assert.equal((await worker.anytime(board, { solution })).moves, 'DLU');
  const drawn = here.scramble({ seed: 5 });
  const best = here.solve(drawn);
  const { distances: falling } = here.distances(drawn, { solution: best.moves });
  assert.deepEqual(falling, [...falling.keys()].reverse());
  const large = here.scramble({ width: 32, height: 32, seed: 1 });
  const long = here.anytime(large, { maxWidth: 1 });
  assert.ok(here.anytime(large, { maxWidth: 1, solution: long.moves }).length <= long.length);
  for (const wrong of ['DL', '', undefined]) assert.throws(() => here.distances(board, { solution: wrong }), RangeError);
  assert.throws(() => here.distances(board, { solution: 'DDDD' }), tilepdb.CoreError);
  assert.throws(() => here.anytime(board, { solution: 'DL' }), /do not lead to the goal/);
  await assert.rejects(worker.distances(board, { solution: 'hello' }), tilepdb.CoreError);
  await worker.close();
});

test('a limit leaves a solution and a bound, and a signal ends any search', async () => {
  const worker = new tilepdb.TilepdbWorker();
  const board = '14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13';
  const answer = await worker.solve(board, { timeout: 2, memory: 256 << 20 });
  assert.deepEqual([answer.status, answer.optimal], [2, false]);
  assert.match(answer.message, /limit/);
  checkSolution(await worker.parse(board), answer);
  await assert.rejects(worker.solve(board, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  const shared = globalThis.SharedArrayBuffer;
  for (const there of [shared, undefined]) {
    globalThis.SharedArrayBuffer = there;
    const stop = new AbortController();
    const asked = [worker.solve(board, { signal: stop.signal }), worker.solve('1 2 3 4 0 6 7 5 8')];
    setTimeout(() => stop.abort(new RangeError('enough')), 50);
    await assert.rejects(asked[0], /enough/);
    assert.equal((await asked[1]).length, 2);
    globalThis.SharedArrayBuffer = shared;
  }
  const limit = worker.anytime(board, { signal: AbortSignal.timeout(100) });
  await assert.rejects(limit, { name: 'TimeoutError' });
  await worker.close();
});

test('a search for better solutions ends when it is left, stopped or wrong', async () => {
  const here = await tilepdb.Tilepdb.create();
  const board = here.scramble({ width: 6, height: 6, seed: 4 }); /* has no end of its own */
  let asked = 0;
  assert.equal(here.anytime(board, { goesOn: () => ++asked < 5 }).status, 3);
  checkSolution(board, here.anytime(board, { onImprovement: ({ width }) => width < 256 }));
  for (const name of ['onImprovement', 'goesOn'])
    assert.throws(() => here.anytime(board, { [name]() { throw new TypeError('mine'); } }), /mine/);
  for (const [name, value] of [['timeout', -1], ['within', NaN], ['memory', 'much'], ['maxWidth', Infinity]])
    assert.throws(() => here.anytime(board, { [name]: value }), new RegExp(`${name} is`));
  assert.throws(() => here.anytime(ODD), tilepdb.CoreError);
  const shared = globalThis.SharedArrayBuffer;
  for (const there of [shared, undefined]) { /* the worker sees a flag, or another worker replaces it */
    globalThis.SharedArrayBuffer = there;
    try {
      const worker = new tilepdb.TilepdbWorker();
      const later = [];
      for await (const one of worker.improvements(board)) {
        checkSolution(board, one);
        if (later.length === 0) later.push(worker.solve('1 2 3 4 0 6 7 5 8'), worker.parse('1 2 3 0'));
        if (one.width > 0) break;
      }
      const [{ length }, { cells }] = await Promise.all(later);
      assert.deepEqual({ length, cells }, { length: 2, cells: [1, 2, 3, 0] });
      const stopped = await worker.anytime(board, { onImprovement: () => false });
      checkSolution(board, stopped);
      assert.notEqual(stopped.status, 0);
      await assert.rejects(worker.anytime(board, { onImprovement() { throw new TypeError('mine'); } }), /mine/);
      await assert.rejects(worker.anytime(ODD), /unsolvable/);
      await assert.rejects(worker.improvements(board, { within: -1 }).next(), /within is -1/);
      await worker.close();
    } finally {
      globalThis.SharedArrayBuffer = shared;
    }
  }
});

test('the other example in Node prints solutions', () => {
  const board = '35 34 33 32 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 1 2 0';
  const printed = execFileSync(process.execPath,
    [join(unpacked, 'examples/anytime.mjs'), '0.3', board], { encoding: 'utf8', cwd: work });
  const lines = printed.trim().split('\n');
  const moves = lines.pop();
  assert.match(lines.at(-1), new RegExp(`^\\d+\\.\\d\\d s: ${moves.length} moves, at least \\d+$`));
  checkSolution({ width: 6, cells: board.split(' ').map(Number) }, { length: moves.length, moves, lowerBound: 0 });
});

test('the example page solves and refuses in Chromium', async () => {
  const server = createServer(({ url }, answer) => {
    const path = join(unpacked, url);
    const found = !url.includes('..') && TYPES[extname(url)] && existsSync(path);
    answer.writeHead(found ? 200 : 404, { 'content-type': TYPES[extname(url)] ?? 'text/plain' });
    answer.end(found ? readFileSync(path) : '');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/examples/browser.html`);
    await page.click('#solve');
    await page.waitForFunction(() => /^\d/.test(document.querySelector('#answer').textContent));
    assert.equal(await page.textContent('#answer'), '9 DDDLLUULU');
    await page.fill('#board', ODD);
    await page.click('#solve');
    await page.waitForFunction(() => /unsolvable/.test(document.querySelector('#answer').textContent));
    /* The page is not isolated, so it has no shared memory. */
    const { length, shares } = await page.evaluate(async () => {
      const { TilepdbWorker } = await import('/tilepdb.mjs');
      const tilepdb = new TilepdbWorker();
      const board = await tilepdb.scramble({ width: 6, height: 6, seed: 1 });
      for await (const { width } of tilepdb.improvements(board)) if (width > 0) break;
      const { length } = await tilepdb.solve('1 2 3 4 0 6 7 5 8');
      return { length, shares: Boolean(globalThis.SharedArrayBuffer) };
    });
    assert.deepEqual({ length, shares }, { length: 2, shares: false });
  } finally {
    await browser.close();
    server.close();
  }
});

test('nothing else is packed', () => {
  assert.deepEqual(readdirSync(unpacked).sort(), ['LICENSE', 'README.md', 'core.js', 'core.wasm',
    'examples', 'package.json', 'tilepdb.d.ts', 'tilepdb.mjs', 'worker.mjs']);
});
