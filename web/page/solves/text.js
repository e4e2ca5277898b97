/*
 * Solves as a person reads them, and the sentences about them, in English and German.
 */
import { LANGUAGE } from '../app/messages.js';
import { LEGS } from '../contest/relay.js';
import { TIMED_MOVES_MAX, TIME_MAX_MS, endOf } from '../contest/timed.js';
import { AT_KNOWN, DNF } from './record.js';

/* 12.345, 1:02.345, 1:01:02.345 */
/** @param {number} ms */
export function timeText(ms) {
  if (!Number.isFinite(ms)) return 'DNF';
  const rounded = Math.round(ms);
  const [hours, minutes, rest] = [Math.floor(rounded / 3.6e6), Math.floor(rounded / 60000) % 60, (rounded % 60000) / 1000];
  const seconds = rest.toFixed(3);
  if (hours > 0) return `${hours}:${String(minutes).padStart(2, '0')}:${seconds.padStart(6, '0')}`;
  return minutes > 0 ? `${minutes}:${seconds.padStart(6, '0')}` : seconds;
}

/* A value of a measure (statistics.js). Means have decimals, values of one solve have those that they need. */
/** @param {Measure} measure @param {number | null} value @param {boolean} [mean] */
export function valueText(measure, value, mean = false) {
  if (value === null || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return 'DNF';
  if (measure === 'time') return timeText(value);
  return measure === 'speed' ? (value / 1000).toFixed(2) : value.toFixed(mean ? 2 : 0);
}

/* The time of a solve as csTimer writes it: 14.345+ has two seconds of penalty in it. */
/** @param {SolveRecord} record */
export function solveTime({ time, penalty }) {
  if (penalty === DNF) return `DNF(${timeText(time)})`;
  return penalty === 0 ? timeText(time) : `${timeText(time + penalty)}+`;
}

const dates = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });
const days = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium' });

/* '' if the date is not known. */
/** @param {SolveRecord} record */
export const dateText = ({ at }) => (at < AT_KNOWN ? '' : dates.format(at));
/** @param {SolveRecord} record */
export const dayText = ({ at }) => (at < AT_KNOWN ? '' : days.format(at));

const RELAY_DAYS_MAX = Math.floor(TIME_MAX_MS / 86400000);

const wholes = new Intl.NumberFormat(LANGUAGE);
/* 12,345, in German 12.345 */
/** @param {number} number */
export const wholeText = (number) => wholes.format(number);

/** @param {number} number */
const solvesEn = (number) => (number === 1 ? '1 solve' : `${wholeText(number)} solves`);
/** @param {number} number */
const solvesDe = (number) => (number === 1 ? '1 Lösung' : `${wholeText(number)} Lösungen`);

