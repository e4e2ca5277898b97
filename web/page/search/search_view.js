/* The search as one watches it: bound, nodes, rate and time while it runs, and the chart. */
import { drawChart, drawGap } from './chart.js';
import { at, tell } from '../app/dom.js';
import { brief, decimal, duration, nodesRate, say } from '../app/texts.js';
import { boundStep } from '../board/moves.js';

const STAGE_SEARCH = 4;

/** @typedef {{ bound: number, nodes: number }} Bar */

export class SearchView {
  constructor() {
    this.welcome = at('search-state').innerHTML;
    this.usualCaption = at('search-caption').textContent;
    this.bounds = /** @type {Bar[]} */ ([]);
    /** @type {{ length: number, bound: number, seconds: number }[] | null} */
    this.gaps = null; /* the best solution and what is proven, over time, of a large board */
    this.step = 1;
    this.before = 0; /* nodes of the bounds that are exhausted */
    this.live = /** @type {Bar | null} */ (null); /* the bound that is being searched */
    this.proven = 0; /* no solution is shorter */
    this.clear();
  }

  /* No search of this board yet. */
  clear() {
    this.empty(false);
    at('search-state').innerHTML = this.welcome;
  }

  /** @param {Task} task */
  begin(task) {
    this.step = boundStep(task);
    this.empty(true);
    this.state(say('search', 'preparing'));
  }

  /** @param {boolean} searching */
  empty(searching) {
    this.bounds = [];
    this.gaps = this.live = null;
    this.before = this.proven = 0;
    at('search-caption').textContent = this.usualCaption;
    this.figures('–', '–', '–', '–');
    drawChart(at('chart'), [], false);
    at('search-results').hidden = at('cancel').hidden = !searching;
  }

  /** @param {string} text */
  state(text) {
    tell(at('search-state'), text);
  }

  /** @param {string | number} bound @param {string} nodes @param {string} rate @param {string} time */
  figures(bound, nodes, rate, time) {
    at('search-bound').textContent = String(bound);
    at('search-nodes').textContent = nodes;
    at('search-rate').textContent = rate;
    at('search-time').textContent = time;
  }

  /** Progress of the worker: tables being generated, or a search. @param {Progress} progress */
  progress({ stage, level, done, seconds }) {
    if (stage !== STAGE_SEARCH) return this.state(say('search', 'building'));
    this.proven = Math.max(this.proven, level);
    this.live = { bound: level, nodes: Math.max(0, done - this.before) };
    this.figures(level, brief(done), nodesRate(done, seconds), duration(seconds));
    drawChart(at('chart'), [...this.bounds, this.live], true);
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
    this.figures(this.bounds.at(-1)?.bound ?? '–', decimal(generated),
      nodesRate(generated, seconds), duration(seconds));
    drawChart(at('chart'), this.bounds, false);
    if (optimal) this.state(say('search', 'shortest', length, String(rootH)));
    at('cancel').hidden = true;
    return undefined;
  }

  /* ---- a large board ---- */

  watchGap() {
    this.gaps = [];
    at('search-caption').textContent = say('search', 'gaps');
    drawGap(at('chart'), [], 0);
  }

  /** @param {{ length: number, bound: number }} options @param {number} seconds */
  gap({ length, bound }, seconds) {
    this.proven = bound;
    this.gaps?.push({ length, bound, seconds });
    this.state(length > bound ? say('search', 'gap', length, bound, true) : say('search', 'gap', length));
    drawGap(at('chart'), this.gaps ?? [], seconds);
  }

  /** @param {Progress} progress */
  gapProgress({ stage, level, done, seconds }) {
    if (stage !== STAGE_SEARCH) return this.state(say('search', 'building'));
    this.figures(level, brief(done), nodesRate(done, seconds), duration(seconds));
    drawGap(at('chart'), this.gaps ?? [], seconds);
  }

  /** @param {Answer} answer */
  endGap({ lowerBound, length, optimal, expanded, microseconds }) {
    const seconds = microseconds / 1e6;
    this.figures(lowerBound, decimal(expanded), nodesRate(expanded, seconds), duration(seconds));
    this.state(optimal ? say('search', 'shortest', length) : say('search', 'gap', length, lowerBound));
    at('cancel').hidden = true;
  }

  /** @param {string} text */
  stopped(text) {
    if (!this.gaps) drawChart(at('chart'), this.live ? [...this.bounds, this.live] : this.bounds, false);
    this.state(text);
    at('cancel').hidden = true;
  }
}
