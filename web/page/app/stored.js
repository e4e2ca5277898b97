/*
 * IndexedDB: one transaction with the one store of a database, which is opened for it.
 */

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
