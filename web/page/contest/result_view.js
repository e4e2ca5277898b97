/*
 * A result of a contest, of this person or of a link: what was made, that its moves were replayed, how far
 * it is from the optimum, and each board to watch.
 */
import { at, button, copyText, element, sentence, tell } from '../app/dom.js';
import { linkHere, showLink } from '../app/link.js';
import { memory } from '../app/memory.js';
import { boardText } from '../search/core.js';
import { isExact, sizeText } from '../search/partitions.js';
import { unlessCancelled } from '../search/solver.js';
import { LEGS, endOf, legsText } from './tasks.js';
import { Refused, prove, readResult, resultQuery, summary } from './result.js';
import { contestText, dayName, eventText, fifthsOf, madeText, overOptimum, refusalText, shareText } from './sentences.js';

const EXACT_SECONDS = [1, 2, 4, 8, 16, 32]; /* of one search; others have their turn between two */
const BOUND_SECONDS = 4;
const TURN_MS = 250;

const PERSON_LETTERS = 40;

/** A name of a link, or that somebody has typed. @param {string | null} text */
const personOf = (text) => (text ?? '').replace(/\p{C}+/gu, ' ').trim().slice(0, PERSON_LETTERS);

const pause = () => new Promise((over) => { setTimeout(over, TURN_MS); });

export class ResultView {
  /** @param {Parts} parts */
  constructor({ bus, core, solver, contest }) {
    this.bus = bus;
    this.core = core;
    this.solver = solver;
    this.contest = contest;
    this.own = false; /* the person has made the result */
    this.result = /** @type {ProvenResult | null} */ (null); /* as summary() returns it */
    this.bounds = /** @type {Bounds | null} */ (null); /* of the optimum of its first board */
    this.squares = '';
    this.by = ''; /* who has made it, as the link says */
    this.sure = false; /* the person was asked whether to end the own attempt */
    this.asking = false;
    this.told = /** @type {Set<Element>} */ (new Set()); /* where it is said how far from the optimum a board of the result is */
    bus.on('result', ({ result }) => this.show(summary(core, result), true));
    bus.on('contest', () => this.offer());
    bus.on('measured', ({ task, bounds }) => this.hear(task, bounds));
    bus.on('reviewed', ({ task, moves, distances }) => this.see(task, moves, distances));
    at('result-name').value = personOf(memory.get('name', ''));
    at('result-name').onchange = () => memory.set('name', personOf(at('result-name').value));
    at('result-share').onclick = () => this.share();
    at('result-copy').onclick = () => this.give('', 'copied');
    at('result-try').onclick = () => this.tryIt();
  }

  /** Opens the query of a link. Returns why it is refused, or ''. @param {string} search */
  open(search) {
    this.hide();
    this.by = personOf(new URLSearchParams(search).get('by'));
    this.bus.ask('show', 'tab-daily');
    try {
      this.show(prove(this.core, readResult(search, Date.now())), false);
      return '';
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const boards = new URLSearchParams(search).has('relay') ? LEGS.length : 1;
      const reason = refusalText(error, boards);
      tell(at('result-refused'), reason, true);
      this.bus.emit('notice', { text: reason, wrong: true });
      return reason;
    }
  }

  hide() {
    this.result = this.bounds = null;
    this.squares = '';
    at('result').hidden = true;
    tell(at('result-refused'), '');
  }

  /** `own`: the person has just made it. @param {ProvenResult} result @param {boolean} own */
  show(result, own) {
    this.hide();
    Object.assign(this, { result, own, sure: false });
    at('result').hidden = false;
    at('result-by').hidden = !own;
    at('result-title').textContent = own ? contestText('own') : contestText('other', this.by);
    at('result-what').textContent = `${madeText(result.length, result.time)}.`;
    at('result-of').textContent = result.event === 'relay' ? contestText('relay', result.number, legsText(result.legs))
      : contestText('ofDay', sentence(eventText(result.event)).slice(0, -1), dayName(result.day ?? ''));
    at('result-boards').replaceChildren(...result.parts.map((part, i) => this.item(part, i)));
    this.bus.ask('show', 'tab-daily');
    this.say();
    this.offer();
    this.measure(result);
  }

  /* The result, where there is one. */
  get shown() {
    return /** @type {ProvenResult} */ (this.result);
  }

  say() {
    const { parts, time } = this.shown;
    tell(at('result-proof'), this.own ? '' : contestText('proof', parts.length, time !== null));
  }

  /** 4 × 4: 57 moves in 32.105 s. 4 moves over the optimum of 53. @param {ProvenPart} part @param {number} i */
  item({ board, moves, times }, i) {
    const size = sizeText(board);
    const { parts } = this.shown;
    const time = times && endOf(parts[i]) - endOf(parts[i - 1]);
    const watch = button(contestText('watch'), () => this.watch(i), { className: 'small', 'aria-label': `${contestText('watch')}: ${size}` });
    const made = parts.length > 1 ? `${size}: ${madeText(moves.length, time)}. ` : '';
    return element('li', {}, element('p', {}, made, element('span', {}, contestText('looking'))), watch);
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
    const { event, day, number, legs, parts: [{ board, goal }] } = this.shown;
    if (number !== null) return this.contest.beginRelay(number, legs);
    if (day === this.contest.today) return this.contest.beginDay(event);
    this.bus.ask('set', { board, goal, metric: 'single' });
    return this.bus.emit('scrambled');
  }

