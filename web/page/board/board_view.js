/*
 * The board on the screen: tiles that slide, and every way to touch them.
 *
 * Playing: a click slides the tiles between it and the gap, a key (keys.js) or a swipe slides one
 * tile that way; a mouse that only passes does as a click, if that is wanted. Editing: a tile is dragged onto another, or picked up and put down by Enter, and the two
 * change places.
 */
import { boardText } from '../search/core.js';
import { MOVE_NAMES } from './game.js';

const SWIPE_PIXELS = 18;
const PASS_PIXELS = 8; /* between the places that are looked at where a mouse went by */

/* Along the goal's diagonal the tiles go from one colour to the other. */
const HUE_FIRST = 205;
const HUE_LAST = 75;

export class BoardView {
  /* `root` gets the numbers of columns and rows, too, for the measures of what is around the board. */
  /** @param {HTMLElement} element @param {Game} game @param {HTMLElement} [root] */
  constructor(element, game, root = document.documentElement) {
    this.element = element;
    this.game = game;
    this.root = root;
    this.editing = false;
    this.hovering = false; /* tiles slide below a mouse that no button is pressed of */
    this.fringes = false; /* first row and column alike, and so on */
    this.pressing = false; /* tiles slide when they are pressed */
    /** @type {number | null} */
    this.cursor = null;
    /** @type {number | null} */
    this.held = null;
    /** @type {Map<number, HTMLElement>} */
    this.tiles = new Map();
    this.goal = ''; /* the text of the goal that the tiles' colours are of */
    this.frame = document.createElement('div'); /* around the cell that keys edit */
    this.frame.className = 'cursor';
    this.frame.hidden = true;
    /** @type {Set<Drag>} */
    this.drags = new Set(); /* of the fingers that are down */
    this.presses = 0;
    /** @type {{ clientX: number, clientY: number } | null} */
    this.passed = null; /* where the mouse was last */
    this.build();
    game.onChange((change) => this.show(change));
    element.addEventListener('keydown', (event) => this.key(event));
    element.addEventListener('pointerdown', (event) => this.pointerDown(event));
    element.addEventListener('pointermove', (event) => this.hover(event));
    element.addEventListener('pointerleave', () => { this.passed = null; });
    element.addEventListener('blur', () => this.placeCursor());
    element.addEventListener('focus', () => this.placeCursor());
  }

  /* ---- drawing ---- */

  build() {
    const { width, height, cells } = this.game;
    this.element.replaceChildren();
    for (const each of [this.element, this.root]) {
      each.style.setProperty('--columns', width);
      each.style.setProperty('--rows', height);
    }
    this.tiles.clear();
    for (const tile of [...cells].sort((a, b) => a - b)) {
      if (tile !== 0) this.tiles.set(tile, this.buildTile(tile));
    }
    this.element.append(...this.tiles.values(), this.frame);
    this.place();
  }

  /** @param {boolean} on */
  colourFringes(on) {
    this.fringes = on;
    this.build();
  }

  /** @param {number} tile */
  buildTile(tile) {
    const { width, height } = this.game;
    const home = this.game.goalCell(tile);
    const [x, y] = [home % width, Math.floor(home / width)];
    const along = this.fringes ? Math.min(x, y) / (Math.min(width, height) - 1)
      : (x + y) / (width + height - 2);
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'tile';
    button.tabIndex = -1;
    button.style.setProperty('--hue', HUE_FIRST + along * (HUE_LAST - HUE_FIRST));
    button.style.setProperty('--home-x', x);
    button.style.setProperty('--home-y', y);
    const number = document.createElement('span');
    number.textContent = String(tile);
    button.append(number);
    /* A click that no pointer made: a screen reader's. */
    button.addEventListener('click', (event) => {
      if (event.detail === 0) this.choose(this.game.cells.indexOf(tile));
    });
    return button;
  }

