/*
 * What contests say, in English and German.
 */
import { LANGUAGE, errorText } from '../app/messages.js';

/** @type {Record<string, Record<string, string>>} */
const EVENT_NAMES = {
  en: { moves: 'fewest moves', speed: 'speed', relay: 'relay' },
  de: { moves: 'wenigste Züge', speed: 'Tempo', relay: 'Staffel' },
};

/** @type {Intl.DateTimeFormatOptions} */
const ONE_DAY = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' };

/* 26 November 2026 */
/** @param {string} day @param {string} [language] */
export function dayName(day, language = LANGUAGE) {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, ONE_DAY).format(Date.parse(day));
}

/** @param {string} event @param {string} [language] */
export function eventText(event, language = LANGUAGE) {
  return EVENT_NAMES[language][event];
}

/** @type {Record<string, Record<string, string>>} */
const PART_NAMES = { en: { moves: 'moves', times: 'times', check: 'check' }, de: { moves: 'Züge', times: 'Zeiten', check: 'Prüfzahl' } };

/* Why the link of a result is refused, by the codes of Refused. `impossible` has the sentence for the error
 * of the core. */
/** @type {Record<string, Record<string, (...values: any[]) => string>>} */
const REFUSALS = {
  en: {
    day: () => 'The link names no day of the calendar.',
    future: (day) => `The board of ${dayName(day, 'en')} is not there yet.`,
    event: () => 'The link is neither of fewest moves nor of speed.',
    number: () => 'The number of the relay is not a whole one from 0 to 18446744073709551615.',
    missing: (part) => `The link has no ${PART_NAMES.en[part]}: it may have been cut off.`,
    boards: (has, needed) => `The link has the moves of ${has} ${has === 1 ? 'board' : 'boards'}, but ${needed} ${needed === 1 ? 'is' : 'are'} needed.`,
    moves: (board, boards) => `The moves${boards > 1 ? ` of board ${board}` : ''} cannot be read: moves are U, D, L and R.`,
    long: (board, boards) => `There are too many moves${boards > 1 ? ` for board ${board}` : ''}.`,
    times: () => 'The times do not belong to the moves.',
    impossible: (board, boards, sentence) => `The moves do not fit the board${boards > 1 ? ` ${board}` : ''}. ${sentence}`,
    unsolved: (board, boards, count) => `${count === 1 ? 'The move does' : `The ${count} moves do`} not solve the board${boards > 1 ? ` ${board}` : ''}.`,
    changed: () => 'The link was changed after it was made: its check does not fit.',
  },
  de: {
    day: () => 'Der Link nennt keinen Tag des Kalenders.',
    future: (day) => `Das Brett vom ${dayName(day, 'de')} gibt es noch nicht.`,
    event: () => 'Der Link gehört weder zu den wenigsten Zügen noch zum Tempo.',
    number: () => 'Die Nummer der Staffel ist keine ganze Zahl von 0 bis 18446744073709551615.',
    missing: (part) => `Im Link ${part === 'check' ? 'fehlt die' : 'fehlen die'} ${PART_NAMES.de[part]}: Er wurde wohl abgeschnitten.`,
    boards: (has, needed) => `Der Link hat die Züge von ${has} ${has === 1 ? 'Brett' : 'Brettern'}, nötig ${needed === 1 ? 'ist' : 'sind'} ${needed}.`,
    moves: (board, boards) => `Die Züge${boards > 1 ? ` von Brett ${board}` : ''} sind nicht lesbar: Züge sind U, D, L und R.`,
    long: (board, boards) => `Es sind zu viele Züge${boards > 1 ? ` für Brett ${board}` : ''}.`,
    times: () => 'Die Zeiten gehören nicht zu den Zügen.',
    impossible: (board, boards, sentence) => `Die Züge passen nicht zum Brett${boards > 1 ? ` ${board}` : ''}. ${sentence}`,
    unsolved: (board, boards, count) => `${count === 1 ? 'Der Zug löst' : `Die ${count} Züge lösen`} das Brett${boards > 1 ? ` ${board}` : ''} nicht.`,
    changed: () => 'Der Link wurde nachträglich geändert: Seine Prüfzahl passt nicht.',
  },
};

export const REFUSAL_CODES = Object.keys(REFUSALS.en);

const OF_A_BOARD = ['moves', 'long', 'impossible', 'unsolved'];

/* `boards`: how many boards the event has. */
/** @param {{code: string, values: any[]}} refused @param {number} boards @param {string} [language] @returns {string} */
export function refusalText({ code, values }, boards, language = LANGUAGE) {
  const text = REFUSALS[language][code];
  if (!OF_A_BOARD.includes(code)) return text(...values);
  const [board, rest] = values;
  return text(board, boards, code === 'impossible' ? errorText(rest, language) : rest);
}
