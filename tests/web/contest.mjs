/*
 * Contests without a browser: the boards of the day and of relays against pdbsolve, results as links that
 * prove themselves, attempts that are stored.
 *
 * TILEPDB_PAGE: the page, one file, with core.wasm beside it; TILEPDB_BIN: the folder of the tools.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { LANGUAGES, TEXTS, inLanguage } from './languages.mjs';

const pageModule = (name) => import(`../../web/page/${name}`);
const { Core } = await pageModule('search/core.js');
const { DAY_EVENTS, LEGS, Relay, dayAt, dayNumber, dayTask, isDay, legsOf, legsText, relayTasks, storedRelayOf,
  untilNextDay } = await pageModule('contest/tasks.js');
const { seedOf } = await pageModule('board/reader.js');
const { Refused, Relays, isResult, prove, readResult, resultQuery, summary } = await pageModule('contest/result.js');
const { Attempts, attemptOf, attemptsOf } = await pageModule('contest/attempts.js');
const { PLUS_TWO, recordOf, slidesOf, storedOf } = await pageModule('solves/record.js');
const { openStore } = await pageModule('solves/store.js');
const { dayName, madeText, refusalText } = await pageModule('contest/sentences.js');

const core = await Core.create(await WebAssembly.compile(readFileSync(join(dirname(process.env.TILEPDB_PAGE), 'core.wasm'))));
const pdbsolve = (...args) => execFileSync(join(process.env.TILEPDB_BIN, 'pdbsolve'), args, { encoding: 'utf8' }).trim();

const NOON = Date.parse('2026-11-26T12:00:00Z');
const numbers = ({ cells }) => cells.join(' ');
const bare = (board) => board.replaceAll(/[^\d]+/g, ' ').trim();

/* A solution that nobody would make by hand, but a short one. */
const engine = core.createEngine();
const solutionOf = (task) => core.improve(engine, task, { maxWidth: 64 }).moves;

/* Times that need one, two and three digits. */
const timesOf = (moves, start = 0) => {
  let time = start;
  return [...moves].map((_, i) => (time += [0, 31, 32, 150, 1023, 1024, 5000][i % 7]));
};

function result(event) {
  if (event !== 'relay') {
    const moves = solutionOf(dayTask(core, '2026-11-26', event));
    return { event, day: '2026-11-26', number: null,
      parts: [{ moves, times: event === 'moves' ? null : timesOf(moves) }] };
  }
  const relay = new Relay(core, 42n);
  while (!relay.over) {
    const moves = solutionOf(relay.task);
    relay.solved(moves, timesOf(moves, relay.time));
  }
  return { event, day: null, number: 42n, legs: LEGS, parts: relay.parts };
}

const RESULTS = [...DAY_EVENTS, 'relay'].map(result);

/* ---- boards ---- */

test('the board of the day is a scramble of pdbsolve', () => {
  assert.deepEqual(DAY_EVENTS.map((event) => dayNumber('2026-11-26', event)), [202611261n, 202611262n]);
  for (const day of ['2026-11-26', '2024-02-29', '2031-01-01'])
    for (const [i, event] of DAY_EVENTS.entries()) {
      const seed = `${day.replaceAll('-', '')}${i + 1}`;
      assert.equal(numbers(dayTask(core, day, event).board), bare(pdbsolve('--scramble', '1', '--seed', seed)), `${day} ${event}`);
    }
});

test('the boards of a relay are scrambles of pdbsolve', () => {
  for (const number of [0n, 42n, 2n ** 64n - 1n])
    for (const [i, { width, height }] of LEGS.entries()) {
      const scramble = pdbsolve('--board', `${width}x${height}`, '--scramble', '1', '--seed', String(number));
      assert.equal(numbers(relayTasks(core, number)[i].board), bare(scramble), `${number} ${width}x${height}`);
    }
  assert.deepEqual(['0', '18446744073709551615', '18446744073709551616', '-1', '1.5', '', null, 'x'].map(seedOf),
    [0n, 2n ** 64n - 1n, null, null, null, null, null, null]);
});

