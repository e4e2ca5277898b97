/*
 * Errors in the page's own words: a text for each code of the core (tilepdb_message_name), in
 * English and German. The core's sentences are for programs; here a blank is a gap, a permutation is two
 * tiles that were mixed up, and nobody has options.
 *
 * A text is made of the numbers and the text of an error, as tilepdb.h lists them for its code.
 */
import { sentence, tell } from './dom.js';

export const LANGUAGES = ['en', 'de'];

/** @typedef {(numbers: number[], text: string) => string} Text */

/* Returns the language of the link (?lang=), else of the browser, else English. */
/** @param {string} [search] @param {string} [preferred] */
export function languageOf(search = '', preferred) {
  const wanted = [new URLSearchParams(search).get('lang'), preferred].map((name) => (name ?? '').slice(0, 2).toLowerCase());
  return wanted.find((name) => LANGUAGES.includes(name)) ?? 'en';
}

export const LANGUAGE = languageOf(globalThis.location?.search, globalThis.location && globalThis.navigator.language);

/* Characters that cannot be seen come as the values of their bytes. */
/** @param {string} text */
const isUnseen = (text) => text === '' || /^\\x/.test(text);
/** @type {Record<number, string>} */
const ENGLISH_ANSWERS = {
  1: 'This is a solution with its length, not a board.',
  2: '“unsolvable” is an answer, not a board or moves.',
  3: '“error” is an answer, not a board or moves.',
  4: 'This is the answer of a search that was stopped, not a board or moves.',
  5: '“0” is the answer for a solved board, not a board.',
  6: 'This is a length without moves.',
};
/** @type {Record<number, string>} */
const GERMAN_ANSWERS = {
  1: 'Das ist eine Lösung mit ihrer Länge, kein Brett.',
  2: '„unsolvable“ ist eine Antwort, kein Brett und keine Züge.',
  3: '„error“ ist eine Antwort, kein Brett und keine Züge.',
  4: 'Das ist die Antwort einer abgebrochenen Suche, kein Brett und keine Züge.',
  5: '„0“ ist die Antwort für ein gelöstes Brett, kein Brett.',
  6: 'Das ist eine Länge ohne Züge.',
};
/** @param {number} bytes */
const inMebibytes = (bytes) => Math.ceil(bytes / (1 << 20));

