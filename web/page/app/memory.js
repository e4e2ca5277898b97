/*
 * Small things that the browser keeps between visits. Where it keeps none, they last as long as the
 * page.
 */

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
