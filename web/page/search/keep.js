/*
 * What a browser keeps between visits: table files, in IndexedDB. A browser that keeps nothing, such
 * as one in a private window, is no error: what is not kept is built again.
 */
import { inStore } from '../app/stored.js';

const TABLE_STORE = { database: 'tilepdb', name: 'tables' };

/* Does one thing with the store; null if that is not possible. */
/** @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest} work @returns {Promise<any>} */
async function withStore(mode, work) {
  try {
    return await inStore(indexedDB, TABLE_STORE, mode, work) ?? null;
  } catch {
    return null;
  }
}

export const keep = {
  get: (/** @type {string} */ key) => withStore('readonly', (store) => store.get(key)),
  put: (/** @type {string} */ key, /** @type {any} */ value) => withStore('readwrite', (store) => store.put(value, key)),
  remove: (/** @type {string} */ key) => withStore('readwrite', (store) => store.delete(key)),
};
