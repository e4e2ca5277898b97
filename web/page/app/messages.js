/*
 * Errors in the page's own words: the texts `errors` have one for each code of the core (tilepdb_message_name). The
 * core's sentences are for programs; here a blank is a gap, a permutation is two tiles that were mixed up, and nobody
 * has options. A text is made of the text and the numbers of an error, as tilepdb.h lists them for its code.
 */
import { sentence, tell } from './dom.js';
import { hasText, say } from './texts.js';

/** Characters that cannot be seen come as the values of their bytes. @param {string} text */
const seen = (text) => (/^\\x/.test(text) ? '' : text);

/** @param {number} bytes */
const inMebibytes = (bytes) => Math.ceil(bytes / (1 << 20));

/* What the numbers of some codes are in the texts. */
/** @type {Record<string, (numbers: number[]) => number[]>} */
const NUMBERS = {
  memory: ([needed, allowed]) => (needed > 0 && allowed > 0 ? [inMebibytes(needed), inMebibytes(allowed)] : [0, 0]),
  'text size': ([count, width, height]) => [count, width, height, width * height],
  anytime: ([length, bound]) => [Math.max(0, length), bound],
};

/* Returns the text for an error, or for an answer with a status, which in English is the core's own. */
/** @param {any} error @returns {string} */
export function errorText({ code, numbers = [], text = '', status, message }) {
  if (code === 'text answer' && hasText('answers', numbers[0])) return say('answers', numbers[0]);
  if (hasText('errors', code)) return say('errors', code, seen(text), ...(NUMBERS[code]?.(numbers) ?? numbers));
  return hasText('status', status) ? say('status', status) : sentence(message);
}

/** @param {HTMLElement} place @param {any} error */
export function tellError(place, error) {
  tell(place, errorText(error), true);
}