  /** Plays and reviews the moves of one board. @param {number} i */
  watch(i) {
    const { event, day, parts } = this.shown;
    const { board, moves, times } = parts[i];
    if (day !== null && this.contest.isOpen(day, event)) {
      if (!this.sure) return this.warn();
      this.contest.attempts.end(day, event);
    }
    if (this.asking) this.solver.cancel(); /* the review comes first */
    const before = endOf(parts[i - 1]);
    this.bus.ask('open', { board: boardText(board), goal: 'last', metric: 'single', moves, replay: null,
      times: times?.map((/** @type {number} */ time) => (time - before) / 1000) ?? null });
    this.offer();
  }

  /* Before the own attempt at the board ends. */
  warn() {
    this.sure = true;
    for (const watch of at('result-boards').querySelectorAll('button')) {
      watch.textContent = contestText('watch sure');
      watch.removeAttribute('aria-label');
    }
    tell(at('result-note'), contestText('ends'), true);
  }

  get link() {
    const name = personOf(at('result-name').value);
    const by = this.own ? name : this.by;
    return linkHere(`${resultQuery(this.shown)}${by && `&by=${encodeURIComponent(by)}`}`);
  }

  /* Where the system has a way to share, as on phones, that is asked; else the text is copied. */
  async share() {
    const text = shareText(this.shown, this.shown.parts.length === 1 ? this.bounds : null, this.squares);
    if (!navigator.share) return this.give(`${text}\n`, 'sharedText');
    return navigator.share({ text, url: this.link }).catch(() => {}); /* the person left it */
  }

  /** Copies a text and the link after it. @param {string} text @param {string} said */
  async give(text, said) {
    const { link } = this;
    const done = await copyText(`${text}${link}`);
    if (!done) showLink(link);
    this.bus.emit('notice', { text: contestText(done ? said : 'inAddress'), wrong: false });
  }

  /* ---- how far from the optimum ---- */

  /** The place of what is said of a board. @param {number} i */
  placeOf(i) {
    return at('result-boards').children[i]?.querySelector('span');
  }

  /** The review has measured a board of the result. @param {Task} task @param {Bounds} bounds */
  hear({ board, metric }, bounds) {
    const { parts = [] } = this.result ?? {};
    for (const [i, part] of parts.entries()) {
      const place = this.placeOf(i);
      if (!place || metric !== 'single' || boardText(part.board) !== boardText(board)) continue;
      this.told.add(place);
      if (i === 0) this.bounds = bounds;
      place.textContent = overOptimum(part.moves.length, bounds);
    }
  }

  /** The review knows the distances of the result's one board. @param {Task} task @param {string} moves @param {number[]} distances */
  see({ board, metric }, moves, distances) {
    const { parts = [] } = this.result ?? {};
    const [part] = parts;
    if (parts.length !== 1 || metric !== 'single' || part.moves !== moves || boardText(part.board) !== boardText(board)) return;
    this.squares = fifthsOf(distances);
  }

  /** @param {ProvenResult} result */
  async measure(result) {
    for (const [i, part] of result.parts.entries()) await this.measurePart(result, part, this.placeOf(i));
  }

  /** Searches a board until its shortest solution is known, or until the seconds are over; a large board once, for
   * bounds. @param {ProvenResult} result @param {ProvenPart} part @param {Element | null | undefined} place */
  async measurePart(result, part, place) {
    const { board, goal, moves } = part;
    const exact = isExact(goal);
    const task = /** @type {WorkerRequest} */ ({ type: exact ? 'solve' : 'anytime', board, goal, metric: 'single' });
    const left = exact ? [...EXACT_SECONDS] : [BOUND_SECONDS];
    while (left.length > 0 && this.result === result && place && !this.told.has(place)) {
      const answer = await this.ask({ ...task, timeout: left[0] });
      if (!answer) continue;
      left.shift();
      if (answer.optimal) left.length = 0;
      const { length, lowerBound } = answer;
      if (answer.optimal && part === result.parts[0]) this.bounds = { atLeast: length, atMost: length };
      const atMost = length > 0 ? Math.min(length, moves.length) : moves.length;
      if (this.result === result && !this.told.has(place)) place.textContent = overOptimum(moves.length, { atLeast: answer.optimal ? length : lowerBound, atMost });
    }
  }

  /** Asks once the solver is idle. null: something more urgent came. @param {WorkerRequest} request @returns {Promise<any>} */
  async ask(request) {
    while (this.solver.busy) await pause();
    this.asking = true;
    const answer = await unlessCancelled(this.solver.ask(request).finally(() => { this.asking = false; }));
    if (!answer) await pause();
    return answer;
  }
}
