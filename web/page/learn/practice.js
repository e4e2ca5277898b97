/*
 * A dialog with a board of its own, for the course and for mistakes: the page's game and its clock stay as
 * they are. Arrow keys slide tiles wherever the focus is, except in a choice.
 */
import { at, closestTo, element } from '../app/dom.js';
import { ARROWS } from '../app/keys.js';
import { learnText, phrase } from '../app/texts.js';
import { BoardView } from '../board/board_view.js';
import { Game } from '../board/game.js';

const PLAY_MS = 600;

export class Practice {
  /** `id` is that of the dialog and begins the ids of its parts. @param {string} id @param {Task} task */
  constructor(id, task) {
    const part = (/** @type {string} */ name) => at(`${id}-${name}`);
    this.title = part('title');
    this.about = part('about');
    this.news = part('news');
    this.board = /** @type {HTMLElement} */ (part('board'));
    this.dialog = /** @type {HTMLDialogElement} */ (at(id));
    this.game = new Game(task.board, task.goal, task.metric);
    this.view = new BoardView(this.board, this.game, this.dialog);
    this.target = element('div', { className: 'target', hidden: true });
    this.playing = 0; /* the timer, while moves play */
    this.stepping = /** @type {((key: string) => boolean) | undefined} */ (undefined);
    this.dialog.addEventListener('keydown', (event) => this.key(event));
    this.dialog.addEventListener('close', () => this.pause());
  }

  open() {
    this.dialog.showModal();
    this.board.focus({ preventScroll: true });
  }

  /** @param {Task} task */
  set({ board, goal, metric }) {
    this.pause();
    this.game.set(board, goal, metric);
  }

  /** `stepping(key)` may take an arrow key; it returns false for others. @param {KeyboardEvent} event */
  key(event) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || closestTo(event, 'select')) return;
    if (ARROWS[key]) {
      if (!this.stepping?.(key)) this.slide(ARROWS[key]);
    } else if (key === 'Backspace') this.undo();
    else return;
    event.preventDefault();
  }

  /** @param {string} move */
  slide(move) {
    this.pause();
    this.game.move(move);
  }

  undo() {
    this.pause();
    this.game.undo();
  }

  /* Makes moves one after the other, each as one slide; `end()` is called unless something stops them. */
  /** @param {string[]} steps @param {() => void} end */
  play(steps, end) {
    this.pause();
    let made = 0;
    this.playing = window.setInterval(() => {
      if (made < steps.length) this.game.play(steps[made++], 'player');
      if (made < steps.length) return;
      this.pause();
      end();
    }, PLAY_MS);
  }

  pause() {
    clearInterval(this.playing);
    this.playing = 0;
  }

  /* Marks the tile to slide, the cell where a tile goes (-1: none), and the tiles that a step is about. */
  /** @param {string} moves @param {number} [target] @param {number[]} [tiles] */
  mark(moves, target = -1, tiles = []) {
    this.keepFocus();
    this.view.hint(moves);
    for (const [tile, each] of this.view.tiles) each.classList.toggle('wanted', tiles.includes(tile));
    this.target.hidden = target < 0;
    if (target < 0) return;
    this.board.append(this.target);
    this.view.put(this.target, target);
  }

  /* A button that can no longer be pressed would take the keys along. */
  keepFocus() {
    const { activeElement } = document;
    if (this.dialog.open && (!this.dialog.contains(activeElement) || activeElement?.matches(':disabled, [hidden]')))
      this.board.focus({ preventScroll: true });
  }

  /** The sentence for a move: Slide 7 up. @param {string} moves */
  slideText(moves) {
    return learnText('slide', [...moves].map((move, i) => this.game.cells[this.game.sourceOf(move, i + 1)]).join(', '), phrase(`way ${moves[0]}`));
  }
}
