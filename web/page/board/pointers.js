/*
 * Fingers and mice on the board: presses, swipes, pinches, tiles that are dragged while the board is edited,
 * and a mouse that only passes.
 *
 * A swipe moves one tile. Drawn over tiles towards the gap in their line, it moves all of them, one by one; drawn
 * from the gap, it takes the gap along.
 */

const SWIPE_PIXELS = 18;
const PASS_PIXELS = 8; /* between the places that are looked at where a mouse went by */

/** @typedef {{ clientX: number, clientY: number }} Place */

export class Pointers {
  /** @param {import('./board_view.js').BoardView} view */
  constructor(view) {
    this.view = view;
    this.game = view.game;
    this.element = view.element;
    this.drags = /** @type {Set<Drag>} */ (new Set()); /* of the fingers that are down */
    this.presses = 0;
    this.passed = /** @type {Place | null} */ (null); /* where the mouse was last */
    this.element.addEventListener('pointerdown', (event) => this.down(event));
    this.element.addEventListener('pointermove', (event) => this.hover(event));
    this.element.addEventListener('pointerleave', () => { this.passed = null; });
  }

  /* The cells that a pointer has passed since it was at a place: a browser reports a fast one once a frame. */
  /** @param {Place | null} before @param {PointerEvent} event */
  cellsPassed(before, event) {
    const cells = [];
    const reported = event.getCoalescedEvents?.() ?? [];
    for (const each of reported.length > 0 ? reported : [event]) {
      const from = before ?? each;
      const [dx, dy] = [each.clientX - from.clientX, each.clientY - from.clientY];
      const steps = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / PASS_PIXELS));
      for (let i = 1; i <= steps; i++) cells.push(this.cellAt({ clientX: from.clientX + (dx * i) / steps, clientY: from.clientY + (dy * i) / steps }));
      before = { clientX: each.clientX, clientY: each.clientY };
    }
    return cells.filter((cell) => cell >= 0);
  }

  /** Ctrl holds the tiles. @param {PointerEvent} event */
  hover(event) {
    if (!this.view.hovering || this.view.editing || event.buttons !== 0 || event.pointerType !== 'mouse') return;
    const cells = this.cellsPassed(this.passed, event);
    this.passed = { clientX: event.clientX, clientY: event.clientY };
    if (!event.ctrlKey) for (const cell of cells) this.game.slideTo(cell);
  }

  /** @param {Place} place */
  cellAt({ clientX, clientY }) {
    const { width, height } = this.game;
    const box = this.element.getBoundingClientRect();
    const x = Math.floor(((clientX - box.left) / box.width) * width);
    const y = Math.floor(((clientY - box.top) / box.height) * height);
    return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x;
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0 || (this.view.editing && this.drags.size > 0)) return;
    const cell = this.cellAt(event);
    const tile = this.view.tiles.get(this.game.cells[cell]);
    const drag = { cell, tile, x: event.clientX, y: event.clientY, order: this.presses++, done: false, last: { clientX: event.clientX, clientY: event.clientY }, at: cell, way: '' };
    event.preventDefault();
    this.element.focus({ preventScroll: true });
    this.element.setPointerCapture(event.pointerId);
    this.drags.add(drag);
    if (this.view.pressing && !this.view.editing) {
      this.commit(drag);
      drag.way = 'gap';
    }
    const up = (/** @type {PointerEvent} */ next) => {
      for (const [type, heard] of Object.entries(own)) this.element.removeEventListener(type, heard);
      this.drags.delete(drag);
      this.end(drag, next);
    };
    const types = { pointermove: (/** @type {PointerEvent} */ next) => this.move(drag, next), pointerup: up, pointercancel: up };
    /** @type {Record<string, (next: any) => void>} */
    const own = Object.fromEntries(Object.entries(types).map(([type, hear]) =>
      [type, (next) => next.pointerId === event.pointerId && hear(next)]));
    for (const [type, heard] of Object.entries(own)) this.element.addEventListener(type, heard);
  }

  /** A press that was no swipe becomes a slide. @param {Drag} drag */
  commit(drag) {
    if (drag.done || drag.cell < 0) return;
    drag.done = true;
    this.view.choose(drag.cell);
  }

  /** @param {Drag} drag @param {PointerEvent} event */
  move(drag, event) {
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (this.view.editing) {
      if (!drag.tile) return;
      drag.tile.classList.add('dragged');
      drag.tile.style.setProperty('--drag-x', `${dx}px`);
      drag.tile.style.setProperty('--drag-y', `${dy}px`);
    } else if (drag.done) {
      this.draw(drag, event);
    } else if (Math.max(Math.abs(dx), Math.abs(dy)) >= SWIPE_PIXELS) {
      drag.done = true;
      if (this.endPinch()) return;
      const sideways = Math.abs(dx) > Math.abs(dy);
      const way = sideways ? (dx > 0 ? 'R' : 'L') : (dy > 0 ? 'D' : 'U');
      const line = this.game.movesTowards(drag.cell);
      drag.way = !drag.tile ? 'gap' : line[0] === way ? line.slice(1) : ''; /* what is left to be moved */
      if (drag.tile) this.game.move(way);
      this.draw(drag, event);
    }
  }

  /** The finger may have come to other cells. @param {Drag} drag @param {PointerEvent} event */
  draw(drag, event) {
    for (const cell of this.cellsPassed(drag.last, event)) {
      if (cell === drag.at) continue;
      drag.at = cell;
      if (drag.way === 'gap') this.game.slideTo(cell);
      else if (drag.way !== '') {
        this.game.move(drag.way[0]);
        drag.way = drag.way.slice(1);
      }
    }
    drag.last = { clientX: event.clientX, clientY: event.clientY };
  }

  /* A finger moves while another one is down that has made no move: both pinch the page, and make none.
   * False: there is no such finger. */
  endPinch() {
    const others = [...this.drags].filter(({ done }) => !done);
    for (const other of others) other.done = true;
    return others.length > 0;
  }

  /** @param {Drag} drag @param {PointerEvent} event */
  end(drag, event) {
    drag.tile?.classList.remove('dragged');
    drag.tile?.style.removeProperty('--drag-x');
    drag.tile?.style.removeProperty('--drag-y');
    if (event.type === 'pointercancel' || drag.done) return;
    /* The finger that came down first was meant first, whichever is up first. */
    for (const earlier of this.drags) if (earlier.order < drag.order) this.commit(earlier);
    const cell = this.cellAt(event);
    if (cell < 0 || drag.cell < 0) return;
    if (this.view.editing && cell !== drag.cell) this.game.swap(drag.cell, cell);
    else this.view.choose(cell);
  }
}
