/*
 * The tasks of contests: the boards of the day and relays; and moves with their times, as they are stored.
 *
 * Each day in UTC has two 4x4 boards, one for each event: 'moves' (as few moves as possible, without a clock) and 'speed'.
 * A board is a scramble of the page: its number is the date followed by 1 for 'moves' or 2 for 'speed', so `pdbsolve
 * --scramble 1 --seed 202611261` prints the board for fewest moves of 26 November 2026.
 *
 * A relay: 3x3, 4x4, 5x5 and 6x6, or boards of one's own, one after the other, as one time. A relay has a number; each of
 * its boards is the scramble with this number for its size, and further boards of a size have the numbers that follow.
 * The clock starts with the first move of the first board and stops with the last move of the last board.
 */
import { seedOf } from '../board/reader.js';
import { SIZES, sizeName } from '../search/partitions.js';

export const DAY_EVENTS = ['moves', 'speed'];
export const DAY_SIZE = { width: 4, height: 4 };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the day, such as '2026-11-26', of a time in milliseconds since 1970. @param {number} time */
export const dayAt = (time) => new Date(time).toISOString().slice(0, 10);

/** Returns true for a text that dayAt could have returned. @param {any} text @returns {boolean} */
export function isDay(text) {
  if (typeof text !== 'string' || !/^2\d{3}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(text);
  return Number.isFinite(time) && dayAt(time) === text;
}

/** @param {string} day */
export const dayAfter = (day) => dayAt(Date.parse(day) + DAY_MS);

/** Returns the milliseconds from a time until the next day begins. @param {number} time */
export const untilNextDay = (time) => DAY_MS - (time % DAY_MS);

/** Returns the number of the scramble of a day and event, a BigInt. @param {string} day @param {string} event */
export const dayNumber = (day, event) => BigInt(`${day.replaceAll('-', '')}${1 + DAY_EVENTS.indexOf(event)}`);

/** Returns the goal of all contests on boards of a size: the blank is last. @param {Core} core @param {Size} size @returns {Board} */
export const contestGoal = (core, { width, height }) => core.goal(width, height, width * height - 1);

/** Returns {board, goal} of a day and event. @param {Core} core @param {string} day @param {string} event @returns {ContestTask} */
export function dayTask(core, day, event) {
  const goal = contestGoal(core, DAY_SIZE);
  return { board: core.scramble(goal, dayNumber(day, event)), goal };
}

/* ---- moves with the time of each, in milliseconds, as they are stored ---- */

export const TIMED_MOVES_MAX = 5000; /* of one board; more are no solve of a person */
export const TIME_MAX_MS = 1e9; /* eleven days */

/** Returns when the moves of a part of a result ended; 0 without times. @param {ResultPart | undefined} part */
export const endOf = (part) => part?.times?.at(-1) ?? 0;

/** Returns true for times that do not fall. @param {number[]} times */
export function areTimes(times) {
  return times.every((time, i) => Number.isInteger(time) && time >= (i > 0 ? times[i - 1] : 0) && time <= TIME_MAX_MS);
}

/** @param {any} moves @param {any} times @returns {boolean} */
export function isTimed(moves, times) {
  return typeof moves === 'string' && moves.length <= TIMED_MOVES_MAX && /^[UDLR]*$/.test(moves) &&
    Array.isArray(times) && times.length === moves.length && areTimes(times);
}

/* ---- relays ---- */

export const LEGS = [3, 4, 5, 6].map((side) => ({ width: side, height: side }));

const LEGS_MAX = 50;
const CELLS_MIN = 6; /* a scramble of 2x2 is often the goal */

/** Returns the boards that a text lists: '3 4 5', '3x3,4x4', or a marathon, '4*10'; null if it lists none, or one. The
 * boards that all relays have are LEGS itself. @param {string} text @returns {Size[] | null} */
export function legsOf(text) {
  const legs = [];
  for (const part of text.trim().toLowerCase().replace(/\s*([*x×])\s*/g, '$1').split(/[\s,;+]+/)) {
    const [, width, height = width, times = '1'] = /^(\d{1,2})(?:[x×](\d{1,2}))?(?:\*(\d{1,2}))?$/.exec(part) ?? [];
    const size = SIZES.find((each) => each.width === Number(width) && each.height === Number(height) && each.width * each.height >= CELLS_MIN);
    if (!size) return null;
    legs.push(...Array.from({ length: Number(times) }, () => size));
  }
  if (legs.length < 2 || legs.length > LEGS_MAX) return null;
  return legsText(legs) === '' ? LEGS : legs;
}

/** Returns the shortest such text, '' for LEGS. @param {Size[]} [legs] */
export function legsText(legs = LEGS) {
  const text = legs.map(sizeName).join(',').replace(/\b(\d+x\d+)(?:,\1\b)+/g, (run, size) => `${size}*${run.split(',').length}`);
  return text === '3x3,4x4,5x5,6x6' ? '' : text;
}

/* Returns {board, goal} for each leg of a relay. */
/** @param {Core} core @param {bigint} number @param {Size[]} [legs] @returns {ContestTask[]} */
export function relayTasks(core, number, legs = LEGS) {
  return legs.map((size, leg) => {
    const goal = contestGoal(core, size);
    const before = legs.slice(0, leg).filter((each) => sizeName(each) === sizeName(size)).length;
    return { board: core.scramble(goal, BigInt.asUintN(64, number + BigInt(before))), goal };
  });
}

/* Times count in milliseconds since the first move of the relay. */
export class Relay {
  /* `parts`: the legs that are solved, as `solved` was told. */
  /** @param {Core} core @param {bigint} number @param {Size[]} [legs] @param {TimedMoves[]} [parts] */
  constructor(core, number, legs = LEGS, parts = []) {
    this.number = number;
    this.legs = legs;
    this.tasks = relayTasks(core, number, legs);
    this.parts = [...parts];
  }

  get over() {
    return this.parts.length === this.tasks.length;
  }

  /* The leg that is to be solved, 0 for the first. */
  get leg() {
    return this.parts.length;
  }

  /* {board, goal} of that leg; undefined once the relay is over. */
  get task() {
    return this.tasks[this.leg];
  }

  /* The time when the last leg that is solved ended. */
  get time() {
    return endOf(this.parts.at(-1));
  }

  /** The leg was solved by `moves`; `times` has the time after each move. @param {string} moves @param {number[]} times */
  solved(moves, times) {
    this.parts.push({ moves, times: [...times] });
  }

  /* The milliseconds that each solved leg took. */
  get splits() {
    return this.parts.map((part, leg) => endOf(part) - endOf(this.parts[leg - 1]));
  }
}

/* ---- a relay that is kept over a reload ---- */

/** @param {any} stored @returns {TimedMoves | null} */
const partOf = (stored) => (isTimed(stored?.moves, stored?.times) ? { moves: stored.moves, times: stored.times } : null);

/** Returns a stored relay, {number, legs, begun, parts, moves, times}: `begun`, `moves` and `times` as of an attempt
 * (attempts.js), of the leg that is being solved; null if it is none. @param {any} stored @returns {StoredRelay | null} */
export function storedRelayOf(stored) {
  const number = seedOf(stored?.number);
  const legs = stored?.legs ? legsOf(String(stored.legs)) : LEGS;
  if (number === null || !legs || !Number.isSafeInteger(stored.begun) || !Array.isArray(stored.parts)) return null;
  const [parts, last] = [stored.parts.map(partOf), partOf(stored)];
  if (parts.length >= legs.length || parts.includes(null) || !last) return null;
  const times = [...parts, last].flatMap((part) => part.times);
  return areTimes(times) ? { number, legs, begun: stored.begun, parts, ...last } : null;
}
