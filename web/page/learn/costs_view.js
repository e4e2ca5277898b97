/*
 * What costs a person most: the lost moves of the solves in the list, by the kind of place (mistakes.js), on
 * average and by month. Distances come from reviews, and are measured for earlier solves on demand.
 */
import { at, element, tableRow } from '../app/dom.js';
import { decimal, learnText } from '../app/texts.js';
import { boundStep, stepsOf } from '../board/metric.js';
import { isExact } from '../search/partitions.js';
import { Cancelled } from '../search/solver.js';
import { distancesOf } from '../solves/distance.js';
import { AT_KNOWN, taskOfRecord } from '../solves/record.js';
import { DistanceStore, distancesOfText, solveKey } from './distance_store.js';
import { averageCosts, costsByMonth, costsOf, mistakesOf } from './mistakes.js';

const PLACES = 20; /* to practise at once */
const PAUSE_AFTER = 100; /* solves, so that the page stays alive */

/* Returns the task and steps of a record, with its key; null if the distances of such a solve are not found. */
/** @param {SolveRecord} record */
function solveOfRecord(record) {
  const { moves, at: ended, helped } = record;
  const task = taskOfRecord(record);
  if (moves === '' || helped || !task || !isExact(task.goal)) return null;
  return { ended, task, steps: stepsOf(moves, task.metric), key: solveKey(task, moves) };
}

/** @typedef {Mistake & { goal: Goal, metric: Metric }} Place */

export class CostsView {
  /** @param {Parts} parts */
  constructor({ bus, history, solver, mistakes }) {
    this.history = history;
    this.solver = solver;
    this.mistakes = mistakes;
    this.store = new DistanceStore();
    this.run = 0;
    this.measuring = false;
    for (const [id, name] of [['costs-title', 'costs'], ['costs-kind', 'kind'], ['costs-lost', 'lost'], ['costs-month', 'month'],
      ['costs-month-lost', 'lost'], ['costs-month-kind', 'dearest']]) at(id).textContent = learnText(name);
    at('costs-box').ontoggle = () => this.draw();
    at('costs-measure').onclick = () => this.measure();
    history.onChange(() => this.draw());
    bus.on('reviewed', ({ task, moves, distances }) => this.keep(solveKey(task, moves), distances));
  }

  /** @param {string} key @param {number[]} distances */
  async keep(key, distances) {
    await this.store.put(key, distances);
    await this.draw();
  }

  /* Reads what is measured of the solves of the list: {solves, measured, missing}; null if the list has
   * changed meanwhile. */
  async read() {
    const run = ++this.run;
    const texts = await this.store.all();
    const solves = this.history.inSession.map(solveOfRecord).filter((solve) => solve !== null);
    /** @type {{ at: number, places: Place[], costs: Costs }[]} */
    const measured = [];
    /** @type {NonNullable<ReturnType<typeof solveOfRecord>>[]} */
    const missing = [];
    for (const [i, solve] of solves.entries()) {
      if (i % PAUSE_AFTER === PAUSE_AFTER - 1) await new Promise((done) => { setTimeout(done); });
      if (run !== this.run) return null;
      const { task, steps, key, ended } = solve;
      const distances = distancesOfText(texts.get(key), steps.length, boundStep(task));
      if (!distances) {
        missing.push(solve);
        continue;
      }
      const places = mistakesOf(task, steps, distances).map((each) => ({ ...each, goal: task.goal, metric: task.metric }));
      measured.push({ at: ended, places, costs: costsOf(places) });
    }
    return { solves, measured, missing };
  }

  async draw() {
    if (!at('costs-box').open) return;
    const found = await this.read();
    if (!found) return;
    const { solves, measured, missing } = found;
    at('costs-about').textContent = learnText(measured.length === 0 ? 'costs none' : 'costs about', measured.length);
    at('costs-wrap').hidden = measured.length === 0;
    at('costs-rows').replaceChildren(...averageCosts(measured).map(({ kind, lost }) => this.row(kind, lost, measured)));
    const months = costsByMonth(measured.filter((each) => each.at >= AT_KNOWN));
    at('costs-months-wrap').hidden = months.length === 0;
    at('costs-months').replaceChildren(...months.map((each) => this.monthRow(each)));
    at('costs-measure').hidden = missing.length === 0;
    at('costs-measure').textContent = learnText(this.measuring ? 'stop' : 'measure');
    at('costs-progress').textContent = missing.length === 0 ? '' : learnText('measured', measured.length, solves.length);
  }

  /** @param {string} kind @param {number} lost @param {{ places: Place[] }[]} measured */
  row(kind, lost, measured) {
    const button = element('button', { type: 'button', className: 'small', textContent: learnText('train') });
    button.setAttribute('aria-label', `${learnText('train')}: ${learnText(`kind ${kind}`)}`);
    button.onclick = () => this.mistakes.open(measured.flatMap(({ places }) => places).filter((place) => place.kind === kind)
      .sort((a, b) => b.lost - a.lost).slice(0, PLACES));
    return tableRow(learnText(`kind ${kind}`), [decimal(lost, 1), button]);
  }

  /** @param {{ month: string, costs: { kind: string, lost: number }[] }} month */
  monthRow({ month, costs }) {
    const lost = costs.reduce((sum, each) => sum + each.lost, 0);
    return tableRow(month, [decimal(lost, 1), costs.length === 0 ? '–' : learnText(`kind ${costs[0].kind}`)]);
  }

  /* Measures the solves of the list, the newest first, until it is stopped. Other work of the worker that
   * ends its requests stops it, too. */
  async measure() {
    if (this.measuring) {
      this.measuring = false;
      return this.draw();
    }
    this.measuring = true;
    let found = null;
    while (!found) found = await this.read(); /* again, if the list has changed meanwhile */
    const { missing } = found;
    await this.draw();
    try {
      for (const { task, steps, key } of missing.reverse()) {
        const distances = await distancesOf(this.solver, task, steps, () => this.measuring);
        if (!this.measuring) break;
        if (distances.length > steps.length) await this.keep(key, distances);
      }
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
    }
    this.measuring = false;
    return this.draw();
  }
}
