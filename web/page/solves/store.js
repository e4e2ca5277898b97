/*
 * The solves that the browser keeps: one record each (record.js) in IndexedDB. Where the browser keeps
 * nothing, or no more, they last as long as the page. What is stored is distrusted.
 *
 * Each change is one transaction about one record, so that two tabs lose nothing, and the database is
 * open only as long as a transaction takes, so that no tab blocks another. Other tabs are informed.
 */
import { OWN_FORMAT, readSolves } from './formats.js';
import { recordOf, storedOf } from './record.js';
import { inStore } from '../app/memory.js';

/** @type {(keyof SolveFilter)[]} */
export const TASK = ['width', 'height', 'metric', 'goal']; /* the index; parts of it select, from the left */

const SOLVE_STORE = { database: 'tilepdb solves', name: 'solves', options: { keyPath: 'id' }, index: TASK };

/** The index entries of a filter: all that begin with the parts that are given. @param {SolveFilter} filter */
function indexParts(filter) {
  const end = TASK.findIndex((name) => filter[name] === undefined);
  return TASK.slice(0, end < 0 ? TASK.length : end).map((name) => filter[name]);
}

/* Where records of solves are: in the memory of the page or in IndexedDB. Both have the same functions, which take and
 * give records as they are stored (storedOf in record.js). */
export class MemoryBackend {
  constructor() {
    this.records = /** @type {Map<string, any>} */ (new Map());
  }

  async all() {
    return [...this.records.values()];
  }

  /** @param {string} id */
  async get(id) {
    return this.records.get(id);
  }

  /** Returns the records that were not there. @param {StoredSolve[]} records */
  async add(records) {
    const fresh = records.filter(({ id }) => !this.records.has(id));
    for (const record of fresh) this.records.set(record.id, record);
    return fresh;
  }

  /** @param {string} id @param {(stored: any) => any} change */
  async change(id, change) {
    const record = change(this.records.get(id));
    if (record) this.records.set(id, record);
    return record;
  }

  /** @param {string[]} ids */
  async remove(ids) {
    for (const id of ids) this.records.delete(id);
  }
}

export class DatabaseBackend {
  /** @param {IDBFactory} factory */
  constructor(factory) {
    this.factory = factory;
  }

  /** @param {IDBTransactionMode} mode @param {(store: IDBObjectStore, done: (value?: any) => void) => IDBRequest | void} work */
  within(mode, work) {
    return inStore(this.factory, SOLVE_STORE, mode, work);
  }

  /** @param {SolveFilter} filter */
  all(filter) {
    const parts = indexParts(filter);
    return this.within('readonly', (store) => (parts.length === 0 ? store.getAll()
      : store.index('task').getAll(IDBKeyRange.bound(parts, [...parts, []]))));
  }

  /** @param {string} id */
  get(id) {
    return this.within('readonly', (store) => store.get(id));
  }

  /** @param {StoredSolve[]} records */
  add(records) {
    return this.within('readwrite', (store, done) => {
      const request = records.length === 1 ? store.getAllKeys(records[0].id) : store.getAllKeys();
      request.onsuccess = () => {
        const there = new Set(request.result);
        const fresh = records.filter(({ id }) => !there.has(id));
        for (const record of fresh) store.put(record);
        done(fresh);
      };
    });
  }

  /** @param {string} id @param {(stored: any) => any} change */
  change(id, change) {
    return this.within('readwrite', (store, done) => {
      const request = store.get(id);
      request.onsuccess = () => {
        const record = change(request.result);
        if (record) store.put(record);
        done(record);
      };
    });
  }

  /** @param {string[]} ids */
  remove(ids) {
    return this.within('readwrite', (store) => ids.forEach((id) => store.delete(id)));
  }
}

const CHANNEL = 'tilepdb solves';

/** Returns whether records fit a filter, as a function. @param {SolveFilter} filter */
function fitting(filter) {
  const names = [...TASK, /** @type {const} */ ('session'), /** @type {const} */ ('kind')].filter((name) => filter[name] !== undefined);
  return (/** @type {SolveRecord} */ record) => names.every((name) => record[name] === filter[name]);
}

/** @param {SolveRecord} a @param {SolveRecord} b */
const byTime = (a, b) => a.at - b.at || (a.id < b.id ? -1 : 1);

/** @typedef {MemoryBackend | DatabaseBackend} Backend */

export class Store {
  /** @param {BroadcastChannel | null} channel */
  constructor(channel) {
    this.extra = new MemoryBackend(); /* what could not be stored */
    this.backend = /** @type {Backend} */ (this.extra);
    this.listeners = /** @type {((change: StoreChange) => void)[]} */ ([]);
    this.trouble = ''; /* '', 'forbidden' or 'full' */
    this.channel = channel;
    if (channel) channel.onmessage = () => this.inform({ kind: 'many' });
  }

  /** `listener({kind, record})`: kind is 'add', 'update', 'remove', 'many' or 'trouble'; of 'many', as of all changes
   * in other tabs, there is no record. @param {(change: StoreChange) => void} listener */
  onChange(listener) {
    this.listeners.push(listener);
  }

