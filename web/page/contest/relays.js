/*
 * Relays that are kept as records (solves/record.js). A record has the link of its result, which contains all
 * else. Records are distrusted: those whose link does not prove its result are left out.
 */
import { Refused, prove, readResult, resultQuery } from './result.js';

const RELAYS_KEPT = 50; /* of the view of contests */

/* Returns the result of the link of a relay, whose moves nobody has replayed; null if it is none. */
/** @param {string} link @returns {ContestResult | null} */
export function relayOfLink(link) {
  try {
    const result = readResult(link, 0);
    return result.event === 'relay' && result.intact && resultQuery(result) === link ? result : null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return null;
  }
}

export class Relays {
  /** @param {Core} core */
  constructor(core) {
    this.core = core;
    /** @type {Map<string, ProvenResult | null>} */
    this.proven = new Map(); /* results by their links; null: the link proves none */
  }

  /* The newest records that prove their results, the last one first: each has its id and what prove() returns. */
  /** @param {SolveRecord[]} records */
  of(records) {
    return records.slice(-RELAYS_KEPT).reverse().flatMap(({ id, result: link }) => {
      const result = this.prove(link);
      return result ? [{ id, result }] : [];
    });
  }

  /** @param {string} link @returns {ProvenResult | null} */
  prove(link) {
    if (!this.proven.has(link)) this.proven.set(link, this.resultOf(link));
    return this.proven.get(link) ?? null;
  }

  /** @param {string} link */
  resultOf(link) {
    try {
      return prove(this.core, readResult(link, Date.now()));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return null;
    }
  }
}
