/*
 * What costs a person most: the lost moves of the solves in the list, by the kind of place (mistakes.js), on
 * average and by month. Distances come from reviews, and are measured for earlier solves on demand.
 */
import { at, button, tableRow } from '../app/dom.js';
import { decimal, learnText } from '../app/texts.js';
import { boundStep, stepsOf } from '../board/moves.js';
import { isExact } from '../search/partitions.js';
import { Cancelled } from '../search/solver.js';
import { distancesOf } from '../solves/review.js';
import { AT_KNOWN, taskOfRecord } from '../solves/record.js';
import { averageCosts, costsByMonth, costsOf, mistakesOf } from './mistakes.js';
import { inStore } from '../app/memory.js';

/*
 * The distances of reviewed solves, as the browser keeps them: measuring takes long, and the same solve always has the
 * same distances. A solve is its task and moves. Distances are stored as text: the first one, then a sign for each move,
 * '-' closer, '=' as far, '+' farther. What is stored is distrusted.
 */
const DISTANCE_STORE = { database: 'tilepdb distances', name: 'distances', options: { keyPath: 'key' } };
const SIGNS = ['-', '=', '+'];
const TEXT_FORM = /^(\d{1,3})([-=+]*)$/;

/** Returns the text for distances that differ by one at most from move to move. @param {number[]} distances */
export function distancesText(distances) {
  return distances[0] + distances.slice(1).map((distance, i) => SIGNS[distance - distances[i] + 1]).join('');
}

/** Returns the distances of a text; null unless a solve of so many moves can have them. Each move changes the distance
 * if `step` is 2 (boundStep). @param {any} text @param {number} moves @param {number} step */
export function distancesOfText(text, moves, step) {
  const [, first, signs] = TEXT_FORM.exec(text) ?? [null, '', ''];
  if (first === '' || signs.length !== moves || (step === 2 && signs.includes('='))) return null;
  const distances = [Number(first)];
  for (const sign of signs) distances.push(distances[distances.length - 1] + SIGNS.indexOf(sign) - 1);
  return distances.at(-1) === 0 && distances.slice(0, -1).every((distance) => distance >= 0) ? distances : null;
}

/** Returns the key of a solve. @param {Task} task @param {string} moves */
export const solveKey = ({ board, goal, metric }, moves) => [board.width, board.cells, goal.cells, metric, moves].join(' ');

export class DistanceStore {
  /** `factory`: for tests. A browser may refuse even to name its own. @param {IDBFactory | null} [factory] */
  constructor(factory = null) {
    this.factory = factory;
    this.extra = /** @type {Map<string, string>} */ (new Map()); /* those that the browser does not keep */
  }

  /** @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest} work */
  async within(mode, work) {
    return inStore(this.factory ?? indexedDB, DISTANCE_STORE, mode, work);
  }

  /** Keeps the distances of a solve. @param {string} key @param {number[]} distances */
  async put(key, distances) {
    try {
      await this.within('readwrite', (store) => store.put({ key, text: distancesText(distances) }));
    } catch {
      this.extra.set(key, distancesText(distances));
    }
  }

  /* Returns the texts of all solves by their keys. */
  async all() {
    try {
      const found = await this.within('readonly', (store) => store.getAll());
      return new Map([...found.map((/** @type {{ key: string, text: string }} */ { key, text }) => /** @type {[string, string]} */ ([key, text])), ...this.extra]);
    } catch {
      return new Map(this.extra);
    }
  }
}

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
    const measured = /** @type {{ at: number, places: Place[], costs: Costs }[]} */ ([]);
    const missing = /** @type {NonNullable<ReturnType<typeof solveOfRecord>>[]} */ ([]);
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
    at('costs-months').replaceChildren(...months.map(({ month, costs }) => tableRow(month,
      [decimal(costs.reduce((sum, each) => sum + each.lost, 0), 1), costs.length === 0 ? '–' : learnText(`kind ${costs[0].kind}`)])));
    at('costs-measure').hidden = missing.length === 0;
    at('costs-measure').textContent = learnText(this.measuring ? 'stop' : 'measure');
    at('costs-progress').textContent = missing.length === 0 ? '' : learnText('measured', measured.length, solves.length);
  }

  /** @param {string} kind @param {number} lost @param {{ places: Place[] }[]} measured */
  row(kind, lost, measured) {
    const name = learnText(`kind ${kind}`);
    const train = button(learnText('train'), () => this.mistakes.open(measured.flatMap(({ places }) => places).filter((place) => place.kind === kind)
      .sort((a, b) => b.lost - a.lost).slice(0, PLACES)), { className: 'small', 'aria-label': `${learnText('train')}: ${name}` });
    return tableRow(name, [decimal(lost, 1), train]);
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
