/*
 * Results of contests as links, which prove themselves: whoever opens one replays the moves on the board
 * that follows from the day or number.
 *
 *     ?day=2026-11-26&for=moves&moves=R2D...&check=...
 *     ?day=2026-11-26&for=speed&moves=R2D...&times=...&check=...
 *     ?relay=42&moves=R2D...,U...,...&times=...,...&check=...
 *     ?relay=42&legs=3x3,4x4*10&moves=...
 *
 * `times` has the milliseconds from each move to the next: digits of base 32, the lowest first, each one
 * character of the alphabet below, whose second half says that another digit follows. `check` is a hash of
 * the rest: it shows that a link was changed. The replay proves the moves; nothing proves the times.
 *
 * A result is {event, day, number, parts}: the event 'moves', 'speed' or 'relay', the day of a board of
 * the day, the number of a relay, and for each board {moves, times}: letters, and for each of them the
 * milliseconds since the first one of the result, or null.
 */
import { runLengths } from '../app/texts.js';
import { seedOf } from '../board/reader.js';
import { DAY_EVENTS, LEGS, TIMED_MOVES_MAX, TIME_MAX_MS, dayAt, dayTask, endOf, isDay, legsOf, legsText, relayTasks } from './tasks.js';

const TIME_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const TIME_BASE = 32;

/* Why a link is refused: `code` is a key of REFUSALS in texts.js, `values` are its values. */
export class Refused extends Error {
  /** @param {string} code @param {any[]} values */
  constructor(code, ...values) {
    super(code);
    this.code = code;
    this.values = values;
  }
}

