/*
 * Which tables the page builds for a board size: drawings of disjoint patterns, a letter for each
 * tile's goal cell, '.' for the blank. Small boards have one pattern of all tiles; boards that are
 * taller than wide take the drawing of the other, reflected.
 */

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
const BETTER = {
  '4x4': [
    { name: '7-7-1', rows: ['aaaa', 'aaac', 'bbbb', 'bbb.'] },
    { name: '7-8', rows: ['aaaa', 'aaaa', 'bbbb', 'bbb.'] },
  ],
};

/* The board sizes that the page offers, small to large. */
export const SIZES = Object.keys(DRAWINGS)
  .flatMap((key) => {
    const [width, height] = key.split('x').map(Number);
    return width === height ? [[width, height]] : [[width, height], [height, width]];
  })
  .map(([width, height]) => ({ width, height }));

function reflected(rows) {
  return [...rows[0]].map((_, x) => rows.map((row) => row[x]).join(''));
}

function partitionOf({ name, rows }, tall) {
  const letters = (tall ? reflected(rows) : rows).join('');
  const patterns = new Map();
  [...letters].forEach((letter, cell) => {
    if (letter !== '.') patterns.set(letter, (patterns.get(letter) ?? 0) | (1 << (cell + 1)));
  });
  return { name, patterns: [...patterns.values()] };
}

/* {name, patterns}, each pattern a set of tiles as bits, for the goal whose blank is last; null for a
 * size that the page does not build tables for. */
export function partitionFor(width, height) {
  const tall = height > width;
  const drawing = DRAWINGS[tall ? `${height}x${width}` : `${width}x${height}`];
  return drawing ? partitionOf(drawing, tall) : null;
}

/* The better partitions for a size, the quickest to build first. */
export function betterPartitions(width, height) {
  return (BETTER[`${width}x${height}`] ?? []).map((drawing) => partitionOf(drawing, false));
}

/* Whether shortest solutions of any board of the size can be expected in a minute. */
export function isExact(width, height) {
  return width * height <= 16;
}

/* The tables of a list that cover all tiles of a board together and overlap nowhere, preferring
 * large ones; null if there are none. */
export function coverOf(tables, width, height) {
  const all = 2 ** (width * height) - 2;
  const fitting = tables
    .filter((table) => table.width === width && table.height === height)
    .sort((a, b) => b.bytes - a.bytes);
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
export function tileCount(tiles) {
  let count = 0;
  for (let rest = tiles; rest !== 0; rest &= rest - 1) count++;
  return count;
}
