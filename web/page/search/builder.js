/*
 * Better tables for boards of 4x4: built by workers of their own while the page is used, or taken from what the
 * browser kept, and then opened by the worker that solves. The bytes are those of the files that pdbgen writes, with
 * their checks: kept ones that are damaged are built again.
 */
import { errorText } from '../app/texts.js';
import { inStore } from '../app/memory.js';
import { BETTER_SIZE, sizeName } from './partitions.js';
import { Cancelled } from './solver.js';

const STAGE_GENERATE = 0;

/* What two workers build at the same time: the first pattern, which is the largest, and the others. */
/** @type {Record<Metric, { first: number, end?: number }[]>} */
const BUILT_PARTS = { single: [{ first: 0, end: 1 }, { first: 1 }], multi: [{ first: 0 }] };

const TABLE_STORE = { database: 'tilepdb', name: 'tables' };

/** Does one thing with the tables that the browser keeps between visits; null if that is not possible, as in a private
 * window. @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest} work @returns {Promise<any>} */
async function withKept(mode, work) {
  try {
    return await inStore(indexedDB, TABLE_STORE, mode, work) ?? null;
  } catch {
    return null;
  }
}

/** @param {Metric} metric @param {string} name */
const keyOf = (metric, name) => `${sizeName(BETTER_SIZE)} ${metric === 'multi' ? 'multi ' : ''}${name}`;

export class Builder {
  /* `solver` opens the files; `makeSolver()` makes a worker that builds. `changed(news)` hears {name, state}: 'building'
   * with the part that is done, 'ready' with milliseconds and kept, or 'failed' with a sentence. */
  /** @param {Solver} solver @param {() => Solver} makeSolver @param {(news: BuilderNews) => void} changed */
  constructor(solver, makeSolver, changed) {
    this.solver = solver;
    this.makeSolver = makeSolver;
    this.changed = changed;
    this.opened = /** @type {Set<string>} */ (new Set());
    this.work = /** @type {Promise<any>} */ (Promise.resolve());
  }

  /* Opens the best of the tables that are kept. Resolves to false: there are none. */
  /** @param {Metric} metric @param {string[]} names from the quickest to make */
  begin(metric, names) {
    return this.queue(() => this.takeBest(metric, names));
  }

  /** The same or, if there are none, makes the quickest. @param {Metric} metric @param {string[]} names */
  improve(metric, names) {
    return this.queue(async () => await this.takeBest(metric, names) || this.make(metric, names[0]));
  }

  /** @param {Metric} metric @param {string[]} names */
  async takeBest(metric, names) {
    for (const name of [...names].reverse()) if (await this.take(metric, name)) return true;
    return false;
  }

  /** One after the other. @param {() => Promise<any>} work */
  queue(work) {
    this.work = this.work.then(work).catch((error) => {
      if (!(error instanceof Cancelled)) this.changed({ state: 'failed', message: errorText(error) });
    });
    return this.work;
  }

  /** Opens tables that are kept; true if they are open. @param {Metric} metric @param {string} name */
  async take(metric, name) {
    const key = keyOf(metric, name);
    if (this.opened.has(key)) return true;
    const found = await withKept('readonly', (store) => store.get(key));
    if (!found) return false;
    try {
      await this.open(found.files);
    } catch {
      await withKept('readwrite', (store) => store.delete(key));
      return false;
    }
    this.ready(key, { name, milliseconds: found.milliseconds, kept: true });
    return true;
  }

  /** @param {Metric} metric @param {string} name */
  async make(metric, name) {
    const key = keyOf(metric, name);
    const parts = BUILT_PARTS[metric];
    const workers = parts.map(() => this.makeSolver());
    const hear = this.hearParts(name, parts.length);
    try {
      const built = await Promise.all(parts.map((part, i) =>
        workers[i].ask({ type: 'build', ...BETTER_SIZE, name, metric, ...part }, { onProgress: hear(i) })));
      const files = built.flatMap((each) => each.files);
      const milliseconds = Math.max(...built.map((each) => each.milliseconds));
      await this.open(files);
      this.ready(key, { name, milliseconds, kept: false });
      await withKept('readwrite', (store) => store.put({ files, milliseconds }, key));
    } finally {
      for (const worker of workers) worker.close();
    }
  }

  /** Tells what is done of the longest part. hearParts(...)(i) hears the progress of a part. @param {string} name @param {number} count */
  hearParts(name, count) {
    const left = new Array(count).fill(1);
    const tell = () => this.changed({ name, state: 'building', done: 1 - Math.max(...left) });
    tell();
    return (/** @type {number} */ i) => (/** @type {Progress} */ { stage, done, total }) => {
      left[i] = stage === STAGE_GENERATE ? 1 - done / total : 0;
      tell();
    };
  }

  /** A search that runs begins again: with better tables that is sooner than to wait for its end. @param {File[]} files */
  async open(files) {
    const all = files.map((file) => this.solver.open(file, false));
    this.solver.restart();
    await Promise.all(all);
  }

  /** @param {string} key @param {Omit<BuilderNews, 'state'>} about */
  ready(key, about) {
    this.opened.add(key);
    this.changed({ ...about, state: 'ready' });
  }
}
