/*
 * The shortest moves that bring a few tiles to wanted cells. Tiles that are not followed may end anywhere.
 */
import { movedCell } from '../board/moves.js';

/* Searches breadth-first. `places` are the cells of the followed tiles, then that of the gap; moves never
 * touch the cells in the set `fixed`. Returns the moves to the nearest places for which `isEnd` is true,
 * null if there are none within `depth` moves. */
/** @typedef {{ places: number[], before: SearchNode | null, letter: string, depth: number }} SearchNode */
/** @param {Size} size @param {Set<number>} fixed @param {number[]} places @param {(places: number[]) => boolean} isEnd
 * @param {number} [depth] */
export function shortestMoves(size, fixed, places, isEnd, depth = Infinity) {
  const cells = size.width * size.height;
  /** @param {number[]} each */
  const codeOf = (each) => each.reduce((code, cell) => code * cells + cell, 0);
  /** @type {SearchNode[]} */
  const nodes = [{ places, before: null, letter: '', depth: 0 }];
  const seen = new Set([codeOf(places)]);
  for (const node of nodes) {
    if (isEnd(node.places)) return wayTo(node);
    if (node.depth === depth) continue;
    const gap = node.places[node.places.length - 1];
    for (const letter of 'UDLR') {
      const source = movedCell(size, gap, letter);
      if (source < 0 || fixed.has(source)) continue;
      const next = node.places.map((cell) => (cell === source ? gap : cell));
      next[next.length - 1] = source;
      const code = codeOf(next);
      if (seen.has(code)) continue;
      seen.add(code);
      nodes.push({ places: next, before: node, letter, depth: node.depth + 1 });
    }
  }
  return null;
}

/** @param {SearchNode} node */
function wayTo(node) {
  const letters = [];
  for (let each = node; each.before; each = each.before) letters.push(each.letter);
  return letters.reverse().join('');
}
