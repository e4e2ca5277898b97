/*
 * The parts of the page that need no browser: durations, links and replays, typed text, the bus, packed
 * scripts, and the state of an attempt.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import { packedBytes } from '../../web/deflate.mjs';
import './languages.mjs';

const source = (name) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const page = (name) => import(`../../web/page/${name}`);

const { duration, nodesRate, rate } = await page('app/texts.js');
const { Bus } = await page('app/bus.js');
const { ALPHABET, GROUP, bytesOfText } = await page('app/unpack.js');
const { NEW_ATTEMPT, attemptAfter, attemptSeconds } = await page('solves/trainer.js');
const { Guard } = await page('app/buttons.js');
const { taskOfLink, taskOfReplay, taskOfText } = await page('app/link.js');
const { hasArrows, tilesWay, withoutGap } = await page('board/reader.js');
const { boardOfGoal, fits, goalName, isOpen, listedGoal } = await page('board/goal.js');
const { boundStep } = await page('board/moves.js');
const { isAmount, memory } = await page('app/memory.js');
const { secondsSince } = await page('solves/session.js');
const { qrCode } = await page('learn/qr.js');
const { spread, stepSeconds, timesText, worstLoss } = await page('solves/review.js');

test('durations are rounded before they are named', () => {
  assert.deepEqual([0.0012, 0.00996, 0.02, 0.9996, 3.14, 59.96, 119.6, 125].map(duration),
    ['1.2 ms', '10 ms', '20 ms', '1.0 s', '3.1 s', '1 min 0 s', '2 min 0 s', '2 min 5 s']);
});

test('a rate needs two moves and some time', () => {
  assert.deepEqual([rate(1, 0), rate(1, 9), rate(40, 0.04), rate(8, 2)], [null, null, null, '4.0']);
  assert.deepEqual([nodesRate(3, 1e-6), nodesRate(5000, 2)], ['–', '2,500']);
});

test('goals have names, and boards that fit them', () => {
  const row = listedGoal(3, 3, 'row');
  assert.deepEqual(row.cells, [1, 2, 3, '*', '*', '*', '*', '*', '*']);
  assert.deepEqual(['last', 'first', 'row', 'rows'].map((name) => goalName(listedGoal(3, 3, name))), ['last', 'first', 'row', 'rows']);
  assert.deepEqual(['row', 'rows'].map((name) => goalName(listedGoal(4, 2, name))), ['row', 'last']);
  const other = { width: 2, height: 2, cells: ['*', 0, '*', 1] };
  assert.deepEqual([goalName(other), boardOfGoal(other).cells, boardOfGoal(row).cells], ['other', [2, 0, 3, 1], [1, 2, 3, 4, 5, 6, 7, 8, 0]]);
  assert.deepEqual([fits([3, 0, 2, 1], other), fits([0, 3, 2, 1], other)], [true, false]);
  assert.deepEqual(['last', 'row'].map((name) => isOpen(listedGoal(3, 3, name))), [false, true]);
  const steps = ['single', 'multi'].flatMap((metric) => ['first', 'row'].map((name) => boundStep({ metric, goal: listedGoal(3, 3, name) })));
  assert.deepEqual(steps, [2, 1, 1, 1]);
});

test('what no person does is no amount', () => {
  assert.deepEqual([0, 1e6, 1e21, 1e308, -1, NaN, Infinity, '3', null].map(isAmount),
    [true, true, false, false, false, false, false, false, false]);
  assert.equal(secondsSince({ clock: { seconds: 1e308 } }), null);
});

test('a key that ends a timed solve, or its chance to count, is pressed twice', () => {
  const [trainer, searching, warnings] = [{ running: true, helped: false }, { running: false }, []];
  const bus = new Bus();
  bus.on('notice', ({ text }) => text !== '' && warnings.push(text));
  const contest = { hasAttemptHere: false };
  const guard = new Guard({ bus, contest, trainer, searching });
  for (const [id, key] of [['scramble', 'Space'], ['previous', 'P'], ['retry', 'R'], ['hint', 'H'], ['solve', 'Enter']]) {
    assert.deepEqual([guard.allows(id), guard.allows(id)], [false, true], id);
    assert.match(warnings.at(-1), new RegExp(`^The clock runs\\. Press ${key} once more to `));
  }
  assert.deepEqual([guard.allows('retry'), guard.allows('hint'), guard.allows('retry')], [false, false, false]);
  assert.equal(guard.allows('undo'), true);
  assert.deepEqual([guard.allows('scramble', 'Scramble'), guard.allows('scramble', 'Scramble', true), guard.allows('scramble', 'Scramble')],
    [false, false, true]); /* a double click is one */
  assert.match(warnings.at(-1), /^The clock runs\. Press Scramble once more to give up this board\.$/);
  trainer.helped = searching.running = true;
  assert.deepEqual([guard.allows('hint'), guard.allows('solve')], [true, true]);
  trainer.running = false;
  assert.equal(guard.allows('retry'), true);
  contest.hasAttemptHere = true;
  assert.deepEqual([guard.allows('hint'), guard.allows('hint'), guard.allows('retry')], [false, true, true]);
  assert.match(warnings.at(-1), /^This ends your attempt at a board of the day\. Press H once more to take a hint/);
});

