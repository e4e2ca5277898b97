/*
 * The relays that a person has finished. The browser keeps each of them as the link of its result, the last
 * one first. Stored links are distrusted: those that do not prove their result are left out.
 */
import { Refused, prove, readResult, resultQuery } from './result.js';

const RELAYS_KEPT = 50;
const RELAYS_KEY = 'relays';

export class Relays {
  /* `memory` has get(key, missing, fine) and set(key, value). */
  /** @param {Core} core @param {Memory} memory */
  constructor(core, memory) {
    this.core = core;
    this.memory = memory;
    /** @type {Map<string, ProvenResult | null>} */
    this.proven = new Map(); /* results by their links; null: the link proves none */
  }

  /** @returns {string[]} */
  get links() {
    return this.memory.get(RELAYS_KEY, [], Array.isArray).filter((/** @type {any} */ link) => typeof link === 'string').slice(0, RELAYS_KEPT);
  }

  /* The results, as prove() returns them. */
  /** @returns {ProvenResult[]} */
  get all() {
    return this.links.flatMap((link) => this.prove(link) ?? []).filter(({ event }) => event === 'relay');
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

  /** @param {ContestResult} result */
  add(result) {
    const link = resultQuery(result);
    this.memory.set(RELAYS_KEY, [link, ...this.links.filter((each) => each !== link)].slice(0, RELAYS_KEPT));
  }
}
