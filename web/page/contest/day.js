/*
 * The boards of the day. Each day in UTC has two 4x4 boards, one for each event: 'moves' (as few moves as possible,
 * without a clock) and 'speed'. A board is a scramble of the page: its number is the date followed by 1 for 'moves' or
 * 2 for 'speed', so `pdbsolve --scramble 1 --seed 202611261` prints the board for fewest moves of 26 November 2026.
 */

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
