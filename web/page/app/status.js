/*
 * The text below the board: moves made, distance, the notice that is read aloud, and whether the
 * board can be solved at all.
 */
import { at, tell } from './dom.js';
import { count } from './format.js';
import { errorText } from './messages.js';
import { phrase } from './texts.js';

const LONG_TEXT = 6; /* letters; more are smaller */

export class Status {
  /** @param {Parts} parts */
  constructor({ bus, core, game }) {
    this.core = core;
    this.game = game;
    this.reason = ''; /* why the board cannot be solved, in words */
    /** @type {string | null} */
    this.praise = null; /* the last notice that the board is solved */
    /** @type {number | null} */
    this.start = null; /* the distance of the board that was set, once it is known */
    /** @type {number | null} */
    this.startAtLeast = null; /* or what it is at least */
    /** @type {number | null} */
    this.startAtMost = null; /* and at most, of large boards */
    this.inviting = false; /* the scramble is new, and nothing else is said */
    bus.on('scrambled', () => this.invite(true));
    bus.on('search', () => { this.inviting = false; });
    game.onChange((change) => this.change(change));
    bus.on('known', ({ known, first, shown }) => this.readout(known, first, shown));
    bus.on('notice', ({ text, wrong }) => this.notice(text, wrong));
    at('mend').onclick = () => this.mend();
  }

  get solvable() {
    return this.reason === '';
  }

  /** What is read aloud. @param {string} text @param {boolean} [wrong] */
  notice(text, wrong = false) {
    this.inviting = false;
    this.endProgress();
    tell(at('notice'), text, wrong);
  }

  /** @param {any} error */
  noticeError(error) {
    this.notice(errorText(error));
  }

  /* Why the board cannot be solved, or nothing. */
  noticeReason() {
    this.notice(this.reason, !this.solvable);
  }

  /** In the place of the notice, which stays: it changes too often to be read aloud. @param {string} text */
  progress(text) {
    at('progress').textContent = text;
    this.showProgress(true);
  }

  endProgress() {
    at('progress').textContent = '';
    this.showProgress(false);
  }

  /** @param {boolean} on */
  showProgress(on) {
    at('progress').hidden = !on;
    at('notice').classList.toggle('hidden', on);
  }

  /** @param {Change} change */
  change({ kind, move, tile, by }) {
    if (kind !== 'move') {
      this.start = this.startAtLeast = this.startAtMost = null;
      const error = this.core.parityError(this.game.board, this.game.goal);
      this.reason = error ? errorText(error) : '';
      const over = kind === 'metric' && this.solvable && this.game.solved && this.game.moves !== '';
      if (over) this.noticeSolved();
      else this.noticeReason();
      at('mend').hidden = this.solvable;
      at('mend').closest('.under')?.classList.toggle('unsolvable', !this.solvable);
    } else if (!this.solvable) {
      this.noticeReason(); /* no move changes that */
    } else if (this.game.solved) {
      if (by === 'player') this.notice(phrase('solved'));
      else this.noticeSolved();
    } else if (by === 'person') {
      this.notice(phrase('moved', tile, phrase(`way ${move}`)));
      at('notice').classList.add('hidden'); /* who sees the board knows */
    }
  }

  /** A new scramble says how far its goal is. @param {boolean} inviting */
  invite(inviting) {
    const { start, startAtLeast, game } = this;
    this.inviting = inviting;
    if (!inviting || game.moves !== '') return;
    const text = start === null ? startAtLeast && phrase('at least to go', startAtLeast) : phrase('to go', start);
    if (text) tell(at('notice'), text);
  }

  noticeSolved() {
    this.notice(this.solvedText());
    this.praise = at('notice').textContent;
  }

  /* The optimum may come after the board was solved, and then completes that notice, but replaces no
   * other. */
  /** @param {number} distance */
  learnStart(distance) {
    this.start = distance;
    this.showStart('');
    const shown = at('notice').textContent === this.praise;
    if (shown && this.game.solved && this.game.moves !== '') this.noticeSolved();
  }

  /** What is known of the start of a large board. @param {number} atLeast @param {number} atMost */
  learnGap(atLeast, atMost) {
    this.startAtLeast = Math.max(this.startAtLeast ?? 0, atLeast);
    this.startAtMost = Math.min(this.startAtMost ?? atMost, atMost);
    if (this.startAtLeast === this.startAtMost) this.learnStart(this.startAtLeast);
    else this.showStart('');
  }

  /** @param {string} unknown */
  showStart(unknown) {
    at('best').textContent = this.startText || unknown;
    at('best').classList.toggle('long', this.startText.length > LONG_TEXT);
  }

  /* The distance of the board that was set, as far as it is known; '': not at all. */
  get startText() {
    const { start, startAtLeast: low, startAtMost: high } = this;
    if (start !== null) return count(start);
    if (low === null) return '';
    if (high === null) return `≥ ${count(low)}`;
    return low === high ? count(low) : `${count(low)}–${count(high)}`;
  }

  /* How good the person's solution is, as far as it is known. */
  solvedText() {
    const { made } = this.game;
    const over = this.start === null ? 0 : made - this.start;
    const possible = made - (this.startAtLeast ?? made);
    if (this.start === null && possible > 0 && this.startAtMost !== null)
      return phrase('solved at most', made, possible);
    if (this.start === 0 || this.start === null) return phrase('solved in', made);
    return phrase(over === 0 ? 'solved perfect' : 'solved over', made, over, this.start);
  }

  /* `known`: what the coach knows of the board; `first`: of that before the moves; `shown`: whether the
   * person wants to see it, so that more is to come. */
  /** @param {Known | null} known @param {Known | null} first @param {boolean} shown */
  readout(known, first, shown) {
    if (first?.distance !== undefined) this.start = first.distance;
    if (first?.atLeast !== undefined) this.startAtLeast = Math.max(this.startAtLeast ?? 0, first.atLeast);
    const atMost = first?.atMost ?? Infinity;
    if (Number.isFinite(atMost)) this.startAtMost = Math.min(this.startAtMost ?? atMost, atMost);
    const unknown = shown && this.solvable ? '…' : '–';
    at('made').textContent = count(this.game.madeByHand);
    at('made-label').textContent = phrase(`made ${this.game.metric}`);
    this.showStart(unknown);
    this.invite(this.inviting);
    at('readout').classList.toggle('ready', this.game.moves === '');
    at('readout').classList.toggle('guess', !shown || (this.game.solved && this.game.moves !== ''));
    if (!shown || !known) at('distance').textContent = unknown;
    else at('distance').textContent = known.distance === undefined ? `≥ ${count(known.atLeast ?? 0)}` : count(known.distance);
  }

  /* Swapping two tiles changes the parity. */
  mend() {
    const [a, b] = this.game.cells.map((tile, cell) => [tile, cell]).filter(([tile]) => tile !== 0)
      .sort(([one], [other]) => other - one).map(([, cell]) => cell);
    this.game.swap(a, b);
    this.notice(phrase('mended'));
  }
}
