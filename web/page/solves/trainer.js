/*
 * The trainer: a clock from the first move to the goal, and the best and the averages of the solves
 * that count (solves.js): of boards from Scramble at the first try, without help.
 */
import { boardText } from '../search/core.js';
import { clock, count, rate } from '../app/format.js';
import { lengthOf } from '../board/metric.js';
import { NEW_ATTEMPT, attemptAfter, attemptSeconds } from './attempt.js';
import { Solves, averageOf, listOf } from './solves.js';

const TICK_MS = 100;
const RATE_AFTER = 1; /* seconds; before, moves a second jump about */

export class Trainer {
  /* `elements`: time, rate, best, five, twelve, solves. */
  constructor({ bus, game }, elements) {
    Object.assign(this, { bus, game, elements });
    this.attempt = NEW_ATTEMPT;
    this.ticking = null;
    this.solves = new Solves(() => this.show());
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
    const { running, seconds, attempt: { helped, scrambled } } = this;
    return { helped, scrambled, running, seconds };
  }

  hear(event) {
    this.attempt = attemptAfter(this.attempt, { now: performance.now(), ...event });
    if (!this.running) clearInterval(this.ticking);
    if (!this.running) this.ticking = null;
    else this.ticking ??= setInterval(() => this.tick(), TICK_MS);
  }

  /* Another board, or another try. */
  begin() {
    this.hear({ type: 'new' });
    this.times = []; /* the seconds after each tile that was moved */
    this.elements.time.textContent = clock(0);
    this.elements.rate.textContent = '';
    this.openList();
  }

  /* The solves of the size, metric and goal. */
  openList() {
    if (this.solves.name !== listOf(this.game)) this.solves.open(listOf(this.game));
    this.show();
  }

  /* Goes on after a reload: with the state that was kept, with these seconds on the clock or null. */
  resume({ helped, scrambled, running, seconds }) {
    this.hear({ type: 'resumed', helped, scrambled, running, seconds });
    if (seconds !== null) this.tick();
  }

  follow({ kind, by, back }) {
    if (kind === 'metric') this.openList();
    else if (kind !== 'move') this.begin();
    else if (by === 'person') this.moved(back);
    else this.hear({ type: 'shown' });
  }

  moved(back) {
    const { game } = this;
    const before = this.attempt.phase;
    this.hear({ type: 'moved', made: game.moves.length, startSolved: game.startSolved, solved: game.solved, back });
    if (back) this.times.pop();
    else this.times.push(this.seconds);
    if (this.attempt.phase === 'solved' && before !== 'solved') this.finish();
  }

  tick(seconds = this.seconds) {
    this.elements.time.textContent = clock(seconds);
    if (seconds < RATE_AFTER) return;
    const fast = rate(this.game.made, seconds);
    this.elements.rate.textContent = fast === null ? '' : `${fast}/s`;
  }

  finish() {
    const { game, times, seconds, attempt: { helped, scrambled } } = this;
    if (seconds !== null) {
      this.tick();
      this.solves.add({ seconds, moves: game.moves.length, slides: lengthOf(game.moves, 'multi'),
        board: boardText(game.start), helped, counts: scrambled && !helped });
      this.show();
    }
    this.bus.emit('solved', { task: { ...game.task, board: game.start }, moves: game.moves, times: seconds === null ? null : [...times], seconds,
      helped, scrambled });
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
