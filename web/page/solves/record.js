/*
 * The record of a solve, as it is stored, exported and passed around:
 *
 * id       text, derived from what was solved and when: the same solve has the same id everywhere
 * at       when it ended, in ms since 1970; values below AT_KNOWN only order solves of an unknown date
 * session  name of the session, '' for none
 * width, height, goal, metric    the task; `goal` and `start` are boards as in links: 1,2,3/4,5,6/7,8,0; an
 *          open cell of the goal is *
 * start    the board before the moves, '' if it is unknown
 * moves    a letter of UDLR for each tile that moved, '' if they are unknown
 * times    ms from the first move to each move, as many as `moves` has letters; null if they are unknown
 * time     ms from the first move to the last, an integer
 * penalty  0, PLUS_TWO or DNF
 * stm, mtm the number of moves in both metrics, null if it is unknown
 * helped   true if the solver showed a part of the answer
 * counts   true if averages and bests include the solve
 * kind     one of KINDS
 * note     what the person wrote about it, '' for nothing
 * result   the link of the result of a relay (contest/result.js), '' for a solve of one board
 *
 * A relay is one record: its link says its task, that of its last board, its time and its numbers of moves;
 * `start` and `moves` are ''. Stored records and files are distrusted: recordOf checks each field, isPlayable
 * the moves, and the page replays a relay before it is shown.
 */
import { fits } from '../board/goal.js';
import { cellsAfter } from '../board/moves.js';
import { LEGS, endOf } from '../contest/tasks.js';
import { relayOfLink } from '../contest/result.js';

export const PLUS_TWO = 2000;
export const DNF = -1;
export const KINDS = ['timed', 'day', 'relay', 'import'];
export const AT_KNOWN = 1e11; /* 1973 */

const SIDES = [2, 10];
const TIME_MAX = 1e9; /* ms, eleven days */
const MOVES_MAX = 1e5;
const AT_MAX = 1e14;
const SESSION_LETTERS = 60;
const NOTE_LETTERS = 500;
const ID_FORM = /^[\w-]{1,64}$/;
const MOVES_FORM = /^[UDLR]*$/;
const BOARD_FORM = /^\d{1,2}(?:[,/]\d{1,2})*$/;
const GOAL_FORM = /^(?:\d{1,2}|\*)(?:[,/](?:\d{1,2}|\*))*$/;
const TIMES_FORM = /^[\da-z]+(?: [\da-z]+)*$/;

/** @param {any} value @param {number} most */
const isWhole = (value, most) => Number.isInteger(value) && value >= 0 && value <= most;
/** @param {any} value */
const isCountOrNull = (value) => value === null || isWhole(value, MOVES_MAX);

/* ---- boards and moves ---- */

/** Returns the board or goal, row by row, as in links. @param {Goal['cells']} cells @param {number} width */
export function boardLink(cells, width) {
  const rows = [];
  for (let first = 0; first < cells.length; first += width) rows.push(cells.slice(first, first + width).join(','));
  return rows.join('/');
}

/** Returns the usual goal of a size, 1 2 3 ... with the gap last, as in links. @param {number} width @param {number} height */
export function usualGoal(width, height) {
  return boardLink(Array.from({ length: width * height }, (_, cell) => (cell + 1) % (width * height)), width);
}

/* Returns the cells of a goal as in links; null unless it is one of this size. */
/** @param {any} text @param {number} width @param {number} height @returns {Goal['cells'] | null} */
function goalCellsOf(text, width, height) {
  if (typeof text !== 'string' || !GOAL_FORM.test(text)) return null;
  const cells = text.split(/[,/]/).map((cell) => (cell === '*' ? cell : Number(cell)));
  const named = cells.filter((cell) => cell !== '*');
  const apart = new Set(named).size === named.length && cells.length === width * height;
  if (named.length === 0 || named.length === cells.length - 1) return null; /* every board; one written otherwise */
  return apart && Math.max(...named) < width * height && boardLink(cells, width) === text ? cells : null;
}

/* Returns the numbers of a board as in links; null unless it is one of this size. */
/** @param {any} text @param {number} width @param {number} height */
export function cellsOf(text, width, height) {
  const cells = goalCellsOf(text, width, height)?.filter((cell) => cell !== '*');
  return cells?.length === width * height ? cells : null;
}

/** Returns the task of a record; null unless start and goal are of its size. @param {Pick<SolveRecord, 'width' | 'height' | 'start' | 'goal' | 'metric'>} record */
export function taskOfRecord({ width, height, start, goal, metric }) {
  const [from, to] = [cellsOf(start, width, height), goalCellsOf(goal, width, height)];
  return from && to && { board: { width, height, cells: from }, goal: { width, height, cells: to }, metric };
}

/** Returns the number of slides of moves: neighbours of one direction are one slide. @param {string} moves */
export function slidesOf(moves) {
  let slides = 0;
  for (let i = 0; i < moves.length; i++) if (moves[i] !== moves[i - 1]) slides++;
  return slides;
}

/* ---- times ---- */

/** Packs rising times as their differences, which a browser stores and reads much faster than a list. @param {number[]} times */
export const packTimes = (times) => times.map((time, i) => (time - (i > 0 ? times[i - 1] : 0)).toString(36)).join(' ');

/** Returns the times; null unless there are `moves` of them. @param {string} text @param {number} moves */
export function unpackTimes(text, moves) {
  if (!TIMES_FORM.test(text)) return null;
  let sum = 0;
  const times = text.split(' ').map((step) => sum += parseInt(step, 36));
  return times.length === moves && isWhole(sum, TIME_MAX) ? times : null;
}

