// @ts-nocheck
/*
 * Moves with the time of each, in milliseconds, as they are stored.
 */
export const TIMED_MOVES_MAX = 5000; /* of one board; more are no solve of a person */
export const TIME_MAX_MS = 1e9; /* eleven days */

/* Returns true for times that do not fall. */
export function areTimes(times) {
  return times.every((time, i) => Number.isInteger(time) && time >= (i > 0 ? times[i - 1] : 0) && time <= TIME_MAX_MS);
}

export function isTimed(moves, times) {
  return typeof moves === 'string' && moves.length <= TIMED_MOVES_MAX && /^[UDLR]*$/.test(moves) &&
    Array.isArray(times) && times.length === moves.length && areTimes(times);
}
