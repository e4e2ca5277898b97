/*
 * The distances that attempts at one place reach, asked for as the person moves: each board once.
 */
import { taskText } from '../board/game.js';
import { distanceOf } from '../solves/distance.js';

export class AttemptDistances {
  /** @param {Solver} solver */
  constructor(solver) {
    this.solver = solver;
    /** @type {Map<string, number>} */
    this.known = new Map(); /* by the text of the task */
    this.run = 0;
    /** @type {{ made: number, distance: number } | null} */
    this.last = null; /* {made, distance} of the board before, while each move is asked about */
  }

  /** A place: its board and the distance there. @param {Game} game @param {number} distance */
  begin(game, distance) {
    this.known.set(taskText(game.task), distance);
    this.last = { made: 0, distance };
    this.run++; /* an answer about another place may still come */
  }

  /* Returns the distance of the board of a game after each slide; null if it was not found, undefined if
   * another slide was made meanwhile. */
  /** @param {Game} game */
  async after(game) {
    const run = ++this.run;
    const { task, made } = game;
    const key = taskText(task);
    /* Slides of several tiles are several moves of the metric single. */
    const isNeighbour = this.last && (task.metric === 'multi' || Math.abs(made - this.last.made) === 1);
    const before = isNeighbour ? this.last?.distance : undefined;
    this.last = null;
    if (!this.known.has(key)) {
      const distance = await distanceOf(this.solver, game, before);
      if (distance !== null) this.known.set(key, distance);
    }
    if (run !== this.run) return undefined;
    const distance = this.known.get(key) ?? null;
    this.last = distance === null ? null : { made, distance };
    return distance;
  }
}
