/*
 * Searching for the person: solve, hint and all shortest solutions of the board as it is, with what
 * the views show meanwhile, and stopping.
 */
import { at, button, element } from '../app/dom.js';
import { brief, duration, errorText, phrase, runLengths, say } from '../app/texts.js';
import { taskText } from '../board/game.js';
import { Large } from './large.js';
import { lengthOf, stepsOf } from '../board/moves.js';
import { hasTables, isExact } from './partitions.js';
import { Cancelled } from './solver.js';

const PATIENCE_MS = 400; /* a search that takes longer has better tables built at once */
const LISTED = 50; /* of all shortest solutions */

export class Searching {
  /** `search` is the view of a search, `view` the board. @param {Parts} parts */
  constructor({ bus, solver, game, coach, status, search, player, view }) {
    this.bus = bus;
    this.solver = solver;
    this.game = game;
    this.coach = coach;
    this.status = status;
    this.search = search;
    this.player = player;
    this.view = view;
    this.work = /** @type {object | null} */ (null); /* for the person, not in the background */
    this.searched = ''; /* the task that the view is about, of this game; '': none */
    this.listed = /** @type {Task | null} */ (null); /* the task whose shortest solutions may be listed */
    this.hinting = /** @type {object | null} */ (null); /* the hint that is searched for */
    this.large = new Large(this);
    this.game.onChange(({ kind }) => {
      if (this.hinting || kind !== 'move') this.stop(); /* nobody waits for a hint of another board */
      if (kind === 'move') return;
      at('all-box').hidden = true;
      at('all-note').textContent = '';
      at('all-list').replaceChildren();
      if (this.searched === this.begun) return;
      this.searched = '';
      this.search.clear();
    });
  }

  get running() {
    return this.work !== null;
  }

  /** @param {boolean} [whole] */
  helped(whole = false) {
    this.bus.emit('helped', { whole });
  }

  /* Ends what runs; what is asked for afterwards goes on. */
  stop() {
    if (!this.running) return;
    this.work = /** @type {object | null} */ (null);
    this.solver.cancel();
  }

  /* The task as it was before the moves. */
  get begun() {
    return taskText(this.game.begun);
  }

  /** @param {Task} task */
  begin(task) {
    this.searched = taskText(task);
    this.search.begin(task);
  }

  /** Work of the worker that the person waits for. A question of the coach goes before it, for half a second at most: a
   * new worker would take as long to begin. @param {() => Promise<any>} work */
  async foreground(work) {
    const own = this.work = {};
    try {
      const result = work();
      this.bus.emit('search');
      return await result;
    } finally {
      if (this.work === own) this.work = null;
      if (!this.work) this.status.progress('');
      this.bus.emit('search');
      this.coach.later();
    }
  }

  /** Asks for an answer with the view and the notice alive. @param {Task} task @param {object} request @param {Heard} [heard] */
  ask(task, request, heard = {}) {
    return this.foreground(() => this.solver.ask({ type: 'solve', ...task, ...request }, {
      onProgress: (progress) => this.progress(progress, task),
      onStep: (step) => (step.exhausted ? this.exhausted(step.exhausted, task) : heard.onStep?.(step)),
      onRestart: () => this.search.begin(task),
    }));
  }

  /** @param {ExhaustedBound} step @param {Task} task */
  exhausted(step, task) {
    this.search.exhausted(step);
    this.coach.learnAtLeast(this.search.proven, task.board);
  }

  /** @param {Progress} progress @param {Task} task */
  progress(progress, task) {
    this.search.progress(progress);
    if (!this.coach.isCurrent(task)) return;
    const { live } = this.search;
    if (live) this.status.progress(say('search', 'progress', live.bound, brief(progress.done), duration(progress.seconds)));
  }

  /* Finds a shortest solution of the board as it is. False: stopped, or the board is another now. */
  async find() {
    const { task } = this.game;
    this.begin(task);
    this.status.notice(say('search', 'searching'));
    try {
      const answer = this.coach.known?.answer ?? await this.ask(task, {});
      this.search.end(answer);
      this.coach.learn(answer, task.board);
      this.listed = task;
      at('all-box').hidden = answer.length === 0 || !hasTables(task.board);
      return this.coach.isCurrent(task);
    } catch (error) {
      this.failed(error, task);
      return false;
    }
  }

