/*
 * Graphs of solves, drawn as SVG: the values over time with averages of 12 and 100, and how often each value
 * was. The number of elements and points does not depend on the number of solves: what falls into one column
 * of pixels is drawn once, from its least to its greatest value.
 */
import { HEIGHT, drawing, level, shape, showDrawing } from '../search/chart.js';
import { MEASURES } from './statistics.js';
import { dayText, solveText, valueText } from './text.js';

const BOTTOM = HEIGHT - 22;
const CEILING = 14;
const MARGIN = 46; /* for the values at the left */
const COLUMN = 2; /* pixels */
const BINS = 24;
const NO_RANGE = { low: 0, high: 1 };
const OUTLIERS = 0.98; /* the part of the values that is seen in full */

/** @typedef {{ low: number, high: number }} Range */

/** @param {number[]} values */
const finite = (values) => values.filter(Number.isFinite);

/** Returns {low, high}: the range of values to be drawn, without a few outliers. @param {number[]} values */
export function rangeOf(values) {
  const sorted = Float64Array.from(finite(values)).sort();
  if (sorted.length === 0) return null;
  const most = sorted[Math.min(sorted.length - 1, Math.ceil(OUTLIERS * sorted.length))];
  const [low, high] = [sorted[0], Math.min(sorted[sorted.length - 1], most + (most - sorted[0]) / 4)];
  return low === high ? { low: low - 1, high: high + 1 } : { low, high };
}

/** Returns for each column, from 0, {least, most} of its values, undefined where it has none. `columnOf(i)` is the
 * column of a value. @param {number[] | Float64Array} values @param {(i: number) => number} columnOf */
export function columnRanges(values, columnOf) {
  const columns = /** @type {{ least: number, most: number }[]} */ ([]);
  values.forEach((value, i) => {
    if (!Number.isFinite(value)) return;
    const column = columns[columnOf(i)] ??= { least: value, most: value };
    column.least = Math.min(column.least, value);
    column.most = Math.max(column.most, value);
  });
  return columns;
}

/* Returns the numbers of values in equal steps from low to high; what is beyond is in the last one. */
/** @param {number[]} values @param {Range} range @param {number} [bins] */
export function binsOf(values, { low, high }, bins = BINS) {
  const numbers = new Array(bins).fill(0);
  for (const value of finite(values))
    numbers[Math.max(0, Math.min(bins - 1, Math.floor(((value - low) * bins) / (high - low))))]++;
  return numbers;
}

/* Returns the place of each value from 0 to 1: by its number, or by its date if all dates are known. */
/** @param {SolveRecord[]} records @param {boolean} byDate */
function placesOf(records, byDate) {
  const [first, last] = [records[0].at, records[records.length - 1].at];
  if (byDate && dayText(records[0]) !== '' && last > first) return records.map(({ at }) => (at - first) / (last - first));
  return records.map((_, i) => (records.length === 1 ? 0.5 : i / (records.length - 1)));
}

/** @param {number} x @param {number} y @param {string} words @param {string} [anchor] */
const label = (x, y, words, anchor = 'middle') => shape('text', { x, y, style: `text-anchor:${anchor}` }, words);

/** @param {SVGSVGElement} svg @param {number} width @param {Statistics} statistics @param {Measure} measure @param {boolean} byDate */
function drawValues(svg, width, { records, values, averages, best, count }, measure, byDate) {
  const { low, high } = rangeOf(values) ?? NO_RANGE;
  const places = placesOf(records, byDate);
  const [columns, wide] = [Math.max(1, Math.floor((width - MARGIN) / COLUMN)), width - MARGIN];
  const columnOf = (/** @type {number} */ i) => Math.min(columns - 1, Math.floor(places[i] * columns));
  const x = (/** @type {number} */ column) => (MARGIN + ((column + 0.5) * wide) / columns).toFixed(1);
  const y = (/** @type {number} */ value) => (BOTTOM - ((BOTTOM - CEILING) * (Math.min(value, high) - low)) / (high - low)).toFixed(1);
  /* A column is a line as high as a dot at least, so that one solve is seen. */
  const dots = columnRanges(values, columnOf).map(({ least, most }, column) => `M${x(column)},${y(least)}V${Number(y(most)) - 1.5}`);
  const lines = averages.filter(({ size, all }) => all && (size === 12 || size === 100)).map(({ size, all }) => shape('polyline', {
    class: size === 12 ? 'path' : 'path proven',
    points: columnRanges(all ?? [], columnOf).map(({ least, most }, column) => `${x(column)},${y((least + most) / 2)}`).filter(Boolean).join(' ') }));
  const grid = [low, high].flatMap((value) => [
    level(MARGIN, width, y(value), value === low ? 'axis' : 'grid'),
    label(MARGIN - 6, Number(y(value)) + 4, valueText(measure, value), 'end')]);
  const [first, last] = [dayText(records[0]), dayText(records[records.length - 1])];
  showDrawing(svg, solveText('course', count, first, last, valueText(measure, best ? MEASURES[measure].of(best) : null)),
    [...grid, shape('path', { d: dots.filter(Boolean).join(''), class: 'dots' }), ...lines,
      label(MARGIN, HEIGHT - 6, first, 'start'), label(width, HEIGHT - 6, last, 'end')]);
}

/* Draws statistics (statistics.js) of a measure over time. A solve at least is finished. */
export const drawCourse = drawing(drawValues);

/** @param {SVGSVGElement} svg @param {number} width @param {Statistics} statistics @param {Measure} measure */
function drawNumbers(svg, width, { values, finished }, measure) {
  const range = rangeOf(values) ?? NO_RANGE;
  const { low, high } = range;
  const numbers = binsOf(values, range);
  const [most, room] = [Math.max(...numbers), (width - MARGIN) / BINS];
  const at = (/** @type {number} */ bin) => low + ((high - low) * bin) / BINS;
  const bars = numbers.map((number, bin) => shape('rect', { x: MARGIN + bin * room + 1, width: Math.max(1, room - 2),
    y: BOTTOM - ((BOTTOM - CEILING) * number) / most, height: ((BOTTOM - CEILING) * number) / most, class: 'bar' }));
  const shown = (/** @type {number} */ value) => valueText(measure, Math.round(value));
  const mode = numbers.indexOf(most);
  showDrawing(svg, solveText('bins', shown(low), shown(high), finished, shown(at(mode)), shown(at(mode + 1))),
    [level(MARGIN, width, BOTTOM), ...bars, label(MARGIN - 6, CEILING + 4, String(most), 'end'), label(MARGIN, HEIGHT - 6, shown(low), 'start'),
      label(MARGIN + (width - MARGIN) / 2, HEIGHT - 6, shown((low + high) / 2)), label(width, HEIGHT - 6, shown(high), 'end')]);
}

/* Draws how many solves have a value of each range. A solve at least is finished. */
export const drawBins = drawing(drawNumbers);
