/*
 * Moves with the time of each, in milliseconds, as they are stored.
 */
export const TIMED_MOVES_MAX = 5000; /* of one board; more are no solve of a person */
export const TIME_MAX_MS = 1e9; /* eleven days */

/** Returns when the moves of a part of a result ended; 0 without times. @param {ResultPart | undefined} part */
export function endOf(part) {
  return part?.times?.at(-1) ?? 0;
}

/** Returns true for times that do not fall. @param {number[]} times */
export function areTimes(times) {
  return times.every((time, i) => Number.isInteger(time) && time >= (i > 0 ? times[i - 1] : 0) && time <= TIME_MAX_MS);
}

/** @param {any} moves @param {any} times @returns {boolean} */
export function isTimed(moves, times) {
  return typeof moves === 'string' && moves.length <= TIMED_MOVES_MAX && /^[UDLR]*$/.test(moves) &&
    Array.isArray(times) && times.length === moves.length && areTimes(times);
}
