/*
 * Optimal solutions of sliding-tile puzzles, proven by pattern databases: the library tilepdb as
 * WebAssembly, in Node and in browsers. tilepdb.d.ts describes what is exported.
 */
import { Core, CoreError, STATUS } from './core.js';

export { CoreError };

const WASM = new URL('./core.wasm', import.meta.url);
const MEMORY = 1 << 30; /* bytes of an engine */

/* The module, compiled; Node reads its file, since its fetch does not. */
export async function compile() {
  if (WASM.protocol !== 'file:') return WebAssembly.compile(await (await fetch(WASM)).arrayBuffer());
  const { readFile } = await import('node:fs/promises');
  return WebAssembly.compile(await readFile(WASM));
}

function checkMetric(metric) {
  if (metric !== 'single' && metric !== 'multi')
    throw new RangeError(`the metric is 'single' or 'multi', not '${metric}'`);
}

function checkLimits(limits) {
  for (const [name, limit] of Object.entries(limits)) {
    if (!(limit >= 0 && limit < 2 ** 53)) throw new RangeError(`${name} is ${limit}; it is 0 or more`);
    if (['within', 'beyond', 'list'].includes(name) && !(Number.isInteger(limit) && limit < 2 ** 31))
      throw new RangeError(`${name} is ${limit}; it is a whole number`);
  }
}

export class Tilepdb {
  /* A search holds its thread until it ends: TilepdbWorker has one of its own. */
  static async create({ module, onProgress } = {}) {
    const tilepdb = new Tilepdb();
    tilepdb.heard = { progress: onProgress };
    tilepdb.core = await Core.create(module ?? await compile(), tilepdb.heard);
    tilepdb.engines = new Map();
    return tilepdb;
  }

  parse(text, { width = 0, height = 0 } = {}) {
    return this.core.parse(text, width, height, true);
  }

  /* The board that is given, or 1 2 3 ... with the blank last. */
  goalOf({ width = 4, height = 4, goal } = {}) {
    if (typeof goal === 'string') return this.core.parseGoal(goal);
    return goal ?? this.core.goal(width, height, width * height - 1);
  }

  scramble({ seed, ...options } = {}) {
    const drawn = seed === undefined ? crypto.getRandomValues(new BigUint64Array(1))[0] : BigInt(seed);
    return this.core.scramble(this.goalOf(options), drawn);
  }

  /* Tables are made once for each engine. */
  engineOf({ partition = '', memory = MEMORY } = {}) {
    const key = `${partition} ${memory}`;
    if (!this.engines.has(key)) this.engines.set(key, this.core.createEngine({ partition, memory }));
    return this.engines.get(key);
  }

  prepare({ metric = 'single', ...options } = {}) {
    checkMetric(metric);
    checkLimits({ memory: options.memory ?? MEMORY });
    return this.core.engineTables(this.engineOf(options), this.goalOf(options), metric);
  }

  /* A text is read with the goal that is given: scrambles begin there, and tiles are alike as in it. */
  readTask(board, { goal, metric = 'single' }) {
    const given = typeof goal === 'string' ? this.goalOf({ goal }) : goal;
    const read = (text) => (given ? this.core.read(text, given) : this.parse(text));
    const start = typeof board === 'string' ? read(board) : board;
    checkMetric(metric);
    return { board: start, goal: given ?? this.goalOf(start), metric };
  }

  taskOf(board, { timeout = 0, memory = MEMORY, ...options }) {
    const task = this.readTask(board, options);
    checkLimits({ timeout, memory });
    const unsolvable = this.core.parityError(task.board, task.goal);
    if (unsolvable) throw unsolvable;
    return task;
  }

  solve(board, { any = false, timeout = 0, list, beyond = 0, goesOn, ...options } = {}) {
    checkLimits({ list: list ?? 0, beyond });
    const task = this.taskOf(board, { timeout, ...options });
    const listed = [];
    const limits = { any, timeout, beyond, listed: list === 0 ? -1 : list };
    const answer = this.heardBy({ goesOn, step: ({ moves }) => listed.push(moves) },
      () => this.core.solve(this.engineOf(options), task, limits));
    return list === undefined ? answer : { ...answer, listed };
  }

  anytime(board, { timeout = 0, within = 0, withinShare = 0, maxWidth = 0, solution, onImprovement, goesOn, ...options } = {}) {
    const limits = { timeout, within, withinShare, maxWidth };
    checkLimits(limits);
    const task = this.taskOf(board, { timeout, ...options });
    const begun = solution === undefined ? '' : this.solutionOf(task, solution);
    return this.heardBy({ improved: onImprovement, goesOn },
      () => this.core.improve(this.engineOf(options), task, { ...limits, solution: begun }));
  }

  distances(board, { timeout = 0, solution, goesOn, ...options } = {}) {
    const task = this.taskOf(board, { timeout, ...options });
    const moves = this.solutionOf(task, solution);
    return this.heardBy({ goesOn }, () => this.core.distances(this.engineOf(options), task, moves, timeout));
  }

  /* The goal colours the tiles; without moves a board is drawn. */
  picture(board, { moves = '', speed = 0, caption = '', ...options } = {}) {
    checkLimits({ speed });
    const task = this.readTask(board, options);
    const played = moves === '' ? '' : this.core.replay(task.board, String(moves), task.goal).moves;
    return this.core.picture(task, played, { speed, caption: String(caption) });
  }

