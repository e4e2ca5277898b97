/*
 * Small things that the browser keeps between visits. Where it keeps none, they last as long as the
 * page.
 */

const fallback = new Map();

export const memory = {
  get(key, missing) {
    try {
      return JSON.parse(localStorage.getItem(`tilepdb ${key}`)) ?? missing;
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
