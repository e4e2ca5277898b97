/*
 * The board on the screen, and how it is touched. Playing: a click or a press slides the tiles between it
 * and the gap, a key (keys.js) or a swipe one tile (pointers.js). Editing: a tile is dragged onto another,
 * or picked up and put down by Enter, and the two change places.
 */
import { element } from '../app/dom.js';
import { phrase } from '../app/texts.js';
import { boardText } from '../search/core.js';
import { MOVE_NAMES } from './game.js';
import { boardOfGoal } from './goal.js';
import { Pointers } from './pointers.js';

/* Along the goal's diagonal the tiles go from one colour to the other. */
const HUE_FIRST = 205;
const HUE_LAST = 75;

export class BoardView {
  /* `root` gets the numbers of columns and rows, too, for the measures of what is around the board. */
  /** @param {HTMLElement} place @param {Game} game @param {HTMLElement} [root] */
  constructor(place, game, root = document.documentElement) {
    this.element = place;
    this.game = game;
    this.root = root;
    this.editing = false;
    this.hovering = false; /* tiles slide below a mouse that no button is pressed of */
    this.fringes = false; /* first row and column alike, and so on */
    this.pressing = false; /* tiles slide when they are pressed */
    this.cursor = /** @type {number | null} */ (null);
    this.held = /** @type {number | null} */ (null);
    this.tiles = /** @type {Map<number, HTMLElement>} */ (new Map());
    this.goal = ''; /* the text of the goal that the tiles' colours are of */
    this.frame = element('div', { className: 'cursor', hidden: true }); /* around the cell that keys edit */
    this.pointers = new Pointers(this);
    this.build();
    game.onChange((change) => this.show(change));
    place.addEventListener('keydown', (event) => this.key(event));
    place.addEventListener('blur', () => this.placeCursor());
    place.addEventListener('focus', () => this.placeCursor());
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
    for (const tile of cells.filter(Boolean).sort((a, b) => a - b)) this.tiles.set(tile, this.buildTile(tile));
    this.element.append(...this.tiles.values(), this.frame);
    this.place();
  }

  /** @param {number} tile */
  buildTile(tile) {
    const { width, height, goal } = this.game;
    const home = boardOfGoal(goal).cells.indexOf(tile);
    const [x, y] = [home % width, Math.floor(home / width)];
    const along = this.fringes ? Math.min(x, y) / (Math.min(width, height) - 1)
      : (x + y) / (width + height - 2);
    const button = element('button', { type: 'button', className: goal.cells.includes(tile) ? 'tile' : 'tile open', tabIndex: -1 }, element('span', {}, String(tile)));
    button.style.setProperty('--hue', HUE_FIRST + along * (HUE_LAST - HUE_FIRST));
    button.style.setProperty('--home-x', x);
    button.style.setProperty('--home-y', y);
    /* A click that no pointer made: a screen reader's. */
    button.onclick = ({ detail }) => detail === 0 && this.choose(this.game.cells.indexOf(tile));
    return button;
  }

  /** Puts an element onto a cell. @param {HTMLElement} tile @param {number} cell */
  put(tile, cell) {
    const { width } = this.game;
    tile.style.setProperty('--x', cell % width);
    tile.style.setProperty('--y', Math.floor(cell / width));
  }

  place() {
    const { width, height, cells, blank } = this.game;
    for (const [tile, button] of this.tiles) {
      const cell = cells.indexOf(tile);
      this.put(button, cell);
      button.setAttribute('aria-label', phrase('tile', tile, Math.floor(cell / width) + 1, (cell % width) + 1));
    }
    this.element.classList.toggle('solved', this.game.solved);
    this.element.setAttribute('aria-label', phrase('board', width, height, Math.floor(blank / width) + 1, (blank % width) + 1));
    this.placeCursor();
  }

  /** @param {Change} change */
  show({ kind, by }) {
    this.hint('');
    this.element.classList.toggle('wave', kind === 'move' && by === 'person' && this.game.solved);
    const goal = boardText(this.game.goal);
    if (kind === 'board' && goal !== this.goal) this.build();
    else this.place();
    this.goal = goal;
  }

  /** Marks the tile to click for moves of one direction; '': none. @param {string} moves */
  hint(moves) {
    for (const button of this.tiles.values()) delete button.dataset.hint;
    if (moves === '') return;
    const button = this.tiles.get(this.game.cells[this.game.sourceOf(moves[0], moves.length)]);
    if (button) button.dataset.hint = MOVE_NAMES[moves[0]];
  }

  /* ---- playing ---- */

  /** @param {number} cell */
  choose(cell) {
    if (this.editing) this.pick(cell);
    else this.game.slideTo(cell);
  }

  /** One tile that way, or the frame while editing. @param {string} move */
  slide(move) {
    if (this.editing) this.moveCursor(move);
    else this.game.move(move);
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

  /** The first cell is picked up, the second changes places with it. @param {number} cell */
  pick(cell) {
    const { held } = this;
    this.cursor = cell;
    this.held = held === null ? cell : null;
    if (held !== null) this.game.swap(held, cell);
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
