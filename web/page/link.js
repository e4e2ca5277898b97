/*
 * Share links: ?board=1,2,3/4,5,6/7,8,0&goal=first&metric=multi&moves=R2D. Boards and moves are in the
 * tools' notation, so that a link may be written by hand; a goal may be a board.
 */
import { runLengths } from './format.js';
import { goalName } from './game.js';

function linkText({ width, height, cells }) {
  const rows = [];
  for (let y = 0; y < height; y++) rows.push(cells.slice(y * width, (y + 1) * width).join(','));
  return rows.join('/');
}

export function linkOf({ board, goal, metric }, moves = '') {
  const parts = [`board=${linkText(board)}`];
  const name = goalName(goal);
  if (name === 'other') parts.push(`goal=${linkText(goal)}`);
  else if (name !== 'last') parts.push(`goal=${name}`);
  if (metric !== 'single') parts.push(`metric=${metric}`);
  if (moves !== '') parts.push(`moves=${runLengths(moves)}`);
  return `${location.href.replace(/[?#].*/s, '')}?${parts.join('&')}`;
}

/* {board, goal, metric, moves} of the page's own address, as text; board is null if there is none. */
export function taskOfLink() {
  const query = new URLSearchParams(location.search);
  return { board: query.get('board'), goal: query.get('goal') ?? 'last',
    metric: query.get('metric') === 'multi' ? 'multi' : 'single', moves: query.get('moves') ?? '' };
}

/* Shows a link in the address bar, where the browser lets a page do so. */
export function showLink(link) {
  try {
    history.replaceState(null, '', link);
  } catch {
    /* Some browsers refuse this to pages from a file. */
  }
}
