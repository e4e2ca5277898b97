/*
 * Boards for the chapters of the course: what earlier chapters have solved is solved, the rest is mixed.
 */
import { linesOf } from './course.js';

/* Returns the chapters of a size. 'tile' ends with the first row but its last two tiles, 'row' with the
 * first row, 'column' with all but six cells; 'six' begins there, and 'whole' is a mixed board. */
/** @param {Size} size */
export function chaptersOf({ width }) {
  return ['tile', 'row', ...(width > 3 ? ['column'] : []), 'six', 'whole'];
}

/** Returns the cells that are solved when a chapter begins. @param {Board} goal @param {string} chapter */
function solvedBefore(goal, chapter) {
  const lines = linesOf(goal);
  /** @type {Record<string, { cells: number[] }[]>} */
  const solved = { tile: [], row: [{ cells: lines[0].cells.slice(0, -2) }], column: lines.filter(({ kind }) => kind === 'row'),
    six: lines.slice(0, -1), whole: [] };
  return new Set(solved[chapter].flatMap(({ cells }) => cells));
}

/* Returns the goal of a chapter: cells that it does not solve are open. */
/** @param {Board} goal @param {string} chapter @returns {Goal} */
export function chapterGoal(goal, chapter) {
  const lines = linesOf(goal).map(({ cells }) => cells);
  /** @type {Record<string, number[]>} */
  const parts = { tile: lines[0].slice(0, -2), row: lines[0], column: lines.slice(0, -1).flat() };
  const solved = parts[chapter] ?? [...goal.cells.keys()];
  return { ...goal, cells: goal.cells.map((tile, cell) => (solved.includes(cell) ? tile : '*')) };
}

/* Returns whether a chapter has nothing left to do on a board. */
/** @param {Board} board @param {Board} goal @param {string} chapter */
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
