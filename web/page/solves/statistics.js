/*
 * Averages and bests of solves. An average leaves out the best and the worst 5 % of its solves, at least one at each
 * end, as csTimer does by default: of 5 and of 12 that is one each, as the WCA has it; of 50 three, of 100 five, of
 * 1000 fifty. An average with more DNFs than are left out is DNF. The mean is that of all solves that were finished.
 */
import { DNF, countedTime } from './record.js';

export const AVERAGES = [5, 12, 50, 100, 1000];

/** @param {number} size */
export const trimOf = (size) => Math.ceil(size / 20);

/* What is measured of a solve, as an integer, since sums of integers are exact: ms; moves in both metrics; thousandths
 * of a move a second. `of(record)` returns null if the solve has none, Infinity or -Infinity if it is DNF. */
/** @param {SolveRecord} record @param {number | null} value */
const known = (record, value) => (value === null ? null : record.penalty === DNF ? Infinity : value);
/** @param {SolveRecord} record */
const speedOf = ({ stm, time }) => (stm === null || time === 0 ? null : Math.round((1e6 * stm) / time));

/** @type {Record<Measure, { unit: number, largest?: boolean, of: (record: SolveRecord) => number | null }>} */
export const MEASURES = {
  time: { unit: 1000, of: countedTime },
  moves: { unit: 1, of: (record) => known(record, record.stm) },
  slides: { unit: 1, of: (record) => known(record, record.mtm) },
  speed: { unit: 1000, largest: true, of: (record) => {
    const speed = known(record, speedOf(record));
    return speed === Infinity ? -Infinity : speed;
  } },
};

/* Returns the finite values in rising order, and the rank of each value from 1, 0 for one that is not finite. */
/** @typedef {{ order: Float64Array, ranks: Int32Array }} Ranks */

/** @param {number[]} values @returns {Ranks} */
export function ranksOf(values) {
  const order = Float64Array.from(values.filter(Number.isFinite)).sort();
  const ranks = new Map(Array.from(order, (value, i) => [value, i + 1]));
  return { order, ranks: Int32Array.from(values, (value) => ranks.get(value) ?? 0) };
}

/* Counts and sums of values by their rank: two Fenwick trees. */
class Sums {
  /** @param {Float64Array} order */
  constructor(order) {
    this.order = order;
    this.counts = new Int32Array(order.length + 1);
    this.sums = new Float64Array(order.length + 1);
    this.top = 1;
    while (2 * this.top <= order.length) this.top *= 2;
    this.size = 0;
  }

  /** Adds the value of a rank, or takes it away. @param {number} rank @param {number} by */
  change(rank, by) {
    if (rank === 0) return;
    this.size += by;
    const part = by * this.order[rank - 1];
    for (let i = rank; i < this.counts.length; i += i & -i) {
      this.counts[i] += by;
      this.sums[i] += part;
    }
  }

  /** Returns the sum of the `count` smallest values; there are as many. @param {number} count */
  smallest(count) {
    let [at, left, sum] = [0, count, 0];
    for (let step = this.top; step > 0; step >>= 1) {
      if (at + step >= this.counts.length || this.counts[at + step] > left) continue;
      at += step;
      left -= this.counts[at];
      sum += this.sums[at];
    }
    return left === 0 ? sum : sum + left * this.order[at];
  }
}

/* Returns the average of the last `size` values at each place: NaN where there are fewer. Values that are not
 * finite are DNF; `largest` tells whether the largest value is the best. */
/** @param {number[]} values @param {number} size @param {boolean} [largest] @param {Ranks} [ranked] */
export function averagesOf(values, size, largest = false, { order, ranks } = ranksOf(values)) {
  const trim = trimOf(size);
  const [dnf, sums] = [largest ? -Infinity : Infinity, new Sums(order)];
  return Float64Array.from(values, (_, i) => {
    sums.change(ranks[i], 1);
    if (i >= size) sums.change(ranks[i - size], -1);
    if (i + 1 < size) return NaN;
    if (sums.size < size - trim) return dnf;
    /* DNFs are the worst: they are the first that are left out at their end. */
    const worst = trim - (size - sums.size);
    const [low, high] = largest ? [worst, trim] : [trim, worst];
    return (sums.smallest(sums.size - high) - sums.smallest(low)) / (size - 2 * trim);
  });
}

/** Returns the place of the best value, -1 if none is finite. @param {number[] | Float64Array} values @param {boolean} [largest] */
export function bestPlace(values, largest = false) {
  let best = -1;
  values.forEach((value, i) => {
    if (Number.isFinite(value) && (best < 0 || (largest ? value > values[best] : value < values[best]))) best = i;
  });
  return best;
}

/** @param {number[]} values */
export function meanOf(values) {
  const finite = values.filter(Number.isFinite);
  return finite.length === 0 ? null : finite.reduce((sum, value) => sum + value, 0) / finite.length;
}

/* What is known of solves by one measure: {records, values, count, finished, mean, best, averages}. `records` are
 * those that count and have a value, `best` is the best of them or null, averages are {size, all, now, best} for
 * each of `sizes`: the value now and the best one, null if there are too few. */
/** @param {SolveRecord[]} records @param {Measure} measure @param {number[]} [sizes] @returns {Statistics} */
export function statisticsOf(records, measure, sizes = AVERAGES) {
  const { of, largest } = MEASURES[measure];
  const counted = [];
  const values = /** @type {number[]} */ ([]);
  for (const record of records) {
    const value = record.counts ? of(record) : null;
    if (value === null) continue;
    counted.push(record);
    values.push(value);
  }
  const best = bestPlace(values, largest);
  const ranked = sizes.length > 0 ? ranksOf(values) : undefined;
  const averages = sizes.map((size) => {
    if (values.length < size) return { size, all: null, now: null, best: null };
    const all = averagesOf(values, size, largest, ranked);
    const place = bestPlace(all, largest);
    const now = all.at(-1) ?? null;
    return { size, all, now, best: place < 0 ? now : all[place] };
  });
  return { records: counted, values, count: values.length, finished: values.filter(Number.isFinite).length,
    mean: meanOf(values), best: best < 0 ? null : counted[best], averages };
}