test('memory without a browser lasts as long as the page', () => {
  assert.equal(memory.get('x', 1), 1);
  memory.set('x', 2);
  assert.equal(memory.get('x', 1), 2);
});

test('links are told from other texts', () => {
  const task = taskOfText(' https://a.example/x?board=1,2/3,0&goal=first&metric=multi&moves=R2#there\n');
  assert.deepEqual(task, { board: '1,2/3,0', goal: 'first', metric: 'multi', moves: 'R2', replay: null });
  assert.equal(taskOfText('http://a.example/?scramble=R2D').board, 'R2D');
  assert.equal(taskOfText('http://a.example/?r=abc').replay, 'abc');
  assert.deepEqual(['?goal=first', '?moves=R2', '?metric=multi'].map((query) => taskOfText(query)), [{ goal: 'first' },
    { moves: 'R2' }, { metric: 'multi' }].map((part) => ({ board: null, goal: 'last', metric: 'single', moves: '', replay: null, ...part })));
  assert.equal(taskOfLink('?embed'), null);
  for (const other of ['', '1 2 3 0', 'what? board=1', 'http://a.example/?x=1', 'a b?board=1 2'])
    assert.equal(taskOfText(other), null, other);
});

test('replays are unpacked, and distrusted', async () => {
  const packed = (value) => deflateSync(Buffer.from(value)).toString('base64');
  const read = (value) => taskOfReplay(packed(JSON.stringify(value)));
  assert.deepEqual(await read(['D2', 5, '1 2/3 0', [0, 1500]]), { moves: 'D2', board: '1 2/3 0', times: [0, 1.5] });
  assert.deepEqual(await read(['U2L', 5]), { moves: 'U2L', board: 'RD2', times: null });
  for (const wrong of [-1, [], 'x', [2, 1], [1, 1e308], [1, 'x'], [null]])
    assert.equal((await read(['D2', 5, '1 2/3 0', wrong])).times, null, JSON.stringify(wrong));
  assert.equal((await taskOfReplay(packed('["R"]').replaceAll('+', ' '))).moves, 'R');
  for (const wrong of [{}, 'x', null, [], [1]]) await assert.rejects(read(wrong), /no moves/);
  await assert.rejects(taskOfReplay('AAAA'));
  await assert.rejects(taskOfReplay('%'));
  await assert.rejects(taskOfReplay(packed('[')));
  await assert.rejects(read(['R'.repeat(2e6)]), /too long/);
});

test('what was lost is put together, and so is the time', () => {
  assert.equal(worstLoss([3, 2, 1, 0]), null);
  assert.deepEqual(worstLoss([3, 4, 5, 4, 3, 2, 1, 0]), { move: 1, moves: 4 });
  /* Move 2, and from move 10 on two moves that belong together. */
  assert.deepEqual(worstLoss([9, 8, 9, 8, 7, 6, 5, 4, 3, 2, 3, 2, 3, 2, 1, 0]), { move: 10, moves: 4 });
  assert.deepEqual(spread([9, 9, 2, 9, 0]), [4, 3, 2, 1, 0]);
  assert.deepEqual(stepSeconds(['RR', 'D'], [0.5, 1, 3]), [1, 2]);
  assert.equal(stepSeconds(['RR', 'D'], [1, 3]), null);
  assert.equal(stepSeconds(['R'], null), null);
  assert.equal(timesText([2], [1, 0.5, 2]), 'Lost moves took 0.5 s of 3.5 s: move 2 0.5 s. The longest wait, 2.0 s, was before move 3.');
  assert.equal(timesText([], [1, 2]), 'The longest wait, 2.0 s, was before move 2.');
});

