/*
 * Files with solves: the page's own, now and before, csTimer's and slidysim's. A reader takes the content of
 * a file and returns {format, records, unread}, or null if the file has another format; `unread` counts
 * entries that are no solves of a board that the page has.
 */
import { readCsTimer, readCsTimerTable } from './cstimer.js';
import { DNF, PLUS_TWO, collected, jsonOf, recordOfFile, usualGoal } from './record.js';
import { readSlidysim, readTracker } from './slidysim.js';
import { isAmount } from '../app/memory.js';

/*
 * The lists of solves that earlier versions of the page kept in localStorage, one for each size, metric and goal, and
 * their files, {list, solves}. A solve was {seconds, moves, slides, board, helped, counts, penalty}, at first [seconds,
 * moves]; it had no date, so the order of the list takes its place.
 */
const PREFIX = 'tilepdb ';
const LIST_NAME = /^solves (\d\d?)x(\d\d?)( multi)?(?: to (.+))?$/;
const PENALTIES = /** @type {Record<string, number>} */ ({ '+2': PLUS_TWO, DNF });

/** @param {string} board */
const linkedBoard = (board) => board.split('/').map((row) => row.trim().split(/\s+/).join(',')).join('/');

/** @param {string} name @param {number} width @param {number} height */
function goalOf(name, width, height) {
  if (name === undefined) return usualGoal(width, height);
  if (name !== 'first') return linkedBoard(name);
  return linkedBoard(Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => y * width + x).join(' ')).join('/'));
}

/** @param {any} value */
const countOf = (value) => (isAmount(value) ? Math.round(value) : null);

/** @param {any} solve @param {number} place @param {object} task */
function recordOfListed(solve, place, task) {
  const { seconds, moves, slides, board, helped, counts, penalty } = Array.isArray(solve)
    ? { seconds: solve[0], moves: solve[1], counts: true } : solve ?? {};
  if (!isAmount(seconds)) return null;
  return recordOfFile({ ...task, at: place, time: Math.round(1000 * seconds), penalty: PENALTIES[penalty] ?? 0,
    start: typeof board === 'string' ? linkedBoard(board) : '', stm: countOf(moves), mtm: countOf(slides), helped: helped === true,
    counts: counts === true, kind: 'timed' });
}

/* Returns the records of a list, null for what is no solve; null if that is no name of a list. */
/** @param {string} name @param {any[]} solves */
function recordsOfList(name, solves) {
  const [, width, height, multi, goal] = LIST_NAME.exec(name) ?? [];
  if (!width || !Array.isArray(solves)) return null;
  const size = { width: Number(width), height: Number(height) };
  const task = { ...size, metric: multi ? 'multi' : 'single', goal: goalOf(goal, size.width, size.height) };
  return solves.map((solve, i) => recordOfListed(solve, i + 1, task));
}

/** Reads the file of a list. @param {string} text */
export function readList(text) {
  const file = jsonOf(text);
  const records = typeof file?.list === 'string' ? recordsOfList(file.list, file.solves) : null;
  return records && collected('tilepdb', records);
}

/* Moves all lists of `storage` to the store. A list stays where it is until its solves are stored. */
/** @param {import('./store.js').Store} store @param {any} storage */
export async function carryOver(store, storage) {
  const names = Array.from({ length: storage.length }, (_, i) => storage.key(i)).filter((key) => key?.startsWith(`${PREFIX}solves `));
  for (const name of names) {
    const records = recordsOfList(name.slice(PREFIX.length), jsonOf(storage.getItem(name)));
    if (!records) continue;
    await store.addMany(records.filter((record) => record !== null));
    if (store.trouble === '') storage.removeItem(name);
  }
}

export const OWN_FORMAT = 'tilepdb solves';

/** @param {string} text */
function readOwn(text) {
  const file = jsonOf(text);
  if (file?.format !== OWN_FORMAT || !Array.isArray(file.solves)) return null;
  return collected('tilepdb', file.solves.map(recordOfFile));
}

const READERS = [readOwn, readList, readCsTimer, readCsTimerTable, readTracker];

/** Returns {format, records, unread} of a file, given as text or as bytes (Uint8Array). `options` has the width and
 * height that solves have if the file does not say. Throws an Error with the code 'solves unknown' or 'solves damaged'.
 * @param {string | Uint8Array} content @param {Partial<Size>} [options] @returns {ReadSolves} */
export function readSolves(content, options = {}) {
  try {
    const read = typeof content === 'string' ? null : readSlidysim(content);
    if (read) return read;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw Object.assign(new Error('The database is damaged.'), { code: 'solves damaged' });
  }
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  for (const reader of READERS) {
    const read = reader(text, options);
    if (read) return read;
  }
  throw Object.assign(new Error('The file has no solves of a format that the page reads.'), { code: 'solves unknown' });
}
