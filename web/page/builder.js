/*
 * Better tables for the board's size: built by a worker of their own while the page is used, or taken
 * from what the browser kept, and then opened by the worker that solves. The bytes are those of the
 * files that pdbgen writes, with their checks: kept ones that are damaged are built again.
 */
import { keep } from './keep.js';
import { betterPartitions } from './partitions.js';
import { Cancelled } from './solver.js';

export class Builder {
  /* `solver` opens the files; `makeSolver()` makes the worker that builds. `changed(state)` hears
   * {name, state}: 'building', 'ready' with milliseconds and kept, or 'failed' with a message. */
  constructor(solver, makeSolver, changed) {
    this.solver = solver;
    this.makeSolver = makeSolver;
    this.changed = changed;
    this.opened = new Set();
    this.work = Promise.resolve();
  }

  key(width, height, name) {
    return `${width}x${height} ${name}`;
  }

  has(width, height, name) {
    return this.opened.has(this.key(width, height, name));
  }

  /* The best of the kept tables for a size or, if there are none, the quickest, which are built. */
  improve(width, height) {
    return this.queue(async () => {
      const better = betterPartitions(width, height);
      for (const partition of [...better].reverse()) {
        if (this.has(width, height, partition.name)) return;
        if (await this.takeKept(width, height, partition)) return;
      }
      if (better.length > 0) await this.make(width, height, better[0]);
    });
  }

  /* Builds tables that the person asked for. */
  build(width, height, name) {
    return this.queue(async () => {
      const partition = betterPartitions(width, height).find((each) => each.name === name);
      if (this.has(width, height, name) || await this.takeKept(width, height, partition)) return;
      await this.make(width, height, partition);
    });
  }

  /* One after the other. */
  queue(work) {
    this.work = this.work.then(work).catch((error) => {
      if (!(error instanceof Cancelled)) this.changed({ state: 'failed', message: error.message });
    });
    return this.work;
  }

  async takeKept(width, height, { name }) {
    const key = this.key(width, height, name);
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

  async make(width, height, { name, patterns }) {
    const key = this.key(width, height, name);
    this.changed({ name, state: 'building' });
    const worker = this.makeSolver();
    try {
      const { files, milliseconds } = await worker.ask({ type: 'build', width, height, patterns },
        { onProgress: (progress) => this.changed({ name, state: 'building', progress }) });
      await this.open(files);
      this.ready(key, { name, milliseconds, kept: false });
      await keep.put(key, { files, milliseconds });
    } finally {
      worker.close();
    }
  }

  /* A search that runs begins again: with better tables that is sooner than to wait for its end. */
  async open(files) {
    const all = files.map((file) => this.solver.open(file, false));
    this.solver.restart();
    await Promise.all(all);
  }

  ready(key, about) {
    this.opened.add(key);
    this.changed({ ...about, state: 'ready' });
  }
}