test('codes are those of another reader, whatever their length', () => {
  const read = createRequire(import.meta.url)('jsqr');
  const text = `https://example.org/?board=${'1,2,3/'.repeat(200)}`;
  for (let length = 1; length <= 666; length += length < 30 || length > 660 ? 1 : 23) {
    const rows = qrCode(text.slice(0, length));
    const scale = 3;
    const wide = scale * (rows.length + 8);
    const pixels = new Uint8ClampedArray(4 * wide * wide);
    for (let i = 0; i < wide * wide; i++) {
      const [x, y] = [i % wide, Math.floor(i / wide)].map((at) => Math.floor(at / scale) - 4);
      pixels.fill(rows[y]?.[x] ? 0 : 255, 4 * i, 4 * i + 4);
    }
    assert.equal(read(pixels, wide, wide)?.data, text.slice(0, length), String(length));
  }
  assert.equal(qrCode('x'.repeat(667)), null);
});

test('moves of the gap are the other way', () => {
  assert.equal(tilesWay("U2 l ￬' →"), "D2 r ￪' ←");
  assert.equal(tilesWay('1 2 3'), '1 2 3');
  assert.equal(tilesWay('up, LEFT'), 'down, right');
  assert.equal(tilesWay('^2 < v >'), 'v2 > ^ <');
  assert.equal(tilesWay('<- ->'), '-> <-');
  assert.equal(tilesWay('3. DNF(45.32)  U2 L  @2024-01-01 10:00:00'), '3. DNF(45.32)  D2 R  @2024-01-01 10:00:00');
  assert.deepEqual(['v2 >', '1. 4.5  ^', '-> <-', 'D2 R', '1 2 3'].map(hasArrows), [true, true, true, false, false]);
});

test('a board without its gap has all other numbers once', () => {
  const size = { width: 4, height: 2 };
  assert.deepEqual(withoutGap('8 7 6 5 4 3 2 1', size), { width: 3, height: 3, tiles: [8, 7, 6, 5, 4, 3, 2, 1] });
  assert.equal(withoutGap('7 6 5 4 3 2 1', { width: 4, height: 4 }), null);
  assert.deepEqual(withoutGap('1 2 3 4 5 6 7 8 9 10 11', { width: 4, height: 3 }).tiles.length, 11);
  for (const other of ['', '1 2 3', '8 7 6 5 4 3 2 2', '9 7 6 5 4 3 2 1', '8 7 6 5 4 3 2 1 0', '1 2 3 4 5 6 7 8 x', '12345678'])
    assert.equal(withoutGap(other, size), null, other);
});

/* ---- the bus ---- */

test('all listeners hear an event, in their order', () => {
  const bus = new Bus();
  const heard = [];
  bus.on('tab', ({ id }) => heard.push(`one ${id}`));
  bus.on('tab', ({ id }) => heard.push(`two ${id}`));
  bus.on('search', () => heard.push('search'));
  bus.emit('tab', { id: 'a' });
  assert.deepEqual(heard, ['one a', 'two a']);
});

test('the first answer to a request is the last', () => {
  const bus = new Bus();
  assert.equal(bus.ask('paste', 'a'), undefined);
  const asked = [];
  for (const taken of ['a', 'b', 'b'])
    bus.answer('paste', (text) => { asked.push(taken); return text === taken || undefined; });
  assert.equal(bus.ask('paste', 'b'), true);
  assert.deepEqual(asked, ['a', 'b']);
  assert.equal(bus.ask('paste', 'c'), undefined);
});

/* ---- packed scripts ---- */

/* The text of bytes, by whole numbers of their groups. */
function textOf(bytes) {
  const groups = Array.from({ length: Math.ceil(bytes.length / GROUP.bytes) }, (_, i) => bytes.slice(i * GROUP.bytes, (i + 1) * GROUP.bytes));
  return groups.map((group) => {
    const value = BigInt(`0x${Buffer.from(group).toString('hex').padEnd(2 * GROUP.bytes, '0')}`);
    return Array.from({ length: GROUP.letters }, (_, i) => ALPHABET[Number(value / BigInt(ALPHABET.length) ** BigInt(GROUP.letters - 1 - i) % BigInt(ALPHABET.length))]).join('');
  }).join('');
}

test('text gives the bytes that it was made of, whatever their number', () => {
  assert.ok(BigInt(ALPHABET.length) ** BigInt(GROUP.letters) >= 256n ** BigInt(GROUP.bytes));
  assert.equal(new Set(ALPHABET).size, ALPHABET.length);
  for (const letter of '<\0\r') assert.ok(!ALPHABET.includes(letter));
  for (let size = 0; size < 60; size++) {
    for (const bytes of [new Uint8Array(size).fill(255), Uint8Array.from({ length: size }, (_, i) => (i * 167 + size) & 255)])
      assert.deepEqual(bytesOfText(textOf(bytes), size), bytes);
  }
});

