/*
 * What the readers of files with solves share.
 */

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