  /** @param {any} error @param {Task} task */
  failed(error, task) {
    if (this.searched !== taskText(task)) return;
    const stopped = error instanceof Cancelled;
    const known = this.coach.of(task.board); /* the coach may have been further */
    const proven = Math.max(this.search.proven, known?.distance ?? known?.atLeast ?? 0);
    const here = this.player.ends.length;
    const text = stopped ? say('search', 'stopped', proven, here > proven ? here : 0) : errorText(error);
    this.search.stopped(text);
    if (proven > 0) this.coach.learnAtLeast(proven, task.board);
    if (!this.coach.isCurrent(task)) return;
    this.status.notice(text);
  }

  /** `guided`: the person follows the solution by hand, and it does not play. @param {boolean} [guided] */
  async solve(guided = false) {
    const { goal, solved, startSolved } = this.game;
    if (solved) return this.status.notice(say('search', startSolved ? 'goal' : 'solved'));
    this.player.leave();
    setTimeout(() => this.running && this.bus.emit('patience'), PATIENCE_MS);
    const { task } = this.game;
    if (isExact(goal) || this.coach.known?.moves) {
      if (!(await this.find())) return;
    } else {
      const answer = await this.large.solve(guided);
      if (!answer?.optimal || !this.coach.isCurrent(task)) return; /* it is followed already */
    }
    const { distance, moves: solution } = this.coach.known;
    this.watch(solution, guided);
    this.status.notice(say('search', 'shortest', distance));
  }

  /** Shows a solution of the board as it is, from its start. @param {string} solution @param {boolean} [guided] */
  watch(solution, guided = false) {
    this.helped(true);
    this.player.load(solution, guided);
    if (guided) this.showNext();
    else if (solution !== '') this.player.play();
  }

  /* The board and what to do next, both in sight if there is room. */
  showNext() {
    at('player-next').scrollIntoView({ block: 'nearest' });
    at('player-next').focus({ preventScroll: true });
  }

  async hint() {
    const { game } = this;
    if (!this.coach.known?.moves && !this.large.left) {
      const own = this.hinting = {};
      const found = isExact(game.goal) ? await this.find() : await this.findSteps();
      if (this.hinting === own) this.hinting = null;
      if (!found) return;
    }
    const moves = this.coach.known?.moves ?? this.large.left;
    const distance = lengthOf(moves, game.metric);
    if (distance === 0) return;
    const [step] = stepsOf(moves, game.metric);
    const tiles = [...step].map((move, i) => game.cells[game.sourceOf(move, i + 1)]);
    this.helped();
    this.view.hint(step);
    this.status.notice(say('search', 'hint', tiles.join(', '), phrase(`way ${step[0]}`), !this.coach.known?.moves, distance - 1));
  }

  /* Of a large board. False: stopped, or the board is another now. */
  async findSteps() {
    const { task } = this.game;
    try {
      return await this.large.find();
    } catch (error) {
      if (!(error instanceof Cancelled) && this.coach.isCurrent(task)) this.status.notice(errorText(error));
      return false;
    }
  }

  /* ---- all shortest solutions ---- */

  /* Of the board that was solved last. */
  async all() {
    const task = this.listed;
    if (!task) return;
    const found = /** @type {string[]} */ ([]);
    this.begin(task);
    try {
      const answer = await this.ask(task, { listed: LISTED },
        { onStep: ({ moves }) => found.push(moves) });
      this.search.end(answer);
      this.listAll(answer, found, task);
    } catch (error) {
      this.failed(error, task);
    }
  }

  /** @param {Answer} answer @param {string[]} found @param {Task} task */
  listAll({ solutions, length }, found, task) {
    at('all-note').textContent = solutions === 1 ? say('search', 'only', length)
      : say('search', 'all', solutions, length, found.length < solutions ? found.length : 0);
    at('all-list').replaceChildren(...found.map((moves, i) => {
      const watch = button('▶', () => {
        this.player.rewind(task.board);
        this.watch(moves);
      }, { className: 'small', 'aria-label': say('search', 'watch', i + 1) });
      return element('li', {}, watch, element('code', { className: 'moves' }, runLengths(moves)));
    }));
  }
}