test('a day is that of UTC, and of the calendar', () => {
  assert.equal(dayAt(Date.parse('2026-11-26T23:59:59.999Z')), '2026-11-26');
  assert.equal(dayAt(Date.parse('2026-11-27T01:00:00+02:00')), '2026-11-26');
  assert.equal(untilNextDay(Date.parse('2026-11-26T23:59:00Z')), 60000);
  for (const day of ['2024-02-29', '2026-12-31']) assert.equal(isDay(day), true, day);
  for (const day of ['2026-02-29', '2026-13-01', '2026-1-1', '20261126', '2026-11-26T00:00', '1999-01-01', '', null, 7])
    assert.equal(isDay(day), false, String(day));
  assert.deepEqual(LANGUAGES.map((language) => inLanguage(language, () => dayName('2026-11-26'))), ['26. November 2026', '26 November 2026']);
});

/* ---- results ---- */

for (const made of RESULTS) {
  test(`a link of ${made.event} proves its result`, () => {
    const query = resultQuery(made);
    assert.equal(isResult(query), true);
    const proven = prove(core, readResult(query, NOON));
    assert.deepEqual(proven, summary(core, made));
    assert.equal(proven.length, made.parts.reduce((sum, { moves }) => sum + moves.length, 0));
    assert.equal(proven.time, made.event === 'moves' ? null : made.parts.at(-1).times.at(-1));
    assert.deepEqual(prove(core, readResult(`${query}&lang=de&utm_source=x`, NOON)), proven);
    assert.ok(query.length < 2500, String(query.length));
  });

  test(`each change of a link of ${made.event} is refused`, () => {
    const query = resultQuery(made);
    const codes = new Set();
    for (let at = query.indexOf('=') + 1; at < query.length; at++)
      for (const letter of ['U', 'R', '3', 'A', '', '-', '%'])
        if (query[at] !== letter) codes.add(refusal(query.slice(0, at) + letter + query.slice(at + 1)));
    assert.ok(codes.has('changed') && codes.has('impossible') && codes.has('moves'), [...codes].join(' '));
  });
}

/* Returns the code of the refusal of a query; fails if it is taken. A changed name of a parameter may make
 * a query no result at all. */
function refusal(query) {
  let proven;
  try {
    if (!isResult(query)) return 'no result';
    proven = prove(core, readResult(query, NOON));
  } catch (error) {
    assert.ok(error instanceof Refused, `${query}: ${error.stack}`);
    return error.code;
  }
  return assert.fail(`${query} was taken: ${JSON.stringify(proven.parts)}`);
}

test('a refusal says what is wrong', () => {
  const [moves, speed, relay] = RESULTS.map(resultQuery);
  const legs = new URLSearchParams(relay).get('moves').split(',');
  const cases = [
    ['day', '?day=2026-02-30&for=moves&moves=R&check=x'],
    ['future', moves.replace('-26&', '-27&')],
    ['event', moves.replace('for=moves', 'for=fun')],
    ['number', relay.replace('=42', '=x')],
    ['legs', relay.replace('&moves', '&legs=2x2*4&moves')],
    ['missing', moves.replace(/&check.*/, '')],
    ['missing', speed.replace(/&times[^&]*/, '')],
    ['boards', relay.replace(legs.join(), legs.slice(1).join())],
    ['boards', moves.replace('&moves=', '&moves=U,')],
    ['changed', speed.replace('&times=A', '&times=gA')],
    ['changed', moves.replace('R2', 'RR')],
    ['moves', moves.replace('&moves=', '&moves=x')],
    ['long', moves.replace('&moves=', `&moves=${'R99'.repeat(60)}`)],
    ['times', speed.replace('&times=', '&times=A')],
    ['times', speed.replace(/&times=./, '&times=99999999A')],
    ['impossible', moves.replace('&moves=', '&moves=R9')],
    ['impossible', moves.replace('-26&', '-25&')],
    ['unsolved', moves.replace(/&moves=[^&]*/, `&moves=${RESULTS[0].parts[0].moves.slice(0, -1)}`)],
    ['unsolved', moves.replace(/&moves=[^&]*/, `&moves=${firstPossible(RESULTS[0])}`)],
    ['changed', speed.replace('&times=A', '&times=B')],
    ['changed', moves.slice(0, -1)],
  ];
  const codes = new Set(Object.keys(TEXTS.en.refusal).map((name) => name.replace(/^missing .*/, 'missing')));
  assert.deepEqual([...new Set(cases.map(([code]) => code))].sort(), [...codes].sort());
  for (const [code, query] of cases) assert.equal(refusal(query), code, query);
});

