/*
 * The places of a solve where moves were lost, from the exact distances to the goal after each move, and
 * the kind of each place.
 *
 * A stretch begins before a move that does not lead towards the goal. It ends with the first board that is
 * CLOSER moves closer to the goal than the first one, at the goal, or after LONGEST moves. All lost moves of
 * a solve are in its stretches, so what the stretches lost adds up to the moves above the optimum.
 */
import { boardAfter } from '../board/moves.js';

const CLOSER = 4;
const LONGEST = 12;
const LAST_CELLS = 6;

/* The kinds of stretches (kindOf). */
export const MISTAKE_KINDS = ['row', 'column', 'pair', 'corner', 'six', 'apart', 'several'];

/** Returns [{from, to, lost}]: `from` and `to` index the distances. @param {number[]} distances */
export function stretchesOf(distances) {
  const stretches = /** @type {{ from: number, to: number, lost: number }[]} */ ([]);
  for (let from = 0; from + 1 < distances.length; from++) {
    if (distances[from + 1] < distances[from]) continue;
    const wanted = Math.max(0, distances[from] - CLOSER);
    const found = distances.findIndex((distance, i) => i > from && distance <= wanted);
    const to = Math.min(found < 0 ? distances.length - 1 : found, from + LONGEST);
    stretches.push({ from, to, lost: to - from - (distances[from] - distances[to]) });
    from = to - 1;
  }
  return stretches;
}

/** @typedef {{ left: number, top: number, columns: number, rows: number }} Rectangle */
/** @typedef {{ kind: string, cells: number[], rest: Rectangle }} Line */

/** Returns the outer lines of a rectangle of cells that do not have the goal cell of the gap: {kind, cells, rest}, with
 * the rectangle without the line. A rectangle keeps two lines each way. @param {Rectangle} rectangle @param {Goal} goal */
function outerLines({ left, top, columns, rows }, goal) {
  const at = (/** @type {number} */ x, /** @type {number} */ y) => y * goal.width + x;
  const row = (/** @type {number} */ y) => Array.from({ length: columns }, (_, i) => at(left + i, y));
  const column = (/** @type {number} */ x) => Array.from({ length: rows }, (_, i) => at(x, top + i));
  const lines = /** @type {Line[]} */ ([]);
  if (rows > 2) {
    const rest = { left, columns, rows: rows - 1 };
    lines.push({ kind: 'row', cells: row(top), rest: { ...rest, top: top + 1 } },
      { kind: 'row', cells: row(top + rows - 1), rest: { ...rest, top } });
  }
  if (columns > 2) {
    const rest = { top, rows, columns: columns - 1 };
    lines.push({ kind: 'column', cells: column(left), rest: { ...rest, left: left + 1 } },
      { kind: 'column', cells: column(left + columns - 1), rest: { ...rest, left } });
  }
  return lines.filter(({ cells }) => !cells.includes(goal.cells.indexOf(0)));
}

/** Returns the rectangle that is left when outer lines whose tiles are all at home are taken away, as often as there is
 * one. @param {number[]} cells @param {Goal} goal */
export function rectangleLeft(cells, goal) {
  let rectangle = { left: 0, top: 0, columns: goal.width, rows: goal.height };
  for (;;) {
    const whole = outerLines(rectangle, goal).find((line) => isLineWhole(line, cells, goal));
    if (!whole) return rectangle;
    rectangle = whole.rest;
  }
}

/** @param {Line} line @param {number[]} cells @param {Goal} goal */
const isLineWhole = ({ cells: line }, cells, goal) => line.every((cell) => cells[cell] === goal.cells[cell]);

/** @param {Rectangle} rectangle @param {number} cell @param {number} width */
function isInside({ left, top, columns, rows }, cell, width) {
  const [x, y] = [(cell % width) - left, Math.floor(cell / width) - top];
  return x >= 0 && y >= 0 && x < columns && y < rows;
}

/* Returns the kind of the stretch between two boards of a solve. `boards` are the cells after each move.
 *   'apart'     a line that was solved at the beginning is not whole at the end
 *   'six'       at most six cells are left at the beginning
 *   'corner'    of the line that is finished next, one tile is missing at the beginning
 *   'pair'      its last two tiles are missing, side by side at one end
 *   'row', 'column'  more of it is missing
 *   'several'   several lines are finished at once, or none before the goal */
