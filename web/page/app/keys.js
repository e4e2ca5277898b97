/*
 * The keys, wherever the focus is, except in what uses these keys itself: fields take all, sliders all but
 * Space and Escape, lists and tabs all unless a pointer chose them, buttons only Space and Enter. A dialog
 * is about another board than the page's.
 */
import { closestTo } from './dom.js';

/* Whether a pointer brought the focus to where it is: who clicks a tab plays on by keys. */
let pointed = false;
let byPointer = false;

export const focusedByPointer = () => byPointer;

/** @type {Record<string, string>} */
export const ARROWS = { ArrowUp: 'U', ArrowDown: 'D', ArrowLeft: 'L', ArrowRight: 'R' };
/* Letters for up, left, down and right: of games, and those that speedsolvers use. */
export const LETTERS = ['wasd', 'ijkl', 'ijkf', 'isjd'];
/** @type {Record<string, string>} */
const WORK = { ' ': 'scramble', Enter: 'solve', h: 'hint', z: 'focus', u: 'undo', Backspace: 'undo', r: 'retry',
  p: 'previous' };

const SLIDER = 'input[type=range]';
const TAKES_ALL = 'input:not([type=checkbox], [type=range]), textarea, .table-wrap';
const TAKES_ALL_BY_KEYS = 'select, [role=tab]';
const TAKES_ENTER = 'button, a, summary, input, label';

/** `slide(move)` and `press(name)` do what a key asks for; `letters()` are those of LETTERS that are used.
 * `solution(key, repeated)` has the keys of the solution that is shown, and returns false for others.
 * @param {{ slide: (move: string) => void, press: (id: string) => void, letters: () => string, solution: (key: string, repeated: boolean) => boolean }} options */
export function listenToKeys({ slide, press, letters, solution }) {
  addEventListener('pointerdown', () => { pointed = true; }, true);
  addEventListener('keydown', () => { pointed = false; }, true);
  addEventListener('focusin', () => { byPointer = pointed; }, true);
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (closestTo(event, TAKES_ALL) || document.querySelector('dialog:modal')) return;
    if (!focusedByPointer() && closestTo(event, TAKES_ALL_BY_KEYS)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const slider = closestTo(event, SLIDER);
    const own = (key === ' ' || key === 'Enter') && closestTo(event, TAKES_ENTER) &&
      !closestTo(event, TAKES_ALL_BY_KEYS) && !slider;
    if (own || (slider && key !== ' ' && key !== 'Escape')) return;
    if (solution(key, event.repeat)) return event.preventDefault();
    if (slider) return;
    const move = ARROWS[key] ?? (key.length === 1 ? 'ULDR'[letters().indexOf(key)] : undefined);
    if (move) slide(move);
    else if (WORK[key] && !event.repeat) press(WORK[key]);
    else if (!WORK[key]) return;
    event.preventDefault();
  });
}