  /** @param {StoreChange} change */
  inform(change) {
    for (const listener of this.listeners) listener(change);
  }

  /** @param {StoreChange} change */
  changed(change) {
    this.channel?.postMessage('changed');
    this.inform(change);
  }

  /** Says once that the browser stores nothing, or no more. @param {any} error */
  fail(error) {
    if (this.trouble !== '') return;
    this.trouble = error?.name === 'QuotaExceededError' ? 'full' : 'forbidden';
    this.inform({ kind: 'trouble' });
  }

  /* Does `work(backend)` with the database, or if that fails with the memory of the page. */
  /** @param {(backend: Backend) => Promise<any>} work @param {Backend} [backend] @returns {Promise<any>} */
  async try(work, backend = this.backend) {
    try {
      return await work(backend);
    } catch (error) {
      if (backend === this.extra) throw error;
      this.fail(error);
      return this.try(work, this.extra);
    }
  }

  /** Resolves to the record as it is stored; null if `record` is none. One that is there stays as it is. @param {any} record */
  async add(record) {
    const made = recordOf(record);
    if (!made) return null;
    const [added] = await this.try((backend) => backend.add([storedOf(made)]));
    if (added) this.changed({ kind: 'add', record: made });
    return made;
  }

  /** @param {SolveRecord[]} records */
  async addMany(records) {
    const added = await this.try((backend) => backend.add(records.map(storedOf)));
    if (added.length > 0) this.changed({ kind: 'many' });
    return added.length;
  }

  /* Resolves to the record after the change; null if it is not there, or would be none. `part`: fields to
   * change, or a function of the stored record that returns them. */
  /** @param {string} id @param {Partial<SolveRecord> | ((record: SolveRecord) => Partial<SolveRecord>)} part */
  async update(id, part) {
    const change = (/** @type {any} */ stored) => {
      const before = recordOf(stored);
      const after = before && recordOf({ ...before, ...(typeof part === 'function' ? part(before) : part), id });
      return after ? storedOf(after) : null;
    };
    const inMemory = await this.extra.get(id);
    const stored = await this.try((backend) => backend.change(id, change), inMemory ? this.extra : this.backend);
    const record = recordOf(stored);
    if (record) this.changed({ kind: 'update', record });
    return record;
  }

  /** Removes one solve, or a list of them. @param {string | string[]} ids */
  async remove(ids) {
    const all = [ids].flat();
    await this.extra.remove(all);
    await this.try((backend) => backend.remove(all));
    this.changed(all.length === 1 ? { kind: 'remove', record: { id: all[0] } } : { kind: 'many' });
  }

  /** @param {string} id */
  async get(id) {
    return recordOf(await this.extra.get(id) ?? await this.try((backend) => backend.get(id)));
  }

  /** The records of a filter, by any of width, height, metric, goal, session and kind; the oldest first. @param {SolveFilter} [filter] */
  async list(filter = {}) {
    const stored = await this.try((backend) => backend.all(filter));
    const extra = [...this.extra.records.values()];
    const rest = extra.length > 0 ? stored.filter((/** @type {StoredSolve} */ { id }) => !this.extra.records.has(id)) : stored;
    return [...rest, ...extra].map(recordOf).filter((record) => record !== null).filter(fitting(filter)).sort(byTime);
  }

  /** Adds the solves of a file (formats.js), given as text or bytes. Resolves to {format, added, known, unread}: new
   * solves, solves that were there, and entries that are no solves of a board the page has. Throws an Error with a
   * `code` if the file is none of the formats. @param {string | Uint8Array} content @param {Partial<Size>} [options] */
  async importAll(content, options = {}) {
    const { format, records, unread } = readSolves(content, options);
    const distinct = [...new Map(records.map((record) => [record.id, record])).values()];
    const added = await this.addMany(distinct);
    return { format, added, known: records.length - added, unread };
  }

  /* All solves as the text of a file. */
  async exportAll() {
    return JSON.stringify({ format: OWN_FORMAT, version: 1, solves: await this.list() });
  }
}

/* Resolves to the store; where there is no database, it is the memory of the page. `factory` is an
 * IDBFactory or null; `channel` tells whether other tabs are informed. */
/** @param {{ factory?: IDBFactory | null, channel?: boolean }} [options] */
export async function openStore({ factory, channel = true } = {}) {
  const tabs = channel && typeof BroadcastChannel !== 'undefined' ? new BroadcastChannel(CHANNEL) : null;
  /** @type {any} */ (tabs)?.unref?.(); /* of Node, which would wait for messages */
  const store = new Store(tabs);
  try {
    const database = new DatabaseBackend(/** @type {IDBFactory} */ (factory === undefined ? indexedDB : factory));
    await database.within('readonly', () => {}); /* fails where nothing is kept */
    store.backend = database;
  } catch (error) {
    store.fail(error);
  }
  return store;
}
