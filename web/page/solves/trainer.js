/*
 * The trainer: a clock from the first move to the goal, with thousandths. Who leaves a scramble before, for
 * another board or its solution, has given it up. With inspection, 15 seconds count down after Scramble, as at
 * competitions: who begins later gets two seconds more, and after two more seconds DNF.
 */
import { at } from '../app/dom.js';
import { rate } from '../app/texts.js';
import { DNF, PLUS_TWO } from './record.js';
import { timeText } from './text.js';

/*
 * An attempt at a board, as the clock sees it. One state, which events replace:
 *
 *   ready -> running    the first move of the person
 *   running -> solved   the move that reaches the goal
 *   running -> stopped  something else moved the tiles
 *   ready -> solved     the goal, on the way that a link had begun: without a time
 *
 * Another board, or another try, is a new attempt. `helped` says that something of a solution was shown, `undone` that
 * moves were taken back while the clock ran, `scrambled` that the board comes from Scramble and that this is the first try.
 */
/** @type {Readonly<Attempt>} */
export const NEW_ATTEMPT = Object.freeze({ phase: 'ready', begun: null, seconds: null, scrambled: false, helped: false, undone: false });

/** @param {Attempt} attempt @param {number} now */
const secondsAt = (attempt, now) => (now - (attempt.begun ?? now)) / 1000;

/* The attempt after an event. `now` is in milliseconds.
 *   {type: 'new'}         another board
 *   {type: 'scrambled'}   the board comes from Scramble
 *   {type: 'helped'}      something of a solution was shown
 *   {type: 'shown', now}  the player moved a tile
 *   {type: 'moved', now, made, startSolved, solved, back}  the person moved a tile, after which `made`
 *                         tiles are moved; `back`: took one back
 *   {type: 'resumed', now, seconds, running, helped, undone, scrambled}  after a reload */
/** @param {Attempt} attempt @param {AttemptEvent} event @returns {Attempt} */
export function attemptAfter(attempt, event) {
  const { now } = event;
  const seconds = attempt.phase === 'running' ? secondsAt(attempt, now) : attempt.seconds;
  switch (event.type) {
    case 'new': return NEW_ATTEMPT;
    case 'scrambled': return { ...attempt, scrambled: true };
    case 'helped': return { ...attempt, helped: true };
    case 'shown': return { ...attempt, helped: true, seconds, phase: attempt.phase === 'running' ? 'stopped' : attempt.phase };
    case 'moved': return moved(attempt, event, seconds);
    case 'resumed': return resumed(event);
    default: throw new Error(`an attempt knows no ${JSON.stringify(event)}`);
  }
}

/** @param {Attempt} attempt @param {AttemptEvent & { type: 'moved' }} event @param {number | null} seconds @returns {Attempt} */
function moved(attempt, { now, made, startSolved, solved, back }, seconds) {
  if (attempt.phase === 'running') return { ...attempt, undone: attempt.undone || back, ...(solved ? { phase: 'solved', seconds } : {}) };
  if (attempt.phase !== 'ready' || back || startSolved) return attempt;
  const begun = made === 1 ? now : null;
  if (solved) return { ...attempt, phase: 'solved', begun, seconds: begun === null ? null : 0 };
  return begun === null ? attempt : { ...attempt, phase: 'running', begun };
}

/** @param {AttemptEvent & { type: 'resumed' }} event @returns {Attempt} */
function resumed({ now, seconds, running, helped, undone, scrambled }) {
  if (seconds === null) return { ...NEW_ATTEMPT, helped, undone, scrambled };
  return { phase: running ? 'running' : 'stopped', begun: now - 1000 * seconds, seconds: running ? null : seconds, helped, undone, scrambled };
}

/** The seconds of an attempt; null: the clock has not run. @param {Attempt} attempt @param {number} now */
export const attemptSeconds = (attempt, now) => (attempt.phase === 'running' ? secondsAt(attempt, now) : attempt.seconds);

const TICK_MS = 47; /* so that the thousandths do not seem to stand still */
const INSPECTION = 15; /* seconds */
const LATE = 2; /* more of them cost two seconds; later is DNF */
const RATE_AFTER = 1; /* seconds; before, moves a second jump about */

/** What it costs to begin after so many seconds. @param {number} seconds */
export const latePenalty = (seconds) => (seconds <= INSPECTION ? 0 : seconds <= INSPECTION + LATE ? PLUS_TWO : DNF);

