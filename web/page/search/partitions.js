/*
 * Which tables the page builds: drawings of disjoint patterns, a letter for each tile's goal cell, '.'
 * for the blank. Small boards have one pattern of all tiles; boards that are taller than wide take
 * the drawing of the other, reflected. For the metric multi, drawings of colours, which the library
 * has for what is built at once.
 */

/** @typedef {{ name: string, rows: string[] }} Drawing */

/** @type {Record<string, Drawing>} */
const DRAWINGS = {
  '2x2': { name: '3', rows: ['aa', 'a.'] },
  '3x2': { name: '5', rows: ['aaa', 'aa.'] },
  '4x2': { name: '7', rows: ['aaaa', 'aaa.'] },
  '5x2': { name: '9', rows: ['aaaaa', 'aaaa.'] },
  '3x3': { name: '8', rows: ['aaa', 'aaa', 'aa.'] },
  '4x3': { name: '5-6', rows: ['bbaa', 'bbaa', 'bba.'] },
  '5x3': { name: '4-5-5', rows: ['bbbaa', 'bbcca', 'ccca.'] },
  '4x4': { name: '6-6-3', rows: ['caaa', 'caaa', 'cbbb', 'bbb.'] },
  '5x4': { name: '4-5-5-5', rows: ['aabbb', 'aabbc', 'ddccc', 'dddc.'] },
  '5x5': { name: '4-5-5-5-5', rows: ['aabbb', 'aabbc', 'ddccc', 'dddce', 'eeee.'] },
};

/* Better ones, which take seconds: each is built while the page is used, or when it is asked for. */
/** @type {Record<string, Drawing[]>} */
const BETTER = {
  '4x4': [
    { name: '7-7-1', rows: ['aaaa', 'aaac', 'bbbb', 'bbb.'] },
    { name: '7-8', rows: ['aaaa', 'aaaa', 'bbbb', 'bbb.'] },
  ],
};
/** @type {Record<string, Partition[]>} */
const BETTER_COLOURS = {
  '4x4': [
    { name: 'four', drawing: '1122 3322 3344 344.' },
    { name: 'middle', drawing: '1122 3322 3344 544.' },
  ],
};

/* Larger boards, which have no tables. */
const LARGE = [6, 7, 8, 9, 10].map((side) => ({ width: side, height: side }));

/* The board sizes that the page offers, small to large. */
export const SIZES = Object.keys(DRAWINGS)
  .flatMap((key) => {
    const [width, height] = key.split('x').map(Number);
    return width === height ? [[width, height]] : [[width, height], [height, width]];
  })
  .map(([width, height]) => ({ width, height })).concat(LARGE);

/** @param {Size} size */
export function hasTables({ width, height }) {
  return partitionFor(width, height) !== null;
}

/** @param {string[]} rows */
function reflected(rows) {
  return [...rows[0]].map((_, x) => rows.map((row) => row[x]).join(''));
}

/* The cell of the blank for which tables are made that serve goals with the blank on a cell: those for
 * the last cell serve all corners. */
/** @param {number} width @param {number} height @param {number} cell */
export function tableBlank(width, height, cell) {
  const [x, y] = [cell % width, Math.floor(cell / width)];
  return x % (width - 1) === 0 && y % (height - 1) === 0 ? width * height - 1 : cell;
}

/* The letters with the gap on another cell: along the rows, to and fro, they keep their order. */
/** @param {string[]} letters @param {number} width @param {number} blank */
function withBlankAt(letters, width, blank) {
  const snake = [...letters.keys()].map((i) => {
    const y = Math.floor(i / width);
    return y % 2 ? (2 * y + 1) * width - 1 - i : i;
  });
  const left = snake.map((cell) => letters[cell]).filter((letter) => letter !== '.');
  const made = [...letters];
  for (const cell of snake) made[cell] = (cell === blank ? undefined : left.shift()) ?? '.';
  return made;
}

/** @param {Drawing} drawing @param {number} width @param {number} height @param {number} blank */
function partitionOf({ name, rows }, width, height, blank) {
  const drawn = [...(height > width ? reflected(rows) : rows).join('')];
  const letters = blank === width * height - 1 ? drawn : withBlankAt(drawn, width, blank);
  const patterns = new Map();
  letters.forEach((letter, cell) => {
    const tile = cell < blank ? cell + 1 : cell;
    if (letter !== '.') patterns.set(letter, (patterns.get(letter) ?? 0) | (1 << tile));
  });
  return { name, patterns: [...patterns.values()] };
}

/* {name, patterns}, each pattern a set of tiles as bits, for a goal whose blank is on the cell of
 * tableBlank, by default the last; null for a size that the page does not build tables for. */
/** @param {number} width @param {number} height @param {number} [blank] */
export function partitionFor(width, height, blank = width * height - 1) {
  const drawing = DRAWINGS[height > width ? `${height}x${width}` : `${width}x${height}`];
  return drawing ? partitionOf(drawing, width, height, blank) : null;
}

/* The better tables for a size and the blank on the last cell, the quickest to build first: as of
 * partitionFor, or {name, drawing} of colours. */
/** @param {number} width @param {number} height @param {Metric} [metric] @returns {Partition[]} */
export function betterPartitions(width, height, metric = 'single') {
  if (metric === 'multi') return BETTER_COLOURS[`${width}x${height}`] ?? [];
  return (BETTER[`${width}x${height}`] ?? [])
    .map((drawing) => partitionOf(drawing, width, height, width * height - 1));
}

/* Whether shortest solutions of any board of the size can be expected in a minute. */
/** @param {number} width @param {number} height */
export function isExact(width, height) {
  return width * height <= 16;
}

/* The tables of a list that cover all tiles of a board together and overlap nowhere, preferring
 * large ones, for a goal with its blank on a cell; null if there are none. In the metric multi one
 * table, the largest. */
/** @param {Table[]} tables @param {number} width @param {number} height @param {number} blank @param {Metric} metric */
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

/* How many tiles a set has. */
/** @param {number} tiles */
export function tileCount(tiles) {
  let count = 0;
  for (let rest = tiles; rest !== 0; rest &= rest - 1) count++;
  return count;
}
