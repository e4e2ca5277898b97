/*
 * Sizes of boards and the tables that the page makes for them: the engine's own in memory, and larger
 * ones of the catalogue in files.
 */
import { isOpen } from '../board/goal.js';

const WITH_TABLES = [[2, 2], [3, 2], [4, 2], [5, 2], [3, 3], [4, 3], [5, 3], [4, 4], [5, 4], [5, 5]];

/* Larger boards, which have no tables. */
const LARGE = [6, 7, 8, 9, 10].map((side) => [side, side]);

/* The board sizes that the page offers, small to large. */
export const SIZES = [...WITH_TABLES.flatMap(([a, b]) => (a === b ? [[a, b]] : [[a, b], [b, a]])), ...LARGE]
  .map(([width, height]) => ({ width, height }));

/** @param {Size} size */
export const sizeName = ({ width, height }) => `${width}x${height}`;

/** The size of a name. @param {string} name */
export function sizeOf(name) {
  const [width, height] = name.split('x').map(Number);
  return { width, height };
}

/** @param {Size} size */
export const sizeText = ({ width, height }) => `${width} × ${height}`;

/** @param {Size[]} [sizes] */
export const sizeOptions = (sizes = SIZES) => sizes.map((size) => new Option(sizeText(size), sizeName(size)));

/* Tables of 4x4 that take seconds, the quickest to make first. */
const BETTER = { single: ['7-7-1', '7-8'], multi: ['four', 'middle'] };
export const BETTER_SIZE = { width: 4, height: 4 };

/* Colourings of the page that are not in the catalogue. */
const COLOURINGS = { four: '1122 3322 3344 344.' };

/** What the library calls tables. @param {string} name */
export const libraryName = (name) => COLOURINGS[/** @type {keyof COLOURINGS} */ (name)] ?? name;

/** What the page calls tables: a colouring without a name by its rows. @param {string} name */
export function pageName(name) {
  const rows = name.replaceAll('/', ' ');
  return Object.entries(COLOURINGS).find(([, drawing]) => drawing === rows)?.[0] ?? rows;
}

/** The names of better tables for a goal. @param {{ goal: Goal, metric: Metric }} task */
export function betterTables({ goal, metric }) {
  const { width, height, cells } = goal;
  const isCorner = !isOpen(goal) && tableBlank(width, height, cells.indexOf(0)) === cells.length - 1;
  return isCorner && sizeName(goal) === sizeName(BETTER_SIZE) ? BETTER[metric] : [];
}

/** Whether an engine has tables for boards of a size. @param {Size} size */
export const hasTables = ({ width, height }) => width * height <= 25;

/** Whether boards get shortest solutions alone: they can be expected in a minute, or the goal is open. @param {Goal} goal */
export const isExact = (goal) => goal.width * goal.height <= 16 || isOpen(goal);

/** The cell of the blank for which tables are made that serve goals with the blank on a cell: those for the last cell
 * serve all corners. @param {number} width @param {number} height @param {number} cell */
export function tableBlank(width, height, cell) {
  const [x, y] = [cell % width, Math.floor(cell / width)];
  return x % (width - 1) === 0 && y % (height - 1) === 0 ? width * height - 1 : cell;
}

/** The tables of a list that cover all tiles of a board together and overlap nowhere, preferring large ones, for a goal
 * with its blank on a cell; null if there are none. In the metric multi one table, the largest. @param {Table[]} tables
 * @param {number} width @param {number} height @param {number} blank @param {Metric} metric */
export function coverOf(tables, width, height, blank, metric) {
  const all = 2 ** (width * height) - 2;
  const fitting = tables
    .filter((table) => table.width === width && table.height === height &&
      (table.drawing !== undefined) === (metric === 'multi') &&
      tableBlank(width, height, table.goalBlank) === tableBlank(width, height, blank))
    .sort((a, b) => b.bytes - a.bytes);
  if (metric === 'multi') return fitting.length > 0 ? [fitting[0]] : null;
  /** @param {number} covered @param {number} from @returns {Table[] | null} */
  const search = (covered, from) => {
    if (covered === all) return [];
    for (let i = from; i < fitting.length; i++) {
      if (covered & fitting[i].tiles) continue;
      const rest = search(covered | fitting[i].tiles, i + 1);
      if (rest) return [fitting[i], ...rest];
    }
    return null;
  };
  return search(0, 0);
}

/** The tiles of a set. @param {number} tiles */
export const tilesOf = (tiles) => [...Array(31).keys()].filter((tile) => (tiles >> tile) & 1);

/** A partition as the library reads it: 1,2,5/3,4 ... @param {Table[]} tables */
export function partitionText(tables) {
  return tables.map(({ drawing, tiles }) => drawing?.replaceAll(' ', '/') ?? tilesOf(tiles).join()).join('/');
}
