/*
 * Better tables for the board's size: built by workers of their own while the page is used, or taken
 * from what the browser kept, and then opened by the worker that solves. The bytes are those of the
 * files that pdbgen writes, with their checks: kept ones that are damaged are built again.
 */
import { keep } from './keep.js';
import { errorText } from '../app/messages.js';
import { betterTables } from './partitions.js';
import { Cancelled } from './solver.js';

const STAGE_GENERATE = 0;

/* What two workers build at the same time: the first pattern, which is the largest, and the others. */
/** @type {Record<Metric, { first: number, end?: number }[]>} */
const BUILT_PARTS = { single: [{ first: 0, end: 1 }, { first: 1 }], multi: [{ first: 0 }] };

export class Builder {
  /* `solver` opens the files; `makeSolver()` makes a worker that builds. `changed(state)` hears
   * {name, state}: 'building' with the part that is done, 'ready' with milliseconds and kept, or
   * 'failed' with a sentence. */
  /** @param {Solver} solver @param {() => Solver} makeSolver @param {(news: BuilderNews) => void} changed */
  constructor(solver, makeSolver, changed) {
    this.solver = solver;
    this.makeSolver = makeSolver;
    this.changed = changed;
    /** @type {Set<string>} */
    this.opened = new Set();
    /** @type {Promise<any>} */
    this.work = Promise.resolve();
  }

  /** @param {number} width @param {number} height @param {Metric} metric @param {string} name */
  key(width, height, metric, name) {
    return `${width}x${height} ${metric === 'multi' ? 'multi ' : ''}${name}`;
  }

  /* The best of the kept tables for a size. False: there are none. */
  /** @param {number} width @param {number} height @param {Metric} metric */
  async takeBest(width, height, metric) {
    for (const name of [...betterTables(width, height, metric)].reverse()) {
      if (this.opened.has(this.key(width, height, metric, name))) return true;
      if (await this.takeKept(width, height, metric, name)) return true;
    }
    return false;
  }

  /* The same or, if there are none, the quickest, which are built. */
  /** @param {number} width @param {number} height @param {Metric} metric */
  improve(width, height, metric) {
    return this.queue(async () => {
      const [quickest] = betterTables(width, height, metric);
      if (quickest && !(await this.takeBest(width, height, metric)))
        await this.make(width, height, metric, quickest);
    });
  }

  /* What was kept, before anything is asked of the worker. */
  /** @param {number} width @param {number} height @param {Metric} metric */
  begin(width, height, metric) {
    return this.queue(() => this.takeBest(width, height, metric));
  }

  /* Builds tables that the person asked for. */
  /** @param {number} width @param {number} height @param {Metric} metric @param {string} name */
  build(width, height, metric, name) {
    return this.queue(async () => {
      if (this.opened.has(this.key(width, height, metric, name))) return;
      if (await this.takeKept(width, height, metric, name)) return;
      await this.make(width, height, metric, name);
    });
  }

  /** One after the other. @param {() => Promise<any>} work */
  queue(work) {
    this.work = this.work.then(work).catch((error) => {
      if (!(error instanceof Cancelled)) this.changed({ state: 'failed', message: errorText(error) });
    });
    return this.work;
  }

  /** @param {number} width @param {number} height @param {Metric} metric @param {string} name */
  async takeKept(width, height, metric, name) {
    const key = this.key(width, height, metric, name);
    const found = await keep.get(key);
    if (!found) return false;
    try {
      await this.open(found.files);
    } catch {
      await keep.remove(key);
      return false;
    }
    this.ready(key, { name, milliseconds: found.milliseconds, kept: true });
    return true;
  }

  /** @param {number} width @param {number} height @param {Metric} metric @param {string} name */
  async make(width, height, metric, name) {
    const key = this.key(width, height, metric, name);
    const parts = BUILT_PARTS[metric];
    const workers = parts.map(() => this.makeSolver());
    const hear = this.hearParts(name, parts.length);
    try {
      const built = await Promise.all(parts.map((part, i) =>
        workers[i].ask({ type: 'build', width, height, name, metric, ...part }, { onProgress: hear(i) })));
      const files = built.flatMap((each) => each.files);
      const milliseconds = Math.max(...built.map((each) => each.milliseconds));
      await this.open(files);
      this.ready(key, { name, milliseconds, kept: false });
      await keep.put(key, { files, milliseconds });
    } finally {
      for (const worker of workers) worker.close();
    }
  }

  /* Tells what is done of the longest part. hearParts(...)(i) hears the progress of a part. */
  /** @param {string} name @param {number} count */
  hearParts(name, count) {
    const left = new Array(count).fill(1);
    const tell = () => this.changed({ name, state: 'building', done: 1 - Math.max(...left) });
    tell();
    return (/** @type {number} */ i) => (/** @type {Progress} */ { stage, done, total }) => {
      if (stage === STAGE_GENERATE) left[i] = 1 - done / total;
      else left[i] = 0;
      tell();
    };
  }

  /* A search that runs begins again: with better tables that is sooner than to wait for its end. */
  /** @param {File[]} files */
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