/** @param {Goal} goal @param {number[][]} boards @param {{ from: number, to: number }} stretch */
export function kindOf(goal, boards, { from, to }) {
  const before = rectangleLeft(boards[from], goal);
  if (boards[to].some((tile, cell) => tile !== goal.cells[cell] && !isInside(before, cell, goal.width))) return 'apart';
  if (before.columns * before.rows <= LAST_CELLS) return 'six';
  const lines = outerLines(before, goal);
  const finished = boards.slice(from + 1).map((cells) => lines.filter((line) => isLineWhole(line, cells, goal)))
    .find(({ length }) => length > 0) ?? [];
  if (finished.length !== 1) return 'several';
  const [{ kind, cells: line }] = finished;
  const missing = [...line.keys()].filter((i) => boards[from][line[i]] !== goal.cells[line[i]]);
  if (missing.length === 1) return 'corner';
  const isEnd = missing.length === 2 && missing[1] - missing[0] === 1 && (missing[0] === 0 || missing[1] === line.length - 1);
  return isEnd ? 'pair' : kind;
}

/* Returns the mistakes of a solve: [{from, to, lost, kind, board, made, distance, closer, wanted}]. `steps` are
 * its moves, each with all of its letters, and `distances` those before and after each. `board` is where the
 * stretch begins, at `distance`, and `made` are its moves, which led `closer` moves closer to the goal, or
 * away from it if that is negative; `wanted` moves lead as many moves closer. */
/** @param {Task} task @param {string[]} steps @param {number[]} distances @returns {Mistake[]} */
export function mistakesOf({ board, goal }, steps, distances) {
  const boards = [board];
  for (const step of steps) boards.push(boardAfter(boards[boards.length - 1], step));
  const cells = boards.map((each) => each.cells);
  return stretchesOf(distances).filter(({ from }) => distances[from] > 0).map((stretch) => ({ ...stretch, kind: kindOf(goal, cells, stretch),
    board: boards[stretch.from], made: steps.slice(stretch.from, stretch.to), distance: distances[stretch.from],
    closer: distances[stretch.from] - distances[stretch.to], wanted: Math.min(CLOSER, distances[stretch.from]) }));
}

/* Returns what an attempt to come `wanted` moves closer is worth, after `made` moves to a board at a distance:
 *   'best'    it has, and no way is shorter
 *   'better'  it has, with fewer moves lost than in the stretch
 *   'long'    it cannot lose fewer moves than the stretch any more
 *   'open'    it still can */
/** @param {Mistake} mistake @param {number} made @param {number} distance */
export function verdictOf({ distance: first, wanted, lost }, made, distance) {
  const left = Math.max(0, distance - (first - wanted));
  if (made + left >= wanted + lost) return 'long';
  if (left > 0) return 'open';
  return made === wanted ? 'best' : 'better';
}

/** Returns {kind: lost} of mistakes, for the kinds that occur. @param {{ kind: string, lost: number }[]} mistakes */
export function costsOf(mistakes) {
  const costs = /** @type {Costs} */ ({});
  for (const { kind, lost } of mistakes) costs[kind] = (costs[kind] ?? 0) + lost;
  return costs;
}

/** Returns what each kind costs per solve: [{kind, lost, share}], the most expensive first. `solves` is [{costs}].
 * @param {{ costs: Costs }[]} solves */
export function averageCosts(solves) {
  const sums = MISTAKE_KINDS.map((kind) => ({ kind, lost: solves.reduce((sum, { costs }) => sum + (costs[kind] ?? 0), 0) }));
  const all = sums.reduce((sum, { lost }) => sum + lost, 0);
  return sums.filter(({ lost }) => lost > 0).sort((a, b) => b.lost - a.lost)
    .map(({ kind, lost }) => ({ kind, lost: lost / solves.length, share: lost / all }));
}

/** Returns [{month, solves, costs}] in the order of time; `month` is such as '2026-11'. `solves` is [{at, costs}], with
 * `at` in ms since 1970. @param {{ at: number, costs: Costs }[]} solves */
export function costsByMonth(solves) {
  const months = /** @type {Map<string, { at: number, costs: Costs }[]>} */ (new Map());
  for (const solve of [...solves].sort((a, b) => a.at - b.at)) {
    const date = new Date(solve.at);
    const month = `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
    months.set(month, [...(months.get(month) ?? []), solve]);
  }
  return [...months].map(([month, list]) => ({ month, solves: list.length, costs: averageCosts(list) }));
}
