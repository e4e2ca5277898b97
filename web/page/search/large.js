/*
 * Boards beyond exact search: a solution at once, which gets shorter until none can be, the person stops
 * it or leaves the board; what is proven beside it; and the steps of what was found, for hints.
 */
import { boardText } from './core.js';
import { say } from '../app/texts.js';
import { boardAfter } from '../board/moves.js';

const HINT_SECONDS = 1;

/* 112 moves, at least 107. `more`: fewer are looked for; `over`: no more are. */
/** @param {{ length: number, bound: number }} options @param {boolean} [more] @param {boolean} [over] */
const gapText = ({ length, bound }, more = false, over = false) => say('search', 'gap', length, bound, more, over);

export class Large {
  /** `searching` has what it works with. @param {import('./searching.js').Searching} searching */
  constructor(searching) {
    this.searching = searching;
    this.steps = /** @type {Map<string, string>} */ (new Map()); /* the moves that are left of some solution, by board */
    /** @type {{ moves: string, length: number, bound: number, board: string } | null} */
    this.best = null; /* {moves, length, bound, board} of the board that is being solved */
    this.guided = false;
    searching.game.onChange(({ kind }) => this.follow(kind));
  }

  /** Who makes a move of his own, or follows the solution to its end, waits for nothing any more. @param {string} kind */
  follow(kind) {
    const { searching, searching: { game, player } } = this;
    if (this.best && kind === 'move' && (player.solution === '' || game.solved)) searching.stop();
    if (kind !== 'move') this.steps = new Map();
  }

  /* The moves that are left of a solution of the board as it is. */
  get left() {
    return this.steps.get(boardText(this.searching.game.board));
  }

  /** The best answer within a time: {moves, length, lowerBound, optimal}. `better` hears what is known on the way.
   * @param {Task} task @param {object} limits @param {Heard} [heard] */
  ask(task, limits, heard) {
    const { searching } = this;
    return searching.foreground(() => searching.solver.ask({ type: 'anytime', ...task, ...limits }, heard));
  }

  /** False: stopped; else the answer, which is proven but for boards that are too large to look for more than one
   * solution. @param {boolean} guided */
  async solve(guided) {
    const { searching } = this;
    const { game, search, coach } = searching;
    const { task, made } = game;
    const { steps } = this;
    const best = this.best = { moves: '', length: Infinity, bound: 0, board: '' };
    this.guided = guided;
    searching.begin(task);
    search.watchGap();
    try {
      const answer = await this.ask(task, {}, {
        onStep: (step) => this.hear(step, task, made),
        onProgress: (progress) => this.progress(progress, task),
      });
      search.endGap(answer);
      if (!answer.optimal) searching.status.notice(gapText(best, false, true));
      coach.learn(answer, task.board);
      return answer;
    } catch (error) {
      searching.failed(error, task);
      return false;
    } finally {
      this.keep(steps, task, best.moves);
      if (this.best === best) this.best = null; /* no other search has begun */
    }
  }

  /** A shorter solution, or a higher bound. The board that the game began with is as many moves farther at most, and
   * nearer, as were made. @param {Step} step @param {Task} task @param {number} made */
  hear({ moves, lowerBound: bound, seconds }, task, made) {
    const { searching } = this;
    const { status, search, coach } = searching;
    const { best } = this;
    if (!best) return;
    const first = best.moves === '';
    Object.assign(best, { moves, length: moves.length, bound, board: boardText(task.board) });
    search.gap(best, seconds);
    this.offer(task);
    searching.bus.emit('search');
    coach.learnAtLeast(bound, task.board);
    coach.learnAtLeast(bound - made, searching.game.start, moves.length + made);
    if (first && coach.isCurrent(task)) status.notice(gapText(best, true));
  }

  /** @param {Progress} progress @param {Task} task */
  progress(progress, task) {
    this.searching.search.gapProgress(progress);
    if (!this.best?.moves) return;
    this.offer(task);
    if (this.searching.coach.isCurrent(task)) this.searching.status.progress(gapText(this.best));
  }

  /** The best solution takes the place of the one that is shown, until somebody follows that. @param {Task} task */
  offer(task) {
    const { searching: { player }, best } = this;
    const first = player.solution === '';
    if (!best || player.at > 0 || player.timer || player.solution === best.moves) return;
    if (!this.searching.coach.isCurrent(task)) return;
    player.load(best.moves, this.guided);
    this.searching.helped(true);
    if (first && this.guided) this.searching.showNext();
  }

  /* Some solution of the board as it is, kept for the boards along it. */
  async find() {
    const { game, coach, status } = this.searching;
    const { task } = game;
    const { steps } = this;
    status.notice(say('search', 'looking'));
    const answer = await this.ask(task, { timeout: HINT_SECONDS });
    if (!coach.isCurrent(task)) return false;
    coach.learn(answer, task.board);
    this.keep(steps, task, answer.moves);
    return true;
  }

  /** @param {Map<string, string>} steps @param {Task} task @param {string} moves */
  keep(steps, task, moves) {
    let { board } = task;
    for (let i = 0; i < moves.length; i++) {
      steps.set(boardText(board), moves.slice(i));
      board = boardAfter(board, moves[i]);
    }
  }
}
