/*
 * The texts of the page in each language: none is missing, none is too many, and none has gaps. A third language
 * is a third file, which this reads, too.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { LANGUAGES, TEXTS, inLanguage } from './languages.mjs';

const ROOT = new URL('../../', import.meta.url);
const page = (name) => import(new URL(`web/page/${name}`, ROOT));
const source = (name) => readFileSync(new URL(name, ROOT), 'utf8');
const { decimal, duration, errorText, hasText, languageOf, say } = await page('app/texts.js');
const { SIZES } = await page('search/partitions.js');

const sources = readdirSync(new URL('web/page/', ROOT), { recursive: true }).filter((name) => name.endsWith('.js'))
  .map((name) => source(`web/page/${name}`)).join('\n');

const SECTIONS = Object.keys(TEXTS.en).filter((section) => section !== 'name');
const placesOf = (text) => [...new Set([...text.matchAll(/\{(\d)/g)].map(([, place]) => place))].sort().join('');

/* The page's core reads no partitions and no directories, writes no checkpoints, and has one thread. */
const NOT_HERE = ['partition unknown', 'partition no tile', 'partition twice', 'partition missing', 'tables absent',
  'file open', 'file read', 'checkpoint', 'scratch', 'space', 'threads', 'ranks differ'];

test('all languages have the same texts, with the same values', () => {
  assert.ok(LANGUAGES.length >= 2 && LANGUAGES.includes('de'));
  for (const language of LANGUAGES) {
    const others = language === 'en' ? [] : ['labels', 'status', 'steps'];
    assert.deepEqual(Object.keys(TEXTS[language]).sort(), ['name', ...SECTIONS, ...others].sort());
    for (const section of SECTIONS) {
      assert.deepEqual(Object.keys(TEXTS[language][section]), Object.keys(TEXTS.en[section]), `${language} ${section}`);
      for (const [name, text] of Object.entries(TEXTS[language][section]))
        assert.equal(placesOf(text), placesOf(TEXTS.en[section][name]), `${language} ${section} ${name}`);
    }
  }
});

