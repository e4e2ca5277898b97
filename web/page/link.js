/*
 * Share links: ?board=1,2,3/4,5,6/7,8,0&goal=first&moves=R2D. Board and moves are in the tools'
 * notation, so that a link may be written by hand.
 */
import { runLengths } from './format.js';

export function linkOf({ width, height, cells }, goalBlank, moves = '') {
  const rows = [];
  for (let y = 0; y < height; y++) rows.push(cells.slice(y * width, (y + 1) * width).join(','));
  const goal = goalBlank === 0 ? '&goal=first' : '';
  const played = moves === '' ? '' : `&moves=${runLengths(moves)}`;
  return `${location.href.replace(/[?#].*/s, '')}?board=${rows.join('/')}${goal}${played}`;
}

/* {text, first, moves} of the page's own address; text is null if it carries no board. */
export function boardOfLink() {
  const query = new URLSearchParams(location.search);
  return { text: query.get('board'), first: query.get('goal') === 'first',
    moves: query.get('moves') ?? '' };
}

/* Shows a link in the address bar, where the browser lets a page do so. */
export function showLink(link) {
  try {
    history.replaceState(null, '', link);
  } catch {
    /* Some browsers refuse this to pages from a file. */
  }
}
