/*
 * Small things that the browser keeps between visits. Where it keeps none, they last as long as the
 * page.
 */

const fallback = new Map();

/* What others could have written is distrusted: only a value that is `fine` is taken. */
export const memory = {
  get(key, missing, fine = (value) => typeof value === typeof missing) {
    try {
      const value = JSON.parse(localStorage.getItem(`tilepdb ${key}`)) ?? fallback.get(key);
      return fine(value) ? value : missing;
    } catch {
      return fallback.get(key) ?? missing;
    }
  },
  set(key, value) {
    fallback.set(key, value);
    try {
      localStorage.setItem(`tilepdb ${key}`, JSON.stringify(value));
    } catch {
      /* It lasts as long as the page. */
    }
  },
};
