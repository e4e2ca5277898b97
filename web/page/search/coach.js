/*
 * The coach: the distance to the goal and the next best move, for whatever board is there.
 *
 * It asks the worker in the background, one board at a time, for half a second each, and asks again
 * if the board changed meanwhile. What is known of the boards of a game is kept, for who takes moves
 * back. A distance that is shown between the first move and the last is help, so it has to be wanted.
 */
import { boardText } from './core.js';
import { taskText } from '../board/game.js';
import { lengthOf } from '../board/moves.js';
import { hasTables } from './partitions.js';
import { Cancelled } from './solver.js';

const WAIT_MS = 120;
const ANSWER_SECONDS = 0.5;

export class Coach {
  /** @param {Parts} parts */
  constructor({ bus, game, solver, status }) {
    this.bus = bus;
    this.game = game;
    this.solver = solver;
    this.status = status;
    this.on = false; /* distances are shown on the way, too */
    this.hidden = false; /* nothing is shown or asked */
    this.helped = false; /* something of a solution of this game was shown */
    this.known = null; /* {distance, moves} or {atLeast, atMost}, of the board as it is */
    this.way = ''; /* the moves of a shortest solution that are left, while they are followed */
    this.kept = new Map(); /* what was known, by the board's text */
    this.asking = false;
    this.timer = /** @type {number | undefined} */ (undefined);
    if (game.solved) this.keep({ distance: 0, moves: '' });
    game.onChange((change) => this.follow(change));
    bus.on('helped', () => {
      this.helped = true;
      this.later();
    });
  }

  /* On the way: a move was made, and the goal is not reached. */
  get onTheWay() {
    const { moves, solved, startSolved } = this.game;
    return moves !== '' && !solved && !startSolved;
  }

  get shown() {
    return !this.hidden && (this.on || this.helped || !this.onTheWay);
  }

  news() {
    const { known, shown } = this;
    if (shown && known && this.onTheWay && !this.helped) this.bus.emit('helped', { whole: false });
    this.bus.emit('known', { known, first: this.of(this.game.start), shown });
  }

  /** What is known of a board of this game; null: nothing. @param {Board} board */
  of(board) {
    return this.kept.get(boardText(board)) ?? null;
  }

  /** An answer of the worker to a request for a board of this game. @param {Answer} answer @param {Board} [board] */
  learn(answer, board = this.game.board) {
    if (!answer.optimal) return this.learnAtLeast(answer.lowerBound, board, answer.length > 0 ? answer.length : Infinity);
    this.keep({ distance: answer.length, moves: answer.moves, answer }, board);
    this.news();
  }

  /* No solution of a board has fewer moves, and one has so many. */
  /** @param {number} lowerBound @param {Board} [board] @param {number} [length] */
  learnAtLeast(lowerBound, board = this.game.board, length = Infinity) {
    const { distance, atLeast = -1, atMost = Infinity } = this.of(board) ?? {};
    if (distance !== undefined || (lowerBound <= atLeast && length >= atMost)) return;
    const [low, high] = [Math.max(0, atLeast, lowerBound), Math.min(atMost, length)];
    this.keep(low === high ? { distance: low } : { atLeast: low, atMost: high }, board);
    this.news();
  }

  /** @param {Known} known @param {Board} [board] */
  keep(known, board = this.game.board) {
    this.kept.set(boardText(board), known);
    if (boardText(board) === boardText(this.game.board)) this.recall();
  }

  /** @param {Change} change */
  follow({ kind, move }) {
    if (kind !== 'move') this.kept = new Map();
    if (kind === 'board' || kind === 'edit') this.helped = false;
    const left = kind === 'move' && this.way[0] === move ? this.way.slice(1) : '';
    if (left !== '') this.goAlong(move, left);
    else if (this.game.solved) this.keep({ distance: 0, moves: '' });
    else this.recall();
    if (!this.known) this.later();
    this.news();
  }

  recall() {
    this.known = this.of(this.game.board);
    this.way = this.known?.moves ?? '';
  }

  /** Within a slide of several tiles the distance is not known. @param {string} move @param {string} left */
  goAlong(move, left) {
    if (this.game.metric === 'single' || left[0] !== move)
      return this.keep({ distance: lengthOf(left, this.game.metric), moves: left });
    this.recall();
    this.way = left;
  }

  /* There are better tables: what was only bounded is asked again. */
  refresh() {
    for (const [board, { atLeast }] of this.kept) if (atLeast !== undefined) this.kept.delete(board);
    this.recall();
    this.later();
  }

  /** @param {boolean} on */
  switch(on) {
    this.on = on;
    this.again();
  }

  /** @param {boolean} hidden */
  hide(hidden) {
    this.hidden = hidden;
    this.again();
  }

  again() {
    if (!this.known) this.later();
    this.news();
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), WAIT_MS);
  }

  /* The board that is asked about: as it is, then as it was before the moves. */
  get wanted() {
    const { board, start } = this.game;
    return (this.shown ? [board, start] : [start]).find((each) => !this.of(each));
  }

  async ask() {
    const board = this.wanted;
    if (this.hidden || !board || this.asking || !this.status.solvable) return;
    if (this.solver.busy) return this.later(); /* perhaps with tables of another board, which nobody tells of */
    const { kept } = this;
    const task = { ...this.game.task, board };
    this.asking = true;
    try {
      const answer = await this.solver.ask({ type: hasTables(task.board) ? 'solve' : 'anytime', ...task,
        timeout: ANSWER_SECONDS });
      this.asking = false;
      if (this.kept === kept) this.learn(answer, board);
      this.later();
    } catch (error) {
      this.asking = false;
      if (error instanceof Cancelled) this.later(); /* for another request */
    }
  }

  /** @param {Task} task */
  isCurrent(task) {
    return taskText(task) === taskText(this.game.task);
  }
}
