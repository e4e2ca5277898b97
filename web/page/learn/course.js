/*
 * The course for beginners: the layered method, one step after the other. Rows are solved until two are
 * left, then columns until a 2x2 block is left, which is turned.
 *
 * The last two tiles of a line, a pair, go in together: the first waits in the corner, where the second
 * belongs, and the second waits beside it, outside the line. A step depends on the board alone, so a person
 * who leaves the shown way gets the step of the board that is there. Whoever makes the shown moves ends at
 * the goal: a move brings the end of its step nearer, and later steps keep what earlier ones have solved.
 */
import { shortestMoves } from './shortest.js';

/** @typedef {{ kind: 'row' | 'column', cells: number[], inside: number[] }} CourseLine */

const SLIDE_IN = 2; /* moves at the end of a pair */

/* Returns the lines of a size in the order in which they are solved, each away from the goal cell of the
 * gap: {kind: 'row' or 'column', cells, inside}; `inside` are the neighbours of `cells` in the next line. */
/** @param {Board} board */
export function linesOf({ width, height, cells }) {
  const gap = cells.indexOf(0);
  const [gapX, gapY] = [gap % width, Math.floor(gap / width)];
  let [left, top, columns, rows] = [0, 0, width, height];
  /** @type {CourseLine[]} */
  const lines = [];
  while (rows > 2) {
    const [y, next] = gapY !== top ? [top, top + 1] : [top + rows - 1, top + rows - 2];
    /** @param {number} line */
    const at = (line) => Array.from({ length: columns }, (_, x) => line * width + left + x);
    lines.push({ kind: 'row', cells: at(y), inside: at(next) });
    top += y === top ? 1 : 0;
    rows--;
  }
  while (columns > 2) {
    const [x, next] = gapX !== left ? [left, left + 1] : [left + columns - 1, left + columns - 2];
    /** @param {number} line */
    const at = (line) => Array.from({ length: rows }, (_, y) => (top + y) * width + line);
    lines.push({ kind: 'column', cells: at(x), inside: at(next) });
    left += x === left ? 1 : 0;
    columns--;
  }
  return lines;
}

/* Returns step, tiles, target and moves of a pair. `fixed` are the cells that stay. */
/** @param {Board} board @param {Board} goal @param {CourseLine} line @param {Set<number>} fixed */
function pairStep(board, goal, line, fixed) {
  const [place, corner] = line.cells.slice(-2);
  const [before, beside] = line.inside.slice(-2);
  const tiles = [goal.cells[place], goal.cells[corner]];
  const places = [...tiles, 0].map((tile) => board.cells.indexOf(tile));
  const inside = shortestMoves(board, fixed, places, ([a, b]) => a === place && b === corner, SLIDE_IN);
  if (inside !== null) return { step: 'in', tiles, target: place, moves: inside };
  /** With the first in the corner, the second cannot leave the place of the first. @param {number[]} places */
  const isFree = ([a, b, gap]) => a === corner && b !== place && !(b === before && gap === place);
  if (isFree(places)) {
    const moves = shortestMoves(board, new Set([...fixed, corner]), places.slice(1),
      ([b, gap]) => b === beside && gap === place);
    return { step: 'second', tiles, target: beside, moves };
  }
  return { step: places[0] === corner || places[0] === place ? 'out' : 'first', tiles, target: corner,
    moves: shortestMoves(board, fixed, places, isFree) };
}

/* Returns the next step from a solvable board, null from the goal: {chapter, line, step, tiles, target, fixed,
 * moves}. `step` is 'tile' (to its place), 'first', 'second', 'out' and 'in' for a pair, or 'turn'; `target`
 * is the cell where the tile of the step goes, -1 for 'turn'; `fixed` lists the cells that stay. */
/** @param {Board} board @param {Board} goal */
export function courseStep(board, goal) {
  const fixed = new Set();
  /** @param {number} cell */
  const isHome = (cell) => board.cells[cell] === goal.cells[cell];
  const lines = linesOf(goal);
  for (const [i, line] of lines.entries()) {
    if (line.cells.every(isHome)) {
      for (const cell of line.cells) fixed.add(cell);
      continue;
    }
    const single = line.cells.slice(0, -2);
    const one = single.find((cell) => !isHome(cell));
    for (const cell of single.slice(0, one === undefined ? single.length : single.indexOf(one))) fixed.add(cell);
    const chapter = i === lines.length - 1 ? 'six' : line.kind === 'column' ? 'column' : one === undefined ? 'row' : 'tile';
    if (one === undefined)
      return { chapter, line: line.kind, ...pairStep(board, goal, line, fixed), fixed: [...fixed] };
    const tile = goal.cells[one];
    const moves = shortestMoves(board, fixed, [tile, 0].map((each) => board.cells.indexOf(each)), ([cell]) => cell === one);
    return { chapter, line: line.kind, step: 'tile', tiles: [tile], target: one, moves, fixed: [...fixed] };
  }
  const tiles = goal.cells.filter((tile, cell) => tile !== 0 && !fixed.has(cell));
  const moves = shortestMoves(board, fixed, [...tiles, 0].map((tile) => board.cells.indexOf(tile)),
    (places) => places.every((cell, i) => goal.cells[cell] === (tiles[i] ?? 0)));
  return moves === '' ? null : { chapter: 'six', line: 'block', step: 'turn', tiles, target: -1, moves, fixed: [...fixed] };
}
