/*
 * "Enter my puzzle": the board that lies in front of the person, cell by cell on a keypad of tiles, or
 * as text. The last tile fills itself in, and whether the board can be solved is said at once.
 */
import { at, closestTo, element, onSubmit, tell } from '../app/dom.js';
import { phrase, tellError } from '../app/texts.js';
import { sizeName, sizeOf, sizeOptions } from '../search/partitions.js';
import { Typing } from './typing.js';
import { withoutGap } from './reader.js';

const GAP = 0;

/** @param {string} id @returns {HTMLButtonElement[]} */
const buttonsOf = (id) => [...at(id).children];

export class Entry {
  /** @param {Parts} parts */
  constructor({ bus, core, game, reader, setup, status, searching }) {
    this.core = core;
    this.reader = reader;
    this.setup = setup;
    this.status = status;
    this.searching = searching;
    this.width = game.width;
    this.height = game.height;
    this.cells = /** @type {(number | null)[]} */ ([]); /* null: not entered yet */
    this.cursor = 0; /* the cell whose turn it is; -1: none */
    this.earlier = /** @type {{ cells: (number | null)[], cursor: number }[]} */ ([]);
    this.unread = /** @type {string | null} */ (null); /* the text that is not on the cells */
    this.placing = /** @type {number[] | null} */ (null); /* the tiles of a board whose gap is tapped */
    at('enter').onclick = () => this.open(game);
    bus.answer('place', (board) => {
      this.open(board);
      this.takeTiles(board);
    });
    bus.answer('paste', (text) => this.paste(text));
    at('entry-size').append(...sizeOptions());
    at('entry-size').onchange = () => this.clear(sizeOf(at('entry-size').value));
    at('entry-back').onclick = () => this.back();
    at('entry-text').oninput = () => this.readText(false);
    onSubmit(at('entry-form'), () => (this.board && this.unread === null ? this.finish() : this.readText(true)));
    at('entry-done').onclick = () => this.finish();
    at('entry-cells').onclick = (event) => this.cell(closestTo(event, 'button'));
    at('entry-keys').onclick = (event) => this.key(closestTo(event, 'button'));
    this.typing = new Typing(this, at('entry'), at('entry-cells'));
    at('entry-text').onpaste = (event) => this.pasteRows(event);
  }

  /** @param {Size} size */
  open(size) {
    this.clear(size);
    at('entry').showModal();
    at('entry-cells').focus();
  }

  /** A text that is pasted while this is open; the field has one line. @param {string} text */
  paste(text) {
    if (!at('entry').open) return undefined;
    at('entry-text').value = text.trim().replace(/\s*\n\s*/g, ' ');
    this.readText(true, text);
    return true;
  }

  /** The field has one line: the browser would join the last and the first number of two rows. @param {ClipboardEvent} event */
  pasteRows(event) {
    const text = event.clipboardData?.getData('text') ?? '';
    if (!text.trim().includes('\n')) return;
    event.preventDefault();
    this.paste(text);
  }

  /** `text`: what stays in the field. @param {Size} size @param {string} [text] */
  clear({ width, height }, text = '') {
    this.width = width;
    this.height = height;
    this.typing.text = '';
    at('entry-size').value = sizeName(this);
    at('entry-text').value = text;
    this.unread = this.placing = null;
    this.cells = new Array(width * height).fill(null);
    this.earlier = [];
    this.cursor = 0;
    this.build();
    this.draw();
  }

  build() {
    at('entry').style.setProperty('--columns', this.width);
    at('entry').style.setProperty('--rows', this.height);
    at('entry-cells').replaceChildren(...this.cells.map((_, cell) => element('button', { type: 'button', 'data-cell': cell })));
    const tiles = this.cells.map((_, tile) => element('button', { type: 'button', 'data-tile': tile }, tile === 0 ? phrase('gap') : String(tile)));
    at('entry-keys').replaceChildren(...tiles.slice(1), tiles[0]);
  }

  /* The board, once it is whole. */
  get board() {
    const { width, height } = this;
    const cells = this.cells.filter((tile) => tile !== null);
    return cells.length < width * height ? null : { width, height, cells };
  }

  /* False: it cannot, or the board is not whole. */
  get solvable() {
    const { board } = this;
    return board !== null && this.core.parityError(board, this.reader.goalFor(board)) === null;
  }

  /* The tiles are known, and where the gap is is asked. */
  get asksGap() {
    return this.placing !== null && !this.board;
  }

  remember() {
    this.earlier.push({ cells: [...this.cells], cursor: this.cursor });
  }

