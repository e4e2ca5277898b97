/*
 * Exact distances to the goal, asked for one by one, so that other work of the worker goes between.
 */
import { Game } from '../board/game.js';
import { boundStep } from '../board/moves.js';

const BOARD_SECONDS = 20;

/* Returns the distance of the board of a game; null: time was over. `before` is the distance of a neighbour,
 * if it is known: a move changes the distance by one at most, so what is not found below is one more. */
/** @param {Solver} solver @param {Game} game @param {number} [before] */
export async function distanceOf(solver, game, before) {
  if (game.solved) return 0;
  if (before === 0) return 1;
  const most = before === undefined ? 0 : before + 1 - boundStep(game);
  if (before !== undefined && most === 0) return 2;
  const { length, microseconds } = await solver.ask({ type: 'solve', ...game.task,
    timeout: BOARD_SECONDS, maxLength: most, firstBound: Math.max(0, (before ?? 0) - 1) });
  if (length >= 0) return length;
  const timeIsOver = microseconds >= 1e6 * BOARD_SECONDS;
  return before === undefined || timeIsOver ? null : before + 1;
}

/* Returns the distances before the first step of a solve and after each; those that could be found before
 * time was over. `found(distances)` hears of each, and ends it by false. */
/** @param {Solver} solver @param {Task} task @param {string[]} steps @param {(distances: number[]) => boolean} found */
export async function distancesOf(solver, { board, goal, metric }, steps, found) {
  const game = new Game(board, goal, metric);
  const distances = [];
  for (const step of ['', ...steps]) {
    game.play(step);
    const distance = await distanceOf(solver, game, distances.at(-1));
    if (distance === null) break;
    distances.push(distance);
    if (found(distances) === false) break;
  }
  return distances;
}
