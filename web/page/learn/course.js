/*
 * The course for beginners: the layered method, one step after the other. Rows are solved until two are
 * left, then columns until a 2x2 block is left, which is turned.
 *
 * The last two tiles of a line, a pair, go in together: the first waits in the corner, where the second
 * belongs, and the second waits beside it, outside the line. A step depends on the board alone, so a person
 * who leaves the shown way gets the step of the board that is there. Whoever makes the shown moves ends at
 * the goal: a move brings the end of its step nearer, and later steps keep what earlier ones have solved.
 */
import { movedCell } from '../board/moves.js';

/** @typedef {{ places: number[], before: SearchNode | null, letter: string, depth: number }} SearchNode */

/** Returns the shortest moves that bring a few tiles to wanted cells, null if there are none within `depth` moves; tiles
 * that are not followed may end anywhere. `places` are the cells of the followed tiles, then that of the gap; moves
 * never touch the cells in the set `fixed`, and `isEnd` is true for the places that are wanted.
 * @param {Size} size @param {Set<number>} fixed @param {number[]} places @param {(places: number[]) => boolean} isEnd
 * @param {number} [depth] */
export function shortestMoves(size, fixed, places, isEnd, depth = Infinity) {
  const cells = size.width * size.height;
  const codeOf = (/** @type {number[]} */ each) => each.reduce((code, cell) => code * cells + cell, 0);
  const nodes = /** @type {SearchNode[]} */ ([{ places, before: null, letter: '', depth: 0 }]);
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

/** @typedef {{ kind: 'row' | 'column', cells: number[], inside: number[] }} CourseLine */

const SLIDE_IN = 2; /* moves at the end of a pair */

/** Returns the lines of a size in the order in which they are solved, each away from the goal cell of the gap: {kind:
 * 'row' or 'column', cells, inside}; `inside` are the neighbours of `cells` in the next line. @param {Board} board */
export function linesOf({ width, height, cells }) {
  const gap = cells.indexOf(0);
  const [gapX, gapY] = [gap % width, Math.floor(gap / width)];
  let [left, top, columns, rows] = [0, 0, width, height];
  const lines = /** @type {CourseLine[]} */ ([]);
  while (rows > 2) {
    const [y, next] = gapY !== top ? [top, top + 1] : [top + rows - 1, top + rows - 2];
    const at = (/** @type {number} */ line) => Array.from({ length: columns }, (_, x) => line * width + left + x);
    lines.push({ kind: 'row', cells: at(y), inside: at(next) });
    top += y === top ? 1 : 0;
    rows--;
  }
  while (columns > 2) {
    const [x, next] = gapX !== left ? [left, left + 1] : [left + columns - 1, left + columns - 2];
    const at = (/** @type {number} */ line) => Array.from({ length: rows }, (_, y) => (top + y) * width + line);
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

/** Returns the next step from a solvable board, null from the goal: {chapter, line, step, tiles, target, fixed, moves}.
 * `step` is 'tile' (to its place), 'first', 'second', 'out' and 'in' for a pair, or 'turn'; `target` is the cell where
 * the tile of the step goes, -1 for 'turn'; `fixed` lists the cells that stay. @param {Board} board @param {Board} goal */
export function courseStep(board, goal) {
  const fixed = new Set();
  const isHome = (/** @type {number} */ cell) => board.cells[cell] === goal.cells[cell];
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

/* ---- boards for the chapters: what earlier chapters have solved is solved, the rest is mixed ---- */

/** Returns the chapters of a size. 'tile' ends with the first row but its last two tiles, 'row' with the first row,
 * 'column' with all but six cells; 'six' begins there, and 'whole' is a mixed board. @param {Size} size */
export const chaptersOf = ({ width }) => (['tile', 'row', ...(width > 3 ? ['column'] : []), 'six', 'whole']);

/** Returns the cells that are solved when a chapter begins. @param {Board} goal @param {string} chapter */
function solvedBefore(goal, chapter) {
  const lines = linesOf(goal);
  /** @type {Record<string, { cells: number[] }[]>} */
  const solved = { tile: [], row: [{ cells: lines[0].cells.slice(0, -2) }], column: lines.filter(({ kind }) => kind === 'row'),
    six: lines.slice(0, -1), whole: [] };
  return new Set(solved[chapter].flatMap(({ cells }) => cells));
}

/** Returns the goal of a chapter: cells that it does not solve are open. @param {Board} goal @param {string} chapter @returns {Goal} */
export function chapterGoal(goal, chapter) {
  const lines = linesOf(goal).map(({ cells }) => cells);
  const parts = /** @type {Record<string, number[]>} */ ({ tile: lines[0].slice(0, -2), row: lines[0], column: lines.slice(0, -1).flat() });
  const solved = parts[chapter] ?? [...goal.cells.keys()];
  return { ...goal, cells: goal.cells.map((tile, cell) => (solved.includes(cell) ? tile : '*')) };
}

/** Returns whether a chapter has nothing left to do on a board. @param {Board} board @param {Board} goal @param {string} chapter */
export function isChapterDone(board, goal, chapter) {
  return chapterGoal(goal, chapter).cells.every((tile, cell) => tile === '*' || tile === board.cells[cell]);
}

/* Whether an even number of exchanges of two tiles leads to the goal, if the gap moves there first. */
/** @param {Board} board @param {Board} goal */
export function isSolvable({ width, cells }, goal) {
  const homes = cells.map((tile) => goal.cells.indexOf(tile));
  const seen = new Set();
  let exchanges = 0;
  for (const from of homes.keys()) {
    for (let cell = homes[from]; !seen.has(cell); cell = homes[cell]) {
      seen.add(cell);
      exchanges += cell === from ? 0 : 1;
    }
  }
  const [gap, home] = [cells.indexOf(0), goal.cells.indexOf(0)];
  const steps = Math.abs((gap % width) - (home % width)) + Math.abs(Math.floor(gap / width) - Math.floor(home / width));
  return (exchanges + steps) % 2 === 0;
}

/* Returns a solvable board on which the chapter has something to do. `random()` is in [0, 1). */
/** @param {Board} goal @param {string} chapter @param {() => number} [random] */
export function exerciseBoard(goal, chapter, random = Math.random) {
  const solved = solvedBefore(goal, chapter);
  const free = [...goal.cells.keys()].filter((cell) => !solved.has(cell));
  for (;;) {
    const cells = [...goal.cells];
    free.forEach((cell, i) => {
      const other = free[i + Math.floor(random() * (free.length - i))];
      [cells[cell], cells[other]] = [cells[other], cells[cell]];
    });
    const board = { width: goal.width, height: goal.height, cells };
    if (!isSolvable(board, goal)) {
      const [a, b] = free.filter((cell) => cells[cell] !== 0);
      [cells[a], cells[b]] = [cells[b], cells[a]];
    }
    if (!isChapterDone(board, goal, chapter)) return board;
  }
}