/** @type {Record<string, Record<string, Text>>} */
export const MESSAGES = {
  en: {
    'board size': ([w, h]) => `The page has boards from 2x2 to 5x5 and squares up to 10x10, not ${w}x${h}.`,
    'sizes differ': ([w, h, x, y]) => `The board is ${w}x${h}, but the goal is ${x}x${y}.`,
    unsolvable: ([, a, b]) => (a === 0 ? 'No moves lead from this board to the goal: two tiles must have been mixed up.'
      : `No moves lead from this board to the goal: with tiles ${a} and ${b} exchanged it could be solved.`),
    'move unknown': ([move], text) => `Move ${move}${isUnseen(text) ? '' : `, “${text}”,`} is not a move: write U, D, L, R or arrows.`,
    'move impossible': ([move, row, column], text) =>
      `Move ${move}, “${text}”, is not possible: the gap is in row ${row}, column ${column}.`,
    'colouring unknown': ([w, h]) => `This is not a colouring of ${w}x${h} boards.`,
    'colouring cell': () => 'This colouring is for goals with the gap in another cell.',
    'colouring size': ([w, h]) => `Tables for slides of several tiles are too large for ${w}x${h}.`,
    'tables size': ([w, h, x, y]) => `The tables are for ${w}x${h}, but the board is ${x}x${y}.`,
    'tables cell': () => 'The tables are for goals with the gap in another cell.',
    'tables differ': () => 'The tables are for different sizes or goals.',
    'tables overlap': ([tile]) => `Tile ${tile} is in two of the tables.`,
    'tables lack': ([tile]) => `None of the tables has tile ${tile}.`,
    'tables none': () => 'There are no tables for this board.',
    'table false': () => 'A table is wrong, and so is what was found with it. Remove its file, and make it again.',
    'file altered': () => 'The file was damaged after it was written: get it again.',
    'file malformed': () => 'The file is not a table of tilepdb.',
    'file newer': () => 'The file is from a newer tilepdb than this page.',
    'file compressed': () => 'The file is compressed, which this page cannot read.',
    'file write': (_, text) => `The file could not be kept${text ? `: ${text}` : ''}.`,
    bound: ([bound]) => `The search was stopped; no solution has fewer than ${bound} moves.`,
    anytime: ([length, bound]) => (length < 0 ? `The search was stopped; no solution has fewer than ${bound} moves.`
      : `The search was stopped with a solution of ${length} moves; at least ${bound} are needed.`),
    memory: ([needed, allowed]) => (needed > 0 && allowed > 0
      ? `This needs ${inMebibytes(needed)} MiB of memory, and ${inMebibytes(allowed)} MiB may be used.` : 'There is not enough memory for this.'),
    length: () => 'The greatest length must be 0 or more.',
    first: () => 'The first bound is out of range.',
    timeout: () => 'The time must be 0 seconds or more.',
    'text none': () => 'There is no number in the text: a board is its numbers, row by row, 0 for the gap.',
    'text sign': ([line, column], text) =>
      `${isUnseen(text) ? 'A character that cannot be seen' : `“${text}”`} in line ${line}, column ${column} is neither a number nor the gap: write 0 for the gap.`,
    'text bracket': ([line, column, open]) => `The bracket in line ${line}, column ${column} ${open ? 'is not closed' : 'closes nothing'}.`,
    'text row': ([row, count, others]) => `Row ${row} has ${count} ${count === 1 ? 'tile' : 'tiles'}, but the others have ${others}.`,
    'text size': ([count, w, h]) => (w > 0 ? `There ${count === 1 ? 'is 1 number' : `are ${count} numbers`}, but a ${w}x${h} board has ${w * h}.`
      : `${count} ${count === 1 ? 'number does' : 'numbers do'} not make a square board: is one missing? Write 0 for the gap, and “/” between the rows of other boards.`),
    'text shape': ([w, h, x, y]) => `The text is ${w}x${h}, but the board is ${x}x${y}.`,
    'text tile': ([number, highest, missing]) => `${number} is not a tile of this board, which has 1 to ${highest}; ${missing > 0 ? `tile ${missing}` : 'the gap'} is missing.`,
    'text twice': ([tile, missing]) => `${tile > 0 ? `Tile ${tile}` : 'The gap'} is there twice, and ${missing > 0 ? `tile ${missing}` : 'the gap'} is missing.`,
    'text blank': () => 'The gap is missing: write 0 for it.',
    'text ambiguous': () => 'This can be read in two ways: write “/” between the rows of a board, and moves as letters.',
    'text several': ([line]) => (line > 0 ? `The board is complete, but line ${line} goes on.` : 'There is more than one board.'),
    'text goal': () => 'The text names a goal that is not the one of this page: choose that goal first.',
    'text answer': ([kind]) => ENGLISH_ANSWERS[kind] ?? 'This is an answer, not a board or moves.',
    'text count': () => 'Two numbers are neither a board nor moves: write commas between tiles.',
    'text notation': ([move], text) => `Move ${move}, “${text}”, is not possible.`,
    'text length': ([length, count]) => `The text says ${length} moves, but has ${count}.`,
    'text long': () => 'The text is too long.',
  },
  de: {
    'board size': ([w, h]) => `Die Seite hat Bretter von 2x2 bis 5x5 und quadratische bis 10x10, nicht ${w}x${h}.`,
    'sizes differ': ([w, h, x, y]) => `Das Brett hat ${w}x${h} Felder, das Ziel aber ${x}x${y}.`,
    unsolvable: ([, a, b]) => (a === 0 ? 'Von diesem Brett führen keine Züge zum Ziel: Zwei Steine müssen vertauscht sein.'
      : `Von diesem Brett führen keine Züge zum Ziel: Würden die Steine ${a} und ${b} getauscht, wäre es lösbar.`),
    'move unknown': ([move], text) => `Zug ${move}${isUnseen(text) ? '' : `, „${text}“,`} ist kein Zug: U, D, L, R oder Pfeile sind Züge.`,
    'move impossible': ([move, row, column], text) =>
      `Zug ${move}, „${text}“, ist nicht möglich: Die Lücke ist in Zeile ${row}, Spalte ${column}.`,
    'colouring unknown': ([w, h]) => `Das ist keine Färbung von ${w}x${h}-Brettern.`,
    'colouring cell': () => 'Diese Färbung gilt für Ziele mit der Lücke auf einem anderen Feld.',
    'colouring size': ([w, h]) => `Für ${w}x${h} sind Tabellen für Züge mehrerer Steine zu groß.`,
    'tables size': ([w, h, x, y]) => `Die Tabellen sind für ${w}x${h}, das Brett aber hat ${x}x${y}.`,
    'tables cell': () => 'Die Tabellen gelten für Ziele mit der Lücke auf einem anderen Feld.',
    'tables differ': () => 'Die Tabellen sind für verschiedene Größen oder Ziele.',
    'tables overlap': ([tile]) => `Stein ${tile} ist in zwei der Tabellen.`,
    'tables lack': ([tile]) => `Keine der Tabellen hat Stein ${tile}.`,
    'tables none': () => 'Für dieses Brett gibt es keine Tabellen.',
    'table false': () => 'Eine Tabelle ist falsch, und damit auch, was mit ihr gefunden wurde. Die Datei ist zu löschen und neu zu erzeugen.',
    'file altered': () => 'Die Datei wurde nach dem Schreiben beschädigt: Sie muss neu geholt werden.',
    'file malformed': () => 'Die Datei ist keine Tabelle von tilepdb.',
    'file newer': () => 'Die Datei ist von einem neueren tilepdb als diese Seite.',
    'file compressed': () => 'Die Datei ist komprimiert, und diese Seite kann das nicht lesen.',
    'file write': (_, text) => `Die Datei konnte nicht aufgehoben werden${text ? `: ${text}` : ''}.`,
    bound: ([bound]) => `Die Suche wurde beendet; keine Lösung hat weniger als ${bound} Züge.`,
    anytime: ([length, bound]) => (length < 0 ? `Die Suche wurde beendet; keine Lösung hat weniger als ${bound} Züge.`
      : `Die Suche wurde mit einer Lösung von ${length} Zügen beendet; mindestens ${bound} sind nötig.`),
    memory: ([needed, allowed]) => (needed > 0 && allowed > 0
      ? `Das braucht ${inMebibytes(needed)} MiB Speicher, erlaubt sind ${inMebibytes(allowed)} MiB.` : 'Dafür reicht der Speicher nicht.'),
    length: () => 'Die größte Länge muss 0 oder mehr sein.',
    first: () => 'Die erste Schranke ist außerhalb des Bereichs.',
    timeout: () => 'Die Zeit muss 0 Sekunden oder mehr sein.',
    'text none': () => 'Im Text steht keine Zahl: Ein Brett sind seine Zahlen, Zeile für Zeile, 0 für die Lücke.',
    'text sign': ([line, column], text) =>
      `${isUnseen(text) ? 'Ein unsichtbares Zeichen' : `„${text}“`} in Zeile ${line}, Spalte ${column} ist weder eine Zahl noch die Lücke: Für die Lücke steht 0.`,
    'text bracket': ([line, column, open]) => `Die Klammer in Zeile ${line}, Spalte ${column} ${open ? 'ist nicht geschlossen' : 'schließt nichts'}.`,
    'text row': ([row, count, others]) => `Zeile ${row} hat ${count} ${count === 1 ? 'Stein' : 'Steine'}, die anderen haben ${others}.`,
    'text size': ([count, w, h]) => (w > 0 ? `${count === 1 ? 'Es ist 1 Zahl' : `Es sind ${count} Zahlen`}, ein Brett von ${w}x${h} hat aber ${w * h}.`
      : `${count} ${count === 1 ? 'Zahl ergibt' : 'Zahlen ergeben'} kein quadratisches Brett: Fehlt eine? Für die Lücke steht 0, und zwischen den Zeilen anderer Bretter „/“.`),
    'text shape': ([w, h, x, y]) => `Der Text hat ${w}x${h} Felder, das Brett aber ${x}x${y}.`,
    'text tile': ([number, highest, missing]) => `${number} ist kein Stein dieses Bretts, das 1 bis ${highest} hat; ${missing > 0 ? `Stein ${missing}` : 'die Lücke'} fehlt.`,
    'text twice': ([tile, missing]) => `${tile > 0 ? `Stein ${tile}` : 'Die Lücke'} ist zweimal da, und ${missing > 0 ? `Stein ${missing}` : 'die Lücke'} fehlt.`,
    'text blank': () => 'Die Lücke fehlt: Für sie steht 0.',
    'text ambiguous': () => 'Das kann man auf zwei Arten lesen: „/“ trennt die Zeilen eines Bretts, und Züge sind als Buchstaben eindeutig.',
    'text several': ([line]) => (line > 0 ? `Das Brett ist vollständig, aber Zeile ${line} geht weiter.` : 'Das ist mehr als ein Brett.'),
    'text goal': () => 'Der Text nennt ein anderes Ziel als diese Seite: Erst ist dieses Ziel zu wählen.',
    'text answer': ([kind]) => GERMAN_ANSWERS[kind] ?? 'Das ist eine Antwort, kein Brett und keine Züge.',
    'text count': () => 'Zwei Zahlen sind weder ein Brett noch Züge: Zwischen Steine gehören Kommas.',
    'text notation': ([move], text) => `Zug ${move}, „${text}“, ist nicht möglich.`,
    'text length': ([length, count]) => `Der Text nennt ${length} Züge, hat aber ${count}.`,
    'text long': () => 'Der Text ist zu lang.',
  },
};