/** What `work` returns; null: it refuses the link. @template Value @param {() => Value} work @returns {Value | null} */
function unlessRefused(work) {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/* ---- writing ---- */

/** @param {number} number @returns {string} */
function timeDigits(number) {
  const [low, rest] = [number % TIME_BASE, Math.floor(number / TIME_BASE)];
  return rest === 0 ? TIME_DIGITS[low] : TIME_DIGITS[low + TIME_BASE] + timeDigits(rest);
}

/** `start`: the time of the move before the first of `times`. @param {number[]} times @param {number} start */
const writeTimes = (times, start) => times.map((time, i) => timeDigits(time - (i > 0 ? times[i - 1] : start))).join('');

/** FNV-1a of 64 bits, to base 36. @param {string} text */
function checkOf(text) {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  return value.toString(36);
}

/* The parameters of a link that its check covers, in their order. */
/** @type {Record<string, string[]>} */
const CHECKED_NAMES = { moves: ['day', 'for', 'moves'], speed: ['day', 'for', 'moves', 'times'], relay: ['relay', 'legs', 'moves', 'times'] };

/** `valueOf(name)`: the text of a parameter. @param {string} event @param {(name: string) => any} valueOf */
const uncheckedQuery = (event, valueOf) => CHECKED_NAMES[event].filter((name) => name !== 'legs' || valueOf(name)).map((name) => `${name}=${valueOf(name)}`).join('&');

/** @param {ContestResult} result */
export function resultQuery({ event, day, number, legs, parts }) {
  /** @type {Record<string, any>} */
  const values = { day, for: event, relay: number, legs: legsText(legs), moves: parts.map(({ moves }) => runLengths(moves)).join(',') };
  if (event !== 'moves')
    values.times = parts.map(({ times }, i) => writeTimes(times ?? [], endOf(parts[i - 1]))).join(',');
  const query = uncheckedQuery(event, (name) => values[name]);
  return `?${query}&check=${checkOf(query)}`;
}

/* ---- reading ---- */

/** @param {string} text @param {number} part */
function readMoves(text, part) {
  if (!/^(?:[UDLR](?:[1-9]\d?)?)+$/.test(text)) throw new Refused('moves', part + 1);
  const moves = text.replace(/(.)(\d+)/g, (_, letter, times) => letter.repeat(Number(times)));
  if (moves.length > TIMED_MOVES_MAX) throw new Refused('long', part + 1);
  return moves;
}

/* Returns the times that writeTimes wrote for `count` moves, the first of them after `start`. */
/** @param {string} text @param {number} count @param {number} start */
function readTimes(text, count, start) {
  const times = [];
  let [time, factor, left] = [start, 1, 0];
  for (const letter of text) {
    const digit = TIME_DIGITS.indexOf(letter);
    if (digit < 0) throw new Refused('times');
    left += factor * (digit % TIME_BASE);
    factor *= TIME_BASE;
    if (!(time + left <= TIME_MAX_MS)) throw new Refused('times');
    if (digit >= TIME_BASE) continue;
    times.push(time += left);
    [left, factor] = [0, 1];
  }
  if (factor !== 1 || times.length !== count) throw new Refused('times');
  return times;
}

/** @param {URLSearchParams} query @param {number} now */
function headOf(query, now) {
  if (query.has('relay')) {
    const number = seedOf(query.get('relay'));
    if (number === null) throw new Refused('number');
    const legs = query.has('legs') ? legsOf(query.get('legs') ?? '') : LEGS;
    if (legs === null) throw new Refused('legs');
    return { event: 'relay', day: null, number, legs };
  }
  const [day, event] = [query.get('day') ?? '', query.get('for') ?? ''];
  if (!isDay(day)) throw new Refused('day');
  if (!DAY_EVENTS.includes(event)) throw new Refused('event');
  if (day > dayAt(now)) throw new Refused('future', day);
  return { event, day, number: null };
}

/** Returns true if a query is that of a result, a correct one or not. @param {string} search */
export function isResult(search) {
  const query = new URLSearchParams(search);
  return query.has('day') || query.has('relay');
}

/** Returns the result of a query, whose moves nobody has replayed, and `intact`: true if the check fits. `now`:
 * milliseconds since 1970. Throws Refused. @param {string} search @param {number} now @returns {ContestResult} */
export function readResult(search, now) {
  const query = new URLSearchParams(search);
  const head = headOf(query, now);
  for (const name of [...CHECKED_NAMES[head.event], 'check']) if (name !== 'legs' && !query.get(name)) throw new Refused('missing', name);
  const valueOf = (/** @type {string} */ name) => query.get(name) ?? '';
  const texts = valueOf('moves').split(',');
  const boards = head.legs?.length ?? 1;
  if (texts.length !== boards) throw new Refused('boards', texts.length, boards);
  const moves = texts.map(readMoves);
  const timed = head.event === 'moves' ? null : valueOf('times').split(',');
  if (timed && timed.length !== boards) throw new Refused('times');
  const parts = /** @type {ResultPart[]} */ ([]);
  for (const [i, each] of moves.entries()) {
    const start = endOf(parts.at(-1));
    parts.push({ moves: each, times: timed && readTimes(timed[i], each.length, start) });
  }
  const intact = query.get('check') === checkOf(uncheckedQuery(head.event, valueOf));
  return { ...head, parts, intact };
}

/** Returns the board and goal of each part of a result. @param {Core} core @param {ContestResult} result */
function tasksOf(core, { event, day, number, legs }) {
  return number === null ? [dayTask(core, day ?? '', event)] : relayTasks(core, number, legs);
}

/** Replays a result of readResult. Returns it with the board and goal of each part, and with `length`, all moves, and
 * `time`, all milliseconds or null. Throws Refused. @param {Core} core @param {ContestResult} result */
export function prove(core, result) {
  const tasks = tasksOf(core, result);
  for (const [i, { moves }] of result.parts.entries()) replayPart(core, tasks[i], moves, i);
  if (!result.intact) throw new Refused('changed');
  return summary(core, result);
}

/** @param {Core} core @param {ContestTask} task @param {string} moves @param {number} part */
function replayPart(core, { board, goal }, moves, part) {
  let end;
  try {
    end = core.replay(board, moves, goal);
  } catch (error) {
    throw new Refused('impossible', part + 1, error);
  }
  if (!end.solved) throw new Refused('unsolved', part + 1, moves.length);
}

/** Returns a result with all that follows from it. @param {Core} core @param {ContestResult} result @returns {ProvenResult} */
export function summary(core, result) {
  const { event, day, number, legs } = result;
  const tasks = tasksOf(core, result);
  const parts = result.parts.map((part, i) => ({ ...part, ...tasks[i] }));
  return { event, day, number, ...(legs && { legs }), parts,
    length: parts.reduce((sum, { moves }) => sum + moves.length, 0),
    time: parts.at(-1)?.times?.at(-1) ?? null };
}

const RELAYS_KEPT = 50; /* of the view of contests */

/* Returns the result of the link of a relay, whose moves nobody has replayed; null if it is none. */
/** @param {string} link @returns {ContestResult | null} */
export function relayOfLink(link) {
  const result = unlessRefused(() => readResult(link, 0));
  return result?.event === 'relay' && result.intact && resultQuery(result) === link ? result : null;
}

/* Relays that are kept as records (solves/record.js). A record has the link of its result, which contains all else.
 * Records are distrusted: those whose link does not prove its result are left out. */
export class Relays {
  /** @param {Core} core */
  constructor(core) {
    this.core = core;
    this.proven = /** @type {Map<string, ProvenResult | null>} */ (new Map()); /* results by their links; null: the link proves none */
  }

  /* The newest records that prove their results, the last one first: each has its id and what prove() returns. */
  /** @param {SolveRecord[]} records */
  of(records) {
    return records.slice(-RELAYS_KEPT).reverse().flatMap(({ id, result: link }) => {
      const result = this.prove(link);
      return result ? [{ id, result }] : [];
    });
  }

  /** @param {string} link @returns {ProvenResult | null} */
  prove(link) {
    if (!this.proven.has(link)) this.proven.set(link, unlessRefused(() => prove(this.core, readResult(link, Date.now()))));
    return this.proven.get(link) ?? null;
  }
}
