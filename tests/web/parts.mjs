/*
 * What ties the page together and needs no browser: the bus, how scripts are packed, and the state of an
 * attempt.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';

const page = (name) => import(`../../web/page/${name}`);
const { Bus } = await page('app/bus.js');
const { ALPHABET, PAIR_BITS, bytesOfText } = await page('app/unpack.js');
const { NEW_ATTEMPT, attemptAfter, attemptSeconds } = await page('solves/attempt.js');

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

test('a name that the bus does not know is an error', () => {
  const bus = new Bus();
  for (const work of [() => bus.on('tabs', () => {}), () => bus.emit('set'), () => bus.ask('solved'), () => bus.answer('', () => {})])
    assert.throws(work, /the bus knows no/);
});

/* ---- packed scripts ---- */

/* The text of bytes, by their bits. */
function textOf(bytes) {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: Math.ceil(bits.length / PAIR_BITS) }, (_, i) =>
    parseInt(bits.slice(i * PAIR_BITS, (i + 1) * PAIR_BITS).padEnd(PAIR_BITS, '0'), 2))
    .map((value) => ALPHABET[Math.floor(value / ALPHABET.length)] + ALPHABET[value % ALPHABET.length]).join('');
}

test('text gives the bytes that it was made of, whatever their number', () => {
  assert.ok(ALPHABET.length ** 2 >= 2 ** PAIR_BITS);
  assert.doesNotMatch(ALPHABET, /[<&\s\\]/);
  for (let size = 0; size < 60; size++) {
    for (const bytes of [new Uint8Array(size).fill(255), Uint8Array.from({ length: size }, (_, i) => (i * 167 + size) & 255)])
      assert.deepEqual(bytesOfText(textOf(bytes), size), bytes);
  }
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

test('an attempt goes on after a reload', () => {
  const resumed = (more) => attempt({ type: 'resumed', seconds: 5, running: true, helped: false, scrambled: true, ...more });
  assert.equal(attemptSeconds(resumed(), 3000), 7);
  assert.equal(resumed().scrambled, true);
  const stopped = resumed({ running: false });
  assert.deepEqual([stopped.phase, attemptSeconds(stopped, 9000)], ['stopped', 5]);
  assert.deepEqual(resumed({ seconds: null, helped: true }), { ...NEW_ATTEMPT, scrambled: true, helped: true });
});

test('an event that an attempt does not know is an error', () => {
  assert.throws(() => attempt({ type: 'solved' }), /knows no .*solved/);
});
