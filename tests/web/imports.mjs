/*
 * Files of other programs: csTimer's exports, old and new, and slidysim's database, which Python's sqlite3
 * makes for the test.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const page = (name) => import(`../../web/page/${name}`);
const { DNF, PLUS_TWO, isPlayable } = await page('solves/record.js');
const { readSolves } = await page('solves/formats.js');
const { scrambled } = await page('solves/cstimer.js');
const { openStore } = await page('solves/store.js');

const folder = mkdtempSync(join(tmpdir(), 'tilepdb-imports-'));
after(() => rmSync(folder, { recursive: true }));

/* Returns the bytes of a database of slidysim with so many usual solves, and what is in it. */
function slidysim(count) {
  const file = join(folder, `${count}.db`);
  const script = join(dirname(fileURLToPath(import.meta.url)), 'slidysim.py');
  const expected = JSON.parse(execFileSync('python3', [script, file, String(count)], { encoding: 'utf8', maxBuffer: 1e8 }));
  return { bytes: new Uint8Array(readFileSync(file)), expected };
}

const parts = (record, names) => Object.fromEntries(names.map((name) => [name, record[name]]));

/* ---- csTimer ---- */

test('scrambles of csTimer are moves of tiles, arrows, or moves of the gap', () => {
  const board = '1,2,3/4,5,0/7,8,6';
  assert.deepEqual(['D', '\uFFEC', 'U', 'v', ' D ~'].map((scramble) => scrambled(scramble, 3, 3)), [board, board, board, board, board]);
  assert.equal(scrambled('D R2', 4, 4), '1,2,3,4/5,6,7,8/9,0,10,11/13,14,15,12');
  assert.equal(scrambled('U L2', 4, 4), scrambled('D R2', 4, 4));
  for (const wrong of ['', 'D4', "R U R'", 'L D', 'D9', 'F2', null, 7, 'R L2']) assert.equal(scrambled(wrong, 4, 4), '', String(wrong));
});

const SOLVES = [
  [[0, 45321], 'D R U L', '', 1700000001],
  [[2000, 30000.000000000004], 'R D2', 'a comment', 1700000100],
  [[-1, 61234], 'D R', '', 1700000200],
  [[0, 50000, 20000], 'no scramble', '', 1700000300],
];
const SEEN = [
  { at: 1700000001000, time: 45321, penalty: 0 }, { at: 1700000100000, time: 30000, penalty: PLUS_TWO },
  { at: 1700000200000, time: 61234, penalty: DNF }, { at: 1700000300000, time: 50000, penalty: 0 },
];

test('an export of csTimer: sliding puzzles are read, with their sessions', () => {
  const sessionData = JSON.stringify({ 1: { name: 'Home', opt: { scrType: '15prp' }, rank: 2 }, 2: { name: 2, opt: { scrType: '8prmp' } },
    3: { name: 'Cube', opt: {} }, 4: { name: 4, opt: { scrType: '15pat' } } });
  const text = JSON.stringify({ session1: SOLVES, session2: SOLVES.slice(0, 1), session3: SOLVES, session4: [], properties: { sessionData } });
  const { format, records, unread } = readSolves(text);
  assert.deepEqual([format, records.length, unread], ['csTimer', 5, 4]);
  assert.deepEqual(records.slice(0, 4).map((record) => parts(record, ['at', 'time', 'penalty'])), SEEN);
  assert.deepEqual(records.map(({ note }) => note), ['', 'a comment', '', '', '']);
  assert.deepEqual(records.map(({ session }) => session), ['Home', 'Home', 'Home', 'Home', 'csTimer 2']);
  assert.deepEqual(records.map(({ width }) => width), [4, 4, 4, 4, 3]);
  assert.deepEqual(records.map(({ start }) => start !== ''), [true, true, true, false, true]);
  assert.ok(records.every(({ kind, moves, stm, counts }) => kind === 'import' && moves === '' && stm === null && counts));
});

test('an old export of csTimer has lists as text, and no times of day', () => {
  const text = JSON.stringify({ properties: JSON.stringify({ sessionName: JSON.stringify({ 7: 'Fünfzehn' }), sessionScr: JSON.stringify({ 7: '15p' }) }),
    session7: JSON.stringify(SOLVES.map((solve) => solve.slice(0, 3))), session8: 'no list' });
  const { records, unread } = readSolves(new TextEncoder().encode(text));
  assert.deepEqual([records.length, unread], [4, 0]);
  assert.deepEqual(records.map(({ at }) => at), [1, 2, 3, 4]);
  assert.equal(records[0].session, 'Fünfzehn');
});

test('a table of csTimer has the size of the page', () => {
  const text = 'No.;Time;Comment;Scramble;Date;P.1;P.2\n1;45.321;;D R U L;2024-01-02 10:00:00;40.321;5\r\n' +
    '2;1:02.50+;"a ""b""; c\nd";R D2;2024-01-02 10:02:00;1:00.50;\n3;DNF(7.1);;D R;;7.1\n4;9.0;;F R;;9.0\n5;x;;D;;1\n';
  const { records, unread } = readSolves(text, { width: 3, height: 3 });
  assert.deepEqual(records.map((record) => parts(record, ['time', 'penalty', 'width'])), [{ time: 45321, penalty: 0, width: 3 },
    { time: 60500, penalty: PLUS_TWO, width: 3 }, { time: 7100, penalty: DNF, width: 3 }]);
  assert.deepEqual(records.map(({ note }) => note), ['', 'a "b"; c d', '']);
  assert.equal(unread, 2);
  assert.equal(records[1].at - records[0].at, 120000);
});

