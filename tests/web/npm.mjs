/*
 * The npm package as its users have it: packed, unpacked into node_modules, used in Node by its
 * example and its types' names, and in Chromium by the example page. Answers are pdbsolve's.
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
  execFileSync('sh', [PACK, join(dirname(PAGE), 'core.wasm'), '0.3.0', work]);
  execFileSync('tar', ['-xzf', 'tilepdb-0.3.0.tgz'], { cwd: work });
  unpacked = join(work, 'node_modules/tilepdb');
  mkdirSync(dirname(unpacked));
  cpSync(join(work, 'package'), unpacked, { recursive: true });
  tilepdb = await import(join(unpacked, 'tilepdb.mjs'));
});
after(() => rmSync(work, { recursive: true }));

test('the package has what it names, and no more than 300 kB', () => {
  const about = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
  assert.equal(about.version, '0.3.0');
  for (const file of [about.types, ...Object.values(about.exports['.'])])
    assert.ok(existsSync(join(unpacked, file)), file);
  assert.ok(readFileSync(join(work, 'tilepdb-0.3.0.tgz')).length < 300e3);
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
  await assert.rejects(worker.prepare({ partition: '9-6' }), RangeError);
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
  const expected = (board, args) => {
    const [length, moves] = tool('pdbsolve', ['-q', '-d', work, ...args, board]).trim().split(' ');
    return { length: Number(length), moves };
  };
  const answer = ({ length, moves }) => ({ length, moves });
  assert.deepEqual(answer(here.solve(small, { metric: 'multi' })),
    expected(small, ['--metric', 'multi', '--method', 'bfs']));
  const drawn = here.scramble({ goal: spiral, seed: 5 });
  const board = tool('pdbsolve', ['--scramble', '1', '--seed', '5', '--goal', spiral]).trim();
  assert.equal(drawn.cells.join(' '), board);
  assert.equal(here.solve(drawn, { goal: spiral }).length,
    expected(board, ['--goal', spiral, '--heuristic', 'manhattan']).length);
  const near = '5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 0 14 15 12';
  assert.deepEqual(answer(here.solve(near, { metric: 'multi' })),
    expected(near, ['--metric', 'multi', '--method', 'bfs']));
  assert.equal(here.prepare({ metric: 'multi' }).name, 'small');
  assert.throws(() => here.prepare({ metric: 'multi', width: 5, height: 5 }), RangeError);
  assert.throws(() => here.solve(near, { metric: 'both' }), RangeError);
  assert.throws(() => here.prepare({ goal: spiral, partition: '7-7-1' }), /there are 6-6-3$/);
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
  } finally {
    await browser.close();
    server.close();
  }
});

test('nothing else is packed', () => {
  assert.deepEqual(readdirSync(unpacked).sort(), ['LICENSE', 'README.md', 'core.js', 'core.wasm',
    'examples', 'metric.js', 'package.json', 'partitions.js', 'tilepdb.d.ts', 'tilepdb.mjs', 'worker.mjs']);
});
