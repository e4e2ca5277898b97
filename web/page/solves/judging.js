/*
 * Solutions of a person: made on the board, or pasted. Each is replayed and reviewed, and the page says
 * how far it is from the optimum.
 */
import { at, copyText, onSubmit, tell } from '../app/dom.js';
import { percent, phrase, rate, runLengths, say, tellError } from '../app/texts.js';
import { taskText } from '../board/game.js';
import { taskOfText } from '../app/link.js';
import { lengthOf, takesMulti } from '../board/moves.js';
import { overOptimum } from '../contest/sentences.js';
import { Review, worstLoss } from './review.js';
import { DNF } from './record.js';
import { timeText } from './text.js';
import { unlessCancelled } from '../search/solver.js';

const OTHER_SECONDS = 20;
const NEW_WORKER_MS = 300; /* a new worker takes as long */
const METRIC_NAMES = /** @type {Record<string, string>} */ ({ single: 'STM', multi: 'MTM' });

/** @typedef {(made: number, over: string) => void} Report */

export class Judging {
  /** @param {Parts} parts */
  constructor({ bus, coach, core, game, solver, player, searching }) {
    this.bus = bus;
    this.core = core;
    this.game = game;
    this.solver = solver;
    this.player = player;
    this.searching = searching;
    this.coach = coach;
    this.measuring = /** @type {number | null} */ (null); /* since when the other metric is asked about */
    this.entered = 0; /* how many texts were entered: the words below the field are about the last one */
    /** @type {{ task: Task, moves: string, times: number[] | null, report: Report } | null} */
    this.reviewed = null; /* the arguments of reviewAll */
    this.worst = 1; /* the move of them that cost most */
    this.usualTitle = document.title;
    this.review = new Review(solver, (task, moves, move) => this.lookAt(task, moves, move));
    bus.on('solved', (solve) => this.solvedByHand(solve));
    bus.answer('paste', (text) => this.takeSolution(text) || undefined);
    game.onChange((change) => this.follow(change));
    at('review-open').onclick = () => this.openReview();
    at('solution-copy').onclick = () => this.copyMoves();
    onSubmit(at('solution-form'), () => {
      const link = taskOfText(at('solution').value);
      if (link) this.openLink(link);
      else this.judge(at('solution').value);
    });
  }

  /** @param {Change} change */
  follow({ kind, again }) {
    if (kind === 'metric') this.again();
    else if (kind !== 'move' && !again) this.clear();
  }

  /** @param {LinkTask} link */
  async openLink(link) {
    this.entered++;
    tell(at('solution-note'), '');
    const problem = await this.bus.ask('open', link);
    if (problem !== '') tell(at('solution-note'), problem, true);
  }

  /* Another board is there. */
  clear() {
    this.leaveOther();
    this.reviewed = null;
    this.review.clear();
    document.title = this.usualTitle;
    tell(at('solution-note'), '');
    at('train-both').textContent = '';
    at('train-state').textContent = phrase('clock');
  }

  /* Ends the question about the other metric, if a new worker does not take longer. */
  leaveOther() {
    if (this.measuring && performance.now() - this.measuring > NEW_WORKER_MS) this.solver.cancel();
  }

  /** @param {HandSolve} solve */
  solvedByHand({ task, moves, times, seconds, penalty, helped, undone, contest }) {
    if (contest === 'relay') return;
    if (contest === null) this.bus.ask('show', 'tab-play');
    this.reviewAll(task, moves, times, (made, over) => {
      const fast = seconds === null ? null : rate(made, seconds);
      at('train-state').textContent = say('review', 'made', made, seconds === null ? '' : timeText(1000 * seconds), fast, helped, undone, penalty === DNF ? 'DNF' : penalty > 0 ? '+2' : '') + over;
    });
  }

  /* The moves that were reviewed last, in the metric that is chosen now. */
  again() {
    if (!this.reviewed) return;
    const { task, moves, times, report } = this.reviewed;
    this.leaveOther();
    this.reviewAll({ ...task, metric: this.game.metric }, moves, times, report);
  }

  /** Reviews a solution, in the metric of the task and then in the other one. `times`: the seconds after each tile, or
   * null. `report(made, over)` shows how many moves it has, and then how far that is from the optimum.
   * @param {Task} task @param {string} moves @param {number[] | null} times @param {Report} report */
  async reviewAll(task, moves, times, report) {
    this.searching.stop(); /* nobody waits for it any more, and the review does */
    this.reviewed = { task, moves, times, report };
    this.worst = 1;
    const length = lengthOf(moves, task.metric);
    report(length, '');
    const other = task.metric === 'multi' ? 'single' : 'multi';
    const known = /** @type {Partial<Record<Metric, Bounds>>} */ ({});
    this.showBoth(moves, known);
    const found = await this.review.start(task, moves, (first) => {
      known[task.metric] = first;
      this.showBoth(moves, known);
      this.learn(task, first);
      report(length, ` ${overOptimum(length, first)}`);
    }, times);
    if (!found) return;
    this.title(length, found);
    this.bus.emit('reviewed', { task, moves, times, distances: found });
    const { made } = this.review;
    if (!takesMulti(task.board)) return;
    this.measuring = performance.now();
    const answer = await unlessCancelled(this.solver.ask({ type: 'solve', ...task, metric: other, timeout: OTHER_SECONDS })
      .finally(() => { this.measuring = null; }));
    if (answer && answer.length >= 0) known[other] = { atLeast: answer.length, atMost: answer.length };
    if (made === this.review.made) this.showBoth(moves, known);
  }