export class Trainer {
  /** @param {Parts} parts */
  constructor({ bus, game }) {
    this.bus = bus;
    this.game = game;
    this.attempt = /** @type {Attempt} */ (NEW_ATTEMPT);
    this.ticking = 0; /* the timer, while the clock or the inspection runs */
    this.times = /** @type {(number | null)[]} */ ([]); /* the seconds after each tile that was moved; null: the clock has not run */
    this.inspects = false; /* the person wants inspection */
    this.inspected = /** @type {number | null} */ (null); /* when it began, on the clock of the page */
    this.penalty = 0; /* of a late beginning */
    this.task = this.game.begun; /* of this attempt, when the game has another */
    this.begin();
    game.onChange((change) => this.follow(change));
    bus.on('scrambled', () => this.scrambled());
    bus.on('helped', ({ whole }) => (whole ? this.stop() : this.hear({ type: 'helped' })));
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
    const { running, seconds, times, attempt: { helped, undone, scrambled } } = this;
    return { helped, undone, scrambled, running, seconds, times };
  }

  /** @param {any} event */
  hear(event) {
    this.attempt = attemptAfter(this.attempt, { now: performance.now(), ...event });
    document.body.classList.toggle('running', this.running);
    const ticks = this.running || this.inspected !== null;
    if (!ticks) clearInterval(this.ticking);
    this.ticking = ticks ? this.ticking || window.setInterval(() => this.tick(), TICK_MS) : 0;
  }

  /* The first scramble, which nobody has asked for, is not inspected, and none of a contest. */
  scrambled() {
    if (this.inspects && document.body.classList.contains('ready') && !this.bus.ask('contest')) this.inspected = performance.now();
    this.hear({ type: 'scrambled' });
  }

  /* Another board, or another try. */
  begin() {
    this.giveUp();
    this.inspected = null;
    this.penalty = 0;
    this.hear({ type: 'new' });
    this.task = this.game.begun;
    this.times = [];
    at('time').textContent = timeText(0);
    at('rate').textContent = '';
  }

  /* Goes on after a reload: with the state that was kept, with these seconds on the clock or null. */
  /** @param {{ helped: boolean, undone: boolean, scrambled: boolean, running: boolean, seconds: number | null, times: number[] }} state */
  resume({ helped, undone, scrambled, running, seconds, times }) {
    this.task = this.game.begun;
    this.hear({ type: 'resumed', helped, undone, scrambled, running, seconds });
    this.times = times;
    if (seconds !== null) this.tick();
  }

  /** @param {Change} change */
  follow({ kind, by, back }) {
    if (kind === 'metric') this.task = this.game.begun;
    else if (kind !== 'move') this.begin();
    else if (by === 'person') this.moved(back);
    else this.stop();
  }

  /* A solution is there. */
  stop() {
    this.giveUp();
    this.hear({ type: 'shown' });
  }

  giveUp() {
    if (this.running && this.attempt.scrambled && !this.helped && !this.bus.ask('contest')) this.bus.emit('gaveUp', this.solve('', null));
  }

  /** What the bus tells of this attempt. @param {string} moves @param {number[] | null} times @returns {HandSolve} */
  solve(moves, times) {
    const { task, seconds, penalty, attempt: { helped, undone, scrambled } } = this;
    return { task, moves, times, seconds, penalty, helped, undone, scrambled, contest: this.bus.ask('contest') ?? null };
  }

  /** @param {boolean} back */
  moved(back) {
    const { game } = this;
    const before = this.attempt.phase;
    if (this.inspected !== null) this.penalty = latePenalty((performance.now() - this.inspected) / 1000);
    this.inspected = null;
    this.hear({ type: 'moved', made: game.moves.length, startSolved: game.startSolved, solved: game.solved, back });
    if (back) this.times.pop();
    else this.times.push(this.seconds);
    if (this.attempt.phase === 'solved' && before !== 'solved') this.finish();
  }

  /** While the board is inspected, whole seconds are left, or what it will cost. @param {number} [seconds] */
  tick(seconds = this.seconds ?? 0) {
    if (this.inspected !== null) {
      const waited = (performance.now() - this.inspected) / 1000;
      const penalty = latePenalty(waited);
      at('time').textContent = penalty === DNF ? 'DNF' : penalty === PLUS_TWO ? '+2' : String(Math.ceil(INSPECTION - waited));
      return;
    }
    at('time').textContent = timeText(1000 * seconds);
    if (seconds < RATE_AFTER) return;
    const fast = rate(this.game.made, seconds);
    at('rate').textContent = fast === null ? '' : `${fast}/s`;
  }

  finish() {
    const { game, times, seconds } = this;
    if (seconds !== null) this.tick();
    this.bus.emit('solved', this.solve(game.moves, seconds === null ? null : times.map((time) => time ?? 0)));
  }
}