  /* Puts an element onto a cell. */
  /** @param {HTMLElement} element @param {number} cell */
  put(element, cell) {
    const { width } = this.game;
    element.style.setProperty('--x', cell % width);
    element.style.setProperty('--y', Math.floor(cell / width));
  }

  place() {
    const { width, height, cells } = this.game;
    cells.forEach((tile, cell) => {
      const button = this.tiles.get(tile);
      if (!button) return;
      this.put(button, cell);
      button.setAttribute('aria-label',
        `${tile}, row ${Math.floor(cell / width) + 1}, column ${(cell % width) + 1}`);
    });
    this.element.classList.toggle('solved', this.game.solved);
    this.element.setAttribute('aria-label',
      `Board, ${width} by ${height}, gap in row ${Math.floor(this.game.blank / width) + 1}, ` +
      `column ${(this.game.blank % width) + 1}`);
    this.placeCursor();
  }

  /** @param {Change} change */
  show({ kind }) {
    this.hint('');
    const goal = boardText(this.game.goal);
    if (kind === 'board' && goal !== this.goal) this.build();
    else this.place();
    this.goal = goal;
  }

  /* Marks the tile to click for moves of one direction; '': none. */
  /** @param {string} moves */
  hint(moves) {
    for (const button of this.tiles.values()) delete button.dataset.hint;
    if (moves === '') return;
    const tile = this.game.cells[this.game.sourceOf(moves[0], moves.length)];
    const button = this.tiles.get(tile);
    if (button) button.dataset.hint = MOVE_NAMES[moves[0]];
  }

  /* ---- playing ---- */

  /** @param {number} cell */
  choose(cell) {
    if (this.editing) this.pick(cell);
    else this.game.slideTo(cell);
  }

  /* One tile that way, or the frame while editing. */
  /** @param {string} move */
  slide(move) {
    if (this.editing) this.moveCursor(move);
    else this.game.move(move);
  }

