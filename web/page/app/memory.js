/* Small things that the browser keeps between visits. Where it keeps none, they last as long as the page. */

const fallback = new Map();

const AMOUNT_MAX = 1e6; /* seconds, eleven days, or moves; more is no solve of a person */

/** Whether a value that others could have written is a number of seconds or moves. @param {any} value */
export const isAmount = (value) => typeof value === 'number' && value >= 0 && value <= AMOUNT_MAX;

/** What is stored and could not be replaced would come back at the next visit. @param {string} key */
function forget(key) {
  try {
    localStorage.removeItem(`tilepdb ${key}`);
  } catch {
    /* This browser keeps nothing. */
  }
}

/* What others could have written is distrusted: only a value that is `fine` is taken. */
export const memory = {
  /** @template Value @param {string} key @param {Value} missing @param {(value: any) => boolean} [fine] @returns {Value} */
  get(key, missing, fine = (value) => typeof value === typeof missing) {
    try {
      const value = fallback.get(key) ?? JSON.parse(localStorage.getItem(`tilepdb ${key}`) ?? 'null');
      return fine(value) ? value : missing;
    } catch {
      return missing;
    }
  },
  /** @param {string} key @param {any} value */
  set(key, value) {
    try {
      localStorage.setItem(`tilepdb ${key}`, JSON.stringify(value));
      fallback.delete(key);
    } catch {
      fallback.set(key, value);
      forget(key);
    }
  },
};

/* ---- IndexedDB: one transaction with the one store of a database, which is opened for it ---- */

/** @typedef {{ database: string, name: string, options?: IDBObjectStoreParameters, index?: string[] }} StoreOptions */

/** @param {IDBFactory} factory @param {StoreOptions} store @returns {Promise<IDBDatabase>} */
function opened(factory, { database, name, options, index }) {
  return new Promise((resolve, reject) => {
    const request = factory.open(database, 1);
    request.onupgradeneeded = () => {
      const made = request.result.createObjectStore(name, options);
      if (index) made.createIndex('task', index);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error ?? new Error('the database is blocked'));
  });
}

/* Does `work(store, done)` in one transaction. Resolves to the last value given to `done`, else to the result of the
 * request that `work` returns. */
/** @param {IDBFactory} factory @param {StoreOptions} options @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore, done: (value?: any) => void) => IDBRequest | void} work @returns {Promise<any>} */
export async function inStore(factory, options, mode, work) {
  const database = await opened(factory, options);
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(options.name, mode);
      /** @type {any} */
      let result;
      const request = work(transaction.objectStore(options.name), (value) => { result = value; });
      transaction.oncomplete = () => resolve(result ?? request?.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
    });
  } finally {
    database.close();
  }
}