/** @type {Record<string, Record<string, (...values: any[]) => string>>} */
export const SOLVE_TEXTS = {
  en: {
    allSolves: () => 'All solves',
    noSession: () => 'In no session',
    counted: (count, all, finished) => `${solvesEn(all)} of this size, goal and kind of move, of which ${wholeText(count)} ${count === 1 ? 'counts' : 'count'}` +
      `${finished < count ? ` and ${wholeText(finished)} ${finished === 1 ? 'was' : 'were'} finished` : ''}. A board counts at the first try from Scramble, without help.`,
    countedRelays: (count, all, finished) => `${all === 1 ? '1 relay' : `${wholeText(all)} relays`}: 3 × 3 to 6 × 6 as one time` +
      `${finished < count ? `; ${wholeText(finished)} ${finished === 1 ? 'was' : 'were'} finished` : ''}.`,
    relays: () => 'Relays',
    relay: (number, legs) => `Relay ${number}: ${legs}`,
    relayUnkept: () => `The relay is not in the list, and its link is refused: a board has more than ${wholeText(TIMED_MOVES_MAX)} moves, or the relay took more than ${RELAY_DAYS_MAX} days.`,
    trims: () => 'An average leaves out the best and the worst 5 % (of 5 and 12 one each, as at competitions); the mean is that of all finished solves.',
    helped: () => 'with help, does not count',
    uncounted: () => 'does not count',
    averageOf: (size) => `Average of ${size}`,
    open: (number, time) => `Solve ${wholeText(number)}, ${time}`,
    watch: () => 'Watch and review',
    retry: () => 'Try again',
    share: () => 'Copy link',
    delete: () => 'Delete',
    undo: () => 'Undo',
    session: () => 'Session',
    penalty: (name) => `${name} for this solve`,
    note: (note) => `Note: ${note}`,
    timeOnly: () => 'Only the time of this solve is known.',
    noMoves: () => 'The moves of this solve are not known.',
    pages: (first, last, all) => `${wholeText(first)} to ${wholeText(last)} of ${wholeText(all)}`,
    none: () => 'No solves yet: press Scramble and play.',
    copied: () => 'Copied the link to this solve.',
    inAddress: () => 'The link to this solve is in the address bar.',
    deleted: () => 'The solve is deleted.',
    unplayable: () => 'The moves of this solve do not fit its board.',
    imported: (format, added, known, unread) => `${format}: ${solvesEn(added)} added` +
      `${known > 0 ? `, ${wholeText(known)} ${known === 1 ? 'was' : 'were'} there already` : ''}` +
      `${unread > 0 ? `, ${unread === 1 ? '1 is no finished solve' : `${wholeText(unread)} are no finished solves`} of these puzzles` : ''}.`,
    'solves unknown': (name) => `${name} has no solves of this page, of csTimer or of slidysim.`,
    'solves damaged': (name) => `${name} is damaged.`,
    'solves large': (name) => `${name} is too large.`,
    forbidden: () => 'This browser keeps no solves: they are gone when this page is closed. Save them as a file.',
    full: () => 'This browser has no room for more solves: the new ones are gone when this page is closed. Save them as a file.',
    course: (all, first, last, best) => `${solvesEn(all)}${first ? ` from ${first} to ${last}` : ''}, the best ${best}`,
    bins: (least, most, all, low, high) => `${solvesEn(all)} from ${least} to ${most}, most of them from ${low} to ${high}`,
    noGraph: () => 'No solves yet',
    newSession: () => 'A session needs a name.',
  },
  de: {
    allSolves: () => 'Alle Lösungen',
    noSession: () => 'In keiner Sitzung',
    counted: (count, all, finished) => `${solvesDe(all)} mit dieser Größe, diesem Ziel und dieser Zugart, davon ${count === 1 ? 'zählt eine' : `zählen ${wholeText(count)}`}` +
      `${finished < count ? `, beendet ${finished === 1 ? 'ist eine' : `sind ${wholeText(finished)}`}` : ''}. Ein Brett zählt beim ersten Versuch nach „Scramble“, ohne Hilfe.`,
    countedRelays: (count, all, finished) => `${all === 1 ? '1 Staffel' : `${wholeText(all)} Staffeln`}: 3 × 3 bis 6 × 6 als eine Zeit` +
      `${finished < count ? `; beendet ${finished === 1 ? 'ist eine' : `sind ${wholeText(finished)}`}` : ''}.`,
    relays: () => 'Staffeln',
    relay: (number, legs) => `Staffel ${number}: ${legs}`,
    relayUnkept: () => `Die Staffel steht nicht in der Liste, und ihr Link wird abgelehnt: Ein Brett hat mehr als ${wholeText(TIMED_MOVES_MAX)} Züge, oder die Staffel dauerte mehr als ${RELAY_DAYS_MAX} Tage.`,
    trims: () => 'Ein Durchschnitt lässt die besten und die schlechtesten 5 % weg (bei 5 und 12 je eine, wie bei Wettbewerben); das Mittel ist das aller beendeten Lösungen.',
    helped: () => 'mit Hilfe, zählt nicht',
    uncounted: () => 'zählt nicht',
    averageOf: (size) => `Durchschnitt von ${size}`,
    open: (number, time) => `Lösung ${wholeText(number)}, ${time}`,
    watch: () => 'Ansehen und prüfen',
    retry: () => 'Noch einmal',
    share: () => 'Link kopieren',
    delete: () => 'Löschen',
    undo: () => 'Rückgängig',
    session: () => 'Sitzung',
    penalty: (name) => `${name} für diese Lösung`,
    note: (note) => `Notiz: ${note}`,
    timeOnly: () => 'Von dieser Lösung ist nur die Zeit bekannt.',
    noMoves: () => 'Die Züge dieser Lösung sind nicht bekannt.',
    pages: (first, last, all) => `${wholeText(first)} bis ${wholeText(last)} von ${wholeText(all)}`,
    none: () => 'Noch keine Lösungen: „Scramble“ drücken und spielen.',
    copied: () => 'Der Link zu dieser Lösung ist kopiert.',
    inAddress: () => 'Der Link zu dieser Lösung steht in der Adresszeile.',
    deleted: () => 'Die Lösung ist gelöscht.',
    unplayable: () => 'Die Züge dieser Lösung passen nicht zu ihrem Brett.',
    imported: (format, added, known, unread) => `${format}: ${solvesDe(added)} hinzugefügt` +
      `${known > 0 ? `, ${wholeText(known)} ${known === 1 ? 'war' : 'waren'} schon da` : ''}` +
      `${unread > 0 ? `, ${unread === 1 ? '1 ist keine beendete Lösung' : `${wholeText(unread)} sind keine beendeten Lösungen`} dieser Puzzles` : ''}.`,
    'solves unknown': (name) => `${name} enthält keine Lösungen dieser Seite, von csTimer oder von slidysim.`,
    'solves damaged': (name) => `${name} ist beschädigt.`,
    'solves large': (name) => `${name} ist zu groß.`,
    forbidden: () => 'Dieser Browser bewahrt keine Lösungen auf: Sie sind weg, wenn die Seite geschlossen wird. Als Datei bleiben sie.',
    full: () => 'Dieser Browser hat keinen Platz für weitere Lösungen: Die neuen sind weg, wenn die Seite geschlossen wird. Als Datei bleiben sie.',
    course: (all, first, last, best) => `${solvesDe(all)}${first ? ` vom ${first} bis zum ${last}` : ''}, die beste ${best}`,
    bins: (least, most, all, low, high) => `${solvesDe(all)} von ${least} bis ${most}, die meisten von ${low} bis ${high}`,
    noGraph: () => 'Noch keine Lösungen',
    newSession: () => 'Eine Sitzung braucht einen Namen.',
  },
};

/** @param {string} name @param {...(string | number)} values */
export const solveText = (name, ...values) => SOLVE_TEXTS[LANGUAGE][name](...values);

/* Relay 42: 3 × 3 4.321, 4 × 4 32.105, ... */
/** @param {ContestResult} relay */
export function relayText({ number, parts }) {
  const legs = LEGS.map(({ width, height }, leg) => `${width} × ${height} ${timeText(endOf(parts[leg]) - endOf(parts[leg - 1]))}`);
  return solveText('relay', String(number), legs.join(', '));
}
