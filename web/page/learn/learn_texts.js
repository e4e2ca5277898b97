/*
 * What the course and the mistakes say, in English and German. Words are for readers of ten years: a home
 * is the goal cell of a tile, a place is a stretch of a solve.
 */
import { LANGUAGE } from '../app/messages.js';

const WAYS_EN = { U: 'up', D: 'down', L: 'left', R: 'right' };
const WAYS_DE = { U: 'hoch', D: 'runter', L: 'nach links', R: 'nach rechts' };

const movesEn = (number) => (number === 1 ? '1 move' : `${number} moves`);
const movesDe = (number) => (number === 1 ? '1 Zug' : `${number} Züge`);

/* Each text is a function of what it is about. */
export const LEARN_TEXTS = {
  en: {
    close: () => 'Close',
    size: () => 'Size',
    board: () => 'Practice board',
    undo: () => 'Undo',
    again: () => 'Start again',
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
  },
  de: {
    close: () => 'Schließen',
    size: () => 'Größe',
    board: () => 'Übungsbrett',
    undo: () => 'Zurück',
    again: () => 'Von vorn',
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
  },
};

/* Returns a text in the language of the page. */
export function learnText(name, ...values) {
  return LEARN_TEXTS[LANGUAGE][name](...values);
}
