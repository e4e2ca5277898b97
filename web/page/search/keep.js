/*
 * What a browser keeps between visits: table files, in IndexedDB. A browser that keeps nothing, such
 * as one in a private window, is no error: what is not kept is built again.
 */

const NAME = 'tilepdb';
const STORE = 'tables';

function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(new Error('nothing is kept here'));
  });
}

/* Does one thing with the store; null if that is not possible. */
/** @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest} work @returns {Promise<any>} */
async function withStore(mode, work) {
  try {
    const database = await opened();
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result ?? null);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    }).finally(() => database.close());
  } catch {
    return null;
  }
}

export const keep = {
  get: (/** @type {string} */ key) => withStore('readonly', (store) => store.get(key)),
  put: (/** @type {string} */ key, /** @type {any} */ value) => withStore('readwrite', (store) => store.put(value, key)),
  remove: (/** @type {string} */ key) => withStore('readwrite', (store) => store.delete(key)),
};
