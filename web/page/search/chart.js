/*
 * The charts, drawn as SVG: nodes per bound as bars on a logarithmic scale, distances as a line, and lost moves as
 * bars.
 */
import { brief, say } from '../app/texts.js';

const USUAL_WIDTH = 480;
export const HEIGHT = 160;
const BASE = HEIGHT - 22;
const TOP = 18;
const NAMESPACE = 'http://www.w3.org/2000/svg';

/** @param {string} name @param {Record<string, string | number>} attributes @param {string | number} [text] */
export function shape(name, attributes, text) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = String(text);
  return element;
}

/** A line across a chart. @param {number} x1 @param {number} x2 @param {number | string} y @param {string} [type] */
export const level = (x1, x2, y, type = 'axis') => shape('line', { x1, x2, y1: y, y2: y, class: type });

/** Puts a drawing, and what it shows in words, into its place. @param {SVGSVGElement} svg @param {string} words @param {Element[]} parts */
export function showDrawing(svg, words, parts) {
  svg.setAttribute('aria-label', words);
  svg.replaceChildren(...parts);
}

/* Draws now, and again whenever the width is another: a view may be hidden at first. */
const drawn = new WeakMap();
const widths = typeof ResizeObserver === 'undefined' ? null
  : new ResizeObserver((entries) => entries.forEach(({ target }) => drawn.get(target)?.()));

/* Returns a function (svg, ...values), which draws by `work(svg, width, ...values)`: one unit is one pixel, so that text
 * keeps its size. */
/** @template {any[]} Values @param {(svg: SVGSVGElement, width: number, ...values: Values) => void} work
 * @returns {(svg: SVGSVGElement, ...values: Values) => void} */
export function drawing(work) {
  return (svg, ...values) => {
    const draw = () => {
      const width = svg.clientWidth || USUAL_WIDTH;
      svg.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
      work(svg, width, ...values);
    };
    if (!drawn.has(svg)) widths?.observe(svg);
    drawn.set(svg, draw);
    draw();
  };
}

/* `bounds`: [{bound, nodes}], the last one still growing if `live`. */
/** @param {SVGSVGElement} svg @param {number} width @param {{ bound: number, nodes: number }[]} bounds @param {boolean} live */
function drawBars(svg, width, bounds, live) {
  const decades = Math.max(2, Math.ceil(Math.log10(Math.max(1, ...bounds.map((b) => b.nodes)))));
  const high = (/** @type {number} */ nodes) => ((BASE - TOP) * Math.log10(Math.max(1.6, nodes))) / decades;
  const parts = [];
  for (let decade = 0; decade <= decades; decade++) {
    parts.push(level(0, width, BASE - ((BASE - TOP) * decade) / decades, decade ? 'grid' : 'axis'));
  }
  const room = width / Math.max(6, bounds.length);
  bounds.forEach(({ bound, nodes }, i) => {
    const [x, tall, wide] = [i * room, high(nodes), Math.min(46, 0.72 * room)];
    const middle = x + room / 2;
    const last = i === bounds.length - 1;
    const bar = shape('rect', { x: middle - wide / 2, y: BASE - tall, width: wide, height: tall,
      rx: Math.min(3, wide / 4), class: last && live ? 'bar live' : 'bar' });
    bar.append(shape('title', {}, say('search', 'bound', bound, nodes)));
    parts.push(bar);
    if (room > 26 || i % 2 === bounds.length % 2 || last)
      parts.push(shape('text', { x: middle, y: HEIGHT - 6, class: 'label' }, bound));
    if (last || room > 44)
      parts.push(shape('text', { x: middle, y: BASE - tall - 5, class: 'value' }, brief(nodes)));
  });
  showDrawing(svg, bounds.length === 0 ? say('search', 'none') : bounds.map(({ bound, nodes }) => say('search', 'bound', bound, nodes)).join(', '), parts);
}

export const drawChart = drawing(drawBars);

