/*
 * A relay: 3x3, 4x4, 5x5 and 6x6, one after the other, as one time. A relay has a number; each of its boards
 * is the scramble with this number for its size. The clock starts with the first move of the first board and
 * stops with the last move of the last board.
 */
import { contestGoal } from './day.js';
import { areTimes, endOf, isTimed } from './timed.js';

export const LEGS = [3, 4, 5, 6].map((side) => ({ width: side, height: side }));

const RELAY_NUMBER_MAX = 2n ** 64n - 1n;

/* Returns the number that a text names, a BigInt; null if the text names none. */
/** @param {any} text @returns {bigint | null} */
export function relayNumberOf(text) {
  if (typeof text !== 'string' || !/^\d{1,20}$/.test(text)) return null;
  return BigInt(text) <= RELAY_NUMBER_MAX ? BigInt(text) : null;
}

/* Returns {board, goal} for each leg of a relay. */
/** @param {Core} core @param {bigint} number @returns {ContestTask[]} */
export function relayTasks(core, number) {
  return LEGS.map((size) => {
    const goal = contestGoal(core, size);
    return { board: core.scramble(goal, number), goal };
  });
}

/* Times count in milliseconds since the first move of the relay. */
export class Relay {
  /* `parts`: the legs that are solved, as `solved` was told. */
  /** @param {Core} core @param {bigint} number @param {TimedMoves[]} [parts] */
  constructor(core, number, parts = []) {
    this.number = number;
    this.tasks = relayTasks(core, number);
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

  /* The leg was solved by `moves`; `times` has the time after each move. */
  /** @param {string} moves @param {number[]} times */
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

/* Returns a stored relay, {number, begun, parts, moves, times}: `begun`, `moves` and `times` as of an attempt
 * (attempts.js), of the leg that is being solved; null if it is none. */
/** @param {any} stored @returns {StoredRelay | null} */
export function storedRelayOf(stored) {
  const number = relayNumberOf(stored?.number);
  if (number === null || !Number.isSafeInteger(stored.begun) || !Array.isArray(stored.parts)) return null;
  const [parts, last] = [stored.parts.map(partOf), partOf(stored)];
  if (parts.length >= LEGS.length || parts.includes(null) || !last) return null;
  const times = [...parts, last].flatMap((part) => part.times);
  return areTimes(times) ? { number, begun: stored.begun, parts, ...last } : null;
}
