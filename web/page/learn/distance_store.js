/*
 * The distances of reviewed solves, as the browser keeps them: measuring takes long, and the same solve
 * always has the same distances. Where the browser keeps nothing, they last as long as the page.
 *
 * A solve is its task and moves. Distances are stored as text: the first one, then a sign for each move,
 * '-' closer, '=' as far, '+' farther. What is stored is distrusted.
 */
import { inStore } from '../app/stored.js';

const DISTANCE_STORE = { database: 'tilepdb distances', name: 'distances', options: { keyPath: 'key' } };
const SIGNS = ['-', '=', '+'];
const TEXT_FORM = /^(\d{1,3})([-=+]*)$/;

/** Returns the text for distances that differ by one at most from move to move. @param {number[]} distances */
export function distancesText(distances) {
  return distances[0] + distances.slice(1).map((distance, i) => SIGNS[distance - distances[i] + 1]).join('');
}

/* Returns the distances of a text; null unless a solve of so many moves can have them. Each move changes the
 * distance if `step` is 2 (boundStep). */
/** @param {any} text @param {number} moves @param {number} step */
export function distancesOfText(text, moves, step) {
  const [, first, signs] = TEXT_FORM.exec(text) ?? [null, '', ''];
  if (first === '' || signs.length !== moves || (step === 2 && signs.includes('='))) return null;
  const distances = [Number(first)];
  for (const sign of signs) distances.push(distances[distances.length - 1] + SIGNS.indexOf(sign) - 1);
  return distances.at(-1) === 0 && distances.slice(0, -1).every((distance) => distance >= 0) ? distances : null;
}

/** Returns the key of a solve. @param {Task} task @param {string} moves */
export function solveKey({ board, goal, metric }, moves) {
  return [board.width, board.cells, goal.cells, metric, moves].join(' ');
}

export class DistanceStore {
  /** `factory`: for tests. A browser may refuse even to name its own. @param {IDBFactory | null} [factory] */
  constructor(factory = null) {
    this.factory = factory;
    /** @type {Map<string, string>} */
    this.extra = new Map(); /* those that the browser does not keep */
  }

  /** @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest} work */
  async within(mode, work) {
    return inStore(this.factory ?? indexedDB, DISTANCE_STORE, mode, work);
  }

  /** Keeps the distances of a solve. @param {string} key @param {number[]} distances */
  async put(key, distances) {
    try {
      await this.within('readwrite', (store) => store.put({ key, text: distancesText(distances) }));
    } catch {
      this.extra.set(key, distancesText(distances));
    }
  }

  /* Returns the texts of all solves by their keys. */
  async all() {
    try {
      const found = await this.within('readonly', (store) => store.getAll());
      return new Map([...found.map((/** @type {{ key: string, text: string }} */ { key, text }) => /** @type {[string, string]} */ ([key, text])), ...this.extra]);
    } catch {
      return new Map(this.extra);
    }
  }
}
