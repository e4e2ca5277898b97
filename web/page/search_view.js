/*
 * The search as one watches it: bound, nodes, rate and time while it runs, and the chart.
 */
import { drawChart } from './chart.js';
import { brief, count, duration, moves } from './format.js';

const STAGE_SEARCH = 4;

export class SearchView {
  /* `elements`: state, cancel, bound, nodes, rate, time, chart. */
  constructor(elements) {
    this.elements = elements;
    this.bounds = [];
    drawChart(elements.chart, [], false);
  }

  begin() {
    this.bounds = [];
    this.before = 0;
    this.figures('–', '–', '–', '–');
    drawChart(this.elements.chart, [], false);
    this.state('Preparing …');
    this.elements.cancel.hidden = false;
  }

  state(text) {
    this.elements.state.textContent = text;
  }

  figures(bound, nodes, rate, time) {
    this.elements.bound.textContent = bound;
    this.elements.nodes.textContent = nodes;
    this.elements.rate.textContent = rate;
    this.elements.time.textContent = time;
  }

  /* Progress of the worker: tables being generated, or a search. */
  progress({ stage, level, done, seconds }) {
    if (stage !== STAGE_SEARCH) return this.state('Building the database …');
    const last = this.bounds.at(-1);
    if (!last || last.bound !== level) {
      this.before = last ? this.before + last.nodes : 0;
      this.bounds.push({ bound: level, nodes: 0 });
    }
    this.bounds.at(-1).nodes = done - this.before;
    this.figures(level, brief(done), brief(done / Math.max(seconds, 1e-3)), duration(seconds));
    drawChart(this.elements.chart, this.bounds, true);
    this.state(`Is there a solution of ${moves(level)}?`);
  }

  /* The answer of the search. */
  end({ iterations, generated, microseconds, length, rootH, optimal }) {
    const seconds = microseconds / 1e6;
    this.bounds = iterations.map((each) => ({ bound: each.bound, nodes: each.generated }));
    this.figures(this.bounds.at(-1)?.bound ?? '–', count(generated),
      brief(generated / Math.max(seconds, 1e-6)), duration(seconds));
    drawChart(this.elements.chart, this.bounds, false);
    if (optimal) this.state(`${moves(length)}, and no solution is shorter. The first bound was ${rootH}.`);
    this.elements.cancel.hidden = true;
  }

  stopped(text) {
    drawChart(this.elements.chart, this.bounds, false);
    this.state(text);
    this.elements.cancel.hidden = true;
  }
}
