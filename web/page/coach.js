/*
 * The coach: the distance to the goal and the next best move, for whatever board is there.
 *
 * It asks the worker in the background, one board at a time, for half a second each, and asks again
 * if the board changed meanwhile. What is known of the boards of a game is kept, for who takes moves
 * back.
 */
import { boardText } from './core.js';
import { taskText } from './game.js';
import { lengthOf } from './metric.js';
import { hasTables } from './partitions.js';

const WAIT_MS = 120;
const ANSWER_SECONDS = 0.5;

export class Coach {
  /* `solvable()` tells whether the board can reach the goal. */
  constructor(game, solver, solvable) {
    this.game = game;
    this.solver = solver;
    this.solvable = solvable;
    this.on = true;
    this.known = game.solved ? { distance: 0, moves: '' } : null; /* {distance, moves} or {atLeast}, of the board as it is */
    this.way = ''; /* the moves of a shortest solution that are left, while they are followed */
    this.kept = new Map(); /* what was known, by the board's text */
    this.asking = false;
    this.timer = null;
    this.listeners = [];
    game.onChange((change) => this.follow(change));
  }

  onNews(listener) {
    this.listeners.push(listener);
  }

  news() {
    for (const listener of this.listeners) listener(this.known);
  }

  /* An answer of the worker to a request for the board as it is. */
  learn(answer) {
    if (!answer.optimal) return this.learnAtLeast(answer.lowerBound);
    this.keep({ distance: answer.length, moves: answer.moves, answer });
    this.news();
  }

  /* A search of the board as it is was stopped: no solution has fewer moves. */
  learnAtLeast(lowerBound) {
    if (this.known?.distance !== undefined || lowerBound <= (this.known?.atLeast ?? 0)) return;
    this.keep({ atLeast: lowerBound });
    this.news();
  }

  keep(known) {
    this.known = known;
    this.way = known.moves ?? '';
    this.kept.set(boardText(this.game.board), known);
  }

  follow({ kind, move }) {
    if (kind !== 'move') this.kept.clear();
    const left = kind === 'move' && this.way[0] === move ? this.way.slice(1) : '';
    if (left !== '') this.goAlong(move, left);
    else if (this.game.solved) this.keep({ distance: 0, moves: '' });
    else this.recall();
    if (!this.known) this.later();
    this.news();
  }

  recall() {
    this.known = this.kept.get(boardText(this.game.board)) ?? null;
    this.way = this.known?.moves ?? '';
  }

  /* Within a slide of several tiles the distance is not known. */
  goAlong(move, left) {
    if (this.game.metric === 'single' || left[0] !== move)
      return this.keep({ distance: lengthOf(left, this.game.metric), moves: left });
    this.recall();
    this.way = left;
  }

  /* There are better tables: what was only bounded is asked again. */
  refresh() {
    if (this.known?.atLeast !== undefined) this.known = null;
    this.later();
  }

  switch(on) {
    this.on = on;
    if (on && !this.known) this.later();
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), WAIT_MS);
  }

  async ask() {
    if (!this.on || this.known || this.asking || this.solver.busy || !this.solvable()) return;
    const { task } = this.game;
    this.asking = true;
    try {
      const answer = await this.solver.ask({ type: hasTables(task.board) ? 'solve' : 'anytime', ...task,
        timeout: ANSWER_SECONDS });
      this.asking = false;
      if (this.isCurrent(task)) this.learn(answer);
      else this.later();
    } catch {
      this.asking = false; /* cancelled for another request */
    }
  }

  isCurrent(task) {
    return taskText(task) === taskText(this.game.task);
  }
}
