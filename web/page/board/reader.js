/*
 * Boards from text, as a person or a link has them, and the goals that belong to them.
 */
import { CoreError } from '../search/core.js';
import { SIZES } from '../search/partitions.js';
import { Game, goalName } from './game.js';
import { hasArrows, tilesWay } from './typed.js';

export class Reader {
  /** @param {Parts} parts */
  constructor({ core, game }) {
    this.core = core;
    this.game = game;
  }

  /* The goal for boards of a size: the one that is there if it fits, else the listed one like it. */
  /** @param {number} width @param {number} height @param {string} [name] */
  goalFor(width, height, name = goalName(this.game.goal)) {
    const { goal } = this.game;
    if (name === 'other' && goal.width === width && goal.height === height) return goal;
    return this.core.goal(width, height, name === 'first' ? 0 : width * height - 1);
  }

  /** Whether a text is a scramble in which letters name the way of the gap. @param {string} text */
  readsAsGap(text) {
    try {
      return tilesWay(text) !== text && this.parse(tilesWay(text)) !== null;
    } catch {
      return false;
    }
  }

  /* In any form that the tools read. Without rows, the size is that of the board if it fits. */
  /** @param {string} text @param {Board} [goal] */
  parse(text, goal = this.game.goal) {
    const board = this.readTyped(text, goal);
    this.check(board);
    return board;
  }

  /** The core reads `v2 >` as moves, and not yet as a scramble. @param {string} text @param {Board} goal */
  readTyped(text, goal) {
    try {
      return this.core.read(text, goal);
    } catch (error) {
      const board = hasArrows(text) ? this.scrambledBy(text, goal) : null;
      if (!board) throw error;
      return board;
    }
  }

  /* The board to which moves lead from the goal; null: they cannot be made. */
  /** @param {string} moves @param {Board} goal */
  scrambledBy(moves, goal) {
    const game = new Game(goal, goal);
    try {
      for (const move of this.core.replay(goal, moves, goal).moves) game.move(move);
      return game.board;
    } catch {
      return null;
    }
  }

  /** @param {Board} board */
  check(board) {
    if (!SIZES.some((each) => each.width === board.width && each.height === board.height))
      throw new CoreError({ code: 'board size', numbers: [board.width, board.height], message: 'the page does not have this size' });
  }

  /** Board and goal of a link, or throws. @param {LinkTask} link */
  taskOf({ board: text, goal: name }) {
    const listed = ['last', 'first'].includes(name);
    const other = listed ? null : this.core.parse(name, 0, 0, true);
    const usual = text === null ? this.game : { width: 4, height: 4 };
    const board = text === null ? other ?? this.goalFor(usual.width, usual.height, name)
      : this.core.read(text, this.goalFor(usual.width, usual.height, name));
    const { width, height } = board;
    const goal = other ?? this.goalFor(width, height, name);
    this.check(board);
    if (goal.width !== width || goal.height !== height)
      throw new CoreError({ code: 'sizes differ', numbers: [width, height, goal.width, goal.height], message: 'board and goal have different sizes' });
    return { board, goal };
  }
}
