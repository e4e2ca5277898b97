/*
 * Solves of slidysim. The program keeps them in solves.db, an SQLite database whose tables and units are as
 * the programs around it read them (dphdmn/slidysimSessionTracker, main.py): single_solves has a solve of one
 * board, solves what the person did (a relay or a marathon has several boards), move_times the ms of each
 * move. The session tracker also copies solves as a table with semicolons, "Very detailed info".
 */
import { collected, recordOfFile } from './record.js';
import { isDatabase, readTable } from './sqlite.js';

const SESSION = 'slidysim';
const TRACKER = /^(?:.*\n)*?Parent;Puzzle;Completed;Time;Moves;TPS;Scramble;Solution;Movetimes;Reconstruction\r?\n/;
const SOLUTION_MAX = 1e5;

/** @param {any} scramble */
const boardOfScramble = (scramble) => String(scramble).trim().replaceAll(' ', ',');

/** @param {any} solution */
function movesOfSolution(solution) {
  if (!/^(?:[UDLR]\d{0,4})*$/.test(solution)) return '';
  const moves = String(solution).replace(/([UDLR])(\d+)/g, (_, way, times) => way.repeat(Number(times)));
  return moves.length <= SOLUTION_MAX ? moves : '';
}

/** The times of the moves begin with the first move, as those of the page do. @param {number[] | null} [times] */
const fromFirst = (times) => (times && times.length > 0 && times.every(Number.isFinite)
  ? times.map((time) => Math.round(time - times[0])) : null);

/* ---- the database ---- */

/* Returns the names of the tables' fields that are used, for each row. */
/** @param {Uint8Array} bytes @param {string} name @param {string[]} fields */
function rowsOfTable(bytes, name, fields) {
  const rows = /** @type {any[]} */ ([]);
  const found = readTable(bytes, name, (value) =>
    rows.push(Object.fromEntries(fields.map((field) => [field, value(field)]))));
  return found ? rows : null;
}

/** @typedef {(first: number, last: number, moves: number) => number[] | null} TimesOf */

/** @param {Uint8Array} bytes @returns {TimesOf} */
function timesOfMoves(bytes) {
  const times = new Map();
  readTable(bytes, 'move_times', (value) => times.set(value('id'), value('time')));
  return (first, last, moves) => (moves > 0 && last - first + 1 === moves
    ? fromFirst(Array.from({ length: moves }, (_, i) => times.get(first + i))) : null);
}

/* Other ways to see or to scramble the board are other disciplines: their solves do not count. */
/** @param {any} single @param {any} parent @param {TimesOf} times */
function recordOfSingle(single, parent, times) {
  if (!parent || single.completed !== 1 || parent.success === 0) return null;
  const moves = movesOfSolution(single.solution);
  const special = [parent.solve_type, parent.display_type].filter((name) => typeof name === 'string' && name !== 'Standard');
  return recordOfFile({ at: parent.timestamp + single.id - parent.single_start_id, session: [SESSION, ...special].join(' ').slice(0, 60),
    width: single.width, height: single.height, start: boardOfScramble(single.scramble), moves,
    times: times(single.move_times_start_id, single.move_times_end_id, moves.length), time: single.time,
    counts: parent.display_type === 'Standard' && parent.scrambler === 'Random permutation', kind: 'import' });
}

/** Throws a RangeError if the database is damaged. @param {Uint8Array} bytes */
export function readSlidysim(bytes) {
  if (!(bytes instanceof Uint8Array) || !isDatabase(bytes)) return null;
  const singles = rowsOfTable(bytes, 'single_solves', ['id', 'width', 'height', 'time', 'scramble', 'solution', 'completed',
    'move_times_start_id', 'move_times_end_id']);
  const solves = rowsOfTable(bytes, 'solves', ['single_start_id', 'single_end_id', 'solve_type', 'display_type', 'scrambler',
    'success', 'timestamp']);
  if (!singles || !solves) return null;
  const times = timesOfMoves(bytes);
  solves.sort((a, b) => a.single_start_id - b.single_start_id);
  let next = 0;
  return collected('slidysim', singles.map((single) => {
    while (next < solves.length && solves[next].single_end_id < single.id) next++;
    const parent = solves[next]?.single_start_id <= single.id ? solves[next] : null;
    return recordOfSingle(single, parent, times);
  }));
}

/* ---- the table of the session tracker ---- */

/** @param {string} line @param {number} index */
function recordOfLine(line, index) {
  const [parent = '', size = '', completed, time, , , scramble, solution, times] = line.split(';');
  const [, width, height] = /^(\d+)x(\d+)$/.exec(size) ?? [];
  const [, ...date] = /solve done at (\d+)\.(\d+)\.(\d+) (\d+):(\d+):(\d+)/.exec(parent) ?? [];
  if (completed !== 'True' || !width) return null;
  const [year, month, ...rest] = date.map(Number);
  return recordOfFile({ at: date.length > 0 ? new Date(year, month - 1, ...rest).getTime() + index : index + 1, session: SESSION,
    width: Number(width), height: Number(height), start: boardOfScramble(scramble), moves: movesOfSolution(solution),
    times: fromFirst(times?.match(/\d+/g)?.map(Number)), time: Math.round(1000 * Number(time)), kind: 'import' });
}

/** @param {string} text */
export function readTracker(text) {
  const [header] = TRACKER.exec(text) ?? [];
  if (header === undefined) return null;
  const lines = text.slice(header.length).split(/\r?\n/).filter((line) => line.includes(';'));
  return collected('slidysim', lines.map(recordOfLine));
}
