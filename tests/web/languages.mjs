/*
 * The languages of the page for tests without a browser. English is spoken from the beginning.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { speak } from '../../web/page/app/texts.js';

const FOLDER = new URL('../../web/page/texts/', import.meta.url);

/* The texts by language. */
export const TEXTS = Object.fromEntries(readdirSync(FOLDER).map((name) =>
  [name.replace('.json', ''), JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))]));

export const LANGUAGES = Object.keys(TEXTS);

/* Returns what `work` returns in a language. */
export function inLanguage(language, work) {
  speak(language, TEXTS[language]);
  const made = work();
  speak('en', TEXTS.en);
  return made;
}

speak('en', TEXTS.en);