/** @param {any} times @param {number} moves */
function packedTimes(times, moves) {
  if (typeof times === 'string') return times;
  const fine = Array.isArray(times) && times.length === moves && moves > 0 &&
    times.every((time, i) => isWhole(time, TIME_MAX) && time >= (i > 0 ? times[i - 1] : 0));
  return fine ? packTimes(times) : '';
}

/* ---- records ---- */

/** Returns a text as the note of a record: one line, and not longer than a record takes. @param {unknown} text */
export const noteOf = (text) => (typeof text === 'string' ? text.replace(/\p{C}+/gu, ' ').trim().slice(0, NOTE_LETTERS) : '');

/** FNV-1a, 32 bits. @param {string} text */
function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** @param {Pick<SolveRecord, 'at' | 'time' | 'width' | 'height' | 'metric' | 'start' | 'moves' | 'result'>} record */
const idOf = ({ at, time, width, height, metric, start, moves, result }) =>
  `${at.toString(36).padStart(8, '0')}-${time.toString(36)}-${hashOf(`${width}x${height} ${metric} ${start} ${moves}${result}`)}`;

/* The task of relays. */
export const RELAY_TASK = Object.freeze({ ...LEGS[LEGS.length - 1], metric: /** @type {const} */ ('single'),
  goal: usualGoal(LEGS[LEGS.length - 1].width, LEGS[LEGS.length - 1].height) });

/** Returns the fields that follow from a relay's link; null if `link` is none. @param {any} link */
function fieldsOfRelay(link) {
  const relay = typeof link === 'string' ? relayOfLink(link) : null;
  if (!relay) return null;
  const moves = relay.parts.map((part) => part.moves);
  return { ...RELAY_TASK, kind: 'relay', start: '', moves: '', times: null, time: endOf(relay.parts.at(-1)),
    stm: moves.join('').length, mtm: moves.reduce((sum, each) => sum + slidesOf(each), 0), helped: false, ...(relay.legs !== LEGS && { counts: false }) };
}

/** Returns a record with all fields, or null if the value is none. Missing fields with an obvious value are added.
 * `times` is unpacked when it is read. @param {any} value @returns {SolveRecord | null} */
export function recordOf(value) {
  if (typeof value !== 'object' || value === null) return null;
  const { result = '' } = value;
  if (result === '') return checkedRecord(value, '');
  const fields = fieldsOfRelay(result);
  return fields && checkedRecord({ ...value, ...fields }, result);
}

/** @param {any} value @param {string} result @returns {SolveRecord | null} */
function checkedRecord(value, result) {
  const { at = 0, session = '', width, height, metric = 'single', start = '', moves = '', time, penalty = 0,
    helped = false, kind = 'timed', note = '' } = value;
  if (![width, height].every((side) => isWhole(side, SIDES[1]) && side >= SIDES[0])) return null;
  const { goal = usualGoal(width, height), counts = !helped, stm = moves ? moves.length : null,
    mtm = moves ? slidesOf(moves) : null } = value;
  const fine = isWhole(at, AT_MAX) && isWhole(time, TIME_MAX) && [0, PLUS_TWO, DNF].includes(penalty) &&
    typeof session === 'string' && session.length <= SESSION_LETTERS && typeof note === 'string' && note.length <= NOTE_LETTERS && ['single', 'multi'].includes(metric) &&
    typeof goal === 'string' && GOAL_FORM.test(goal) && typeof start === 'string' && (start === '' || BOARD_FORM.test(start)) &&
    typeof moves === 'string' && moves.length <= MOVES_MAX && MOVES_FORM.test(moves) &&
    isCountOrNull(stm) && isCountOrNull(mtm) && typeof helped === 'boolean' && typeof counts === 'boolean' && KINDS.includes(kind);
  if (!fine) return null;
  const id = typeof value.id === 'string' && ID_FORM.test(value.id) ? value.id : idOf({ at, time, width, height, metric, start, moves, result });
  const packed = packedTimes(value.times, moves.length);
  return { id, at, session, width, height, goal, metric, start, moves, time, penalty, stm, mtm, helped, counts, kind, note, result,
    get times() { return packed === '' ? null : unpackTimes(packed, moves.length); } };
}

/** Returns what is stored of a record. @param {SolveRecord} record */
export function storedOf(record) {
  const { times } = record;
  return { ...record, times: times === null ? '' : packTimes(times) };
}

/** Returns whether the moves of a record lead from its start to its goal, so that it can be played again. @param {SolveRecord} record */
export function isPlayable(record) {
  const task = record.moves === '' ? null : taskOfRecord(record);
  const end = task && cellsAfter(task.board, record.moves);
  return task !== null && end !== null && fits(end, task.goal);
}

/** Returns the record of a file: moves that do not fit are dropped with their times, since the time of the solve may
 * still be right. null: it is none. @param {any} value @returns {SolveRecord | null} */
export function recordOfFile(value) {
  const record = recordOf(value);
  if (!record || !goalCellsOf(record.goal, record.width, record.height)) return null;
  if (record.moves === '' ? record.start === '' || cellsOf(record.start, record.width, record.height) : isPlayable(record))
    return record;
  return recordOf({ ...record, id: value.id, start: '', moves: '', times: null });
}

/** Returns the time that counts, in ms; Infinity for DNF. @param {SolveRecord} record */
export const countedTime = ({ time, penalty }) => (penalty === DNF ? Infinity : time + penalty);

/* ---- what the readers of files with solves share ---- */

/** @param {string} text */
export function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/* Returns the result of a reader: null stands for an entry that could not be read. */
/** @param {string} format @param {(SolveRecord | null)[]} values @returns {ReadSolves} */
export function collected(format, values) {
  const records = values.filter((record) => record !== null);
  return { format, records, unread: values.length - records.length };
}