  /* A browser reports a fast mouse once a frame: all cells count that it passed since. Ctrl holds the
   * tiles. */
  /** @param {PointerEvent} event */
  hover(event) {
    if (!this.hovering || this.editing || event.buttons !== 0 || event.pointerType !== 'mouse') return;
    const reported = event.getCoalescedEvents?.() ?? [];
    for (const each of reported.length > 0 ? reported : [event]) {
      const from = this.passed ?? each;
      const [dx, dy] = [each.clientX - from.clientX, each.clientY - from.clientY];
      const steps = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / PASS_PIXELS));
      this.passed = { clientX: each.clientX, clientY: each.clientY };
      if (event.ctrlKey) continue;
      for (let i = 1; i <= steps; i++) {
        const cell = this.cellAt({ clientX: from.clientX + (dx * i) / steps, clientY: from.clientY + (dy * i) / steps });
        if (cell >= 0) this.game.slideTo(cell);
      }
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.editing) return;
    if (event.key === 'Enter' || event.key === ' ') {
      this.pick(this.cursor ?? 0);
      event.preventDefault();
    } else if (event.key === 'Escape') {
      this.held = null;
      this.placeCursor();
    }
  }

  /** @param {{ clientX: number, clientY: number }} options */
  cellAt({ clientX, clientY }) {
    const { width, height } = this.game;
    const box = this.element.getBoundingClientRect();
    const x = Math.floor(((clientX - box.left) / box.width) * width);
    const y = Math.floor(((clientY - box.top) / box.height) * height);
    return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x;
  }

  /** @param {PointerEvent} event */
  pointerDown(event) {
    if (event.button !== 0 || (this.editing && this.drags.size > 0)) return;
    const cell = this.cellAt(event);
    const tile = this.tiles.get(this.game.cells[cell]);
    const drag = { cell, tile, x: event.clientX, y: event.clientY, order: this.presses++, done: false };
    event.preventDefault();
    this.element.focus({ preventScroll: true });
    this.element.setPointerCapture(event.pointerId);
    this.drags.add(drag);
    if (this.pressing && !this.editing) this.commit(drag);
    /** @param {PointerEvent} next */
    const end = (next) => {
      for (const [type, heard] of Object.entries(own)) this.element.removeEventListener(type, heard);
      this.drags.delete(drag);
      this.pointerEnd(drag, next);
    };
    const types = { pointermove: (/** @type {PointerEvent} */ next) => this.pointerMove(drag, next), pointerup: end, pointercancel: end };
    /** @type {Record<string, (next: any) => void>} */
    const own = Object.fromEntries(Object.entries(types).map(([type, hear]) =>
      [type, (next) => next.pointerId === event.pointerId && hear(next)]));
    for (const [type, heard] of Object.entries(own)) this.element.addEventListener(type, heard);
  }

  /* A press that was no swipe becomes a slide. */
  /** @param {Drag} drag */
  commit(drag) {
    if (drag.done || drag.cell < 0) return;
    drag.done = true;
    this.choose(drag.cell);
  }

  /** @param {Drag} drag @param {PointerEvent} event */
  pointerMove(drag, event) {
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (this.editing) {
      if (!drag.tile) return;
      drag.tile.classList.add('dragged');
      drag.tile.style.setProperty('--drag-x', `${dx}px`);
      drag.tile.style.setProperty('--drag-y', `${dy}px`);
    } else if (!drag.done && Math.max(Math.abs(dx), Math.abs(dy)) >= SWIPE_PIXELS) {
      drag.done = true;
      if (this.endPinch()) return;
      const sideways = Math.abs(dx) > Math.abs(dy);
      this.game.move(sideways ? (dx > 0 ? 'R' : 'L') : (dy > 0 ? 'D' : 'U'));
    }
  }

  /* A finger moves while another one is down that has made no move: both pinch the page, and make none.
   * False: there is no such finger. */
  endPinch() {
    const others = [...this.drags].filter(({ done }) => !done);
    for (const other of others) other.done = true;
    return others.length > 0;
  }

  /** @param {Drag} drag @param {PointerEvent} event */
  pointerEnd(drag, event) {
    drag.tile?.classList.remove('dragged');
    drag.tile?.style.removeProperty('--drag-x');
    drag.tile?.style.removeProperty('--drag-y');
    if (event.type === 'pointercancel' || drag.done) return;
    /* The finger that came down first was meant first, whichever is up first. */
    for (const earlier of this.drags) if (earlier.order < drag.order) this.commit(earlier);
    const cell = this.cellAt(event);
    if (cell < 0 || drag.cell < 0) return;
    if (this.editing && cell !== drag.cell) this.game.swap(drag.cell, cell);
    else this.choose(cell);
  }

  /* ---- editing ---- */

  /** @param {boolean} on */
  edit(on) {
    this.editing = on;
    this.held = null;
    this.element.classList.toggle('editing', on);
    this.placeCursor();
  }

  /** @param {string} move */
  moveCursor(move) {
    const { width, height } = this.game;
    const at = this.cursor ?? 0;
    const x = (at % width) + Number(move === 'R') - Number(move === 'L');
    const y = Math.floor(at / width) + Number(move === 'D') - Number(move === 'U');
    if (x >= 0 && y >= 0 && x < width && y < height) this.cursor = y * width + x;
    this.placeCursor();
  }

  /* The first cell is picked up, the second changes places with it. */
  /** @param {number} cell */
  pick(cell) {
    this.cursor = cell;
    if (this.held === null) {
      this.held = cell;
    } else {
      const held = this.held;
      this.held = null;
      this.game.swap(held, cell);
    }
    this.placeCursor();
  }

  placeCursor() {
    const shown = this.editing && (document.activeElement === this.element || this.held !== null);
    this.frame.hidden = !shown;
    this.frame.classList.toggle('holding', this.held !== null);
    this.put(this.frame, this.held ?? this.cursor ?? 0);
    if (shown && this.cursor !== null && this.held !== null) this.put(this.frame, this.cursor);
  }
}
