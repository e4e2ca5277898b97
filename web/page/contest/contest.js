/*
 * The contest that is running: an attempt at a board of the day, or a relay. It follows the game, keeps the
 * moves with their times, and ends with a result (result.js). Another board, or a tile that the person did
 * not move, leaves the contest: an attempt and a relay can be taken up again, while their clock goes on.
 */
import { memory } from '../app/memory.js';
import { boardText } from '../search/core.js';
import { Attempts } from './attempts.js';
import { DAY_EVENTS, LEGS, Relay, dayAt, dayTask, legsText, relayTasks, storedRelayOf } from './tasks.js';

const RELAY_KEY = 'relay';
const CONTEST_METRIC = 'single'; /* of all contests */

export class Contest {
  /** @param {Parts} parts */
  constructor({ bus, core, game, coach, trainer }) {
    this.bus = bus;
    this.core = core;
    this.game = game;
    this.coach = coach;
    this.trainer = trainer;
    this.attempts = new Attempts(memory);
    /** @type {RunningContest | null} */
    this.running = null; /* {event, day, relay, board, goal, begun, times}: relay is a Relay or null */
    this.setting = false; /* the contest itself sets the board */
    game.onChange((change) => this.follow(change));
    bus.on('helped', () => this.helped());
    bus.answer('contest', () => this.running?.event);
    bus.answer('kind', () => this.kind);
    bus.answer('relay', ({ number, legs }) => this.beginRelay(number, legs));
  }

  /* The contest, where there is one. */
  get run() {
    return /** @type {RunningContest} */ (this.running);
  }

  /* The kind of a record of the board (solves/record.js); undefined without a contest. */
  get kind() {
    const { event } = this.running ?? {};
    return event === 'relay' ? 'relay' : event && 'day';
  }

  get today() {
    return dayAt(Date.now());
  }

  /* ---- beginning ---- */

  /** Begins the attempt at a board of the day, or takes it up again. False: it is over. @param {string} event @param {string} [day] */
  beginDay(event, day = this.today) {
    if (!this.attempts.begin(day, event)) return false;
    const { begun, moves, times } = /** @type {DayAttempt} */ (this.attempts.of(day, event));
    this.start({ event, day, relay: null, begun, times }, dayTask(this.core, day, event), moves);
    return true;
  }

  /** @param {bigint} number @param {Size[]} [legs] */
  beginRelay(number, legs = LEGS) {
    const relay = new Relay(this.core, number, legs);
    this.start({ event: 'relay', day: null, relay, begun: null, times: [] }, relay.task, '');
  }

  /* The relay that was left or interrupted by a reload; null: there is none. */
  get keptRelay() {
    const kept = storedRelayOf(memory.get(RELAY_KEY, null, () => true));
    const tasks = kept ? relayTasks(this.core, kept.number, kept.legs) : [];
    return kept?.parts.every(({ moves }, i) => this.leadsTo(tasks[i], moves) === 'goal') ? kept : null;
  }

  goOnRelay() {
    const { number, legs, begun, parts, moves, times } = /** @type {StoredRelay} */ (this.keptRelay);
    const relay = new Relay(this.core, number, legs, parts);
    this.start({ event: 'relay', day: null, relay, begun, times }, relay.task, moves);
  }

  /* After a reload: takes up the contest whose board is there. */
  takeUp() {
    const event = DAY_EVENTS.find((each) => this.attempts.of(this.today, each)?.state === 'open' &&
      this.isHere(dayTask(this.core, this.today, each)));
    const kept = this.keptRelay;
    if (event) this.beginDay(event);
    else if (kept && this.isHere(relayTasks(this.core, kept.number, kept.legs)[kept.parts.length])) this.goOnRelay();
    else return;
    this.bus.ask('show', 'tab-daily'); /* which says what is going on */
  }

  /** True if the game began with the board of a task. @param {ContestTask} task */
  isHere({ board, goal }) {
    return boardText(this.game.start) === boardText(board) && boardText(this.game.goal) === boardText(goal);
  }

  /** 'goal', 'board' for any other board, or '' for moves that cannot be made. @param {ContestTask} task @param {string} moves */
  leadsTo({ board, goal }, moves) {
    try {
      return moves === '' || !this.core.replay(board, moves, goal).solved ? 'board' : 'goal';
    } catch {
      return '';
    }
  }

