/*
 * Moves on boards. Letters U, D, L, R name the way a tile moves.
 *
 * What counts as one move: in the metric 'single' one tile, in 'multi' a slide of one tile or more in a line. Moves have
 * a letter for each tile in both.
 */
import { isOpen } from './goal.js';
const OFFSETS = /** @type {Record<string, number[]>} */ ({ U: [0, 1], D: [0, -1], L: [1, 0], R: [-1, 0] });
/** @type {Record<string, string>} */
export const OPPOSITE = { U: 'D', D: 'U', L: 'R', R: 'L' };

/* Returns the cell of the tile that a move slides into the gap, or the farthest of a slide; -1 beyond the board. */
/** @param {Size} size @param {number} gap @param {string} letter @param {number} [tiles] */
export function movedCell({ width, height }, gap, letter, tiles = 1) {
  const [dx, dy] = OFFSETS[letter];
  const [x, y] = [(gap % width) + tiles * dx, Math.floor(gap / width) + tiles * dy];
  return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x;
}

/** Returns the cells after moves; null if one of them leaves the board. @param {Board} board @param {string} moves */
export function cellsAfter({ width, height, cells: before }, moves) {
  const cells = [...before];
  let gap = cells.indexOf(0);
  for (const letter of moves) {
    const source = movedCell({ width, height }, gap, letter);
    if (source < 0) return null;
    [cells[gap], cells[source]] = [cells[source], 0];
    gap = source;
  }
  return cells;
}

/** Returns the board after possible moves. @param {Board} board @param {string} moves */
export const boardAfter = (board, moves) => ({ ...board, cells: cellsAfter(board, moves) ?? [] });

/** Moves as a list, each with all of its letters. @param {string} moves @param {Metric} metric */
export const stepsOf = (moves, metric) => (metric === 'multi' ? moves.match(/(.)\1*/g) ?? [] : [...moves]);

/** @param {string} moves @param {Metric} metric */
export const lengthOf = (moves, metric) => stepsOf(moves, metric).length;

/** The lengths of two ways from a board to the goal differ by a multiple of this. @param {{ metric: Metric, goal: Goal }} task */
export const boundStep = ({ metric, goal }) => (metric === 'multi' || isOpen(goal) ? 1 : 2);

/** Whether boards of a size are solved in multi-tile moves. @param {Size} size */
export const takesMulti = ({ width, height }) => width * height <= 16 && width + height <= 8;
