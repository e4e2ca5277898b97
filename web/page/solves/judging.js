/*
 * Solutions of a person: made on the board, or pasted. Each is replayed and reviewed, and the page says
 * how far it is from the optimum.
 */
import { at, enterSubmits, tell } from '../app/dom.js';
import { movesText, percent, rate, runLengths } from '../app/format.js';
import { taskText } from '../board/game.js';
import { taskOfText } from '../app/link.js';
import { LANGUAGE, tellError } from '../app/messages.js';
import { copyText } from '../app/sharing.js';
import { lengthOf, takesMulti } from '../board/metric.js';
import { Review, worstLoss } from './review.js';
import { timeText } from './text.js';
import { Cancelled } from '../search/solver.js';

const OTHER_SECONDS = 20;
const NEW_WORKER_MS = 300; /* a new worker takes as long */
/** @type {Record<string, string>} */
const METRIC_NAMES = { single: 'STM', multi: 'MTM' };

/* How far a solution is from the optimum, of which bounds are known. */
/** @param {number} made @param {Bounds} bounds */
export function overText(made, { atLeast, atMost }) {
  if (made === atLeast) return 'No solution is shorter.';
  if (atLeast === atMost) return `${movesText(made - atLeast)} over the optimum of ${atLeast}.`;
  return `At most ${made - atLeast} more than needed${made > atMost ? `, at least ${made - atMost}` : ''}.`;
}

/** @typedef {(made: number, over: string) => void} Say */

export class Judging {
  /** @param {Parts} parts */
  constructor({ bus, core, game, solver, player, searching, status }) {
    this.bus = bus;
    this.core = core;
    this.game = game;
    this.solver = solver;
    this.player = player;
    this.searching = searching;
    this.status = status;
    /** @type {number | null} */
    this.measuring = null; /* since when the other metric is asked about */
    /** @type {{ task: Task, moves: string, times: number[] | null, say: Say } | null} */
    this.reviewed = null; /* {task, moves, times, say}, the arguments of reviewAll */
    this.usualTitle = document.title;
    this.review = new Review(this.solver, { chart: at('review'), note: at('review-note'), times: at('review-times') },
      (task, moves, move) => this.lookAt(task, moves, move));
    bus.on('solved', (solve) => this.solvedByHand(solve));
    bus.answer('paste', (text) => this.takeSolution(text) || undefined);
    game.onChange((change) => this.follow(change));
    at('solution-copy').onclick = () => this.copyMoves();
    at('solution-form').onsubmit = (event) => {
      event.preventDefault();
      const link = taskOfText(at('solution').value);
      if (link) this.openLink(link);
      else this.judge(at('solution').value);
    };
    enterSubmits(at('solution'));
  }

  /** @param {Change} change */
  follow({ kind, again }) {
    if (kind === 'metric') this.again();
    else if (kind !== 'move' && !again) this.clear();
  }

  /** @param {LinkTask} link */
  async openLink(link) {
    tell(at('solution-note'), '');
    const problem = await this.bus.ask('open', link);
    if (problem !== '') tell(at('solution-note'), problem, true, LANGUAGE);
  }

  /* Another board is there. */
  clear() {
    this.leaveOther();
    this.reviewed = null;
    this.review.clear();
    document.title = this.usualTitle;
    tell(at('solution-note'), '');
    at('train-both').textContent = '';
    at('train-state').textContent = 'The clock starts with your first move.';
  }

  /* Ends the question about the other metric, if a new worker does not take longer. */
  leaveOther() {
    if (this.measuring && performance.now() - this.measuring > NEW_WORKER_MS) this.solver.cancel();
  }

  /** @param {HandSolve} solve */
  solvedByHand({ task, moves, times, seconds, helped, contest }) {
    if (contest === 'relay') return;
    if (contest === null) this.bus.ask('show', 'tab-train');
    this.reviewAll(task, moves, times, (made, over) => {
      const fast = seconds === null ? null : rate(made, seconds);
      const speed = seconds === null ? '' : ` in ${timeText(1000 * seconds)} s${fast === null ? '' : `, ${fast} a second`}`;
      at('train-state').textContent = `${movesText(made)}${speed}${helped ? ', with help.' : '.'}${over}`;
    });
  }

  /* The moves that were reviewed last, in the metric that is chosen now. */
  again() {
    if (!this.reviewed) return;
    const { task, moves, times, say } = this.reviewed;
    this.leaveOther();
    this.reviewAll({ ...task, metric: this.game.metric }, moves, times, say);
  }