test('no text has a gap, a plural of one, or what is not for persons', () => {
  for (const language of LANGUAGES) {
    inLanguage(language, () => SECTIONS.forEach((section) => Object.keys(TEXTS.en[section]).forEach((name) => {
      for (const value of [0, 1, 2, 10000]) {
        const made = say(section, name, ...Array(8).fill(value));
        assert.doesNotMatch(made, /^\s*$|undefined|NaN|null|\[object|[{}|]/, `${language} ${section} ${name}`);
        if (section !== 'errors') assert.doesNotMatch(made, /(?<!(?:than|als) )\b1 (?:moves|Züge|solves|Lösungen)\b/, `${language} ${section} ${name}`);
        assert.doesNotMatch(made, /--|pdb(?:gen|info|verify)|permutation| {2}/i, `${language} ${section} ${name}`);
        if (['errors', 'answers', 'refusal'].includes(section) && name !== 'impossible') assert.match(made, /^[\p{Lu}\d“„].*\.$/u, name);
      }
    })));
  }
});

test('each text is used, and each that is asked for is there', () => {
  const uses = (pattern) => [...sources.matchAll(pattern)].map(([, name]) => name);
  const asked = { page: uses(/\bphrase\('([^']+)'/g), contest: uses(/\bcontestText\('([^']+)'/g), solves: uses(/\bsolveText\('([^']+)'/g),
    learn: uses(/\blearnText\('([^']+)'/g) };
  for (const [, section, name] of sources.matchAll(/\bsay\('(\w+)', '([^']+)'/g)) (asked[section] ??= []).push(name);
  for (const [section, names] of Object.entries(asked)) for (const name of names) assert.ok(hasText(section, name), `${section} ${name}`);
  const starts = [...sources.matchAll(/`([a-z ]+ )\$\{/g)].map(([, start]) => start); /* `way ${move}` */
  for (const section of SECTIONS.filter((each) => !['errors', 'answers'].includes(each)))
    for (const name of Object.keys(TEXTS.en[section]))
      assert.ok(sources.includes(`'${name}'`) || starts.some((start) => name.startsWith(start)) || sources.includes(`${name}:`), `nobody says ${section} ${name}`);
});

test('each label of index.html has a translation', () => {
  const html = source('web/page/index.html').replace(/<!--.*?-->|<style.*?<\/style>/gs, '');
  const labels = [...html.matchAll(/>([^<]*[a-z]{2}[^<]*)</gi), ...html.matchAll(/(?:aria-label|placeholder)="([^"]+)"/g)].map(([, text]) => text.trim());
  const found = [...new Set(labels), 'Sources'].filter((label) => label !== 'R2D2L2U');
  assert.ok(found.length > 150);
  for (const language of LANGUAGES.filter((each) => each !== 'en'))
    assert.deepEqual(Object.keys(TEXTS[language].labels).sort(), found.sort(), language);
});

test('each code of the core has a text, and each status one in other languages', () => {
  const codes = [...source('src/base/error.c').matchAll(/\{TILEPDB_MESSAGE_\w+, "([^"]+)"\}/g)].map(([, name]) => name);
  assert.ok(codes.length > 50);
  assert.deepEqual(Object.keys(TEXTS.en.errors).sort(), codes.filter((name) => !NOT_HERE.includes(name)).sort());
  const [, statuses] = /enum tilepdb_status \{(.*?)\} tilepdb_status/s.exec(source('src/tilepdb.h'));
  const numbers = [...statuses.matchAll(/^ +TILEPDB_\w+ = (\d+)/gm)].map(([, number]) => number);
  for (const language of LANGUAGES.filter((each) => each !== 'en')) assert.deepEqual(Object.keys(TEXTS[language].status), numbers.slice(1));
  for (const [width, height] of [[2, 2], [5, 5], [10, 10]]) assert.ok(SIZES.some((size) => size.width === width && size.height === height));
  assert.ok(!SIZES.some(({ width, height }) => width > 10 || (width > 5 && width !== height)));
});

test('errors are said with what is known of them', () => {
  const said = (code, numbers, text = '') => LANGUAGES.map((language) => inLanguage(language, () => errorText({ code, numbers, text })));
  assert.deepEqual(said('text sign', [1, 2], '\\xF0\\x9F'), ['Ein unsichtbares Zeichen in Zeile 1, Spalte 2 ist weder eine Zahl noch die Lücke: Für die Lücke steht 0.',
    'A character that cannot be seen in line 1, column 2 is neither a number nor the gap: write 0 for the gap.']);
  assert.equal(said('text size', [1, 4, 4])[1], 'There is 1 number, but a 4x4 board has 16.');
  assert.match(said('text size', [7, 0, 0])[1], /^7 numbers do not make a square board/);
  assert.equal(said('anytime', [-1, 42])[1], 'The search was stopped; no solution has fewer than 42 moves.');
  assert.equal(said('anytime', [50, 42])[0], 'Die Suche wurde mit einer Lösung von 50 Zügen beendet; mindestens 42 sind nötig.');
  assert.equal(said('memory', [5 << 20, 1])[1], 'This needs 5 MiB of memory, and 1 MiB may be used.');
  assert.equal(said('memory', [5 << 20, 0])[1], 'There is not enough memory for this.');
  assert.equal(said('text answer', [3])[1], '“error” is an answer, not a board or moves.');
  assert.equal(said('text answer', [9])[1], 'This is an answer, not a board or moves.');
  assert.equal(errorText(new Error('whose moves are these?')), 'Whose moves are these?');
  const other = { code: 'other', status: 7, message: 'it needs 5 GiB', numbers: [0, 0, 0, 0], text: '' };
  assert.deepEqual(LANGUAGES.map((language) => inLanguage(language, () => errorText(other))), ['Das braucht zu viel Speicher.', 'It needs 5 GiB.']);
});

test('numbers are written as the language writes them', () => {
  assert.deepEqual(LANGUAGES.map((language) => inLanguage(language, () => [decimal(1234567), decimal(1.25, 1), duration(3.14), say('page', 'moves', 1200)])),
    [['1.234.567', '1,3', '3,1 s', '1.200 Züge'], ['1,234,567', '1.3', '3.1 s', '1,200 moves']]);
});

test('the language is that of the link, of the choice, of the browser', () => {
  assert.deepEqual([['?lang=de', '', 'en-US'], ['', '', 'de-AT'], ['?lang=fr', '', 'de'], ['?lang=xx', '', 'fr'], ['', '', undefined], ['', 'de', 'en'], ['?lang=en', 'de', 'de']]
    .map((wanted) => languageOf(LANGUAGES, ...wanted)), ['de', 'de', 'de', 'en', 'en', 'de', 'en']);
});