/* The length of the best solution and what is proven, [{length, bound, seconds}], until `seconds`. */
/** @param {SVGSVGElement} svg @param {number} width @param {{ length: number, bound: number, seconds: number }[]} gaps @param {number} seconds */
function drawGaps(svg, width, gaps, seconds) {
  const [first, last] = [gaps[0], gaps.at(-1)];
  if (!last) return showDrawing(svg, say('search', 'no solution'), [level(0, width, BASE)]);
  const [low, high] = [first.bound, first.length];
  const end = Math.max(seconds, last.seconds, 0.1);
  const x = (/** @type {number} */ at) => ((width - 44) * Math.log1p(20 * at)) / Math.log1p(20 * end); /* early steps are close together */
  const y = (/** @type {number} */ moves) => BASE - ((BASE - TOP) * (moves - low)) / Math.max(1, high - low);
  const line = (/** @type {'bound' | 'length'} */ name, /** @type {string} */ type) => shape('polyline', { class: type,
    points: [...gaps.map((gap, i) => `${i > 0 ? `${x(gap.seconds)},${y(gaps[i - 1][name])} ` : ''}${x(gap.seconds)},${y(gap[name])}`),
      `${x(end)},${y(last[name])}`].join(' ') });
  const apart = y(last.bound) - y(last.length) < 14; /* both numbers in one place */
  return showDrawing(svg, say('search', 'gap', last.length, last.bound), [level(0, width, BASE),
    line('bound', 'path proven'), line('length', 'path'),
    shape('text', { x: width - 22, y: y(last.length) + (apart ? -2 : 4), class: 'value' }, last.length),
    shape('text', { x: width - 22, y: y(last.bound) + (apart ? 14 : 4), class: 'value' }, last.length > last.bound ? `≥ ${last.bound}` : ''),
    shape('text', { x: width - 44, y: HEIGHT - 6, class: 'label' }, `${seconds < 10 ? end.toFixed(1) : Math.round(end)} s`)]);
}

export const drawGap = drawing(drawGaps);

const LEFT = 24; /* of the line of distances, and at its right */
const RIGHT = 10;

/** The move that is at a place of the line of so many. @param {SVGSVGElement} svg @param {number} offset @param {number} moves */
export function moveAt(svg, offset, moves) {
  const width = svg.clientWidth || USUAL_WIDTH;
  const at = Math.ceil(((offset - LEFT) * moves) / (width - LEFT - RIGHT));
  return Math.max(1, Math.min(moves, at));
}

/* Distances to the goal before and after each of `moves` moves; those that rise are marked. */
/** @param {SVGSVGElement} svg @param {number} width @param {number[]} distances @param {number} moves */
function drawDistances(svg, width, distances, moves) {
  const most = Math.max(10, ...distances);
  const x = (/** @type {number} */ i) => LEFT + ((width - LEFT - RIGHT) * i) / Math.max(1, moves);
  const y = (/** @type {number} */ distance) => BASE - ((BASE - TOP) * distance) / most;
  const parts = [level(24, width, BASE),
    shape('text', { x: 10, y: BASE + 4 }, 0)];
  const points = (/** @type {number} */ from, /** @type {number} */ to) => distances.slice(from, to + 1)
    .map((distance, i) => `${x(from + i).toFixed(1)},${y(distance).toFixed(1)}`).join(' ');
  if (distances.length === 0) return showDrawing(svg, say('search', 'no moves'), parts);
  const [first, top] = [distances[0], Math.max(...distances)];
  parts.push(level(24, width, y(first), 'grid'),
    shape('text', { x: 10, y: y(first) + 4 }, first),
    shape('polyline', { points: points(0, distances.length), class: 'path' }),
    shape('text', { x: x(distances.length - 1), y: HEIGHT - 6 }, distances.length - 1));
  distances.forEach((distance, i) => {
    if (i > 0 && distance > distances[i - 1]) parts.push(shape('polyline', { points: points(i - 1, i), class: 'path lost' }));
  });
  return showDrawing(svg, say('search', 'line', first, distances.at(-1), distances.length - 1, top), parts);
}

export const drawLine = drawing(drawDistances);

/* The lost moves of each stretch of a solve of `moves` moves, over the stretch, and a dot for each move of `wrong`
 * (from 1), which did not lead towards the goal. */
/** @param {SVGSVGElement} svg @param {number} width @param {{ from: number, to: number, lost: number }[]} stretches @param {number[]} wrong @param {number} moves */
function drawStretches(svg, width, stretches, wrong, moves) {
  const most = Math.max(6, ...stretches.map(({ lost }) => lost));
  const x = (/** @type {number} */ i) => LEFT + ((width - LEFT - RIGHT) * i) / Math.max(1, moves);
  const parts = [level(LEFT, x(moves), BASE),
    shape('text', { x: x(moves), y: HEIGHT - 4 }, moves), shape('text', { x: LEFT, y: HEIGHT - 4 }, 1)];
  for (const { from, to, lost } of stretches) {
    const high = ((BASE - TOP) * lost) / most;
    parts.push(shape('rect', { x: x(from), y: BASE - high, width: Math.max(3, x(to) - x(from) - 2), height: high, rx: 3, class: 'bar lost' }),
      shape('text', { x: (x(from) + x(to)) / 2, y: BASE - high - 5 }, lost));
  }
  for (const move of wrong) parts.push(shape('circle', { cx: x(move - 0.5), cy: BASE, r: 3, class: 'dot' }));
  showDrawing(svg, stretches.length === 0 ? say('search', 'none lost', moves)
    : say('search', 'lost', moves, stretches.map(({ from, to, lost }) => say('search', 'stretch', lost, from + 1, to)).join(', ')), parts);
}

export const drawLost = drawing(drawStretches);
