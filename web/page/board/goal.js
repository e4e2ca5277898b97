/* Goals. An open goal leaves cells open, '*', which may hold anything: several boards fit it. */
import { boardText } from '../search/core.js';

const GOAL_NAMES = ['last', 'first', 'row', 'rows']; /* those of index.html */
const NAMED_ROWS = /** @type {Record<string, number>} */ ({ row: 1, rows: 2 });

/** @param {Goal} goal */
export const isOpen = ({ cells }) => cells.includes('*');

/** Whether a board is a board of a goal. @param {number[]} cells @param {Goal} goal */
export const fits = (cells, goal) => cells.every((tile, cell) => ['*', tile].includes(goal.cells[cell]));

/* A board of a goal: open cells hold the missing tiles in order, the gap last, as where scrambles begin. */
/** @param {Goal} goal @returns {Board} */
export function boardOfGoal({ width, height, cells }) {
  const missing = cells.map((_, cell) => (cell + 1) % cells.length).filter((tile) => !cells.includes(tile));
  return { width, height, cells: cells.map((tile) => (tile === '*' ? missing.shift() ?? 0 : tile)) };
}

/** 1 2 3 ... with the gap last, unless the name is first; row and rows leave the other rows open.
 * @param {number} width @param {number} height @param {string} [name] @returns {Goal} */
export function listedGoal(width, height, name = 'last') {
  const [all, named] = [width * height, width * (NAMED_ROWS[name] ?? height)];
  return { width, height, cells: Array.from({ length: all }, (_, cell) => (cell >= named ? '*' : name === 'first' ? cell : (cell + 1) % all)) };
}

/** The name of a listed goal, else 'other'. @param {Goal} goal */
export function goalName(goal) {
  return GOAL_NAMES.find((name) => boardText(listedGoal(goal.width, goal.height, name)) === boardText(goal)) ?? 'other';
}
