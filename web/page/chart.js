/*
 * The chart of nodes per bound: bars on a logarithmic scale, drawn as SVG.
 */
import { brief, count } from './format.js';

const USUAL_WIDTH = 480;
const HEIGHT = 160;
const BASE = HEIGHT - 22;
const TOP = 18;
const NAMESPACE = 'http://www.w3.org/2000/svg';

function shape(name, attributes, text) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/* `bounds`: [{bound, nodes}], the last one still growing if `live`. */
export function drawChart(svg, bounds, live) {
  const width = svg.clientWidth || USUAL_WIDTH; /* one unit is one pixel, so text keeps its size */
  svg.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
  const decades = Math.max(2, Math.ceil(Math.log10(Math.max(1, ...bounds.map((b) => b.nodes)))));
  const high = (nodes) => ((BASE - TOP) * Math.log10(Math.max(1.6, nodes))) / decades;
  const parts = [];
  for (let decade = 0; decade <= decades; decade++) {
    const y = BASE - ((BASE - TOP) * decade) / decades;
    parts.push(shape('line', { x1: 0, x2: width, y1: y, y2: y, class: decade ? 'grid' : 'axis' }));
  }
  const room = width / Math.max(6, bounds.length);
  bounds.forEach(({ bound, nodes }, i) => {
    const [x, tall, wide] = [i * room, high(nodes), Math.min(46, 0.72 * room)];
    const middle = x + room / 2;
    const last = i === bounds.length - 1;
    const bar = shape('rect', { x: middle - wide / 2, y: BASE - tall, width: wide, height: tall,
      rx: Math.min(3, wide / 4), class: last && live ? 'bar live' : 'bar' });
    bar.append(shape('title', {}, `bound ${bound}: ${count(nodes)} nodes`));
    parts.push(bar);
    if (room > 26 || i % 2 === bounds.length % 2 || last)
      parts.push(shape('text', { x: middle, y: HEIGHT - 6, class: 'label' }, bound));
    if (last || room > 44)
      parts.push(shape('text', { x: middle, y: BASE - tall - 5, class: 'value' }, brief(nodes)));
  });
  svg.replaceChildren(...parts);
  svg.setAttribute('aria-label', bounds.length === 0 ? 'No search yet'
    : bounds.map(({ bound, nodes }) => `bound ${bound}: ${count(nodes)} nodes`).join(', '));
}
