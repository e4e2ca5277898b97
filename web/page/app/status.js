/*
 * The text below the board: moves made, distance, the notice that is read aloud, and whether the
 * board can be solved at all.
 */
import { at, tell } from './dom.js';
import { decimal, errorText, phrase } from './texts.js';

const LONG_TEXT = 6; /* letters; more are smaller */

export class Status {
  /** @param {Parts} parts */
  constructor({ bus, core, game }) {
    this.core = core;
    this.game = game;
    this.reason = ''; /* why the board cannot be solved, in words */
    this.praise = /** @type {string | null} */ (null); /* the last notice that the board is solved */
    this.first = /** @type {Known | null} */ (null); /* what is known of the board that was set */
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

  /* The distance of the board that was set; null: it is not known. */
  get start() {
    return this.first?.distance ?? null;
  }

  /* What it is at least. */
  get startAtLeast() {
    return this.start ?? this.first?.atLeast ?? null;
  }

  /** What is read aloud. @param {string} text @param {boolean} [wrong] */
  notice(text, wrong = false) {
    this.inviting = false;
    this.progress('');
    tell(at('notice'), text, wrong);
  }

  /* Why the board cannot be solved, or nothing. */
  noticeReason() {
    this.notice(this.reason, !this.solvable);
  }

  /** In the place of the notice, which stays: it changes too often to be read aloud. @param {string} text */
  progress(text) {
    at('progress').textContent = text;
    at('progress').hidden = text === '';
    at('notice').classList.toggle('hidden', text !== '');
  }

  /** @param {Change} change */
  change({ kind, move, tile, by }) {
    if (kind !== 'move') {
      this.first = null;
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

  /* The distance of the board that was set, as far as it is known; '': not at all. */
  get startText() {
    const { start, startAtLeast: low } = this;
    const high = this.first?.atMost ?? Infinity;
    if (start !== null) return decimal(start);
    if (low === null) return '';
    return high === Infinity ? `≥ ${decimal(low)}` : `${decimal(low)}–${decimal(high)}`;
  }

  /* How good the person's solution is, as far as it is known. */
  solvedText() {
    const { made } = this.game;
    const over = this.start === null ? 0 : made - this.start;
    const possible = made - (this.startAtLeast ?? made);
    if (this.start === null && possible > 0 && Number.isFinite(this.first?.atMost))
      return phrase('solved at most', made, possible);
    if (this.start === 0 || this.start === null) return phrase('solved in', made);
    return phrase(over === 0 ? 'solved perfect' : 'solved over', made, over, this.start);
  }

  /** `known`: what the coach knows of the board; `first`: of that before the moves; `shown`: whether the person wants
   * to see it, so that more is to come. @param {Known | null} known @param {Known | null} first @param {boolean} shown */
  readout(known, first, shown) {
    const { start } = this;
    const { solved, moves } = this.game;
    this.first = first;
    /* The optimum may come after the board was solved, and then completes that notice, but replaces no other. */
    if (this.start !== start && solved && moves !== '' && at('notice').textContent === this.praise) this.noticeSolved();
    const unknown = shown && this.solvable ? '…' : '–';
    at('made').textContent = decimal(this.game.madeByHand);
    at('made-label').textContent = phrase(`made ${this.game.metric}`);
    at('best').textContent = this.startText || unknown;
    at('best').classList.toggle('long', this.startText.length > LONG_TEXT);
    this.invite(this.inviting);
    at('readout').classList.toggle('ready', moves === '');
    at('readout').classList.toggle('guess', !shown || (solved && moves !== ''));
    if (!shown || !known) at('distance').textContent = unknown;
    else at('distance').textContent = known.distance === undefined ? `≥ ${decimal(known.atLeast ?? 0)}` : decimal(known.distance);
  }

  /* Swapping two tiles changes the parity. */
  mend() {
    const [a, b] = this.game.cells.map((tile, cell) => [tile, cell]).filter(([tile]) => tile !== 0)
      .sort(([one], [other]) => other - one).map(([, cell]) => cell);
    this.game.swap(a, b);
    this.notice(phrase('mended'));
  }
}
