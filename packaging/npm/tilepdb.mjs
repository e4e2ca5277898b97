/*
 * Optimal solutions of sliding-tile puzzles, proven by pattern databases: the library tilepdb as
 * WebAssembly, in Node and in browsers. tilepdb.d.ts describes what is exported.
 */
import { Core, CoreError, STATUS, boardText } from './core.js';
import { takesMulti } from './metric.js';
import { betterPartitions, partitionFor, tableBlank } from './partitions.js';

export { CoreError };

const WASM = new URL('./core.wasm', import.meta.url);

/* The module, compiled; Node reads its file, since its fetch does not. */
export async function compile() {
  if (WASM.protocol !== 'file:') return WebAssembly.compile(await (await fetch(WASM)).arrayBuffer());
  const { readFile } = await import('node:fs/promises');
  return WebAssembly.compile(await readFile(WASM));
}

/* The tables of a name, or those that are built at once. */
function partitionNamed(width, height, blank, metric, name) {
  const fallback = metric === 'multi' ? { name: 'small', drawing: '' } : partitionFor(width, height, blank);
  const better = blank === width * height - 1 ? betterPartitions(width, height, metric) : [];
  const all = [fallback, ...better].filter(Boolean);
  const found = name ? all.find((partition) => partition.name === name) : fallback;
  if (found) return found;
  const names = all.map((partition) => partition.name).join(', ') || 'none';
  throw new RangeError(`no tables ${name ?? ''} for boards of ${width}x${height}: there are ${names}`);
}

function checkMetric(metric, { width, height }) {
  if (metric !== 'single' && metric !== 'multi')
    throw new RangeError(`the metric is 'single' or 'multi', not '${metric}'`);
  if (metric === 'multi' && !takesMulti(width, height))
    throw new RangeError(`boards of ${width}x${height} are solved in single-tile moves only`);
}

export class Tilepdb {
  /* A search holds its thread until it ends: TilepdbWorker has one of its own. */
  static async create({ module, onProgress } = {}) {
    const tilepdb = new Tilepdb();
    tilepdb.core = await Core.create(module ?? await compile(), { progress: onProgress });
    tilepdb.solvers = new Map();
    tilepdb.tables = new Map();
    return tilepdb;
  }

  parse(text, { width = 0, height = 0 } = {}) {
    return this.core.parse(text, width, height);
  }

  /* The board that is given, or 1 2 3 ... with the blank last. */
  goalOf({ width = 4, height = 4, goal } = {}) {
    if (typeof goal === 'string') return this.parse(goal);
    return goal ?? this.core.goal(width, height, width * height - 1);
  }

  scramble({ seed, ...options } = {}) {
    const drawn = seed === undefined ? crypto.getRandomValues(new BigUint64Array(1))[0] : BigInt(seed);
    return this.core.scramble(this.goalOf(options), drawn);
  }

  /* The tables of a goal and the solver that has them, generated once. */
  prepare({ partition, metric = 'single', ...options } = {}) {
    const goal = this.goalOf(options);
    checkMetric(metric, goal);
    const { name, solver, tables } = this.solverOf(goal, metric, partition);
    return { name, solver, bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0) };
  }

  solverOf(goal, metric, partition) {
    const { width, height } = goal;
    const blank = tableBlank(width, height, goal.cells.indexOf(0));
    const found = partitionNamed(width, height, blank, metric, partition);
    const key = `${boardText(goal)} ${metric} ${found.name}`;
    if (!this.solvers.has(key)) {
      const tables = this.tablesOf(width, height, blank, metric, found);
      const solver = this.core.createSolver(goal, { metric, tables });
      this.solvers.set(key, { name: found.name, solver, tables });
    }
    return this.solvers.get(key);
  }

  tablesOf(width, height, blank, metric, { name, patterns, drawing }) {
    const key = `${width}x${height} ${blank} ${metric} ${name}`;
    if (!this.tables.has(key)) {
      this.tables.set(key, patterns?.map((tiles) => this.core.generateTable(width, height, blank, { tiles })) ??
        [this.core.generateTable(width, height, blank, { drawing })]);
    }
    return this.tables.get(key);
  }

  solve(board, { goal, partition, metric = 'single', timeout = 0 } = {}) {
    const start = typeof board === 'string' ? this.parse(board) : board;
    const wanted = this.goalOf({ width: start.width, height: start.height, goal });
    checkMetric(metric, wanted);
    const reason = this.core.parityReason(start, wanted);
    if (reason) throw new CoreError({ status: STATUS.UNSOLVABLE, message: reason });
    return this.core.solve(this.solverOf(wanted, metric, partition).solver, start, { timeout });
  }
}

/* The same in a thread of its own: each method returns a promise. */
export class TilepdbWorker {
  constructor({ onProgress } = {}) {
    this.onProgress = onProgress;
    this.waiting = new Map();
    this.next = 1;
    this.ready = this.start();
    for (const name of ['parse', 'scramble', 'prepare', 'solve'])
      this[name] = (...args) => this.ask(name, args);
  }

  async start() {
    const source = new URL('./worker.mjs', import.meta.url);
    if (globalThis.Worker) {
      this.worker = new Worker(source, { type: 'module' });
      this.worker.onmessage = ({ data }) => this.hear(data);
      this.worker.onerror = ({ message }) => this.fail(new Error(message || 'the worker failed'));
    } else {
      const { Worker: Thread } = await import('node:worker_threads');
      this.worker = new Thread(source);
      this.worker.on('message', (data) => this.hear(data));
      this.worker.on('error', (error) => this.fail(error));
      this.worker.unref();
    }
  }

  hear({ id, progress, answer, error }) {
    if (progress) return void this.onProgress?.(progress);
    const { resolve, reject } = this.waiting.get(id);
    this.waiting.delete(id);
    this.hold();
    if (error) reject(error.status === undefined ? new RangeError(error.message) : new CoreError(error));
    else resolve(answer);
  }

  /* Node ends when nothing is asked, and not before. */
  hold() {
    if (this.waiting.size > 0) this.worker.ref?.();
    else this.worker.unref?.();
  }

  async ask(name, args) {
    await this.ready;
    if (this.ended) throw new Error('the worker was closed');
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.hold();
      this.worker.postMessage({ id, name, args });
    });
  }

  fail(error) {
    this.ended = true;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  /* Ends what is in work, too: its promises are rejected. */
  async close() {
    await this.ready;
    this.fail(new Error('the worker was closed'));
    await this.worker.terminate();
  }
}