test('bytes are packed into fewer than by gzip, and unpacked again', () => {
  const texts = ['', 'a', 'a'.repeat(70000), 'abc'.repeat(300), source('web/page/board/game.js').repeat(3), source('web/page/texts/de.json')];
  for (const text of texts) {
    const packed = packedBytes(text);
    assert.equal(gunzipSync(packed).toString(), text);
    assert.ok(packed.length <= gzipSync(text, { level: 9 }).length);
  }
  const noise = Uint8Array.from({ length: 3000 }, (_, i) => (i * i * 7919) >> 5 & 255);
  assert.deepEqual(new Uint8Array(gunzipSync(packedBytes(noise))), noise);
  const far = new Uint8Array(33000).map((_, i) => (i < 100 || i >= 32868 ? i % 100 : 200)); /* as far back as may be */
  assert.deepEqual(new Uint8Array(gunzipSync(packedBytes(far))), far);
});

/* ---- attempts ---- */

/* The attempt after events, each a second after the one before. */
function attempt(...events) {
  return events.reduce((before, event, i) => attemptAfter(before, { now: 1000 * (i + 1), ...event }), NEW_ATTEMPT);
}
const move = (made, more = {}) => ({ type: 'moved', made, solved: false, startSolved: false, back: false, ...more });

test('the clock runs from the first move to the goal', () => {
  const running = attempt(move(1), move(2));
  assert.equal(running.phase, 'running');
  assert.equal(attemptSeconds(running, 4000), 3);
  const solved = attempt(move(1), move(2), move(1, { back: true }), move(2, { solved: true }));
  assert.deepEqual([solved.phase, solved.seconds], ['solved', 3]);
  assert.equal(attemptSeconds(solved, 99000), 3);
  assert.deepEqual(attempt(move(1), move(0, { back: true, solved: true })).phase, 'solved'); /* a goal is a goal */
  assert.equal(attempt(move(1), move(2, { solved: true }), move(3)).phase, 'solved');
});

test('no clock runs from the goal, from the middle of a game, or by taking moves back', () => {
  assert.equal(attempt(move(1, { startSolved: true })).phase, 'ready');
  assert.equal(attempt(move(4)).phase, 'ready');
  assert.equal(attempt(move(1, { back: true })).phase, 'ready');
  assert.deepEqual(attempt(move(4), move(5, { solved: true })), { ...NEW_ATTEMPT, phase: 'solved' });
  assert.equal(attempt(move(5, { solved: true }), move(6), move(7, { solved: true })).seconds, null);
});

test('what is shown stops the clock for good, and is help', () => {
  const stopped = attempt(move(1), { type: 'shown' }, move(3), move(4, { solved: true }));
  assert.deepEqual([stopped.phase, stopped.seconds, stopped.helped], ['stopped', 1, true]);
  assert.deepEqual(attempt({ type: 'shown' }), { ...NEW_ATTEMPT, helped: true });
  assert.deepEqual(attempt(move(1), move(2, { solved: true }), { type: 'shown' }).phase, 'solved');
  const hinted = attempt({ type: 'scrambled' }, move(1), { type: 'helped' });
  assert.deepEqual([hinted.phase, hinted.scrambled, hinted.helped], ['running', true, true]);
  assert.equal(attempt({ type: 'scrambled' }, move(1), { type: 'helped' }, { type: 'new' }), NEW_ATTEMPT);
});

test('a move that is taken back while the clock runs is remembered', () => {
  assert.equal(attempt(move(1), move(2), move(1, { back: true }), move(2), move(3, { solved: true })).undone, true);
  assert.equal(attempt(move(1), move(2, { solved: true })).undone, false);
  assert.equal(attempt(move(1, { back: true }), move(1)).undone, false);
});

test('an attempt goes on after a reload', () => {
  const resumed = (more) => attempt({ type: 'resumed', seconds: 5, running: true, helped: false, undone: false, scrambled: true, ...more });
  assert.equal(attemptSeconds(resumed(), 3000), 7);
  assert.equal(resumed().scrambled, true);
  const stopped = resumed({ running: false });
  assert.deepEqual([stopped.phase, attemptSeconds(stopped, 9000)], ['stopped', 5]);
  assert.deepEqual(resumed({ seconds: null, helped: true }), { ...NEW_ATTEMPT, scrambled: true, helped: true });
});

test('an event that an attempt does not know is an error', () => {
  assert.throws(() => attempt({ type: 'solved' }), /knows no .*solved/);
});

test('each file of tests in Chromium is in one of the lists that ctest runs', () => {
  const text = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
  const listed = ['chromium', 'views', 'views_play'].flatMap((list) => [...text(`${list}.mjs`).matchAll(/^import '\.\/(\w+\.mjs)';$/gm)].map(([, name]) => name));
  const files = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.mjs') && /^const .* = suite\(\);$/m.test(text(name)));
  assert.deepEqual(listed.sort(), files.sort());
});
