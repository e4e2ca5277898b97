/*
 * Solutions of a person: made on the board, or pasted. Each is replayed and reviewed, and the page says
 * how far it is from the optimum.
 */
import { at, sentence, tell } from './dom.js';
import { clock, movesText, percent, rate, runLengths } from './format.js';
import { taskText } from './game.js';
import { lengthOf } from './metric.js';
import { Review } from './review.js';
import { enterSubmits } from './setup.js';

export class Judging {
  /* `parts`: core, game, solver, player, searching, status, tabs; `copy(text)` tells whether it could be
   * copied. */
  constructor({ core, game, solver, player, searching, status, tabs }, copy) {
    Object.assign(this, { core, game, solver, player, searching, status, tabs, copy });
    this.lookingBack = false; /* the board is set for a look at the review, which stays */
    this.review = new Review(this.solver, { chart: at('review'), note: at('review-note') },
      (task, moves, move) => this.lookAt(task, moves, move));
    at('solution-copy').onclick = () => this.copyMoves();
    at('solution-form').onsubmit = (event) => {
      event.preventDefault();
      this.judge(at('solution').value);
    };
    enterSubmits(at('solution'));
  }

  /* Another board is there. */
  clear() {
    this.review.clear();
    tell(at('solution-note'), '');
    at('train-both').textContent = '';
    at('train-state').textContent = 'The clock starts with your first move.';
  }

  solvedByHand({ seconds, helped }) {
    const { task, start, moves, made } = this.game;
    const text = `${movesText(made)} in ${clock(seconds)} s, ${rate(made, seconds)} a second` +
      (helped ? ', with help.' : '.');
    at('train-state').textContent = text;
    this.tabs.select('tab-train');
    this.showBoth(moves);
    this.review.start({ ...task, board: start }, moves, (optimum) => {
      this.showBoth(moves, optimum);
      this.status.learnStart(optimum);
      at('train-state').textContent = `${text} ${this.overText(made, optimum)}`;
    });
  }

  /* The board before a move that was made, and what would have been better. */
  lookAt(task, moves, move) {
    if (this.searching.running) this.solver.cancel();
    this.lookingBack = true;
    if (this.player.solution !== moves || this.searching.begun !== taskText(task)) {
      this.player.rewind(task.board);
      this.player.load(moves);
    }
    this.lookingBack = false;
    this.player.seek(move - 1);
    this.searching.hint();
  }

  /* A solution in both metrics, by the names that speedsolvers have for them. */
  showBoth(moves, optimum) {
    const { metric } = this.game;
    const part = optimum === undefined ? ''
      : `, efficiency ${percent(optimum / Math.max(1, lengthOf(moves, metric)))} in ${metric === 'multi' ? 'MTM' : 'STM'}`;
    at('train-both').textContent = `${lengthOf(moves, 'single')} STM (tiles), ${lengthOf(moves, 'multi')} MTM (slides)${part}.`;
  }

  overText(made, optimum) {
    return made === optimum ? 'No solution is shorter.'
      : `${movesText(made - optimum)} over the optimum of ${optimum}.`;
  }

  solves(board, text) {
    try {
      return this.core.replay(board, text, this.game.goal).solved;
    } catch {
      return false;
    }
  }

  /* The board that typed moves are about: the one that is there or, if they solve that, the one before
   * the moves that were made. */
  boardOf(text) {
    const { board, start, moves } = this.game;
    return moves !== '' && !this.solves(board, text) && this.solves(start, text) ? start : board;
  }

  /* A text that is a solution of the board, which is then judged. False: it is none. */
  takeSolution(text) {
    const { solved, startSolved } = this.game;
    const from = this.boardOf(text);
    if (startSolved || (solved && this.game.isGoal(from.cells)) || !this.solves(from, text)) return false;
    this.tabs.select('tab-train');
    at('solution').value = text;
    this.judge(text);
    return true;
  }

  /* Plays typed moves on the board, and says how far they are from the optimum. */
  judge(text) {
    const note = at('solution-note');
    try {
      const task = { ...this.game.task, board: this.boardOf(text) };
      const { moves, solved } = this.core.replay(task.board, text, task.goal);
      const length = lengthOf(moves, task.metric);
      this.tabs.select('tab-train');
      if (taskText(task) !== taskText(this.game.task)) this.player.rewind(task.board);
      this.searching.watch(moves);
      const made = `${movesText(length)}: ${solved ? 'they solve the board' : 'they do not reach the goal'}.`;
      tell(note, made, !solved);
      if (!solved) return;
      this.showBoth(moves);
      this.review.start(task, moves, (optimum) => {
        this.showBoth(moves, optimum);
        tell(note, `${made} ${this.overText(length, optimum)}`);
      });
    } catch (error) {
      tell(note, sentence(error.message), true);
    }
  }

  async copyMoves() {
    const moves = this.player.solution === '' ? this.game.moves : this.player.before;
    at('solution').value = runLengths(moves);
    const done = await this.copy(runLengths(moves));
    tell(at('solution-note'), moves === '' ? 'There are no moves yet.'
      : `${movesText(lengthOf(moves, this.game.metric))}${done ? ', copied' : ''}: letters are the way a tile moves.`);
  }
}
