/*
 * The sentences of the view of contests, in English and German.
 */
import { LANGUAGE } from '../app/messages.js';
import { timeText } from '../solves/text.js';

/** @type {Record<string, Intl.NumberFormat>} */
const NUMBERS = { en: new Intl.NumberFormat('en'), de: new Intl.NumberFormat('de') };

/** @param {number} number */
const movesEnglish = (number) => `${NUMBERS.en.format(number)} ${number === 1 ? 'move' : 'moves'}`;
/** @param {number} number */
const movesGerman = (number) => `${NUMBERS.de.format(number)} ${number === 1 ? 'Zug' : 'Züge'}`;
/** @param {number | null} time */
const inSeconds = (time) => (time === null ? '' : ` in ${timeText(time)} s`);
/** @param {number} minutes */
const waitText = (minutes) => (minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`);

/** @type {Record<string, Record<string, (...values: any[]) => string>>} */
export const CONTEST_TEXTS = {
  en: {
    'rule moves': () => 'Take your time: moves can be taken back, and what counts is how many are left at the goal.',
    'rule speed': () => 'The clock starts with your first move, and goes on until the goal.',
    next: (minutes) => `The next ones come in ${waitText(minutes)}.`,
    giveUp: () => 'Give up',
    running: () => 'This is your attempt. Help comes back when you have solved the board or given up.',
    begin: () => 'Begin',
    goOn: () => 'Go on',
    begun: (moves, timed) => `Begun: ${NUMBERS.en.format(moves)} made.${timed ? ' The clock goes on.' : ''}`,
    ended: () => 'Your attempt is over, without a result.',
    made: (moves, time) => `${movesEnglish(moves)}${inSeconds(time)}`,
    relay: (number) => `Relay ${number}.`,
    leg: (number, leg, legs) => `Relay ${number}: board ${leg} of ${legs}.`,
    resultOfRelay: (number) => `Result of relay ${number}`,
    own: () => 'Your result',
    other: () => 'A result',
    ofDay: (event, day) => `${event}, board of ${day}.`,
    proof: (boards, timed) => `The moves were replayed: all are possible, and they solve the ${boards > 1 ? 'boards' : 'board'}.${timed ? ' No replay can prove the time.' : ''}`,
    watch: () => 'Watch',
    looking: () => 'Looking for the fewest …',
    shortest: () => 'No solution is shorter.',
    over: (over, optimum) => `${movesEnglish(over)} over the optimum of ${NUMBERS.en.format(optimum)}.`,
    overAtMost: (most, least) => `At most ${NUMBERS.en.format(most)} more than needed${least > 0 ? `, at least ${NUMBERS.en.format(least)}` : ''}.`,
    ends: () => 'Watching it ends your own attempt at this board.',
    copied: () => 'Copied the link to this result.',
    inAddress: () => 'The link to this result is in the address bar.',
  },
  de: {
    'rule moves': () => 'Ohne Eile: Züge lassen sich zurücknehmen, und es zählt, wie viele am Ziel übrig sind.',
    'rule speed': () => 'Die Uhr beginnt mit dem ersten Zug und läuft bis zum Ziel.',
    next: (minutes) => `Die nächsten kommen in ${waitText(minutes)}.`,
    giveUp: () => 'Aufgeben',
    running: () => 'Das ist der eigene Versuch. Hilfe gibt es wieder, wenn das Brett gelöst oder aufgegeben ist.',
    begin: () => 'Beginnen',
    goOn: () => 'Weiter',
    begun: (moves, timed) => `Begonnen: ${movesGerman(moves)}.${timed ? ' Die Uhr läuft.' : ''}`,
    ended: () => 'Der eigene Versuch ist vorbei, ohne Ergebnis.',
    made: (moves, time) => `${movesGerman(moves)}${inSeconds(time)}`,
    relay: (number) => `Staffel ${number}.`,
    leg: (number, leg, legs) => `Staffel ${number}: Brett ${leg} von ${legs}.`,
    resultOfRelay: (number) => `Ergebnis der Staffel ${number}`,
    own: () => 'Mein Ergebnis',
    other: () => 'Ein Ergebnis',
    ofDay: (event, day) => `${event}, Brett vom ${day}.`,
    proof: (boards, timed) => `Die Züge wurden nachgespielt: Alle sind möglich, und sie lösen ${boards > 1 ? 'die Bretter' : 'das Brett'}.${timed ? ' Die Zeit kann niemand so beweisen.' : ''}`,
    watch: () => 'Ansehen',
    looking: () => 'Die wenigsten Züge werden gesucht …',
    shortest: () => 'Keine Lösung ist kürzer.',
    over: (over, optimum) => `${movesGerman(over)} mehr als die nötigen ${NUMBERS.de.format(optimum)}.`,
    overAtMost: (most, least) => `Höchstens ${NUMBERS.de.format(most)} mehr als nötig${least > 0 ? `, mindestens ${NUMBERS.de.format(least)}` : ''}.`,
    ends: () => 'Wer es ansieht, beendet den eigenen Versuch an diesem Brett.',
    copied: () => 'Der Link zu diesem Ergebnis ist kopiert.',
    inAddress: () => 'Der Link zu diesem Ergebnis steht in der Adresszeile.',
  },
};

/** @param {string} name @param {...any} values */
export const contestText = (name, ...values) => CONTEST_TEXTS[LANGUAGE][name](...values);

/* How far a solution is from the optimum, of which bounds are known. */
/** @param {number} made @param {Bounds} bounds */
export function overOptimum(made, { atLeast, atMost }) {
  if (made === atLeast) return contestText('shortest');
  return atLeast === atMost ? contestText('over', made - atLeast, atLeast) : contestText('overAtMost', made - atLeast, made - atMost);
}
