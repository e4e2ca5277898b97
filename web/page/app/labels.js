/*
 * Labels of the views of solves and contests, and the names of all views, in German. What index.html has
 * there is English. The rest of the page is English, and says so to screen readers; a translated text in it says
 * its language itself (dom.js).
 */
import { LANGUAGE } from './messages.js';

export const TRANSLATED = '[role=tablist], #panel-solves, #panel-contest';
const IN_ENGLISH = '.skip, .top, .stage, #player, #lesson, #panel-search, #panel-train, #panel-setup, #panel-compare, #panel-gallery, #entry, .foot';
const SPOKEN = ['aria-label', 'placeholder'];

/** @type {Record<string, string>} */
export const GERMAN_LABELS = {
  Views: 'Ansichten',
  Search: 'Suche',
  Train: 'Training',
  Solves: 'Lösungen',
  Board: 'Brett',
  Compare: 'Vergleich',
  Gallery: 'Galerie',
  Contest: 'Wettbewerb',

  'Best time': 'Beste Zeit',
  'Fewest moves': 'Wenigste Züge',
  'Most a second': 'Höchstes Tempo',
  Mean: 'Mittel',
  Session: 'Sitzung',
  'Averages and graphs of': 'Durchschnitte und Kurven der',
  times: 'Zeiten',
  moves: 'Züge',
  'moves a second': 'Züge pro Sekunde',
  Over: 'Über',
  'the solves': 'die Lösungen',
  'the days': 'die Tage',
  'Name of a new session': 'Name einer neuen Sitzung',
  'Begin a session': 'Sitzung beginnen',
  Average: 'Durchschnitt',
  Now: 'Jetzt',
  Best: 'Bester',
  'Each solve, with the average of 12 (line) and of 100 (dashes)': 'Jede Lösung, mit dem Durchschnitt von 12 (Linie) und von 100 (Striche)',
  'How often': 'Wie oft',
  'No solves yet': 'Noch keine Lösungen',
  List: 'Liste',
  First: 'Zuerst',
  'the newest': 'die neuesten',
  'the fastest': 'die schnellsten',
  'the fewest moves': 'die wenigsten Züge',
  'the most moves a second': 'die meisten Züge pro Sekunde',
  Back: 'Zurück',
  More: 'Weiter',
  Undo: 'Rückgängig',
  'List of solves': 'Liste der Lösungen',
  Solve: 'Lösung',
  Time: 'Zeit',
  Moves: 'Züge',
  'tiles, STM': 'Steine, STM',
  Slides: 'Schübe',
  'A second': 'Pro Sekunde',
  Files: 'Dateien',
  'All solves of all puzzles as one file; or add those of such a file, of a csTimer export, or of slidysim (':
    'Alle Lösungen aller Puzzles als eine Datei; oder die einer solchen Datei, eines Exports von csTimer oder von slidysim hinzufügen (',
  'Save as a file': 'Als Datei speichern',
  'Add from a file': 'Aus einer Datei hinzufügen',

  'A result': 'Ein Ergebnis',
  'Copy the link': 'Link kopieren',
  'Try it myself': 'Selbst versuchen',
  'Boards of the day': 'Bretter des Tages',
  ': the same boards for everyone, one attempt at each.': ': für alle dieselben Bretter, je ein Versuch.',
  Begin: 'Beginnen',
  'Result: fewest moves': 'Ergebnis: wenigste Züge',
  Result: 'Ergebnis',
  Speed: 'Tempo',
  'Result: speed': 'Ergebnis: Tempo',
  Relay: 'Staffel',
  '3 × 3, 4 × 4, 5 × 5 and 6 × 6, one after the other, as one time. The clock starts with your first move. The same number brings the same boards.':
    '3 × 3, 4 × 4, 5 × 5 und 6 × 6 nacheinander, als eine Zeit. Die Uhr beginnt mit dem ersten Zug. Dieselbe Nummer bringt dieselben Bretter.',
  'Number of the relay': 'Nummer der Staffel',
  'any number': 'beliebige Zahl',
  'Begin a relay': 'Staffel beginnen',
  'Go on': 'Weiter',
  'Give up': 'Aufgeben',
  'Your relays': 'Meine Staffeln',
  Number: 'Nummer',
};

/* Returns a text in German, with its spaces; texts without a translation stay. */
/** @param {string} text */
function inGerman(text) {
  const label = text.trim();
  return Object.hasOwn(GERMAN_LABELS, label) ? text.replace(label, () => GERMAN_LABELS[label]) : text;
}

/** @param {Element} root */
function translate(root) {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) if (node.nodeValue) node.nodeValue = inGerman(node.nodeValue);
  for (const each of [root, ...root.querySelectorAll('*')])
    for (const name of SPOKEN) if (each.hasAttribute(name)) each.setAttribute(name, inGerman(each.getAttribute(name) ?? ''));
}

/* Comes before the parts, which write into some of these elements. */
export function makeLabels() {
  document.documentElement.lang = LANGUAGE;
  if (LANGUAGE === 'en') return;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(IN_ENGLISH))) part.lang = 'en';
  document.querySelectorAll(TRANSLATED).forEach(translate);
}
