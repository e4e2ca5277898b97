/*
 * A lesson on a projector: the board as large as the window is high, a QR code with which the room gets it, and who has
 * lost the fewest moves. What people call out is a number; moves, or a link with moves, are checked.
 */
import { at, button, onSubmit, tableRow, tell } from '../app/dom.js';
import { taskText } from '../board/game.js';
import { linkOf, taskOfText } from '../app/link.js';
import { decimal, say, tellError } from '../app/texts.js';
import { lengthOf } from '../board/moves.js';
import { qrCode, qrPath } from './qr.js';

const NAME_LETTERS = 40;
const MOST_MOVES = 100000;

export class Lesson {
  /** @param {Parts} parts */
  constructor({ bus, core, game, reader, status }) {
    this.bus = bus;
    this.core = core;
    this.game = game;
    this.status = status;
    this.reader = reader;
    this.on = false;
    this.comparing = false; /* the views are there in the place of code and names */
    this.task = game.task; /* the board that the room plays */
    this.optimum = /** @type {{ atLeast: number, exact?: boolean } | null} */ (null); /* {exact} or {atLeast}, of that board */
    /** @type {Map<string, { name: string, moves: number, checked: boolean }[]>} */
    this.results = new Map(); /* [{name, moves, checked}] by task */
    at('lesson-begin').onclick = at('lesson-open').onclick = () => this.begin();
    at('lesson-end').onclick = () => this.end();
    at('lesson-compare').onclick = () => this.compare(!this.comparing);
    onSubmit(at('lesson-form'), () => this.add(at('lesson-name').value, at('lesson-moves').value));
    document.addEventListener('fullscreenchange', () => document.fullscreenElement || this.end());
    game.onChange(({ kind }) => kind !== 'move' && this.on && this.take());
    bus.on('known', () => this.update());
  }

  begin() {
    this.on = true;
    this.show();
    this.take();
    document.documentElement.requestFullscreen?.().catch(() => {}); /* as large as the window is */
    at('board').focus({ preventScroll: true });
  }

  end() {
    if (!this.on) return;
    this.on = this.comparing = false;
    this.show();
    if (document.fullscreenElement) document.exitFullscreen();
  }

  /** @param {boolean} on */
  compare(on) {
    this.comparing = on;
    this.show();
    if (!on) return;
    this.bus.ask('show', 'tab-learn');
    at('compare-box').open = true;
  }

  show() {
    document.documentElement.classList.toggle('lesson', this.on);
    document.documentElement.classList.toggle('comparing', this.comparing);
    at('lesson').hidden = !this.on;
    at('side').hidden = this.on && !this.comparing;
    at('lesson-compare').textContent = say('lesson', this.comparing ? 'names' : 'compare');
  }

  /* The board as it was before moves is what the room gets. */
  take() {
    this.task = this.game.begun;
    this.optimum = null;
    tell(at('lesson-note'), '');
    this.drawCode();
    this.update();
  }

  drawCode() {
    const link = linkOf(this.task);
    const rows = /^https?:/.test(link) ? qrCode(link) : null;
    at('qr').toggleAttribute('hidden', !rows);
    at('qr-note').textContent = say('lesson', rows ? 'code' : 'no code');
    if (!rows) return;
    const { side, path } = qrPath(rows);
    at('qr').setAttribute('viewBox', `0 0 ${side} ${side}`);
    at('qr').lastElementChild?.setAttribute('d', path);
  }

  get list() {
    const key = taskText(this.task);
    const list = this.results.get(key) ?? [];
    this.results.set(key, list);
    return list;
  }

  /** How many moves somebody made: a number, moves that lead to the goal, or a link with such moves. @param {string} text */
  read(text) {
    if (/^\s*\d+\s*$/.test(text)) {
      const moves = Number(text);
      if (moves < 1 || moves > MOST_MOVES) throw new Error(say('lesson', 'many'));
      return { moves, checked: false };
    }
    const { board, goal, metric } = this.task;
    const link = taskOfText(text);
    if (link && (link.result || link.board === null || taskText({ ...this.reader.taskOf(link), metric }) !== taskText(this.task)))
      throw new Error(say('lesson', 'other link'));
    const { moves, solved } = this.core.replay(board, link ? link.moves : text, goal);
    if (!solved) throw new Error(say('lesson', 'unsolved'));
    return { moves: lengthOf(moves, metric), checked: true };
  }

  /** @param {string} name @param {string} text */
  add(name, text) {
    try {
      if (name.trim() === '') throw new Error(say('lesson', 'whose'));
      if (!this.status.solvable) throw new Error(say('lesson', 'unsolvable'));
      const result = this.read(text);
      if (this.optimum && this.optimum.atLeast > result.moves)
        throw new Error(say('lesson', 'fewer', this.optimum.atLeast));
      this.list.push({ name: name.trim().slice(0, NAME_LETTERS), ...result });
      tell(at('lesson-note'), '');
      at('lesson-form').reset();
      at('lesson-name').focus();
      this.draw();
    } catch (error) {
      tellError(at('lesson-note'), error);
    }
  }

  /* More may be known of the board now. */
  update() {
    if (!this.on) return;
    const { start, startAtLeast } = this.status;
    if (taskText(this.game.begun) === taskText(this.task) && startAtLeast !== null) this.optimum = { atLeast: startAtLeast, exact: start !== null };
    this.draw();
  }

  /** @param {number} moves */
  lostText(moves) {
    if (!this.optimum) return '\u2026';
    const lost = moves - this.optimum.atLeast;
    return this.optimum.exact ? decimal(lost) : `\u2264 ${decimal(lost)}`;
  }

  draw() {
    const sorted = [...this.list].sort((a, b) => a.moves - b.moves);
    at('lesson-table').hidden = sorted.length === 0;
    at('lesson').classList.toggle('named', sorted.length > 0);
    at('lesson-rows').replaceChildren(...sorted.map((result) => {
      const remove = button('\u2715', () => {
        this.list.splice(this.list.indexOf(result), 1);
        this.draw();
      }, { className: 'small', 'aria-label': say('lesson', 'delete', result.name) });
      return tableRow(result.name, [`${decimal(result.moves)}${result.checked ? ' \u2713' : ''}`, this.lostText(result.moves), remove]);
    }));
  }
}
