/*
 * The review of moves that were made: how many were lost in each stretch, as bars, and the time that they took.
 * Of large boards it is a line of the distances, as far as they are known: at most so far.
 */
import { drawLine, drawLost, moveAt } from '../search/chart.js';
import { at, button } from '../app/dom.js';
import { decimal, say } from '../app/texts.js';
import { Game } from '../board/game.js';
import { boundStep, stepsOf } from '../board/moves.js';
import { stretchesOf } from '../learn/mistakes.js';
import { isExact } from '../search/partitions.js';
import { Cancelled } from '../search/solver.js';

const LARGE_SECONDS = 4; /* for the first board */
const ALONG_SECONDS = 0.5; /* and for some after it */
const ALONG_WIDTH = 256;
const ALONG = 40;
const NAMED = 8;

/** The moves, from 1, that do not lead towards the goal. @param {number[]} distances */
export function lostMoves(distances) {
  return distances.slice(1).map((distance, i) => [distance - distances[i], i + 1])
    .filter(([step]) => step >= 0).map(([, move]) => move);
}

/** The most that was lost in one stretch: {move, moves}; null: nothing was. @param {number[]} distances */
export function worstLoss(distances) {
  const [worst] = stretchesOf(distances).sort((a, b) => b.lost - a.lost);
  return worst ? { move: worst.from + 1, moves: worst.lost } : null;
}

/** What follows from bounds on distances: neighbours differ by one at most. @param {number[]} most */
export function spread(most) {
  for (let i = 1; i < most.length; i++) most[i] = Math.min(most[i], most[i - 1] + 1);
  for (let i = most.length - 2; i >= 0; i--) most[i] = Math.min(most[i], most[i + 1] + 1);
  return most;
}

/* The seconds that each step took, from those after each letter; null: they are not known. */
/** @param {string[]} steps @param {number[] | null} times */
export function stepSeconds(steps, times) {
  if (times?.length !== steps.join('').length) return null;
  let [end, before] = [0, 0];
  return steps.map((step) => {
    end += step.length;
    const took = times[end - 1] - before;
    before = times[end - 1];
    return took;
  });
}

/** What lost moves took, and where the person thought longest. @param {number[]} lost @param {number[]} seconds */
export function timesText(lost, seconds) {
  const tenths = (/** @type {number} */ time) => `${decimal(time, 1)} s`;
  const sum = lost.reduce((all, move) => all + seconds[move - 1], 0);
  const longest = Math.max(...seconds);
  const parts = lost.length === 0 ? [] : [say('review', 'lost took', tenths(sum), tenths(seconds.reduce((a, b) => a + b, 0)),
    lost.slice(0, NAMED).map((move) => say('review', 'move took', move, tenths(seconds[move - 1]))).join(', ')) + (lost.length > NAMED ? ', …' : '.')];
  return [...parts, say('review', 'longest', tenths(longest), seconds.indexOf(longest) + 1)].join(' ');
}

/** @typedef {{ task: Task, moves: string, steps: string[], seconds: number[] | null }} Made */

export class Review {
  /* `look(task, moves, move)` shows the board before a move that was made. */
  /** @param {Solver} solver @param {(task: Task, moves: string, move: number) => void} look */
  constructor(solver, look) {
    this.solver = solver;
    this.look = look;
    this.made = /** @type {Made | null} */ (null); /* {task, moves, steps}: what the line is about */
    at('review').onclick = ({ offsetX }) => this.made && this.lookAt(moveAt(at('review'), offsetX, this.made.steps.length));
    this.run = 0;
    drawLine(at('review'), [], 0);
  }

  /** @param {number} move */
  lookAt(move) {
    if (!this.made) return;
    const { task, moves } = this.made;
    this.look(task, moves, move);
  }

  clear() {
    this.run++;
    this.made = null;
    at('review-box').hidden = true;
    at('review-note').textContent = say('review', 'later');
    at('review-times').textContent = '';
    drawLine(at('review'), [], 0);
  }