  /* Sets the board with moves that were made before. */
  /** @param {Omit<RunningContest, "board" | "goal">} run @param {ContestTask} task @param {string} moves */
  start(run, task, moves) {
    const made = this.leadsTo(task, moves) === 'board' ? moves : '';
    this.leave();
    this.set(task, made);
    this.running = { ...run, ...task, times: made === '' ? [] : [...run.times] };
    this.coach.hide(true);
    this.startClock();
    this.bus.emit('contest');
  }

  /** @param {ContestTask} task @param {string} moves */
  set({ board, goal }, moves) {
    this.setting = true;
    this.bus.ask('set', { board, goal, metric: CONTEST_METRIC });
    if (moves !== '') this.game.resume(board, goal, CONTEST_METRIC, moves, []);
    this.setting = false;
  }

  startClock() {
    const { begun, event, times } = this.run;
    if (event === 'speed') this.bus.emit('scrambled');
    if (begun === null) return;
    this.trainer.resume({ helped: false, undone: false, scrambled: event === 'speed', running: true,
      seconds: Math.max(0, (Date.now() - begun) / 1000), times: times.map((/** @type {number} */ time) => time / 1000) });
  }

  /* ---- the way to the goal ---- */

  /** @param {Change} change */
  follow({ kind, by, back }) {
    if (!this.running || this.setting || kind === 'metric') return;
    const { running } = this;
    if (kind === 'board' && running.event === 'moves' && this.isHere(running)) running.times = []; /* Retry */
    else if (kind !== 'move' || by !== 'person') return this.leave();
    else this.time(back);
    if (this.game.solved) this.solved();
    else this.keep(false);
  }

  /** @param {boolean} back */
  time(back) {
    const running = this.run;
    const now = Date.now();
    running.begun ??= now;
    if (back) running.times.pop();
    else running.times.push(Math.max(running.times.at(-1) ?? running.relay?.time ?? 0, now - running.begun));
  }

  /** Keeps the moves. An attempt that another tab has ended is left. @param {boolean} solved */
  keep(solved) {
    const { event, day, relay, begun, times } = this.run;
    const { moves } = this.game;
    const leg = solved ? { moves: '', times: [] } : { moves, times };
    if (relay) memory.set(RELAY_KEY, relay.over ? null : { number: String(relay.number), legs: legsText(relay.legs), begun, parts: relay.parts, ...leg });
    else if (!this.attempts.follow(day ?? '', event, { begun, moves, times, solved })) this.leave();
  }

  solved() {
    const { relay, times } = this.run;
    relay?.solved(this.game.moves, times);
    this.keep(true);
    if (!this.running) return;
    if (relay && !relay.over) return queueMicrotask(() => this.nextLeg(relay)); /* others hear of the last move first */
    const result = this.result(this.running);
    this.leave();
    if (relay) this.bus.emit('relayed', { result });
    this.bus.emit('result', { result });
  }

  /** @param {import('./tasks.js').Relay} relay */
  nextLeg(relay) {
    if (this.running?.relay !== relay) return;
    Object.assign(this.running, { ...relay.task, times: [] });
    this.set(relay.task, '');
    this.startClock();
    this.bus.emit('contest');
  }

  /** @param {RunningContest} run @returns {ContestResult} */
  result({ event, day, relay, times }) {
    if (relay) return { event, day, number: relay.number, legs: relay.legs, parts: relay.parts };
    return { event, day, number: null, parts: [{ moves: this.game.moves, times: event === 'moves' ? null : times }] };
  }

  /* ---- the end ---- */

  leave() {
    if (!this.running) return;
    this.running = null;
    this.coach.hide(false);
    this.bus.emit('contest');
  }

  giveUp() {
    const { event, day, relay } = this.run;
    if (relay) memory.set(RELAY_KEY, null);
    else this.attempts.end(day ?? '', event);
    this.leave();
  }

  /* Something of a solution of the board was shown: an attempt at it is over. */
  helped() {
    for (const event of this.eventsHere) this.attempts.end(this.today, event);
    this.bus.emit('contest');
  }

  /* The events of today whose board is there, and at which the person has an attempt. */
  get eventsHere() {
    return DAY_EVENTS.filter((event) => this.isOpen(this.today, event) && this.isHere(dayTask(this.core, this.today, event)));
  }

  get hasAttemptHere() {
    return this.eventsHere.length > 0;
  }

  /** True for an attempt of today that is not over. @param {string | null} day @param {string} event */
  isOpen(day, event) {
    return day === this.today && DAY_EVENTS.includes(event) && (this.attempts.of(day, event)?.state ?? 'open') === 'open';
  }
}
