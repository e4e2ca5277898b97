/*
 * A result of a contest, of this person or of a link: what was made, that its moves were replayed, how far
 * it is from the optimum, and each board to watch.
 */
import { at, sentence, tell } from '../app/dom.js';
import { linkHere, showLink } from '../app/link.js';
import { LANGUAGE } from '../app/messages.js';
import { copyText } from '../app/sharing.js';
import { boardText } from '../search/core.js';
import { isExact } from '../search/partitions.js';
import { Cancelled } from '../search/solver.js';
import { LEGS } from './relay.js';
import { Refused, prove, readResult, resultQuery, summary } from './result.js';
import { contestText, overOptimum } from './sentences.js';
import { dayName, eventText, refusalText } from './texts.js';
import { endOf } from './timed.js';

const EXACT_SECONDS = [1, 2, 4, 8, 16, 32]; /* of one search; others have their turn between two */
const BOUND_SECONDS = 4;
const TURN_MS = 250;

const pause = () => new Promise((over) => { setTimeout(over, TURN_MS); });

export class ResultView {
  /** @param {Parts} parts */
  constructor({ bus, core, solver, contest }) {
    this.bus = bus;
    this.core = core;
    this.solver = solver;
    this.contest = contest;
    this.own = false; /* the person has made the result */
    /** @type {ProvenResult | null} */
    this.result = null; /* as summary() returns it */
    this.asking = false;
    bus.on('result', ({ result }) => this.show(summary(core, result), true));
    bus.on('contest', () => this.offer());
    at('result-copy').onclick = () => this.copy();
    at('result-try').onclick = () => this.tryIt();
  }

  /* Opens the query of a link. Returns why it is refused, or ''. */
  /** @param {string} search */
  open(search) {
    this.hide();
    this.bus.ask('show', 'tab-contest');
    try {
      this.show(prove(this.core, readResult(search, Date.now())), false);
      return '';
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const boards = new URLSearchParams(search).has('relay') ? LEGS.length : 1;
      const reason = refusalText(error, boards);
      tell(at('result-refused'), reason, true);
      this.bus.emit('notice', { text: reason, wrong: true, lang: LANGUAGE });
      return reason;
    }
  }

  hide() {
    this.result = null;
    at('result').hidden = true;
    tell(at('result-refused'), '');
  }

  /* `own`: the person has just made it. */
  /** @param {ProvenResult} result @param {boolean} own */
  show(result, own) {
    this.hide();
    this.result = result;
    this.own = own;
    at('result').hidden = false;
    at('result-title').textContent = contestText(own ? 'own' : 'other');
    at('result-what').textContent = `${contestText('made', result.length, result.time)}.`;
    at('result-of').textContent = result.event === 'relay' ? contestText('relay', result.number)
      : contestText('ofDay', sentence(eventText(result.event)).slice(0, -1), dayName(result.day ?? ''));
    at('result-boards').replaceChildren(...result.parts.map((part, i) => this.item(part, i)));
    this.bus.ask('show', 'tab-contest');
    this.say();
    this.offer();
    this.measureAll(result);
  }

  /* The result, where there is one. */
  get shown() {
    return /** @type {ProvenResult} */ (this.result);
  }

  say() {
    const { parts, time } = this.shown;
    tell(at('result-proof'), this.own ? '' : contestText('proof', parts.length, time !== null));
  }

  /* 4 × 4: 57 moves in 32.105 s. 4 moves over the optimum of 53. */
  /** @param {ProvenPart} part @param {number} i */
  item({ board, moves, times }, i) {
    const item = document.createElement('li');
    const size = `${board.width} × ${board.height}`;
    const { parts } = this.shown;
    const time = times && endOf(parts[i]) - endOf(parts[i - 1]);
    const watch = Object.assign(document.createElement('button'),
      { type: 'button', className: 'small', textContent: contestText('watch'), onclick: () => this.watch(i) });
    watch.setAttribute('aria-label', `${contestText('watch')}: ${size}`);
    const over = Object.assign(document.createElement('span'), { textContent: contestText('looking') });
    const made = document.createElement('p');
    made.append(parts.length > 1 ? `${size}: ${contestText('made', moves.length, time)}. ` : '', over);
    item.append(made, watch);
    return item;
  }

  /* Whether the person may still try the boards of the result. */
  offer() {
    const { result } = this;
    if (!result) return;
    const { day, event } = result;
    const open = event !== 'relay' && this.contest.isOpen(day, event);
    at('result-try').hidden = this.own || (day === this.contest.today && !open);
    tell(at('result-note'), open ? contestText('ends') : '');
  }

  tryIt() {
    const { event, day, number, parts: [{ board, goal }] } = this.shown;
    if (number !== null) return this.contest.beginRelay(number);
    if (day === this.contest.today) return this.contest.beginDay(event);
    this.bus.ask('set', { board, goal, metric: 'single' });
    return this.bus.emit('scrambled');
  }

  /* Plays and reviews the moves of one board. */
  /** @param {number} i */
  watch(i) {
    const { event, day, parts } = this.shown;
    const { board, moves, times } = parts[i];
    if (day !== null && this.contest.isOpen(day, event)) this.contest.attempts.end(day, event);
    if (this.asking) this.solver.cancel(); /* the review comes first */
    const before = endOf(parts[i - 1]);
    this.bus.ask('open', { board: boardText(board), goal: 'last', metric: 'single', moves, replay: null,
      times: times?.map((/** @type {number} */ time) => (time - before) / 1000) ?? null });
    this.offer();
  }

  async copy() {
    const link = linkHere(resultQuery(this.shown));
    const done = await copyText(link);
    if (!done) showLink(link);
    this.bus.emit('notice', { text: contestText(done ? 'copied' : 'inAddress'), wrong: false, lang: LANGUAGE });
  }

  /* ---- how far from the optimum ---- */

  /** @param {ProvenResult} result */
  async measureAll(result) {
    for (const [i, part] of result.parts.entries())
      await this.measure(result, part, at('result-boards').children[i]?.querySelector('span'));
  }

  /* Searches a board until its shortest solution is known, or until the seconds are over; a large board once,
   * for bounds. */
  /** @param {ProvenResult} result @param {ProvenPart} part @param {Element | null | undefined} place */
  async measure(result, { board, goal, moves }, place) {
    const exact = isExact(board.width, board.height);
    /** @type {WorkerRequest} */
    const task = { type: exact ? 'solve' : 'anytime', board, goal, metric: 'single' };
    const left = exact ? [...EXACT_SECONDS] : [BOUND_SECONDS];
    while (left.length > 0 && this.result === result) {
      const answer = await this.ask({ ...task, timeout: left[0] });
      if (!answer) continue;
      left.shift();
      if (answer.optimal) left.length = 0;
      const { length, lowerBound } = answer;
      const atMost = length > 0 ? Math.min(length, moves.length) : moves.length;
      if (place && this.result === result) place.textContent = overOptimum(moves.length, { atLeast: answer.optimal ? length : lowerBound, atMost });
    }
  }

  /* Asks once the solver is idle. null: something more urgent came. */
  /** @param {WorkerRequest} request @returns {Promise<any>} */
  async ask(request) {
    while (this.solver.busy) await pause();
    this.asking = true;
    try {
      return await this.solver.ask(request).finally(() => { this.asking = false; });
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
      await pause();
      return null;
    }
  }
}