  /** @param {HTMLElement | null} button */
  key(button) {
    if (!button) return;
    this.typing.text = '';
    this.fill(Number(button.dataset.tile));
  }

  /** Puts a tile into the cell whose turn it is. @param {number} tile */
  fill(tile) {
    if (this.asksGap) return;
    this.remember();
    this.placing = null;
    if (this.cursor === -1) this.cursor = this.cells.indexOf(tile);
    const from = this.cells.indexOf(tile);
    if (from >= 0) this.cells[from] = this.cells[this.cursor]; /* two that were mixed up */
    this.cells[this.cursor] = tile;
    const empty = this.cells.indexOf(null);
    if (empty >= 0 && empty === this.cells.lastIndexOf(null)) this.cells[empty] = this.cells.findIndex((_, last) => !this.cells.includes(last));
    const next = this.cells.indexOf(null, this.cursor);
    this.cursor = next >= 0 ? next : this.cells.indexOf(null);
    this.draw();
  }

  /** To the next cell, or so many farther. @param {number} [cells] */
  skip(cells = 1) {
    const all = this.cells.length;
    this.remember();
    this.cursor = this.cursor === -1 ? 0 : (this.cursor + cells + all) % all;
    this.draw();
  }

  /** @param {HTMLElement | null} button */
  cell(button) {
    if (!button) return;
    this.typing.text = '';
    this.cursor = Number(button.dataset.cell);
    if (this.placing) {
      this.cells = [...this.placing.slice(0, this.cursor), GAP, ...this.placing.slice(this.cursor)];
      this.cursor = -1;
    }
    this.draw();
  }

  back() {
    this.typing.text = '';
    const last = this.earlier.pop();
    this.placing = null;
    if (last) Object.assign(this, last);
    this.draw();
  }

  /** Until it is known where the gap is, it is last. @param {BoardWithoutGap} board */
  takeTiles(board) {
    this.take(board, [...board.tiles, null], board.tiles);
  }

  /** @param {Size} size @param {(number | null)[]} cells @param {number[] | null} placing */
  take(size, cells, placing) {
    if (sizeName(size) !== sizeName(this)) this.clear(size, at('entry-text').value);
    Object.assign(this, { cells: [...cells], placing, cursor: -1, unread: null });
    this.draw();
  }

  /** Fills the cells if the text is a board; `aloud`: else says why not. @param {boolean} aloud @param {string} [value] */
  readText(aloud, value = at('entry-text').value) {
    this.unread = value.trim() === '' ? null : value;
    if (this.unread === null) return this.draw();
    const tiles = withoutGap(value, this);
    if (tiles) return this.takeTiles(tiles);
    try {
      const board = this.reader.parse(value, this.reader.goalFor(this));
      this.take(board, board.cells, null);
    } catch (error) {
      this.draw();
      if (aloud) tellError(at('entry-note'), error);
    }
    return undefined;
  }

  /** What is to do next, or why the board cannot be solved. @returns {[string, boolean]} */
  get news() {
    const { board, cursor, width } = this;
    if (this.asksGap) return [phrase('tap gap'), false];
    if (!board) return [phrase('tap tile', Math.floor(cursor / width) + 1, (cursor % width) + 1), false];
    return [phrase(this.solvable ? 'whole' : 'mixed up'), !this.solvable];
  }

  draw() {
    const { cells, cursor, board, width } = this;
    const name = (/** @type {number | null} */ tile) => (tile === null ? '' : tile === GAP ? phrase('gap') : String(tile));
    for (const [cell, button] of buttonsOf('entry-cells').entries()) {
      const tile = cells[cell];
      const typed = cell === cursor ? this.typing.text : '';
      button.textContent = typed || (tile === GAP ? '' : name(tile));
      button.classList.toggle('gap', tile === GAP && typed === '');
      button.classList.toggle('now', cell === cursor);
      if (cell === cursor) button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      button.setAttribute('aria-label', phrase('cell', Math.floor(cell / width) + 1, (cell % width) + 1, name(tile)));
    }
    for (const button of buttonsOf('entry-keys'))
      button.classList.toggle('used', cells.includes(Number(button.dataset.tile)));
    const [text, wrong] = this.news;
    tell(at('entry-note'), text, wrong);
    at('entry-back').disabled = this.earlier.length === 0;
    at('entry-done').disabled = !board;
    at('entry-done').textContent = phrase(wrong ? 'use it' : 'show moves');
  }

  finish() {
    const { board } = this;
    if (!board) return;
    at('entry').close();
    this.setup.setBoard(board, this.reader.goalFor(board));
    if (this.status.solvable) this.searching.solve(true); /* the puzzle is in the person's hands: no move plays by itself */
  }
}
