/*
 * Files with solves: the page's own, now and before, csTimer's and slidysim's. A reader takes the content of
 * a file and returns {format, records, unread}, or null if the file has another format; `unread` counts
 * entries that are no solves of a board that the page has.
 */
import { readCsTimer, readCsTimerTable } from './cstimer.js';
import { readList } from './lists.js';
import { recordOfFile } from './record.js';
import { collected, jsonOf } from './records.js';
import { readSlidysim, readTracker } from './slidysim.js';

export const OWN_FORMAT = 'tilepdb solves';

/** @param {string} text */
function readOwn(text) {
  const file = jsonOf(text);
  if (file?.format !== OWN_FORMAT || !Array.isArray(file.solves)) return null;
  return collected('tilepdb', file.solves.map(recordOfFile));
}

const READERS = [readOwn, readList, readCsTimer, readCsTimerTable, readTracker];

/* Returns {format, records, unread} of a file, given as text or as bytes (Uint8Array). `options` has the
 * width and height that solves have if the file does not say. Throws an Error with the code 'solves unknown'
 * or 'solves damaged'. */
/** @param {string | Uint8Array} content @param {Partial<Size>} [options] @returns {ReadSolves} */
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
