/*
 * The trainer: a clock from the first move to the goal, with thousandths.
 */
import { rate } from '../app/format.js';
import { NEW_ATTEMPT, attemptAfter, attemptSeconds } from './attempt.js';
import { timeText } from './text.js';

const TICK_MS = 47; /* so that the thousandths do not seem to stand still */
const RATE_AFTER = 1; /* seconds; before, moves a second jump about */

export class Trainer {
  /* `elements`: time, rate. */
  /** @param {Parts} parts @param {Elements} elements */
  constructor({ bus, game }, elements) {
    this.bus = bus;
    this.game = game;
    this.elements = elements;
    /** @type {Attempt} */
    this.attempt = NEW_ATTEMPT;
    /** @type {number | undefined} */
    this.ticking = undefined;
    /** @type {(number | null)[]} */
    this.times = []; /* the seconds after each tile that was moved; null: the clock has not run */
    this.begin();
    game.onChange((change) => this.follow(change));
    bus.on('scrambled', () => this.hear({ type: 'scrambled' }));
    bus.on('helped', () => this.hear({ type: 'helped' }));
  }

  get running() {
    return this.attempt.phase === 'running';
  }

  get helped() {
    return this.attempt.helped;
  }

  /* The seconds of this attempt; null: the clock has not run. */
  get seconds() {
    return attemptSeconds(this.attempt, performance.now());
  }

  /* What is kept over a reload. */
  get state() {
    const { running, seconds, times, attempt: { helped, scrambled } } = this;
    return { helped, scrambled, running, seconds, times };
  }

  /** @param {any} event */
  hear(event) {
    this.attempt = attemptAfter(this.attempt, { now: performance.now(), ...event });
    if (!this.running) clearInterval(this.ticking);
    if (!this.running) this.ticking = undefined;
    else this.ticking ??= setInterval(() => this.tick(), TICK_MS);
  }

  /* Another board, or another try. */
  begin() {
    this.hear({ type: 'new' });
    this.times = [];
    this.elements.time.textContent = timeText(0);
    this.elements.rate.textContent = '';
  }

  /* Goes on after a reload: with the state that was kept, with these seconds on the clock or null. */
  /** @param {{ helped: boolean, scrambled: boolean, running: boolean, seconds: number | null, times: number[] }} state */
  resume({ helped, scrambled, running, seconds, times }) {
    this.hear({ type: 'resumed', helped, scrambled, running, seconds });
    this.times = times;
    if (seconds !== null) this.tick();
  }

  /** @param {Change} change */
  follow({ kind, by, back }) {
    if (kind === 'metric') return;
    if (kind !== 'move') this.begin();
    else if (by === 'person') this.moved(back);
    else this.hear({ type: 'shown' });
  }

  /** @param {boolean} back */
  moved(back) {
    const { game } = this;
    const before = this.attempt.phase;
    this.hear({ type: 'moved', made: game.moves.length, startSolved: game.startSolved, solved: game.solved, back });
    if (back) this.times.pop();
    else this.times.push(this.seconds);
    if (this.attempt.phase === 'solved' && before !== 'solved') this.finish();
  }

  /** @param {number} [seconds] */
  tick(seconds = this.seconds ?? 0) {
    this.elements.time.textContent = timeText(1000 * seconds);
    if (seconds < RATE_AFTER) return;
    const fast = rate(this.game.made, seconds);
    this.elements.rate.textContent = fast === null ? '' : `${fast}/s`;
  }

  finish() {
    const { game, times, seconds, attempt: { helped, scrambled } } = this;
    const contest = this.bus.ask('contest') ?? null;
    if (seconds !== null) this.tick();
    this.bus.emit('solved', { task: { ...game.task, board: game.start }, moves: game.moves, times: seconds === null ? null : times.map((time) => time ?? 0), seconds,
      helped, scrambled, contest });
  }
}
