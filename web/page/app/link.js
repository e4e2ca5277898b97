/*
 * Share links: ?board=1,2,3/4,5,6/7,8,0&goal=first&metric=multi&moves=R2D. Boards and moves are in the
 * tools' notation, so that a link may be written by hand; a goal may be a board, and ?scramble= moves
 * to the board from the goal. Without a board, moves begin at the goal.
 *
 * Also replays of slidysim, ?r=: base64 of a zlib stream of JSON, whose array begins with the moves,
 * moves a second, the board, and when each tile moved, in milliseconds.
 */
import { runLengths } from './texts.js';
import { goalName } from '../board/goal.js';
import { OPPOSITE } from '../board/moves.js';
import { isResult } from '../contest/result.js';
import { boardLink } from '../solves/record.js';
import { isAmount } from './memory.js';

const REPLAY_BYTES = 1e6; /* unpacked; more are not read */

/** The address of this page with another query. @param {string} query */
export const linkHere = (query) => `${location.href.replace(/[?#].*/s, '')}${query}`;

/** @param {string[]} parts */
const here = (parts) => linkHere(`?${parts.join('&')}`);

/** The goal and the metric, unless they are the usual ones. @param {Goal} goal @param {Metric} metric */
function partsOfTask(goal, metric) {
  const name = goalName(goal);
  const parts = name === 'last' ? [] : [`goal=${name === 'first' ? name : boardLink(goal.cells, goal.width)}`];
  return metric === 'single' ? parts : [...parts, `metric=${metric}`];
}

/** @param {Task} task @param {string} [moves] */
export function linkOf({ board, goal, metric }, moves = '') {
  return here([`board=${boardLink(board.cells, board.width)}`, ...partsOfTask(goal, metric),
    ...(moves === '' ? [] : [`moves=${runLengths(moves)}`])]);
}

/* Resolves to the link of a replay: moves of a board and the ms of each. */
/** @param {Task} task @param {string} moves @param {number[]} times */
export async function replayLinkOf({ board, goal, metric }, moves, times) {
  const seconds = Math.max(1, times.at(-1) ?? 0) / 1000;
  const rows = boardLink(board.cells, board.width).replaceAll(',', ' ');
  const replay = JSON.stringify([runLengths(moves), Math.round((1000 * moves.length) / seconds), rows, times]);
  const packed = await new Response(new Blob([replay]).stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer();
  const letters = btoa(Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte)).join(''));
  return here([`r=${encodeURIComponent(letters)}`, ...partsOfTask(goal, metric)]);
}

const NO_TASK = /** @type {LinkTask} */ ({ board: null, goal: 'last', metric: 'single', moves: '', replay: null });

const PARTS = ['board', 'scramble', 'goal', 'metric', 'moves', 'r'];

/* {board, goal, metric, moves, replay} of the query of a link, as text; board and replay are null if
 * there are none. Of a result of a contest, {result}: the query. null: the query says nothing of a task. */
/** @param {string} [search] @returns {LinkTask | null} */
export function taskOfLink(search = location.search) {
  const query = new URLSearchParams(search);
  if (isResult(search)) return { ...NO_TASK, result: search };
  if (!PARTS.some((name) => query.has(name))) return null;
  return { board: query.get('board') ?? query.get('scramble'), goal: query.get('goal') ?? 'last',
    metric: query.get('metric') === 'multi' ? 'multi' : 'single', moves: query.get('moves') ?? '',
    replay: query.get('r') };
}

/** The same of a text that a person pasted; null: it is no such link. @param {string} text */
export function taskOfText(text) {
  const [, search] = /^\s*\S*(\?\S+?)(?:#\S*)?\s*$/.exec(text) ?? [];
  return search ? taskOfLink(search) : null;
}

/** The way back of moves. @param {string} moves */
function inverse(moves) {
  const plain = moves.toUpperCase().replace(/([UDLR])(\d{1,3})/g, (_, way, times) => way.repeat(times));
  return runLengths([...plain].reverse().map((way) => OPPOSITE[way] ?? '').join(''));
}

/** The seconds after each tile; null: they are none. @param {any} times */
function secondsOf(times) {
  /** @param {unknown} time @param {number} i */
  const rises = (time, i) => typeof time === 'number' && isAmount(time / 1000) && time >= (i > 0 ? times[i - 1] : 0);
  return Array.isArray(times) && times.length > 0 && times.every(rises) ? times.map((time) => time / 1000) : null;
}

/** {board, moves, times} of a replay. Without a board, the moves lead to the usual goal. @param {string} replay */
export async function taskOfReplay(replay) {
  const packed = Uint8Array.from(atob(replay.replaceAll(' ', '+')), (byte) => byte.charCodeAt(0));
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const parts = [];
  let left = REPLAY_BYTES;
  for (let { value } = await reader.read(); value; { value } = await reader.read()) {
    if ((left -= value.length) < 0) throw new Error('the replay is too long');
    parts.push(value);
  }
  const value = JSON.parse(await new Blob(parts).text());
  const [moves, , board, times] = Array.isArray(value) ? value : [];
  if (typeof moves !== 'string') throw new Error('the replay has no moves');
  return { moves, board: typeof board === 'string' && board !== '' ? board : inverse(moves), times: secondsOf(times) };
}

const VIEWS = ['#learn', '#solves', '#daily'];
let shown = ''; /* the link in the address bar, if it is the page's */

/** @param {'replaceState' | 'pushState'} change @param {string} address */
function changeAddress(change, address) {
  try {
    if (address !== location.href) history[change](null, '', address);
  } catch {
    /* Some browsers refuse this to pages from a file. */
  }
}

/** Shows a link in the address bar, where the browser lets a page do so; the name of the tab stays. @param {string} link */
export function showLink(link) {
  shown = link;
  changeAddress('replaceState', `${link}${VIEWS.includes(location.hash) ? location.hash : ''}`);
}

/* After the back button: the board is not another one. */
export function restoreLink() {
  if (shown !== '') showLink(shown);
}

/** Shows the name of a tab in the address bar, '' for the first. @param {string} name */
export function showView(name) {
  changeAddress('pushState', `${location.href.replace(/#.*/s, '')}${name && `#${name}`}`);
}
