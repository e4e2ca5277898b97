/*
 * The texts of the page, of which each language has one file, texts/en.json, texts/de.json: another language is another
 * file, without a line of code. index.html has its labels in English, and `labels` of another language translates them.
 *
 * In a text, {0} is the first value, and a number is written as the language writes it; {0|move|moves} depends on a
 * number as the plurals of the language do; {0?yes|no} on whether the value is there (not 0, '' or null).
 */
const PLURALS = /** @type {const} */ (['zero', 'one', 'two', 'few', 'many', 'other']);

/** @typedef {Record<string, Record<string, string>>} Texts */

export let LANGUAGE = 'en';
let texts = /** @type {Texts} */ ({});
let plurals = new Intl.PluralRules(LANGUAGE);
let forms = /** @type {string[]} */ ([]);
let numbers = /** @type {Intl.NumberFormat[]} */ ([]); /* by their decimals */

/** From now on texts are in a language. @param {string} language @param {any} table */
export function speak(language, table) {
  LANGUAGE = language;
  texts = table;
  plurals = new Intl.PluralRules(language);
  const { pluralCategories } = plurals.resolvedOptions();
  forms = PLURALS.filter((form) => pluralCategories.includes(form));
  numbers = [];
}

/** 1,234.5 with one decimal @param {number | bigint} number @param {number} [decimals] */
export function decimal(number, decimals = 0) {
  numbers[decimals] ??= new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return numbers[decimals].format(number);
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
