/*
 * The game of this tab, kept over a reload: the board, its moves, and the clock, which goes on. What is
 * stored is distrusted.
 */
import { isAmount } from '../app/memory.js';

const KEY = 'tilepdb game';

export function keepGame(state) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...state, query: location.search, at: Date.now() }));
  } catch {
    /* This browser keeps none. */
  }
}

/* {board, goal, metric, moves, slides, best, clock}, whose texts nobody has read yet; null: there is
 * none, or the page was opened with a link, or is back at that of another game. */
export function keptGame() {
  const [navigation] = performance.getEntriesByType('navigation');
  const again = ['reload', 'back_forward'].includes(navigation?.type);
  try {
    const state = JSON.parse(sessionStorage.getItem(KEY));
    const texts = ['board', 'goal', 'metric', 'moves'].every((name) => typeof state[name] === 'string');
    const asked = location.search === '' || (again && state.query === location.search);
    return asked && texts && Array.isArray(state.slides) && /^[UDLR]*$/.test(state.moves) ? state : null;
  } catch {
    return null;
  }
}

/* The seconds of a clock that went on since; null: it is none. */
export function secondsSince({ clock, at }) {
  if (!isAmount(clock?.seconds)) return null;
  const since = clock.running === true && Number.isFinite(at) ? Math.max(0, (Date.now() - at) / 1000) : 0;
  return clock.seconds + since;
}