test('an export of csTimer is distrusted', () => {
  const wrong = [null, 3, [], [[]], [[0]], [[0, 'x'], 'D'], [[0, 1e300], 'D'], [[7, 5], 'D'], [[0, -1], 'D'], {}];
  const properties = { sessionData: { 1: { opt: { scrType: '15prp' } } } };
  assert.deepEqual(readSolves(JSON.stringify({ session1: wrong, properties })).unread, wrong.length);
  for (const other of [3, null, [], 'x', { sessionData: '{' }, { sessionData: 7 }, { sessionData: { 1: null } }])
    assert.deepEqual(readSolves(JSON.stringify({ session1: SOLVES, properties: other })).records, []);
  const notes = [7, null, { a: 1 }, 'x'.repeat(501), ' a\n\u0007b '].map((comment) => [[0, 5], 'D', comment]);
  assert.deepEqual(readSolves(JSON.stringify({ session1: notes, properties })).records.map(({ note }) => note), ['', '', '', 'x'.repeat(500), 'a b']);
});

/* ---- slidysim ---- */

test('the database of slidysim is read as Python wrote it', () => {
  const { bytes, expected } = slidysim(700);
  const { format, records, unread } = readSolves(bytes);
  assert.deepEqual([format, records.length, unread], ['slidysim', expected.length, 1]);
  const names = ['width', 'height', 'time', 'moves', 'start', 'times'];
  records.forEach((record, i) => assert.deepEqual(parts(record, names), expected[i], String(i)));
  assert.ok(records.every(isPlayable));
  const last = records.slice(705 - 5, 705);
  assert.deepEqual(last.map(({ session, counts }) => [session, counts]), [['slidysim 2-N relay', true], ['slidysim 2-N relay', true],
    ['slidysim 2-N relay', true], ['slidysim Minimal', false], ['slidysim', true]]);
  assert.deepEqual(last.slice(0, 3).map(({ at }) => at - 1800000000000), [0, 1, 2]);
  assert.equal(records[3].at, 1700000180000);
});

test('an imported database is in the store once', async () => {
  const { bytes, expected } = slidysim(40);
  const store = await openStore({ factory: null, channel: false });
  assert.deepEqual(await store.importAll(bytes), { format: 'slidysim', added: expected.length, known: 0, unread: 1 });
  assert.deepEqual(await store.importAll(bytes), { format: 'slidysim', added: 0, known: expected.length, unread: 1 });
  assert.equal((await store.list({ width: 4, height: 4, session: 'slidysim' })).length, 13);
});

test('a damaged database is an error or other solves, never an endless loop', () => {
  const { bytes } = slidysim(12);
  let refused = 0;
  let seed = 1;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  for (let i = 0; i < 400; i++) {
    const damaged = bytes.slice(0, i % 4 === 0 ? random(bytes.length) : bytes.length);
    for (let k = 0; k < 1 + (i % 8); k++) damaged[i % 2 === 0 ? random(damaged.length) : random(200)] = random(256);
    try {
      readSolves(damaged).records.forEach(({ times }) => times);
    } catch (error) {
      assert.ok(['solves damaged', 'solves unknown'].includes(error.code), error.stack);
      refused++;
    }
  }
  assert.ok(refused > 50 && refused < 400, String(refused));
});

test('pages that are named again and again are refused at once', () => {
  const size = 512;
  const bytes = new Uint8Array(12 * size);
  bytes.set([...'SQLite format 3\0'].map((letter) => letter.charCodeAt(0)));
  const view = new DataView(bytes.buffer);
  view.setUint16(16, size);
  for (let number = 1; number <= 12; number++) { /* all but the last are inner pages whose 30 cells name the next one */
    const first = (number - 1) * size;
    const header = first + (number === 1 ? 100 : 0);
    view.setUint8(header, number < 12 ? 5 : 13);
    view.setUint16(header + 3, number < 12 ? 30 : 0);
    for (let cell = 0; cell < 30; cell++) view.setUint16(header + 12 + 2 * cell, 400);
    view.setUint32(first + 400, number + 1);
    view.setUint32(header + 8, number + 1);
  }
  assert.throws(() => readSolves(bytes), { code: 'solves damaged' });
});

test("the session tracker's table is read", () => {
  const row = (time, solution, times, done = 'True') =>
    `Parent: [K] 4x4 Single solve done at 2024.05.06 07:08:09;4x4;${done};${time};3;4.000;1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15;${solution};${times};https://slidysim.online/replay?r=x`;
  const text = `Solves selected: 4\nVery detailed info:\nParent;Puzzle;Completed;Time;Moves;TPS;Scramble;Solution;Movetimes;Reconstruction\n${
    [row('0.750', 'L3', '[2, 402, 752]'), row('1.000', 'L3', '[2]'), row('2.000', 'L2', '[]'), row('3.000', 'L3', '[]', 'False'),
      'Single category skipped solve at 2024.05.06 07:08:09;4x4;False;Skipped;Skipped;Skipped;1 2 3 4'].join('\n')}\n`;
  const { records, unread } = readSolves(text);
  assert.deepEqual([records.length, unread], [3, 2]);
  assert.deepEqual(records.map(({ time, moves, times }) => [time, moves, times]),
    [[750, 'LLL', [0, 400, 750]], [1000, 'LLL', null], [2000, '', null]]);
  assert.equal(records[0].at, new Date(2024, 4, 6, 7, 8, 9).getTime());
});
