/*
 * Orders and pages of the list of solves.
 */
import { MEASURES } from './statistics.js';

export const PAGE_ROWS = 50;

/** @type {(Measure | 'newest')[]} */
export const ORDERS = ['newest', 'time', 'moves', 'slides', 'speed'];

/* Returns the places of records in an order: the newest or the best first. What has no value comes last. */
/** @param {SolveRecord[]} records @param {Measure | 'newest'} order */
export function placesInOrder(records, order) {
  const places = Array.from(records, (_, i) => i);
  if (order === 'newest') return places.reverse();
  const { of, largest } = MEASURES[order];
  const keys = Float64Array.from(records, (record) => {
    const value = of(record) ?? NaN;
    return largest ? -value : value;
  });
  /** @param {number} place */
  const rank = (place) => (Number.isNaN(keys[place]) ? 2 : keys[place] === Infinity ? 1 : 0);
  return places.sort((a, b) => rank(a) - rank(b) || (rank(a) === 0 ? keys[a] - keys[b] : 0) || b - a);
}

/** Returns the page, from 0, that `page` is when there are `rows`. @param {number} page @param {number} rows */
export function pageWithin(page, rows) {
  return Math.max(0, Math.min(page, Math.ceil(rows / PAGE_ROWS) - 1));
}
