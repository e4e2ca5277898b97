/*
 * A relay: 3x3, 4x4, 5x5 and 6x6, or boards of one's own, one after the other, as one time. A relay has a number;
 * each of its boards is the scramble with this number for its size, and further boards of a size have the numbers
 * that follow. The clock starts with the first move of the first board and stops with the last move of the last board.
 */
import { seedOf } from '../board/reader.js';
import { SIZES, sizeName } from '../search/partitions.js';
import { areTimes, contestGoal, endOf, isTimed } from './day.js';

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