  /** What the review finds out about the board that the game began with. @param {Task} task @param {Bounds} bounds */
  learn(task, { atLeast, atMost }) {
    if (taskText(task) === this.searching.begun) this.coach.learnAtLeast(atLeast, task.board, atMost);
    this.bus.emit('measured', { task, bounds: { atLeast, atMost } });
  }

  /** What a list of windows, or of bookmarks, calls this solution. @param {number} made @param {number[]} distances */
  title(made, distances) {
    const worst = worstLoss(distances);
    this.worst = worst?.move ?? 1;
    document.title = say('review', 'title', made, distances[0], worst?.moves, worst?.move, this.usualTitle);
  }

  /* The solve that was made, at its worst place. */
  openReview() {
    if (!this.reviewed) return;
    this.bus.ask('show', 'tab-play');
    this.lookAt(this.reviewed.task, this.reviewed.moves, this.worst);
    at('review-box').scrollIntoView({ block: 'nearest' });
  }

  /* The board before a move that was made, and what would have been better. */
  /** @param {Task} task @param {string} moves @param {number} move */
  lookAt(task, moves, move) {
    this.searching.stop();
    if (this.player.solution !== moves || !this.player.startsFrom(task.board)) {
      this.player.rewind(task.board, true);
      this.player.load(moves);
      this.player.takeTimes(this.reviewed?.times ?? null);
    }
    this.player.seek(move - 1);
    this.searching.hint();
  }

  /** A solution in both metrics, by the names that speedsolvers have for them. `known`: of the optimum, by metric.
   * @param {string} moves @param {Partial<Record<Metric, Bounds>>} known */
  showBoth(moves, known) {
    const parts = /** @type {const} */ (['single', 'multi']).flatMap((metric) => {
      const bounds = known[metric];
      if (!bounds) return [];
      const { atLeast, atMost } = bounds;
      const length = Math.max(1, lengthOf(moves, metric));
      const low = percent(atLeast / length);
      return say('review', 'part', low, atLeast === atMost ? '' : percent(Math.min(1, atMost / length)), METRIC_NAMES[metric]);
    });
    at('train-both').textContent = say('review', 'both', lengthOf(moves, 'single'), lengthOf(moves, 'multi'), parts.join(', '));
  }

  /** @param {Board} board @param {string} text */
  solves(board, text) {
    try {
      return this.core.replay(board, text, this.game.goal).solved;
    } catch {
      return false;
    }
  }

  /** The board that typed moves are about: the one that they solve, else that of the solution that is shown, else the
   * one that is there, or the first one if that is solved. @param {string} text */
  boardOf(text) {
    const { board, start, solved } = this.game;
    const shown = this.player.start;
    const here = solved ? start : board;
    return [here, start, shown].find((each) => each && this.solves(each, text)) ?? shown ?? here;
  }

  /** A text that is a solution of the board, which is then judged. False: it is none. @param {string} text */
  takeSolution(text) {
    const { solved, startSolved } = this.game;
    const from = this.boardOf(text);
    if (startSolved || (solved && this.game.isGoal(from.cells)) || !this.solves(from, text)) return false;
    this.bus.ask('show', 'tab-play');
    at('solution').value = text;
    this.judge(text);
    return true;
  }

  /** Plays typed moves on the board, and says how far they are from the optimum. `times`: the seconds after each tile.
   * @param {string} text @param {number[] | null} [times] */
  judge(text, times = null) {
    const note = at('solution-note');
    const entered = ++this.entered;
    try {
      const task = { ...this.game.task, board: this.boardOf(text) };
      const { moves, solved } = this.core.replay(task.board, text, task.goal);
      this.bus.ask('show', 'tab-play');
      this.searching.stop();
      if (taskText(task) !== taskText(this.game.task)) this.player.rewind(task.board);
      this.searching.watch(moves);
      this.player.takeTimes(times);
      if (solved) this.reviewAll(task, moves, times, (made, over) => {
        if (entered === this.entered) tell(note, `${say('review', 'solve', made)}${over}`);
      });
      else tell(note, say('review', 'fail', lengthOf(moves, task.metric)), true);
    } catch (error) {
      tellError(note, error);
    }
  }

  async copyMoves() {
    const moves = this.player.solution === '' ? this.game.moves : this.player.before;
    at('solution').value = runLengths(moves);
    const done = await copyText(runLengths(moves));
    tell(at('solution-note'), moves === '' ? say('review', 'none made') : say('review', 'letters', lengthOf(moves, this.game.metric), done));
  }
}
