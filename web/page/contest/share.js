/*
 * A result as a text to share: what was made, how good it is, and five squares, one for each fifth of the solve.
 */
import { contestText, dayName, madeText } from './sentences.js';

const SQUARES = 5;
const FEW = 2; /* lost moves of a yellow square */

/* Green for a fifth that lost no move, yellow for one that lost few, red for the others; `distances`: to the goal,
 * before the first move and after each. */
/** @param {number[]} distances */
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
