/* What contests say. */
import { LANGUAGE, errorText, say } from '../app/texts.js';
import { timeText } from '../solves/text.js';

/** @param {string} name @param {...any} values */
export const contestText = (name, ...values) => say('contest', name, ...values);

/** @param {string} event */
export const eventText = (event) => contestText(`event ${event}`);

/** 57 moves in 32.105 s; `time`: milliseconds, or null. @param {number} length @param {number | null} time */
export const madeText = (length, time) => contestText('made', length, time === null ? '' : timeText(time));

/** How far a solution is from the optimum, of which bounds are known. @param {number} made @param {Bounds} bounds */
export function overOptimum(made, { atLeast, atMost }) {
  if (made === atLeast) return contestText('shortest');
  return atLeast === atMost ? contestText('over', made - atLeast, atLeast) : contestText('overAtMost', made - atLeast, made - atMost);
}

const ONE_DAY = /** @type {Intl.DateTimeFormatOptions} */ ({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 26 November 2026 @param {string} day */
export const dayName = (day) => new Intl.DateTimeFormat(LANGUAGE === 'en' ? 'en-GB' : LANGUAGE, ONE_DAY).format(Date.parse(day));

/* Codes whose first value is the number of a board, which is said if there are several. */
const OF_A_BOARD = ['moves', 'long', 'impossible', 'unsolved'];

/* Why the link of a result is refused, by the codes of Refused. `boards`: how many boards the event has. */
/** @param {{code: string, values: any[]}} refused @param {number} boards */
export function refusalText({ code, values }, boards) {
  const [first, rest] = values;
  if (code === 'missing') return say('refusal', `missing ${first}`);
  if (code === 'future') return say('refusal', code, dayName(first));
  if (!OF_A_BOARD.includes(code)) return say('refusal', code, ...values);
  return say('refusal', code, boards > 1 ? first : 0, code === 'impossible' ? errorText(rest) : rest);
}

/* ---- a result as a text to share: what was made, how good it is, and a square for each fifth of the solve ---- */

const SQUARES = 5;
const FEW = 2; /* lost moves of a yellow square */

/** Green for a fifth that lost no move, yellow for one that lost few, red for the others; `distances`: to the goal,
 * before the first move and after each. @param {number[]} distances */
export function fifthsOf(distances) {
  const moves = distances.length - 1;
  return Array.from({ length: SQUARES }, (_, i) => {
    const [from, to] = [i, i + 1].map((end) => Math.round((end * moves) / SQUARES));
    const lost = to - from - (distances[from] - distances[to]);
    return lost <= 0 ? '\u{1F7E9}' : lost <= FEW ? '\u{1F7E8}' : '\u{1F7E5}';
  }).join('');
}

/* 4 x 4, 26 November 2026: 48 moves, 2 too many. `bounds`: of the optimum, or null; `squares` may be ''. */
/** @param {ProvenResult} result @param {Bounds | null} bounds @param {string} squares */
export function shareText({ number, day, parts, length, time }, bounds, squares) {
  const sizes = parts.map(({ board }) => `${board.width}\u2009×\u2009${board.height}`);
  const what = number === null ? `${sizes[0]}, ${dayName(day ?? '')}` : contestText('relayOf', number, sizes[0], sizes.at(-1));
  const over = bounds && bounds.atLeast === bounds.atMost ? contestText('lost', length - bounds.atLeast) : '';
  const made = madeText(length, time);
  return [`${what}: ${made}${over}`, squares].filter((line) => line !== '').join('\n');
}
