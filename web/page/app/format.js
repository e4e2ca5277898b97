/*
 * Numbers and times as a person reads them.
 */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/* 12,345 */
/** @param {number} number */
export function count(number) {
  return whole.format(number);
}

/* 12.3M: for what changes while one looks. */
/** @param {number} number */
export function brief(number) {
  return number < 10000 ? whole.format(number) : short.format(number);
}

/* 20 ms, 3.1 s, 2 min 5 s. What would be rounded to a whole second or minute is written as one. */
/** @param {number} seconds */
export function duration(seconds) {
  if (seconds < 0.00995) return `${(1000 * seconds).toFixed(1)} ms`;
  if (seconds < 0.9995) return `${(1000 * seconds).toFixed(0)} ms`;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const rounded = Math.round(seconds);
  return `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
}

/* 3.5 MB */
/** @param {number} bytes */
export function size(bytes) {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}

/* 40 % of what is 1 when it is whole. */
/** @param {number} part */
export function percent(part) {
  return `${Math.floor(100 * part)} %`;
}

/** @param {number} number */
export function movesText(number) {
  return number === 1 ? '1 move' : `${whole.format(number)} moves`;
}

const RATE_SECONDS = 0.05; /* before, a clock shows 0.0 */
const NODES_SECONDS = 1e-3;

/* 3.2: moves a second. null: one move, or no time to speak of. */
/** @param {number} moves @param {number} seconds */
export function rate(moves, seconds) {
  return moves < 2 || seconds < RATE_SECONDS ? null : (moves / seconds).toFixed(1);
}

/* 12.3M: nodes a second, if there was time to count them. */
/** @param {number} nodes @param {number} seconds */
export function nodesRate(nodes, seconds) {
  return seconds < NODES_SECONDS ? '–' : brief(nodes / seconds);
}

/* Run lengths: RRDDL is R2D2L. */
/** @param {string} moves */
export function runLengths(moves) {
  return moves.replace(/(.)\1+/g, (run, letter) => letter + run.length);
}