const firstPossible = ({ parts: [{ moves }] }) => moves[0];

/* FNV-1a of 64 bits, to base 36: anyone can compute the check of a link. */
function withCheck(query) {
  const text = query.slice(1).replace(/&check=.*/, '');
  let value = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  return `?${text}&check=${value.toString(36)}`;
}

/* Links whose checks fit, and whose first time has so many digits that its factor overflows. */
const OVERFLOWING = RESULTS.slice(1).map((made) => withCheck(resultQuery(made).replace('&times=A', `&times=${'g'.repeat(205)}A`)));

test('times that overflow are refused, though the check fits', () => {
  for (const [i, made] of RESULTS.slice(1).entries()) {
    assert.equal(withCheck(resultQuery(made)), resultQuery(made));
    assert.notEqual(OVERFLOWING[i].length, resultQuery(made).length);
    assert.throws(() => readResult(OVERFLOWING[i], NOON), { code: 'times' });
  }
});

test('a changed result is refused by its check alone', () => {
  const made = structuredClone(RESULTS[1]);
  const check = new URLSearchParams(resultQuery(made)).get('check');
  made.parts[0].times[3] += 1;
  assert.equal(refusal(resultQuery(made).replace(/check=.*/, `check=${check}`)), 'changed');
});

test('each refusal has a text in each language', () => {
  const error = Object.assign(new Error('x'), { code: 'move impossible', numbers: [3, 2, 1], text: 'U' });
  const values = { future: ['2026-11-27'], missing: ['check'], boards: [3, 1], impossible: [2, error], unsolved: [2, 31] };
  for (const language of LANGUAGES)
    for (const code of ['day', 'future', 'event', 'number', 'missing', 'boards', 'moves', 'long', 'times', 'impossible', 'unsolved', 'changed'])
      for (const boards of [1, 4]) {
        const text = inLanguage(language, () => refusalText({ code, values: values[code] ?? [2] }, boards));
        assert.match(text, /^\p{Lu}.*\.$/u);
        assert.doesNotMatch(text, /undefined|NaN|\[object/);
        if (['moves', 'long', 'impossible', 'unsolved'].includes(code)) assert.equal(/\b2\b/.test(text.replace('row 2', '').replace('Zeile 2', '')), boards > 1, text);
      }
});

test('one move is singular', () => {
  const inEach = (work) => LANGUAGES.map((language) => inLanguage(language, work));
  assert.deepEqual(inEach(() => refusalText({ code: 'unsolved', values: [1, 1] }, 1)), ['Der Zug löst das Brett nicht.', 'The move does not solve the board.']);
  assert.deepEqual(inEach(() => [madeText(1, null), madeText(1200, 90000)]), [['1 Zug', '1.200 Züge in 1:30.000 s'], ['1 move', '1,200 moves in 1:30.000 s']]);
});

/* ---- relays ---- */

test('a relay has four boards and one time', () => {
  const relay = new Relay(core, 7n);
  assert.deepEqual(relay.tasks.map(({ board }) => [board.width, board.height]), [[3, 3], [4, 4], [5, 5], [6, 6]]);
  assert.deepEqual([relay.over, relay.leg, relay.time], [false, 0, 0]);
  for (const [leg, times] of [[0, 9], [4, 20], [21, 30], [31, 50]].entries()) {
    assert.equal(relay.task, relay.tasks[leg]);
    relay.solved('RD', times);
  }
  assert.deepEqual([relay.over, relay.leg, relay.time, relay.task], [true, 4, 50, undefined]);
  assert.deepEqual(relay.splits, [9, 11, 10, 20]);
  assert.deepEqual(new Relay(core, 7n, LEGS, relay.parts.slice(0, 2)).leg, 2);
});

test('a person lists the sizes of a relay, and a marathon of one size has other boards', () => {
  for (const [typed, text] of [['3 4 5', '3x3,4x4,5x5'], ['3x3, 4 × 4; 5X5', '3x3,4x4,5x5'], ['4*10', '4x4*10'], ['4 4 4 3x2 2x3', '4x4*3,3x2,2x3'],
    ['3 4 5 6', ''], ['10*2', '10x10*2'], ['3 * 2', '3x3*2'], ['2 3', null], ['4', null], ['3*51', null], ['6x5 3', null], ['3 x', null], ['', null]]) {
    const legs = legsOf(typed);
    assert.equal(legs && legsText(legs), text, typed);
    if (text) assert.deepEqual(legsOf(text), legs);
  }
  assert.equal(legsOf('3x3 4x4 5x5 6x6'), LEGS);
  const boards = relayTasks(core, 2n ** 64n - 1n, legsOf('3*2 4 3')).map(({ board }) => numbers(board));
  const expected = [[3, 2n ** 64n - 1n], [3, 0], [4, 2n ** 64n - 1n], [3, 1]].map(([side, seed]) => bare(pdbsolve('--board', `${side}x${side}`, '--scramble', '1', '--seed', String(seed))));
  assert.deepEqual(boards, expected);
});

test('the result of a listed relay proves itself, and its record does not count', () => {
  const relay = new Relay(core, 5n, legsOf('3x2*3'));
  while (!relay.over) {
    const moves = solutionOf(relay.task);
    relay.solved(moves, timesOf(moves, relay.time));
  }
  const own = { event: 'relay', day: null, number: 5n, legs: relay.legs, parts: relay.parts };
  const link = resultQuery(own);
  assert.match(link, /^\?relay=5&legs=3x2\*3&moves=/);
  assert.equal(prove(core, readResult(link, NOON)).time, relay.time);
  assert.equal(recordOf({ at: NOON, result: link }).counts, false);
  assert.equal(recordOf({ at: NOON, result: resultQuery(RESULTS[2]) }).counts, true);
  for (const [other, code] of [['4', 'legs'], ['3x2*4', 'boards'], ['3x2*2,2x3', 'impossible'], ['3x2,3x2,3x2', 'changed']])
    assert.throws(() => prove(core, readResult(link.replace('3x2*3', other), NOON)), (error) => error.code === code, other);
});

test('a stored relay is distrusted', () => {
  const fine = { number: '7', begun: NOON, parts: [{ moves: 'RD', times: [0, 9] }], moves: 'U', times: [20] };
  assert.deepEqual(storedRelayOf({ ...fine, more: 1 }), { ...fine, number: 7n, legs: LEGS });
  assert.deepEqual(storedRelayOf({ ...fine, legs: '3x2*3' })?.legs, legsOf('3x2*3'));
  for (const wrong of [null, 3, {}, [], { ...fine, number: 7 }, { ...fine, begun: 'x' }, { ...fine, parts: 3 }, { ...fine, parts: [null] },
    { ...fine, parts: Array(4).fill(fine.parts[0]) }, { ...fine, times: [8] }, { ...fine, times: [] }, { ...fine, moves: 'X' }, { ...fine, legs: 3 }, { ...fine, legs: '2' }, { ...fine, legs: '1x1*4' }])
    assert.equal(storedRelayOf(wrong), null, JSON.stringify(wrong));
});

/* ---- attempts ---- */

const memoryOf = (kept = new Map()) => ({
  get: (key, missing, fine) => (kept.has(key) && fine(kept.get(key)) ? structuredClone(kept.get(key)) : missing),
  set: (key, value) => kept.set(key, structuredClone(value)),
});

test('a relay is one record, whose link contains all else', async () => {
  const [moves, , relay] = RESULTS;
  const link = resultQuery(relay);
  const { length, time } = summary(core, relay);
  const wrong = { start: '1,2/0,3', moves: 'U', times: [5], time: 5, width: 2, metric: 'multi', stm: 1, mtm: 1, helped: true, kind: 'import' };
  const record = recordOf({ ...wrong, at: NOON, session: 'x', result: link });
  assert.deepEqual([record.time, record.stm, record.start, record.moves, record.times, record.kind, record.helped, record.counts],
    [time, length, '', '', null, 'relay', false, true]);
  assert.deepEqual([record.width, record.height, record.metric, record.result, record.session], [6, 6, 'single', link, 'x']);
  assert.equal(record.mtm, relay.parts.reduce((sum, part) => sum + slidesOf(part.moves), 0));
  assert.notEqual(recordOf({ at: NOON, result: resultQuery({ ...relay, number: 43n }) }).id, record.id);
  for (const bad of [`${link}x`, link.replace('=42', '=43'), `${link}&x`, link.slice(1), resultQuery(moves), '?board=R', 7, null, {}])
    assert.equal(recordOf({ at: NOON, result: bad }), null, String(bad));
  const [store, other] = await Promise.all([0, 0].map(() => openStore({ factory: null, channel: false })));
  await store.add(record);
  await store.update(record.id, { penalty: PLUS_TWO });
  const file = await store.exportAll();
  assert.deepEqual(await other.importAll(file), { format: 'tilepdb', added: 1, known: 0, unread: 0 });
  assert.deepEqual((await other.list()).map((each) => ({ ...each })), [{ ...record, penalty: PLUS_TWO }]);
  assert.deepEqual(await other.importAll(file), { format: 'tilepdb', added: 0, known: 1, unread: 0 });
  assert.deepEqual(await other.importAll(file.replace('R', 'L')), { format: 'tilepdb', added: 0, known: 0, unread: 1 });
});

test('a record whose times overflow is none, and hides no other', async () => {
  const [, bad] = OVERFLOWING;
  assert.equal(recordOf({ at: NOON, result: bad }), null);
  const good = recordOf({ at: NOON, result: resultQuery(RESULTS[2]) });
  const store = await openStore({ factory: null, channel: false });
  await store.backend.add([good, { ...good, id: 'bad', result: bad }].map(storedOf)); /* as another page may */
  assert.deepEqual((await store.list({ kind: 'relay' })).map(({ id }) => id), [good.id]);
  const file = JSON.stringify({ format: 'tilepdb solves', version: 1, solves: [{ at: NOON, result: bad }, { at: NOON + 1, result: good.result }] });
  assert.deepEqual(await store.importAll(file), { format: 'tilepdb', added: 1, known: 0, unread: 1 });
});

test('relays of records are shown if their moves solve the boards', () => {
  const [, , relay] = RESULTS;
  const recordOfRelay = (each, at) => recordOf({ at, result: resultQuery(each) });
  const false43 = { ...relay, number: 43n }; /* the moves are for other boards */
  const records = [relay, false43].map(recordOfRelay);
  assert.deepEqual(new Relays(core).of(records), [{ id: records[0].id, result: summary(core, relay) }]);
  const many = Array.from({ length: 60 }, (_, i) => recordOfRelay(relay, i));
  assert.equal(new Relays(core).of(many).length, 50);
});

test('each day and event has one attempt', () => {
  const memory = memoryOf();
  const attempts = new Attempts(memory);
  assert.equal(attempts.of('2026-11-26', 'speed'), null);
  assert.equal(attempts.begin('2026-11-26', 'speed'), true);
  const going = { begun: NOON, moves: 'RD', times: [0, 90], solved: false };
  assert.equal(attempts.follow('2026-11-26', 'speed', going), true);
  const again = new Attempts(memory); /* another tab, or after a reload */
  assert.equal(again.begin('2026-11-26', 'speed'), true);
  assert.deepEqual(again.of('2026-11-26', 'speed'), { state: 'open', begun: NOON, moves: 'RD', times: [0, 90] });
  assert.equal(again.follow('2026-11-26', 'speed', { ...going, solved: true }), true);
  assert.equal(attempts.begin('2026-11-26', 'speed'), false);
  assert.equal(attempts.follow('2026-11-26', 'speed', going), false);
  attempts.end('2026-11-26', 'speed');
  assert.equal(attempts.of('2026-11-26', 'speed').state, 'solved');
  assert.equal(attempts.of('2026-11-26', 'moves'), null);
  attempts.end('2026-11-26', 'moves');
  assert.equal(attempts.begin('2026-11-26', 'moves'), false);
  assert.equal(attempts.begin('2026-11-27', 'moves'), true);
});

test('a streak is of days without a gap', () => {
  const kept = new Map();
  const attempts = new Attempts({ get: (key, missing) => kept.get(key) ?? missing, set: (key, value) => kept.set(key, value) });
  const solve = (day, event) => {
    attempts.begin(day, event);
    attempts.follow(day, event, { begun: NOON, moves: 'U', times: [0], solved: true });
  };
  assert.equal(attempts.streak('2026-11-29'), 0);
  for (const [day, event] of [['2026-11-29', 'moves'], ['2026-11-29', 'speed'], ['2026-11-30', 'speed'], ['2026-12-01', 'moves']]) solve(day, event);
  assert.deepEqual(['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03'].map((day) => attempts.streak(day)), [0, 3, 3, 0]);
  solve('2026-12-03', 'moves');
  assert.equal(attempts.streak('2026-12-03'), 1);
  for (const wrong of [7, {}, { day: 'x', days: 2 }, { day: '2026-12-03', days: -1 }, { day: '2026-12-03', days: 0.5 }]) {
    kept.set('streak', wrong);
    assert.equal(attempts.streak('2026-12-03'), 0, JSON.stringify(wrong));
  }
});

test('stored attempts are distrusted, and the last days are kept', () => {
  const fine = { state: 'open', begun: NOON, moves: 'RD', times: [0, 90] };
  assert.deepEqual(attemptOf({ ...fine, more: 1 }), fine);
  for (const wrong of [null, 1, [], {}, { ...fine, state: 'won' }, { ...fine, moves: 'RX' }, { ...fine, times: [0] }, { ...fine, times: [9, 0] },
    { ...fine, times: [0, 1e99] }, { ...fine, times: 'RD' }, { ...fine, begun: null }, { ...fine, begun: -1 }, { ...fine, begun: NaN },
    { state: 'solved', begun: NOON, moves: '', times: [] }, { ...fine, moves: 'R'.repeat(9999), times: Array(9999).fill(0) }])
    assert.equal(attemptOf(wrong), null, JSON.stringify(wrong)?.slice(0, 90));
  for (const wrong of [null, 1, 'x', [], { x: fine }, { '2026-11-26': null }, { '2026-11-26': { fun: fine, speed: 3 } }])
    assert.deepEqual(attemptsOf(wrong), {}, JSON.stringify(wrong));
  const stored = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [dayAt(NOON - i * 86400000), { moves: fine }]));
  assert.deepEqual(Object.keys(attemptsOf(stored)).sort(), Object.keys(stored).sort().slice(9));
});
