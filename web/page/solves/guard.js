/*
 * Keys that would end a timed solve, or its chance to count, ask to be pressed once more.
 */

const WARNING_MS = 3000;

/* By button: its key, and what it does to the solve. */
/** @type {Record<string, string[]>} */
const COSTS = {
  scramble: ['Space', 'give up this board'],
  previous: ['P', 'give up this board'],
  retry: ['R', 'begin this board again'],
  hint: ['H', 'take a hint; the solve will not count'],
  solve: ['Enter', 'see a solution; the clock will stop'],
};

export class Guard {
  /** @param {Parts} parts */
  constructor({ bus, trainer, searching }) {
    this.bus = bus;
    this.trainer = trainer;
    this.searching = searching;
    /** @type {{ id: string, at: number } | null} */
    this.warned = null; /* {id, at}: the button that was warned of last, and when */
  }

  /** @param {string} id */
  costs(id) {
    if (!COSTS[id] || !this.trainer.running) return false;
    if (id === 'hint') return !this.trainer.helped;
    return id !== 'solve' || !this.searching.running; /* else Enter stops the search */
  }

  /* Whether the key of a button may press it now; else it was warned of. */
  /** @param {string} id */
  allows(id) {
    const again = this.warned?.id === id && performance.now() - this.warned.at < WARNING_MS;
    const allowed = again || !this.costs(id);
    this.warned = allowed ? null : { id, at: performance.now() };
    if (!allowed) this.bus.emit('notice', { text: `The clock runs. Press ${COSTS[id][0]} once more to ${COSTS[id][1]}.`, wrong: false });
    return allowed;
  }
}