/* Texts for errors without a code, by their status (tilepdb_status). In English the core's own sentence is shown. */
/** @type {Record<string, Record<number, string>>} */
export const STATUS_TEXTS = {
  de: {
    1: 'Von diesem Brett führen keine Züge zum Ziel.', 2: 'Eine Grenze wurde erreicht.', 3: 'Die Suche wurde abgebrochen.',
    4: 'Das ist hier nicht möglich.', 5: 'Das kann die Seite nicht lesen.', 6: 'Der Speicher reicht nicht.',
    7: 'Das braucht zu viel Speicher.', 8: 'Die Entfernungen passen nicht in die Tabelle.', 9: 'Die Datei konnte nicht gelesen oder geschrieben werden.',
    10: 'Die Datei fehlt.', 11: 'Die Datei ist nicht wohlgeformt.', 12: 'Die Datei wurde beschädigt.', 13: 'Die Seite liest diese Version der Datei nicht.',
    14: 'Ein Ergebnis hat seine Prüfung nicht bestanden.', 15: 'Das ist falsch.',
  },
};

/** @type {Record<string, string>} */
const ENGLISH_WAYS = { U: 'up', D: 'down', L: 'left', R: 'right' };
/** @type {Record<string, string>} */
const GERMAN_WAYS = { U: 'oben', D: 'unten', L: 'links', R: 'rechts' };