  /* Reviews a solution, in the metric of the task and then in the other one. `times`: the seconds after
   * each tile, or null. `say(made, over)` shows how many moves it has, and then how far that is from the
   * optimum. */
  /** @param {Task} task @param {string} moves @param {number[] | null} times @param {Say} say */
  async reviewAll(task, moves, times, say) {
    this.searching.stop(); /* nobody waits for it any more, and the review does */
    this.reviewed = { task, moves, times, say };
    const length = lengthOf(moves, task.metric);
    say(length, '');
    const other = task.metric === 'multi' ? 'single' : 'multi';
    /** @type {Partial<Record<Metric, Bounds>>} */
    const known = {};
    this.showBoth(moves, known);
    const found = await this.review.start(task, moves, (first) => {
      known[task.metric] = first;
      this.showBoth(moves, known);
      this.learn(task, first);
      say(length, ` ${overText(length, first)}`);
    }, times);
    if (!found) return;
    this.title(length, found);
    this.bus.emit('reviewed', { task, moves, times, distances: found });
    const { made } = this.review;
    if (!takesMulti(task.board.width, task.board.height)) return;
    try {
      this.measuring = performance.now();
      const { length: best } = await this.solver.ask({ type: 'solve', ...task, metric: other, timeout: OTHER_SECONDS });
      if (best >= 0) known[other] = { atLeast: best, atMost: best };
      if (made === this.review.made) this.showBoth(moves, known);
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
    } finally {
      this.measuring = null;
    }
  }

  /* What the review finds out about the board that the game began with. */
  /** @param {Task} task @param {Bounds} bounds */
  learn(task, { atLeast, atMost }) {
    const { game, status } = this;
    if (taskText(task) === taskText({ ...game.task, board: game.start })) status.learnGap(atLeast, atMost);
  }

  /* What a list of windows, or of bookmarks, calls this solution. */
  /** @param {number} made @param {number[]} distances */
  title(made, distances) {
    const worst = worstLoss(distances);
    const lost = worst ? `, lost ${worst.moves} at move ${worst.move}` : '';
    document.title = `${movesText(made)}, optimum ${distances[0]}${lost} \u2013 ${this.usualTitle}`;
  }

  /* The board before a move that was made, and what would have been better. */
  /** @param {Task} task @param {string} moves @param {number} move */
  lookAt(task, moves, move) {
    this.searching.stop();
    if (this.player.solution !== moves || !this.player.startsFrom(task.board)) {
      this.player.rewind(task.board, true);
      this.player.load(moves);
    }
    this.player.seek(move - 1);
    this.searching.hint();
  }

  /* A solution in both metrics, by the names that speedsolvers have for them. `known`: of the optimum, by
   * metric. */
  /** @param {string} moves @param {Partial<Record<Metric, Bounds>>} known */
  showBoth(moves, known) {
    const parts = /** @type {const} */ (['single', 'multi']).flatMap((metric) => {
      const bounds = known[metric];
      if (!bounds) return [];
      const { atLeast, atMost } = bounds;
      const length = Math.max(1, lengthOf(moves, metric));
      const low = percent(atLeast / length);
      return `${atLeast === atMost ? low : `${low} to ${percent(Math.min(1, atMost / length))}`} in ${METRIC_NAMES[metric]}`;
    });
    at('train-both').textContent = `${lengthOf(moves, 'single')} STM (tiles), ${lengthOf(moves, 'multi')} MTM (slides)` +
      `${parts.length > 0 ? `, efficiency ${parts.join(', ')}` : ''}.`;
  }

  /** @param {Board} board @param {string} text */
  solves(board, text) {
    try {
      return this.core.replay(board, text, this.game.goal).solved;
    } catch {
      return false;
    }
  }

  /* The board that typed moves are about: the one that they solve, else that of the solution that is
   * shown, else the one that is there, or the first one if that is solved. */
  /** @param {string} text */
  boardOf(text) {
    const { board, start, solved } = this.game;
    const shown = this.player.start;
    const here = solved ? start : board;
    return [here, start, shown].find((each) => each && this.solves(each, text)) ?? shown ?? here;
  }

  /* A text that is a solution of the board, which is then judged. False: it is none. */
  /** @param {string} text */
  takeSolution(text) {
    const { solved, startSolved } = this.game;
    const from = this.boardOf(text);
    if (startSolved || (solved && this.game.isGoal(from.cells)) || !this.solves(from, text)) return false;
    this.bus.ask('show', 'tab-train');
    at('solution').value = text;
    this.judge(text);
    return true;
  }

  /* Plays typed moves on the board, and says how far they are from the optimum. `times`: the seconds after
   * each tile. */
  /** @param {string} text @param {number[] | null} [times] */
  judge(text, times = null) {
    const note = at('solution-note');
    try {
      const task = { ...this.game.task, board: this.boardOf(text) };
      const { moves, solved } = this.core.replay(task.board, text, task.goal);
      this.bus.ask('show', 'tab-train');
      this.searching.stop();
      if (taskText(task) !== taskText(this.game.task)) this.player.rewind(task.board);
      this.searching.watch(moves);
      if (solved) this.reviewAll(task, moves, times, (made, over) => tell(note, `${movesText(made)}: they solve the board.${over}`));
      else tell(note, `${movesText(lengthOf(moves, task.metric))}: they do not reach the goal.`, true);
    } catch (error) {
      tellError(note, error);
    }
  }

  async copyMoves() {
    const moves = this.player.solution === '' ? this.game.moves : this.player.before;
    at('solution').value = runLengths(moves);
    const done = await copyText(runLengths(moves));
    tell(at('solution-note'), moves === '' ? 'There are no moves yet.'
      : `${movesText(lengthOf(moves, this.game.metric))}${done ? ', copied' : ''}: letters are the way a tile moves.`);
  }
}
