/*
 * The attempts at the boards of the day: one for each day and event. The browser keeps them, with the moves
 * so far, so that a reload does not give another attempt. Stored attempts are distrusted.
 *
 * An attempt is {state, begun, moves, times}. `state`: 'open', 'solved', or 'ended' for an attempt that was
 * given up or whose solution was looked at. `begun`: milliseconds since 1970 at the first move, null before.
 * `times`: milliseconds from `begun` to each move. `moves` are replayed before they are used.
 */
import { DAY_EVENTS, dayAfter, isDay, isTimed } from './tasks.js';

const ATTEMPT_DAYS = 31;
const ATTEMPT_STATES = ['open', 'solved', 'ended'];

/** Returns a stored attempt without anything else that was stored; null if it is none. @param {any} stored @returns {DayAttempt | null} */
export function attemptOf(stored) {
  if (typeof stored !== 'object' || stored === null) return null;
  const { state, begun, moves, times } = stored;
  if (!ATTEMPT_STATES.includes(state) || !isTimed(moves, times)) return null;
  if (begun !== null && !(Number.isSafeInteger(begun) && begun > 0)) return null;
  if ((begun === null && moves !== '') || (state === 'solved' && moves === '')) return null;
  return { state, begun, moves, times };
}

/* Returns the stored attempts by day and event, of the last days. */
/** @param {any} stored @returns {Record<string, Record<string, DayAttempt>>} */
export function attemptsOf(stored) {
  if (typeof stored !== 'object' || stored === null) return {};
  const days = Object.keys(stored).filter(isDay).sort().slice(-ATTEMPT_DAYS);
  return Object.fromEntries(days.map((day) => {
    const events = DAY_EVENTS.map((event) => [event, attemptOf(stored[day]?.[event])]);
    return [day, Object.fromEntries(events.filter(([, attempt]) => attempt !== null))];
  }).filter(([, events]) => Object.keys(events).length > 0));
}

/* The stored streak: `days` days one after the other, up to `day`, on which a board was solved. */
/** @param {any} stored @returns {{ day: string, days: number }} */
export function streakOf(stored) {
  const { day, days } = stored ?? {};
  return isDay(day) && Number.isSafeInteger(days) && days > 0 ? { day, days } : { day: '', days: 0 };
}

export class Attempts {
  /** `memory` has get(key, missing, fine) and set(key, value). @param {Memory} memory */
  constructor(memory) {
    this.memory = memory;
  }

  get all() {
    return attemptsOf(this.memory.get('days', {}, () => true));
  }

  /** null: there was none yet. @param {string} day @param {string} event @returns {DayAttempt | null} */
  of(day, event) {
    return this.all[day]?.[event] ?? null;
  }

  /** @param {string} day @param {string} event @param {DayAttempt} attempt */
  put(day, event, attempt) {
    const { all } = this;
    this.memory.set('days', attemptsOf({ ...all, [day]: { ...all[day], [event]: attempt } }));
  }

  get stored() {
    return streakOf(this.memory.get('streak', null, () => true));
  }

  /** How many days one after the other a board was solved on, up to a day or the one before; 0 for none. @param {string} today */
  streak(today) {
    const { day, days } = this.stored;
    return day === today || (day !== '' && dayAfter(day) === today) ? days : 0;
  }

  /** False: the attempt is over. @param {string} day @param {string} event */
  begin(day, event) {
    const known = this.of(day, event);
    if (known === null) this.put(day, event, { state: 'open', begun: null, moves: '', times: [] });
    return known === null || known.state === 'open';
  }

  /* Keeps the moves of an open attempt. False: another tab has ended it. */
  /** @param {string} day @param {string} event @param {Omit<DayAttempt, "state"> & {solved: boolean}} made */
  follow(day, event, { begun, moves, times, solved }) {
    if (this.of(day, event)?.state !== 'open') return false;
    this.put(day, event, { state: solved ? 'solved' : 'open', begun, moves, times });
    if (solved && this.stored.day < day) this.memory.set('streak', { day, days: this.streak(day) + 1 });
    return true;
  }

  /** @param {string} day @param {string} event */
  end(day, event) {
    const known = this.of(day, event);
    if (known?.state === 'solved') return;
    this.put(day, event, { ...(known ?? { begun: null, moves: '', times: [] }), state: 'ended' });
  }
}
