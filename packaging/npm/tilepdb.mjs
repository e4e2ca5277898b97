/*
 * Optimal solutions of sliding-tile puzzles, proven by pattern databases: the library tilepdb as
 * WebAssembly, in Node and in browsers. tilepdb.d.ts describes what is exported.
 */
import { Core, CoreError, HEURISTIC, STATUS } from './core.js';
import { betterPartitions, partitionFor } from './partitions.js';

export { CoreError };

const WASM = new URL('./core.wasm', import.meta.url);

/* The module, compiled; Node reads its file, since its fetch does not. */
export async function compile() {
  if (WASM.protocol !== 'file:') return WebAssembly.compile(await (await fetch(WASM)).arrayBuffer());
  const { readFile } = await import('node:fs/promises');
  return WebAssembly.compile(await readFile(WASM));
}

function partitionNamed(width, height, name) {
  const fallback = partitionFor(width, height);
  const all = [fallback, ...betterPartitions(width, height)].filter(Boolean);
  const found = name ? all.find((partition) => partition.name === name) : fallback;
  if (found) return found;
  const names = all.map((partition) => partition.name).join(', ') || 'none';
  throw new RangeError(`no partition ${name ?? ''} for boards of ${width}x${height}: there are ${names}`);
}

export class Tilepdb {
  /* A search holds its thread until it ends: TilepdbWorker has one of its own. */
  static async create({ module, onProgress } = {}) {
    const tilepdb = new Tilepdb();
    tilepdb.core = await Core.create(module ?? await compile(), { progress: onProgress });
    tilepdb.solvers = new Map();
    return tilepdb;
  }

  parse(text, { width = 0, height = 0 } = {}) {
    return this.core.parse(text, width, height);
  }

  scramble({ width = 4, height = 4, seed } = {}) {
    const drawn = seed === undefined ? crypto.getRandomValues(new BigUint64Array(1))[0] : BigInt(seed);
    return this.core.scramble(width, height, width * height - 1, drawn);
  }

  /* The tables of a size and the solver that has them, generated once. */
  prepare({ width = 4, height = 4, partition } = {}) {
    const { name, patterns } = partitionNamed(width, height, partition);
    const key = `${width}x${height} ${name}`;
    if (!this.solvers.has(key)) {
      const blank = width * height - 1;
      const tables = patterns.map((tiles) => this.core.generateTable(width, height, blank, tiles));
      const solver = this.core.createSolver(width, height, blank, HEURISTIC.PDB, tables);
      this.solvers.set(key, { name, solver, bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0) });
    }
    return this.solvers.get(key);
  }

  solve(board, { partition, timeout = 0 } = {}) {
    const start = typeof board === 'string' ? this.parse(board) : board;
    const reason = this.core.parityReason(start, start.width * start.height - 1);
    if (reason) throw new CoreError({ status: STATUS.UNSOLVABLE, message: reason });
    const { solver } = this.prepare({ width: start.width, height: start.height, partition });
    return this.core.solve(solver, start, { timeout });
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