  /* Reviews moves from a board; `heard({atLeast, atMost})` hears of the first distance. `times`: the seconds
   * after each tile, if they are known. Returns the distances, null if they are not all known. */
  /** @param {Task} task @param {string} moves @param {(first: Bounds) => void} heard @param {number[] | null} [times] */
  async start({ board, goal, metric }, moves, heard, times = null) {
    const run = ++this.run;
    const steps = stepsOf(moves, metric);
    const made = this.made = { task: { board, goal, metric }, moves, steps, seconds: stepSeconds(steps, times) };
    at('review-box').hidden = moves === '';
    at('review-caption').textContent = say('review', 'distances');
    at('review-note').textContent = say('review', 'measuring');
    at('review-times').textContent = '';
    try {
      const first = isExact(goal) || moves === '' ? null
        : await this.solver.ask({ type: 'anytime', board, goal, metric, timeout: LARGE_SECONDS });
      if (run !== this.run) return null;
      if (first && !first.optimal) await this.follow(made, first, run, heard);
      else return await this.measure(made, run, heard);
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
      if (run === this.run) at('review-note').textContent = say('review', 'stopped');
    }
    return null;
  }

  /** All distances, exactly. @param {Made} made @param {number} run @param {(first: Bounds) => void} heard */
  async measure({ task, steps }, run, heard) {
    const distances = await distancesOf(this.solver, task, steps, (/** @type {number[]} */ found) => {
      if (run !== this.run) return false;
      if (found.length === 1) heard({ atLeast: found[0], atMost: found[0] });
      drawLine(at('review'), found, steps.length);
      return true;
    });
    if (run !== this.run) return null;
    if (distances.length > steps.length) this.drawLost(distances);
    this.tell(distances, steps.length);
    return distances.length > steps.length ? distances : null;
  }

  /* What the distances are at most, from some boards along the way. */
  /** @param {Made} made @param {Answer} answer @param {number} run @param {(first: Bounds) => void} heard */
  async follow({ task, steps }, { length, lowerBound }, run, heard) {
    const game = new Game(task.board, task.goal, task.metric);
    const most = steps.map((_, i) => steps.length - i).concat(0);
    const between = Math.ceil(steps.length / ALONG);
    most[0] = Math.min(most[0], length);
    heard({ atLeast: lowerBound, atMost: most[0] });
    for (const [i, step] of steps.entries()) {
      drawLine(at('review'), spread(most), steps.length);
      game.play(step);
      if ((i + 1) % between > 0 || game.solved) continue;
      const answer = await this.solver.ask({ type: 'anytime', ...game.task, timeout: ALONG_SECONDS, maxWidth: ALONG_WIDTH });
      if (run !== this.run) return;
      most[i + 1] = Math.min(most[i + 1], answer.length);
    }
    drawLine(at('review'), spread(most), steps.length);
    at('review-note').textContent = say('review', 'at most', steps.length - lowerBound, most[0], lowerBound);
    this.tellTimes([]);
  }

  /** @param {number[]} distances */
  drawLost(distances) {
    at('review-caption').textContent = say('review', 'stretches');
    drawLost(at('review'), stretchesOf(distances), lostMoves(distances), distances.length - 1);
  }

  /** @param {number[]} lost */
  tellTimes(lost) {
    const seconds = this.made?.seconds;
    at('review-times').textContent = seconds ? timesText(lost, seconds) : '';
  }

  /** To the board before a move, and a better one. @param {number} move */
  button(move) {
    return button(decimal(move), () => this.lookAt(move), { className: 'link', title: say('review', 'better', move) });
  }

  /** @param {number[]} distances @param {number} moves */
  tell(distances, moves) {
    const lost = lostMoves(distances);
    const cost = moves - distances[0];
    const note = at('review-note');
    this.tellTimes(lost);
    if (distances.length <= moves) note.textContent = say('review', 'hard');
    else if (lost.length === 0) note.textContent = say('review', 'all good');
    else {
      const listed = lost.slice(0, NAMED).flatMap((move, i) => [i > 0 ? ', ' : '', this.button(move)]);
      note.replaceChildren(say('review', 'wrong', lost.length, cost), ...listed, lost.length > NAMED ? ' ….' : '.');
    }
  }
}

/* ---- exact distances to the goal, asked for one by one, so that other work of the worker goes between ---- */

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
