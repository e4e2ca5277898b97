/*
 * Keys and buttons that would end a timed solve, or its chance to count, ask to be pressed once more.
 */

import { hasText, phrase } from '../app/texts.js';

const WARNING_MS = 3000;

/* The keys by button. */
/** @type {Record<string, string>} */
export const COSTS = { scramble: 'Space', previous: 'P', retry: 'R', hint: 'H', solve: 'Enter' };

export class Guard {
  /** @param {Parts} parts */
  constructor({ bus, contest, trainer, searching }) {
    this.bus = bus;
    this.contest = contest;
    this.trainer = trainer;
    this.searching = searching;
    /** @type {{ id: string, at: number } | null} */
    this.warned = null; /* {id, at}: the button that was warned of last, and when */
  }

  /** Help with a board of the day, at which the person still has an attempt. @param {string} id */
  endsAttempt(id) {
    return (id === 'hint' || id === 'solve') && this.contest.hasAttemptHere;
  }

  /** @param {string} id */
  costs(id) {
    if (this.endsAttempt(id)) return true;
    if (!COSTS[id] || !this.trainer.running) return false;
    if (id === 'hint') return !this.trainer.helped;
    return id !== 'solve' || !this.searching.running; /* else Enter stops the search */
  }

  /* Whether a button may be pressed now, by its key or by its `name`; else it was warned of. The second click of
   * a double click was not meant. */
  /** @param {string} id @param {string} [name] @param {boolean} [double] */
  allows(id, name = hasText('page', `key ${COSTS[id]}`) ? phrase(`key ${COSTS[id]}`) : COSTS[id], double = false) {
    if (double && this.costs(id)) return false;
    const again = this.warned?.id === id && performance.now() - this.warned.at < WARNING_MS;
    const allowed = again || !this.costs(id);
    this.warned = allowed ? null : { id, at: performance.now() };
    if (again) this.bus.emit('notice', { text: '', wrong: false }); /* else the warning stays until a search has found something */
    if (!allowed) this.bus.emit('notice', { text: phrase(this.endsAttempt(id) ? 'ends attempt' : 'runs', name, phrase(`cost ${id}`)), wrong: false });
    return allowed;
  }
}