/* The page's own phrases. */
/** @type {Record<string, Record<string, (...values: any[]) => string>>} */
export const PHRASES = {
  en: {
    solved: () => 'Solved.',
    moved: (tile, move) => `${tile} moved ${ENGLISH_WAYS[move]}.`,
    mended: () => 'The two highest tiles were swapped. Now the board can be solved.',
    asGap: () => 'As moves of the gap it can be played.',
    noBetter: () => 'No better database:',
    unusable: (name) => `${name} cannot be used.`,
    noBoard: () => 'The link does not contain a readable board.',
    noReplay: () => 'The link does not contain a readable replay.',
    unfit: () => 'The moves of the link do not fit.',
  },
  de: {
    solved: () => 'Gelöst.',
    moved: (tile, move) => `${tile} nach ${GERMAN_WAYS[move]}.`,
    mended: () => 'Die zwei höchsten Steine wurden getauscht. Jetzt ist das Brett lösbar.',
    asGap: () => 'Als Züge der Lücke ist das spielbar.',
    noBetter: () => 'Keine bessere Datenbank:',
    unusable: (name) => `${name} ist nicht brauchbar.`,
    noBoard: () => 'Der Link enthält kein lesbares Brett.',
    noReplay: () => 'Der Link enthält keine lesbare Aufzeichnung.',
    unfit: () => 'Die Züge des Links passen nicht.',
  },
};

/** @param {string} name @param {...(string | number)} values */
export function phrase(name, ...values) {
  return PHRASES[LANGUAGE][name](...values);
}

/* Returns the text for an error, or for an answer with a status. Errors of the page itself have no code. */
/** @param {any} error @param {string} [language] @returns {string} */
export function errorText({ code, numbers, text, status, message }, language = LANGUAGE) {
  const own = MESSAGES[language][code];
  return own ? own(numbers, text) : STATUS_TEXTS[language]?.[status] ?? sentence(message);
}

/* Returns the language of errorText: English for an error without a translation. */
/** @param {any} error @param {string} [language] */
export function errorLanguage({ code, status }, language = LANGUAGE) {
  return MESSAGES[language][code] || STATUS_TEXTS[language]?.[status] ? language : 'en';
}

/* Tells the text for an error in an element, in its language. */
/** @param {HTMLElement} place @param {any} error */
export function tellError(place, error) {
  tell(place, errorText(error), true, errorLanguage(error));
}
