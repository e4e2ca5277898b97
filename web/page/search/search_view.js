/*
 * The search as one watches it: bound, nodes, rate and time while it runs, and the chart.
 */
import { drawChart, drawGap } from './chart.js';
import { tell } from '../app/dom.js';
import { brief, count, duration, nodesRate } from '../app/format.js';
import { say } from '../app/texts.js';
import { boundStep } from '../board/metric.js';

const STAGE_SEARCH = 4;

/** @typedef {{ bound: number, nodes: number }} Bar */

export class SearchView {
  /** `elements`: state, cancel, results, bound, nodes, rate, time, chart, caption. @param {Elements} elements */
  constructor(elements) {
    this.elements = elements;
    this.welcome = elements.state.innerHTML;
    this.usualCaption = elements.caption.textContent;
    /** @type {Bar[]} */
    this.bounds = [];
    /** @type {{ length: number, bound: number, seconds: number }[] | null} */
    this.gaps = null;
    this.step = 1;
    this.before = 0; /* nodes of the bounds that are exhausted */
    /** @type {Bar | null} */
    this.live = null; /* the bound that is being searched */
    this.proven = 0; /* no solution is shorter */
    this.clear();
  }

  /* No search of this board yet. */
  clear() {
    this.bounds = [];
    this.gaps = null;
    this.elements.caption.textContent = this.usualCaption;
    this.figures('–', '–', '–', '–');
    drawChart(this.elements.chart, [], false);
    this.state('');
    this.elements.state.innerHTML = this.welcome;
    this.elements.results.hidden = true;
    this.elements.cancel.hidden = true;
  }

  /** @param {Task} task */
  begin(task) {
    this.step = boundStep(task);
    this.bounds = [];
    this.gaps = null;
    this.elements.caption.textContent = this.usualCaption;
    this.before = this.proven = 0;
    this.live = null;
    this.figures('–', '–', '–', '–');
    drawChart(this.elements.chart, [], false);
    this.state(say('search', 'preparing'));
    this.elements.results.hidden = false;
    this.elements.cancel.hidden = false;
  }

  /** @param {string} text */
  state(text) {
    tell(this.elements.state, text);
  }

  /** @param {string | number} bound @param {string} nodes @param {string} rate @param {string} time */
  figures(bound, nodes, rate, time) {
    this.elements.bound.textContent = bound;
    this.elements.nodes.textContent = nodes;
    this.elements.rate.textContent = rate;
    this.elements.time.textContent = time;
  }

  /** Progress of the worker: tables being generated, or a search. @param {Progress} progress */
  progress({ stage, level, done, seconds }) {
    if (stage !== STAGE_SEARCH) return this.state(say('search', 'building'));
    this.proven = Math.max(this.proven, level);
    this.live = { bound: level, nodes: Math.max(0, done - this.before) };
    this.figures(level, brief(done), nodesRate(done, seconds), duration(seconds));
    drawChart(this.elements.chart, [...this.bounds, this.live], true);
    this.state(say('search', 'asking', level));
  }

  /** A bound that has no solution. @param {ExhaustedBound} step */
  exhausted({ bound, generated }) {
    this.bounds.push({ bound, nodes: generated - this.before });
    this.before = generated;
    this.proven = bound + this.step;
    this.live = null;
  }

  /** The answer of the search. @param {Answer} answer */
  end(answer) {
    const { iterations, generated, microseconds, length, rootH, optimal } = answer;
    if (!iterations) return this.endGap(answer); /* of a large board */
    const seconds = microseconds / 1e6;
    this.bounds = iterations.map((each) => ({ bound: each.bound, nodes: each.generated }));
    this.figures(this.bounds.at(-1)?.bound ?? '–', count(generated),
      nodesRate(generated, seconds), duration(seconds));
    drawChart(this.elements.chart, this.bounds, false);
    if (optimal) this.state(say('search', 'shortest', length, String(rootH)));
    this.elements.cancel.hidden = true;
    return undefined;
  }

  /* ---- a large board ---- */

  /* The best solution and what is proven, over time. */
  watchGap() {
    this.gaps = [];
    this.elements.caption.textContent = say('search', 'gaps');
    this.drawGaps(0);
  }

  /** @param {number} seconds */
  drawGaps(seconds) {
    drawGap(this.elements.chart, this.gaps ?? [], seconds);
  }

  /** @param {{ length: number, bound: number }} options @param {number} seconds */
  gap({ length, bound }, seconds) {
    this.proven = bound;
    this.gaps?.push({ length, bound, seconds });
    this.state(length > bound ? say('search', 'gap', length, bound, true) : say('search', 'gap', length));
    this.drawGaps(seconds);
  }

  /** @param {Progress} progress */
  gapProgress({ stage, level, done, seconds }) {
    if (stage !== STAGE_SEARCH) return this.state(say('search', 'building'));
    this.figures(level, brief(done), nodesRate(done, seconds), duration(seconds));
    this.drawGaps(seconds);
  }

  /** @param {Answer} answer */
  endGap({ lowerBound, length, optimal, expanded, microseconds }) {
    const seconds = microseconds / 1e6;
    this.figures(lowerBound, count(expanded), nodesRate(expanded, seconds), duration(seconds));
    this.state(optimal ? say('search', 'shortest', length) : say('search', 'gap', length, lowerBound));
    this.elements.cancel.hidden = true;
  }

  /** @param {string} text */
  stopped(text) {
    if (!this.gaps) drawChart(this.elements.chart, this.live ? [...this.bounds, this.live] : this.bounds, false);
    this.state(text);
    this.elements.cancel.hidden = true;
  }
}
