/*
 * The trainer: a clock from the first move to the goal, and the best and the averages of the solves
 * of this size, which the browser keeps. Solves with help do not count.
 */
import { clock, count, rate } from './format.js';
import { memory } from './memory.js';

const KEPT = 200; /* solves of a size */
const TICK_MS = 100;
const RATE_SECONDS = 1; /* before, moves a second say nothing */

/* The mean of the last `size` times without the best and the worst, as speedsolvers have it; null if
 * there are fewer. */
export function averageOf(times, size) {
  if (times.length < size) return null;
  const last = times.slice(-size).sort((a, b) => a - b).slice(1, -1);
  return last.reduce((sum, time) => sum + time, 0) / last.length;
}

export class Trainer {
  /* `elements`: time, rate, best, five, twelve, solves. `solved({seconds, helped})` is called when a board
   * that was not solved at first has been solved by hand. */
  constructor(game, elements, solved) {
    this.game = game;
    this.elements = elements;
    this.solved = solved;
    this.ticking = null;
    this.reset();
    game.onChange((change) => this.follow(change));
  }

  get running() {
    return this.ticking !== null;
  }

  get key() {
    return `solves ${this.game.width}x${this.game.height}`;
  }

  /* Another board, or another try. */
  reset() {
    this.stop();
    this.begun = null;
    this.helped = false;
    this.elements.time.textContent = clock(0);
    this.elements.rate.textContent = '';
    this.show();
  }

  /* The solver has shown something of the answer. */
  help() {
    this.helped = true;
  }

  stop() {
    clearInterval(this.ticking);
    this.ticking = null;
  }

  get seconds() {
    return (performance.now() - this.begun) / 1000;
  }

  follow({ kind, by, back }) {
    if (kind !== 'move') return this.reset();
    if (by !== 'person') {
      this.help();
      return this.stop();
    }
    if (this.begun === null && !back && !this.game.startSolved) {
      this.begun = performance.now();
      this.ticking = setInterval(() => this.tick(), TICK_MS);
    }
    if (this.game.solved && this.running) this.finish();
  }

  tick(seconds = this.seconds) {
    this.elements.time.textContent = clock(seconds);
    if (seconds >= RATE_SECONDS) this.elements.rate.textContent = `${rate(this.game.made, seconds)}/s`;
  }

  finish() {
    const { seconds, helped } = this;
    this.stop();
    this.tick(seconds);
    if (!helped) {
      const solves = [...memory.get(this.key, []), [seconds, this.game.made]];
      memory.set(this.key, solves.slice(-KEPT));
    }
    this.show();
    this.solved({ seconds, helped });
  }

  show() {
    const times = memory.get(this.key, []).map(([seconds]) => seconds);
    const shown = (seconds) => (seconds === null ? '–' : clock(seconds));
    this.elements.best.textContent = shown(times.length ? Math.min(...times) : null);
    this.elements.five.textContent = shown(averageOf(times, 5));
    this.elements.twelve.textContent = shown(averageOf(times, 12));
    this.elements.solves.textContent = count(times.length);
  }
}
