/*
 * Where records of solves are: in the memory of the page or in IndexedDB. Both have the same functions, which
 * take and give records as they are stored (storedOf in record.js).
 */
import { inStore } from '../app/stored.js';

/** @type {(keyof SolveFilter)[]} */
export const TASK = ['width', 'height', 'metric', 'goal']; /* the index; parts of it select, from the left */

const SOLVE_STORE = { database: 'tilepdb solves', name: 'solves', options: { keyPath: 'id' }, index: TASK };

/** The index entries of a filter: all that begin with the parts that are given. @param {SolveFilter} filter */
function indexParts(filter) {
  const end = TASK.findIndex((name) => filter[name] === undefined);
  return TASK.slice(0, end < 0 ? TASK.length : end).map((name) => filter[name]);
}

export class MemoryBackend {
  constructor() {
    /** @type {Map<string, any>} */
    this.records = new Map();
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
