/*
 * Files with solves: the page's own. Each
 * reader takes the content of a file and returns {format, records, unread}, or null if it is not its
 * format; `unread` counts entries that are no solves of a board that the page has.
 */
import { recordOfFile } from './record.js';

export const OWN_FORMAT = 'tilepdb solves';

function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/* Counts what could not be read. */
export function collected(format, values) {
  const records = values.filter((record) => record !== null);
  return { format, records, unread: values.length - records.length };
}

function readOwn(text) {
  const file = jsonOf(text);
  if (file?.format !== OWN_FORMAT || !Array.isArray(file.solves)) return null;
  return collected('tilepdb', file.solves.map(recordOfFile));
}

const READERS = [readOwn];

/* Returns {format, records, unread} of a file, given as text or bytes (Uint8Array). */
export function readSolves(content, options = {}) {
  for (const reader of READERS) {
    const read = reader(content, options);
    if (read) return read;
  }
  throw Object.assign(new Error('The file has no solves of a format that the page reads.'), { code: 'solves unknown' });
}
