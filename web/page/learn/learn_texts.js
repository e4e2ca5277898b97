/*
 * What the course and the mistakes say, in English and German. Words are for readers of ten years: a home
 * is the goal cell of a tile, a place is a stretch of a solve.
 */
import { LANGUAGE } from '../app/messages.js';

/** @type {Record<string, string>} */
const WAYS_EN = { U: 'up', D: 'down', L: 'left', R: 'right' };
/** @type {Record<string, string>} */
const WAYS_DE = { U: 'hoch', D: 'runter', L: 'nach links', R: 'nach rechts' };

/** @param {number} number */
const movesEn = (number) => (number === 1 ? '1 move' : `${number} moves`);
/** @param {number} number */
const wereEn = (number) => (number === 1 ? '1 move was' : `${number} moves were`);
/** @param {number} number */
const movesDe = (number) => (number === 1 ? '1 Zug' : `${number} Züge`);
/** @param {number} number */
const tenth = (number) => (Math.round(10 * number) / 10).toString();

/* Each text is a function of what it is about. */
/** @type {Record<string, Record<string, (...values: any[]) => string>>} */
export const LEARN_TEXTS = {
  en: {
    close: () => 'Close',
    size: () => 'Size',
    undo: () => 'Undo',
    slide: (tiles, way) => `Slide ${tiles.join(', ')} ${WAYS_EN[way]}.`,

    course: () => 'Learn to solve it',
    chapter: () => 'Chapter',
    'chapter tile': () => 'The first tiles',
    'chapter row': () => 'Finish the row',
    'chapter column': () => 'From the left',
    'chapter six': () => 'The last six',
    'chapter whole': () => 'The whole puzzle',
    'about tile': () => 'A tile beside the gap can slide into it. To bring a tile home, walk the gap to the side where the tile should go. Slide the tile into it. Then walk the gap around the tile, and do it again.',
    'about row': () => 'The last two tiles of a row go in together, like a train around a bend. The first waits in the corner, the second right behind it. Then both slide in.',
    'about column': () => 'When two rows are left, go on from the left. The two tiles of a column go in like the end of a row: the first waits in the corner, the second beside it.',
    'about six': () => 'Six places are left. Bring in two more tiles from the left. Then three tiles are left: turn them around until they are home.',
    'about whole': () => 'Now all of it: row after row until two rows are left, then from the left. Switch “Show the moves” off when you know the way.',
    'step tile': ([tile]) => `Bring ${tile} home, to the marked place.`,
    'step first': ([first, second]) => `Bring ${first} into the corner. It waits there for ${second}.`,
    'step second': ([first, second]) => `Bring ${second} to the marked place, right behind ${first}.`,
    'step out': ([first, second]) => `${second} cannot get in like this. Bring ${first} out, and into the corner once more.`,
    'step in': ([first, second]) => `Now ${first} and ${second} slide in, one after the other.`,
    'step turn': () => 'Turn the last three tiles around until they are home.',
    hand: () => 'Show the moves',
    watch: () => 'Show this step',
    stop: () => 'Stop',
    fresh: () => 'New board',
    next: () => 'Next chapter',
    done: (made) => `Well done! It took ${movesEn(made)}.`,
    'all done': (made) => `Solved! It took ${movesEn(made)}. Now you can solve any board of this size.`,
    mastered: () => 'done',

    mistakes: () => 'Learn from my mistakes',
    found: (places, lost) => (places === 1 ? `${wereEn(lost)} lost in one place.` : `${wereEn(lost)} lost in ${places} places.`),
    practise: () => 'Find better ways',
    'none lost': () => 'No moves were lost in this solve.',
    place: (number, places, from, to) => `Place ${number} of ${places}: moves ${from} to ${to}`,
    task: (lost, made, closer, wanted) => `${wereEn(lost)} lost here: you made ${movesEn(made)}${
      closer > 0 ? ` to come ${closer} closer to the goal` : closer === 0 ? ' and came no closer to the goal'
        : ` and went ${-closer} away from the goal`}. ${movesEn(wanted)} can bring you ${wanted} closer: find ${wanted === 1 ? 'it' : 'them'}.`,
    made: (made) => `${movesEn(made)} so far.`,
    best: (made) => `Found! ${movesEn(made)}: no way is shorter.`,
    better: (made, lost, best) => `Better: ${movesEn(made)}, and fewer than ${lost} lost. There is a way with ${best}.`,
    long: () => 'This way loses as many moves as yours. Take moves back, or look at a better way.',
    'own way': () => 'My way',
    'better way': () => 'A better way',
    'shorter way': () => 'My way, shorter',
    detour: (best) => `To come where you came, ${movesEn(best)} ${best === 1 ? 'is' : 'are'} enough.`,
    'way at': (made, all) => `${made} of ${movesEn(all)}`,
    back: () => 'One move back',
    forward: () => 'One move forward',
    'place before': () => 'Place before',
    'next place': () => 'Next place',
    measuring: () => 'Measuring …',
    unmeasured: () => 'The distance could not be found in time.',

    costs: () => 'What costs me most',
    'costs about': (solves) => `Lost moves of ${solves === 1 ? 'one solve' : `${solves} solves`}, for each solve on average:`,
    'costs none': () => 'A solve is measured when it is reviewed. None of this list is measured yet.',
    kind: () => 'Kind of place',
    lost: () => 'Lost moves',
    month: () => 'Month',
    dearest: () => 'Most of them',
    train: () => 'Practise',
    average: (number) => tenth(number),
    'kind row': () => 'While a row is built',
    'kind column': () => 'While a column is built',
    'kind pair': () => 'The last two tiles of a line',
    'kind corner': () => 'One missing tile of a line',
    'kind six': () => 'The last six places',
    'kind apart': () => 'A solved line is taken apart',
    'kind several': () => 'Several lines at once',
    measure: () => 'Measure earlier solves',
    measured: (done, all) => `Measured: ${done} of ${all}.`,
  },
  de: {
    close: () => 'Schließen',
    size: () => 'Größe',
    undo: () => 'Zurück',
    slide: (tiles, way) => `Schiebe ${tiles.join(', ')} ${WAYS_DE[way]}.`,

    course: () => 'Lösen lernen',
    chapter: () => 'Kapitel',
    'chapter tile': () => 'Die ersten Steine',
    'chapter row': () => 'Die Reihe fertig machen',
    'chapter column': () => 'Von links',
    'chapter six': () => 'Die letzten sechs',
    'chapter whole': () => 'Das ganze Puzzle',
    'about tile': () => 'Ein Stein neben der Lücke kann in sie rutschen. Um einen Stein nach Hause zu bringen, führe die Lücke auf die Seite, zu der er soll. Schiebe den Stein hinein. Dann führe die Lücke um ihn herum, und noch einmal.',
    'about row': () => 'Die letzten zwei Steine einer Reihe gehen zusammen hinein, wie ein Zug um die Kurve. Der erste wartet in der Ecke, der zweite direkt hinter ihm. Dann rutschen beide hinein.',
    'about column': () => 'Wenn zwei Reihen übrig sind, geht es von links weiter. Die zwei Steine einer Spalte gehen hinein wie das Ende einer Reihe: Der erste wartet in der Ecke, der zweite neben ihm.',
    'about six': () => 'Sechs Plätze sind übrig. Bring von links noch zwei Steine hinein. Dann sind drei Steine übrig: Dreh sie im Kreis, bis sie zu Hause sind.',
    'about whole': () => 'Jetzt alles: Reihe für Reihe, bis zwei Reihen übrig sind, dann von links. Schalte „Züge zeigen“ aus, wenn du den Weg kennst.',
    'step tile': ([tile]) => `Bring die ${tile} nach Hause, auf den markierten Platz.`,
    'step first': ([first, second]) => `Bring die ${first} in die Ecke. Dort wartet sie auf die ${second}.`,
    'step second': ([first, second]) => `Bring die ${second} auf den markierten Platz, direkt hinter die ${first}.`,
    'step out': ([first, second]) => `So kommt die ${second} nicht hinein. Hol die ${first} heraus, und bring sie noch einmal in die Ecke.`,
    'step in': ([first, second]) => `Jetzt rutschen die ${first} und die ${second} hinein, eine nach der anderen.`,
    'step turn': () => 'Dreh die letzten drei Steine im Kreis, bis sie zu Hause sind.',
    hand: () => 'Züge zeigen',
    watch: () => 'Diesen Schritt zeigen',
    stop: () => 'Halt',
    fresh: () => 'Neues Brett',
    next: () => 'Nächstes Kapitel',
    done: (made) => `Gut gemacht! ${made === 1 ? 'Es war' : 'Es waren'} ${movesDe(made)}.`,
    'all done': (made) => `Gelöst! Es waren ${movesDe(made)}. Jetzt kannst du jedes Brett dieser Größe lösen.`,
    mastered: () => 'geschafft',

    mistakes: () => 'Aus meinen Fehlern lernen',
    found: (places, lost) => `${movesDe(lost)} verloren, an ${places === 1 ? 'einer Stelle' : `${places} Stellen`}.`,
    practise: () => 'Bessere Wege finden',
    'none lost': () => 'Bei dieser Lösung ging kein Zug verloren.',
    place: (number, places, from, to) => `Stelle ${number} von ${places}: Züge ${from} bis ${to}`,
    task: (lost, made, closer, wanted) => `Hier ${lost === 1 ? 'ging 1 Zug' : `gingen ${lost} Züge`} verloren: Du hast ${movesDe(made)} gemacht${
      closer > 0 ? `, um dem Ziel um ${closer} näher zu kommen` : closer === 0 ? ' und bist dem Ziel nicht näher gekommen'
        : ` und dich vom Ziel um ${-closer} entfernt`}. ${wanted === 1 ? '1 Zug bringt' : `${wanted} Züge bringen`} dich um ${wanted} näher: Finde ${wanted === 1 ? 'ihn' : 'sie'}.`,
    made: (made) => `Bisher ${movesDe(made)}.`,
    best: (made) => `Gefunden! ${movesDe(made)}: Kein Weg ist kürzer.`,
    better: (made, lost, best) => `Besser: ${movesDe(made)}, und weniger als ${lost} verloren. Es gibt einen Weg mit ${best}.`,
    long: () => 'Auf diesem Weg gehen so viele Züge verloren wie auf deinem. Nimm Züge zurück, oder sieh dir einen besseren an.',
    'own way': () => 'Mein Weg',
    'better way': () => 'Ein besserer Weg',
    'shorter way': () => 'Mein Weg, kürzer',
    detour: (best) => `Dorthin, wo du hingekommen bist, ${best === 1 ? 'reicht' : 'reichen'} ${movesDe(best)}.`,
    'way at': (made, all) => `${made} von ${all === 1 ? '1 Zug' : `${all} Zügen`}`,
    back: () => 'Ein Zug zurück',
    forward: () => 'Ein Zug weiter',
    'place before': () => 'Vorige Stelle',
    'next place': () => 'Nächste Stelle',
    measuring: () => 'Wird gemessen …',
    unmeasured: () => 'Die Entfernung ließ sich in der Zeit nicht finden.',

    costs: () => 'Was mich am meisten kostet',
    'costs about': (solves) => `Verlorene Züge von ${solves === 1 ? 'einer Lösung' : `${solves} Lösungen`}, im Mittel je Lösung:`,
    'costs none': () => 'Eine Lösung wird bei ihrer Durchsicht gemessen. Von dieser Liste ist noch keine gemessen.',
    kind: () => 'Art der Stelle',
    lost: () => 'Verlorene Züge',
    month: () => 'Monat',
    dearest: () => 'Die meisten',
    train: () => 'Üben',
    average: (number) => tenth(number).replace('.', ','),
    'kind row': () => 'Beim Bau einer Reihe',
    'kind column': () => 'Beim Bau einer Spalte',
    'kind pair': () => 'Die letzten zwei Steine einer Linie',
    'kind corner': () => 'Ein fehlender Stein einer Linie',
    'kind six': () => 'Die letzten sechs Plätze',
    'kind apart': () => 'Eine fertige Linie wird geöffnet',
    'kind several': () => 'Mehrere Linien zugleich',
    measure: () => 'Frühere Lösungen messen',
    measured: (done, all) => `Gemessen: ${done} von ${all}.`,
  },
};

/* Returns a text in the language of the page. */
/** @param {string} name @param {...any} values */
export function learnText(name, ...values) {
  return LEARN_TEXTS[LANGUAGE][name](...values);
}
