/*
 * The trainer: a clock from the first move to the goal, and the best and the averages of the solves
 * that count (solves.js): of boards from Scramble at the first try, without help.
 */
import { boardText } from '../search/core.js';
import { clock, count, rate } from '../app/format.js';
import { lengthOf } from '../board/metric.js';
import { Solves, averageOf, listOf } from './solves.js';

const TICK_MS = 100;
const RATE_AFTER = 1; /* seconds; before, moves a second jump about */

export class Trainer {
  /* `elements`: time, rate, best, five, twelve, solves. `solved({seconds, helped})` is called when a board
   * that was not solved at first has been solved by hand; without a clock, seconds is null. */
  constructor(game, elements, solved) {
    this.game = game;
    this.elements = elements;
    this.solved = solved;
    this.ticking = null;
    this.solves = new Solves(() => this.show());
    this.scrambled = false; /* the board comes from Scramble, and this is the first try */
    this.reset();
    game.onChange((change) => this.follow(change));
  }

  get running() {
    return this.ticking !== null;
  }

  /* Another board, or another try. */
  reset() {
    this.stop();
    this.begun = null;
    this.over = false; /* solved, without a clock */
    this.ended = null; /* the seconds when the clock stopped */
    this.times = []; /* the seconds after each tile that was moved */
    this.helped = false;
    this.elements.time.textContent = clock(0);
    this.elements.rate.textContent = '';
    this.openList();
  }

  /* The solves of the size, metric and goal. */
  openList() {
    if (this.solves.name !== listOf(this.game)) this.solves.open(listOf(this.game));
    this.show();
  }

  /* Goes on with a clock that was at so many seconds. */
  resume(seconds, running) {
    this.begun = performance.now() - 1000 * seconds;
    if (running) this.ticking = setInterval(() => this.tick(), TICK_MS);
    this.tick(seconds);
    this.ended = running ? null : seconds;
  }

  get state() {
    const { helped, scrambled, running, begun } = this;
    return { helped, scrambled, running, seconds: begun === null ? null : running ? this.seconds : this.ended };
  }

  /* The solver has shown something of the answer. */
  help() {
    this.helped = true;
  }

  stop() {
    if (this.running) this.ended = this.seconds;
    clearInterval(this.ticking);
    this.ticking = null;
  }

  get seconds() {
    return (performance.now() - this.begun) / 1000;
  }

  follow({ kind, by, back }) {
    if (kind === 'metric') return this.openList();
    if (kind !== 'move') {
      this.scrambled = false; /* who scrambled says so afterwards */
      return this.reset();
    }
    if (by !== 'person') {
      this.help();
      return this.stop();
    }
    const untimed = this.begun === null && !back && !this.over && !this.game.startSolved;
    if (untimed && this.game.moves.length === 1) {
      this.begun = performance.now();
      this.ticking = setInterval(() => this.tick(), TICK_MS);
    }
    if (back) this.times.pop();
    else this.times.push(this.seconds);
    if (this.game.solved && this.running) this.finish();
    else if (this.game.solved && untimed) {
      this.over = true;
      this.solved({ seconds: null, helped: this.helped }); /* begun by a link */
    }
  }

  tick(seconds = this.seconds) {
    this.elements.time.textContent = clock(seconds);
    if (seconds < RATE_AFTER) return;
    const fast = rate(this.game.made, seconds);
    this.elements.rate.textContent = fast === null ? '' : `${fast}/s`;
  }

  finish() {
    const { seconds, helped } = this;
    this.stop();
    this.tick(seconds);
    const { game } = this;
    this.solves.add({ seconds, moves: game.moves.length, slides: lengthOf(game.moves, 'multi'),
      board: boardText(game.start), helped, counts: this.scrambled && !helped });
    this.show();
    this.solved({ seconds, helped });
  }

  show() {
    const { times } = this.solves;
    const shown = (seconds) => (seconds === null ? '–' : seconds === Infinity ? 'DNF' : clock(seconds));
    this.elements.best.textContent = shown(times.length ? Math.min(...times) : null);
    this.elements.five.textContent = shown(averageOf(times, 5));
    this.elements.twelve.textContent = shown(averageOf(times, 12));
    this.elements.solves.textContent = count(this.solves.all.length);
  }
}
