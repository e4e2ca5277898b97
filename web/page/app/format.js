/*
 * Numbers and times as a person reads them.
 */
import { LANGUAGE, decimal } from './texts.js';

/** 12.3M, in German 12,3 Mio.: for what changes while one looks. @param {number} number */
export function brief(number) {
  return number < 10000 ? decimal(number) : new Intl.NumberFormat(LANGUAGE, { notation: 'compact', maximumSignificantDigits: 3 }).format(number);
}

/** 20 ms, 3.1 s, 2 min 5 s. What would be rounded to a whole second or minute is written as one. @param {number} seconds */
export function duration(seconds) {
  if (seconds < 0.00995) return `${decimal(1000 * seconds, 1)} ms`;
  if (seconds < 0.9995) return `${decimal(1000 * seconds)} ms`;
  if (seconds < 59.95) return `${decimal(seconds, 1)} s`;
  const rounded = Math.round(seconds);
  return `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
}

/** 3.5 MB @param {number} bytes */
export function size(bytes) {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
  return `${decimal(bytes / 1e6, bytes < 1e7 ? 1 : 0)} MB`;
}

/** 40 % of what is 1 when it is whole. @param {number} part */
export const percent = (part) => `${Math.floor(100 * part)} %`;

const RATE_SECONDS = 0.05; /* before, a clock shows 0.0 */
const NODES_SECONDS = 1e-3;

/** 3.2: moves a second. null: one move, or no time to speak of. @param {number} moves @param {number} seconds */
export const rate = (moves, seconds) => (moves < 2 || seconds < RATE_SECONDS ? null : decimal(moves / seconds, 1));

/** 12.3M: nodes a second, if there was time to count them. @param {number} nodes @param {number} seconds */
export const nodesRate = (nodes, seconds) => (seconds < NODES_SECONDS ? '–' : brief(nodes / seconds));

/** Run lengths: RRDDL is R2D2L. @param {string} moves */
export const runLengths = (moves) => moves.replace(/(.)\1+/g, (run, letter) => letter + run.length);
