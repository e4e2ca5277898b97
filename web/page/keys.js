/*
 * The keys, wherever the focus is, except in what uses these keys itself: fields, lists, sliders and
 * tabs take all, buttons only Space and Enter.
 */

const SLIDES = {
  ArrowUp: 'U', ArrowDown: 'D', ArrowLeft: 'L', ArrowRight: 'R', w: 'U', s: 'D', a: 'L', d: 'R',
};
const WORK = { ' ': 'scramble', Enter: 'solve', h: 'hint', u: 'undo', Backspace: 'undo', r: 'retry' };

const TAKES_ALL = 'input:not([type=checkbox]), textarea, select, [role=tab], .table-wrap';
const TAKES_ENTER = 'button, a, summary, input, label';

/* `slide(move)` and `press(name)` do what a key asks for. */
export function listenToKeys(slide, press) {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.(TAKES_ALL)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const own = (key === ' ' || key === 'Enter') && event.target.closest?.(TAKES_ENTER);
    if (own) return;
    if (SLIDES[key]) slide(SLIDES[key]);
    else if (WORK[key] && !event.repeat) press(WORK[key]);
    else if (!WORK[key]) return;
    event.preventDefault();
  });
}
