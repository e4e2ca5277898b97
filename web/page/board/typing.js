/*
 * Keys in "Enter my puzzle". Digits are the number of the tile in the cell whose turn it is. The number
 * is taken by Space, Enter or a comma, or by a digit that would make it too large.
 */
import { closestTo } from '../app/dom.js';

const GAP_MARKS = 'x_.*-';
/** @type {Record<string, (width: number) => number>} */
const STEPS = { ArrowLeft: () => -1, ArrowRight: () => 1, ArrowUp: (width) => -width, ArrowDown: (width) => width };

export class Typing {
  /* `entry` is the puzzle that is entered. `cells`, the element, has the focus while a person types, so
   * that Space and Enter press no button. */
  /** @param {import('./entry.js').Entry} entry @param {HTMLDialogElement} dialog @param {HTMLElement} cells */
  constructor(entry, dialog, cells) {
    this.entry = entry;
    this.cells = cells;
    this.text = ''; /* digits that are not taken yet */
    document.addEventListener('keydown', (event) => dialog.open && this.hear(event));
  }

  /** @param {KeyboardEvent} event */
  hear(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || closestTo(event, 'input, select')) return;
    if (!this.take(key, target === this.cells)) return;
    event.preventDefault();
    if (target !== this.cells) this.cells.focus();
  }

  /** False: the key is not one of these. `here`: the cells have the focus, and no button. @param {string} key @param {boolean} here */
  take(key, here) {
    if (/^[0-9]$/.test(key)) this.digit(key);
    else if (key.length === 1 && GAP_MARKS.includes(key)) this.digit('0');
    else if (key === 'Backspace') this.back();
    else if (here && [' ', 'Enter', ','].includes(key)) this.next(key);
    else if (here && STEPS[key]) this.step(STEPS[key](this.entry.width));
    else return false;
    return true;
  }

  /** @param {string} digit */
  digit(digit) {
    const { entry } = this;
    if (entry.cursor === -1 || entry.asksGap) return;
    if (this.text === '0' || Number(this.text + digit) >= entry.cells.length) this.commit();
    if (entry.cursor !== -1 && Number(digit) < entry.cells.length) this.text += digit;
    entry.draw();
  }

  /* False: there was no number. */
  commit() {
    const { text } = this;
    this.text = '';
    if (text !== '') this.entry.fill(Number(text));
    return text !== '';
  }

  /** @param {string} key */
  next(key) {
    const { entry } = this;
    if (this.commit()) return;
    if (entry.asksGap && entry.cursor >= 0) entry.cell(/** @type {HTMLElement} */ (this.cells.children[entry.cursor]));
    else if (key === 'Enter' && entry.solvable) entry.finish();
    else entry.skip();
  }

  /** @param {number} cells */
  step(cells) {
    this.commit();
    this.entry.skip(cells);
  }

  back() {
    if (this.text === '') return this.entry.back();
    this.text = this.text.slice(0, -1);
    return this.entry.draw();
  }
}
