/*
 * Where records of solves are: in the memory of the page or in IndexedDB. Both have the same functions, which
 * take and give records as they are stored (storedOf in record.js).
 */

const DATABASE = 'tilepdb solves';
const VERSION = 1;
const SOLVES = 'solves';

/** @type {(keyof SolveFilter)[]} */
export const TASK = ['width', 'height', 'metric', 'goal']; /* the index; parts of it select, from the left */

/* The index entries of a filter: all that begin with the parts that are given. */
/** @param {SolveFilter} filter */
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

  /* Returns the records that were not there. */
  /** @param {StoredSolve[]} records */
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

  open() {
    return new Promise((resolve, reject) => {
      const request = this.factory.open(DATABASE, VERSION);
      request.onupgradeneeded = () =>
        request.result.createObjectStore(SOLVES, { keyPath: 'id' }).createIndex('task', TASK);
      request.onsuccess = () => resolve(request.result);
      request.onerror = request.onblocked = () => reject(request.error ?? new Error('the database is blocked'));
    });
  }

  /* Does `work(store, done)` in one transaction; resolves to the last value given to `done`. */
  /** @param {IDBTransactionMode} mode @param {(store: IDBObjectStore, done: (value?: any) => void) => void} work @returns {Promise<any>} */
  async within(mode, work) {
    const database = await this.open();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(SOLVES, mode);
        /** @type {any} */
        let result;
        transaction.oncomplete = () => resolve(result);
        transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
        work(transaction.objectStore(SOLVES), (value) => { result = value; });
      });
    } finally {
      database.close();
    }
  }

  /** @param {SolveFilter} filter */
  all(filter) {
    const parts = indexParts(filter);
    return this.within('readonly', (store, done) => {
      const request = parts.length === 0 ? store.getAll()
        : store.index('task').getAll(IDBKeyRange.bound(parts, [...parts, []]));
      request.onsuccess = () => done(request.result);
    });
  }

  /** @param {string} id */
  get(id) {
    return this.within('readonly', (store, done) => {
      const request = store.get(id);
      request.onsuccess = () => done(request.result);
    });
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