  /* The letters of a solution that a person wrote. */
  solutionOf({ board, goal }, typed) {
    const { moves, solved } = this.core.replay(board, String(typed ?? ''), goal);
    if (!solved) throw new RangeError('the moves of `solution` do not lead to the goal');
    return moves;
  }

  /* What the functions throw would have to pass through the core: it is thrown again afterwards. */
  heardBy(functions, work) {
    const problems = [];
    for (const [name, function_] of Object.entries(functions)) {
      this.heard[name] = (told) => {
        try {
          return problems.length === 0 && function_?.(told) !== false;
        } catch (problem) {
          problems.push(problem);
          return false;
        }
      };
    }
    const answer = work();
    if (problems.length > 0) throw problems[0];
    return answer;
  }
}

/* The same in a thread of its own: each method returns a promise. */
export class TilepdbWorker {
  constructor({ onProgress } = {}) {
    this.onProgress = onProgress;
    this.waiting = new Map();
    this.next = 1;
    this.ready = this.start();
    for (const name of ['parse', 'scramble', 'prepare', 'picture'])
      this[name] = (...args) => this.ask(name, args);
  }

  async start() {
    const source = new URL('./worker.mjs', import.meta.url);
    const { Worker: Thread } = globalThis.Worker ? {} : await import('node:worker_threads');
    const worker = Thread ? new Thread(source) : new Worker(source, { type: 'module' });
    const mine = (function_) => (data) => worker === this.worker && function_(data);
    this.worker = worker;
    if (Thread) {
      worker.on('message', mine((data) => this.hear(data)));
      worker.on('error', mine((error) => this.fail(error)));
      this.hold();
    } else {
      worker.onmessage = mine(({ data }) => this.hear(data));
      worker.onerror = mine(({ message }) => this.fail(new Error(message || 'the worker failed')));
    }
  }

  hear({ id, progress, improvement, answer, error }) {
    if (progress) return void this.onProgress?.(progress);
    const { resolve, reject, improved } = this.waiting.get(id);
    if (improvement) return improved(improvement);
    this.waiting.delete(id);
    this.hold();
    if (error) reject(error.status === undefined ? new RangeError(error.message) : new CoreError(error));
    else resolve(answer);
  }

  /* Node ends when nothing is asked, and not before. */
  hold() {
    if (this.waiting.size > 0) this.worker?.ref?.();
    else this.worker?.unref?.();
  }

  async ask(name, args, improved) {
    if (this.ended) throw new Error('the worker was closed');
    const message = { id: this.next++, name, args };
    const { ready } = this;
    return new Promise((resolve, reject) => {
      this.waiting.set(message.id, { resolve, reject, improved, message });
      this.hold();
      ready.then(() => ready === this.ready && this.worker.postMessage(message), (error) => this.fail(error));
    });
  }

  /* Another worker in the place of one that cannot be stopped. What it was asked last is answered by
   * what is known, and the others are asked again. */
  async replace(improved, { length, lowerBound, moves, seconds }) {
    const task = [...this.waiting.values()].find((waiting) => waiting.improved === improved);
    if (!task || this.ended) return;
    this.waiting.delete(task.message.id);
    task.resolve({ status: STATUS.CANCELLED, message: 'interrupted', length, lowerBound,
      optimal: length === lowerBound, moves, microseconds: 1e6 * seconds });
    const old = this.worker, asked = [...this.waiting.values()];
    this.worker = null;
    this.ready = Promise.resolve(old.terminate()).then(() => this.start());
    await this.ready;
    for (const { message } of asked) this.worker?.postMessage(message);
  }

  async solve(board, options) {
    return this.begin('solve', board, options).answer;
  }

  async anytime(board, options) {
    return this.begin('anytime', board, options).answer;
  }

  async distances(board, options) {
    return this.begin('distances', board, options).answer;
  }

  async *improvements(board, options) {
    const found = [];
    let wake, ended = false;
    const onImprovement = (improvement) => {
      found.push(improvement);
      wake?.();
    };
    const { answer, stop } = this.begin('anytime', board, { ...options, onImprovement });
    const over = answer.finally(() => {
      ended = true;
      wake?.();
    });
    over.catch(() => {}); /* it is heard below, or nobody listens any more */
    try {
      while (found.length > 0 || !ended) {
        if (found.length > 0) yield found.shift();
        else await new Promise((resolve) => { wake = resolve; });
      }
      await over;
    } finally {
      stop();
    }
  }

  /* {answer, stop}: the promise, and what ends the search soon. The worker sees a flag while it
   * searches; where memory cannot be shared, another worker takes its place. */
  begin(name, board, { signal, onImprovement, ...options } = {}) {
    signal?.throwIfAborted();
    const flag = globalThis.SharedArrayBuffer && new Int32Array(new SharedArrayBuffer(4));
    const problems = [];
    let last;
    const stop = (known = last) => (flag ? Atomics.store(flag, 0, 1) : known && this.replace(improved, known));
    const improved = (improvement) => {
      last = improvement;
      try {
        if (onImprovement?.(improvement) === false) stop();
      } catch (problem) {
        problems.push(problem);
        stop();
      }
    };
    const answer = this.ask(name, [board, { ...options, flag }], improved).then((result) => {
      if (problems.length > 0) throw problems[0];
      return result;
    });
    if (!signal) return { answer, stop };
    let abort;
    const aborted = new Promise((_, reject) => {
      abort = () => {
        stop(last ?? {});
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort);
    });
    return { answer: Promise.race([answer, aborted]).finally(() => signal.removeEventListener('abort', abort)), stop };
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
    const { worker } = this;
    this.worker = null;
    await worker?.terminate();
  }
}
