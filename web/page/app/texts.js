/*
 * The texts of the page, of which each language has one file, texts/en.json, texts/de.json: another language is another
 * file, without a line of code. index.html has its labels in English, and `labels` of another language translates them.
 *
 * In a text, {0} is the first value, and a number is written as the language writes it; {0|move|moves} depends on a
 * number as the plurals of the language do; {0?yes|no} on whether the value is there (not 0, '' or null).
 */
import { sentence, tell } from './dom.js';
const PLURALS = /** @type {const} */ (['zero', 'one', 'two', 'few', 'many', 'other']);

/** @typedef {Record<string, Record<string, string>>} Texts */

export let LANGUAGE = 'en';
let texts = /** @type {Texts} */ ({});
let plurals = new Intl.PluralRules(LANGUAGE);
let forms = /** @type {string[]} */ ([]);
let formats = /** @type {Intl.NumberFormat[]} */ ([]); /* by their decimals */

/** From now on texts are in a language. @param {string} language @param {any} table */
export function speak(language, table) {
  LANGUAGE = language;
  texts = table;
  plurals = new Intl.PluralRules(language);
  const { pluralCategories } = plurals.resolvedOptions();
  forms = PLURALS.filter((form) => pluralCategories.includes(form));
  formats = [];
}

/** 1,234.5 with one decimal @param {number | bigint} number @param {number} [decimals] */
export function decimal(number, decimals = 0) {
  formats[decimals] ??= new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return formats[decimals].format(number);
}

/** @param {string} text @param {any[]} values */
function fill(text, values) {
  let place = 0;
  /** @param {string} ends @returns {string} */
  const until = (ends) => {
    let made = '';
    while (place < text.length && !ends.includes(text[place])) made += text[place] === '{' ? choice() : text[place++];
    return made;
  };
  const choice = () => {
    place++;
    const value = values[Number(until('|?}'))];
    const isPlural = text[place] === '|';
    const choices = [];
    while (text[place++] !== '}') choices.push(until('|}'));
    if (choices.length === 0) return typeof value === 'number' ? decimal(value) : String(value);
    return choices[isPlural ? forms.indexOf(plurals.select(value)) : Number(!value)] ?? '';
  };
  return until('');
}

/** Whether the language has a text. @param {string} section @param {string | number | undefined} name */
export const hasText = (section, name) => name !== undefined && Object.hasOwn(texts[section] ?? {}, name);

/** @param {string} section @param {string | number} name @param {...any} values */
export function say(section, name, ...values) {
  if (!hasText(section, name)) throw new Error(`${LANGUAGE} has no text ${section} ${name}`);
  return fill(texts[section][name], values);
}

/* What the library says in English, in the language: a text of a section whose name is that with other values. */
/** @param {string} section @param {string} english */
export function translatedSentence(section, english) {
  for (const [pattern, text] of Object.entries(texts[section] ?? {})) {
    const [, ...values] = new RegExp(`^${pattern.replace(/\{\d\}/g, '(\\S+(?: of)?)')}$`).exec(english) ?? [null];
    if (values.length > 0 || pattern === english) return fill(text, values);
  }
  return english;
}

/** @param {string} name @param {...any} values */
export const phrase = (name, ...values) => say('page', name, ...values);

/** @param {string} name @param {...any} values */
export const learnText = (name, ...values) => say('learn', name, ...values);

/* The language of the link (?lang=), else that which was chosen here, else that of the browser, else English. */
/** @param {string[]} languages @param {string} [search] @param {...(string | undefined)} preferred */
export function languageOf(languages, search = '', ...preferred) {
  const wanted = [new URLSearchParams(search).get('lang'), ...preferred].map((name) => (name ?? '').slice(0, 2).toLowerCase());
  return wanted.find((name) => languages.includes(name)) ?? 'en';
}

/** A text of index.html in the language, with the blanks around it. @param {string} text */
function translated(text) {
  const label = text.trim();
  return hasText('labels', label) ? text.replace(label, () => texts.labels[label]) : text;
}

/* Translates what index.html has, before the parts of the page write into it. */
export function translatePage() {
  document.documentElement.lang = LANGUAGE;
  document.title = translated(document.title);
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode())
    if (node.parentElement?.tagName !== 'SCRIPT') node.nodeValue = translated(node.nodeValue ?? '');
  for (const name of ['aria-label', 'placeholder'])
    for (const each of document.querySelectorAll(`[${name}]`)) each.setAttribute(name, translated(each.getAttribute(name) ?? ''));
}

/*
 * Errors in the page's own words: the texts `errors` have one for each code of the core (tilepdb_message_name). The core's
 * sentences are for programs; here a blank is a gap, a permutation is two tiles that were mixed up, and nobody has
 * options. A text is made of the text and the numbers of an error, as tilepdb.h lists them for its code.
 */

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

/* ---- numbers and times as a person reads them ---- */

/** 12.3M, in German 12,3 Mio.: for what changes while one looks. @param {number} number */
export function brief(number) {
  return number < 10000 ? decimal(number) : new Intl.NumberFormat(LANGUAGE, { notation: 'compact', maximumSignificantDigits: 3 }).format(number);
}

/** 20 ms, 3.1 s, 2 min 5 s. What would be rounded to a whole second or minute is written as one. @param {number} seconds */
export function duration(seconds) {
  if (seconds < 0.00995) return `${decimal(1000 * seconds, 1)} ms`;
  if (seconds < 0.9995) return `${decimal(1000 * seconds)} ms`;
  if (seconds < 59.95) return `${decimal(seconds, 1)} s`;
  const rounded = Math.round(seconds);
  return `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
}

/** 3.5 MB @param {number} bytes */
export function size(bytes) {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
  return `${decimal(bytes / 1e6, bytes < 1e7 ? 1 : 0)} MB`;
}

/** 40 % of what is 1 when it is whole. @param {number} part */
export const percent = (part) => `${Math.floor(100 * part)} %`;

const RATE_SECONDS = 0.05; /* before, a clock shows 0.0 */
const NODES_SECONDS = 1e-3;

/** 3.2: moves a second. null: one move, or no time to speak of. @param {number} moves @param {number} seconds */
export const rate = (moves, seconds) => (moves < 2 || seconds < RATE_SECONDS ? null : decimal(moves / seconds, 1));

/** 12.3M: nodes a second, if there was time to count them. @param {number} nodes @param {number} seconds */
export const nodesRate = (nodes, seconds) => (seconds < NODES_SECONDS ? '–' : brief(nodes / seconds));

/** Run lengths: RRDDL is R2D2L. @param {string} moves */
export const runLengths = (moves) => moves.replace(/(.)\1+/g, (run, letter) => letter + run.length);
