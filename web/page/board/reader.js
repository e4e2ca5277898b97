/*
 * Boards from text, as a person or a link has them, and the goals that belong to them. Also what people type and paste
 * besides boards: seeds, scrambles in which letters name the way of the gap, and boards without their gap.
 */
import { phrase } from '../app/texts.js';
import { CoreError } from '../search/core.js';
import { SIZES, hasTables } from '../search/partitions.js';
import { boardOfGoal, fits, goalName, isOpen, listedGoal } from './goal.js';
import { boardAfter } from './moves.js';

/* The largest that pdbsolve takes. */
export const SEED_MAX = 2n ** 64n - 1n;

export const randomSeed = () => BigInt(crypto.getRandomValues(new Uint32Array(1))[0]);

/** A seed as text; null: it is none. @param {any} text */
export function seedOf(text) {
  if (typeof text !== 'string' || !/^\d{1,20}$/.test(text)) return null;
  return BigInt(text) <= SEED_MAX ? BigInt(text) : null;
}

const WAYS = [['up', 'down'], ['left', 'right'], ['u', 'd'], ['l', 'r'], ['U', 'D'], ['L', 'R'], ['←', '→'], ['↑', '↓'],
  ['￩', '￫'], ['￪', '￬'], ['<-', '->'], ['<', '>'], ['^', 'v'], ['^', 'V']];
const OTHER_WAY = Object.fromEntries(WAYS.flatMap(([one, other]) => [[one, other], [other, one]]));
OTHER_WAY['^'] = 'v';
/* DNF, of a list of times, is none. */
const WAY = /DNF|\b(?:up|down|left|right)\b|<-|->|[UDLR←→↑↓￩￫￪￬<>^v]/gi;

/** A scramble of the gap's moves as one of the tiles'. @param {string} text */
export const tilesWay = (text) => text.replace(WAY, (way) => OTHER_WAY[way] ?? OTHER_WAY[way.toLowerCase()] ?? way);

/** Whether some moves of a text are arrows of ASCII. @param {string} text */
export const hasArrows = (text) => /[<>^]|\bv\d*\b/i.test(text);

/** The tiles of a board whose gap is missing, {width, height, tiles}; null: the text is none. It has the size that is
 * there, if the tiles are as many, or is a square. @param {string} text @param {Size} size */
export function withoutGap(text, { width, height }) {
  const tiles = (text.match(/\d+/g) ?? []).slice(0, 100).map(Number);
  if (/[^\d\s,;/|[\](){}]/.test(text)) return null;
  const side = Math.sqrt(tiles.length + 1);
  const size = tiles.length === width * height - 1 ? { width, height } : { width: side, height: side };
  const whole = new Set(tiles).size === tiles.length && tiles.every((tile) => tile >= 1 && tile <= tiles.length);
  return whole && Number.isInteger(size.width) && tiles.length >= 8 ? { ...size, tiles } : null;
}

export class Reader {
  /** @param {Parts} parts */
  constructor({ core, game }) {
    this.core = core;
    this.game = game;
  }

  /* The goal for boards of a size: the one that is there if it fits, else the listed one like it. */
  /** @param {Size} size @param {string} [name] */
  goalFor({ width, height }, name = goalName(this.game.goal)) {
    const { goal } = this.game;
    if (name === 'other' && goal.width === width && goal.height === height) return goal;
    return listedGoal(width, height, hasTables({ width, height }) || name === 'first' ? name : 'last');
  }

  /** A board that does not fit the goal if that is open: of the seed, or of the next. @param {Goal} goal @param {bigint} seed */
  scramble(goal, seed) {
    const from = boardOfGoal(goal);
    for (let next = seed; ; next++) {
      const board = this.core.scramble(from, next);
      if (!isOpen(goal) || !fits(board.cells, goal)) return board;
    }
  }

  /** Whether a text is a scramble in which letters name the way of the gap. @param {string} text */
  readsAsGap(text) {
    try {
      return tilesWay(text) !== text && this.parse(tilesWay(text)) !== null;
    } catch {
      return false;
    }
  }

  /** In any form that the tools read. Without rows, the size is that of the board if it fits. @param {string} text @param {Goal} [goal] */
  parse(text, goal = this.game.goal) {
    const board = this.readTyped(text, goal);
    this.check(board);
    return board;
  }

  /** The core reads `v2 >` as moves, and not yet as a scramble. @param {string} text @param {Goal} goal */
  readTyped(text, goal) {
    try {
      return this.core.read(text, goal);
    } catch (error) {
      const board = hasArrows(text) ? this.scrambledBy(text, goal) : null;
      if (!board) throw error;
      return board;
    }
  }

  /** The board to which moves lead from the goal; null: they cannot be made. @param {string} moves @param {Goal} goal */
  scrambledBy(moves, goal) {
    const board = boardOfGoal(goal);
    try {
      return boardAfter(board, this.core.replay(board, moves, goal).moves);
    } catch {
      return null;
    }
  }

  /** @param {Size} size */
  check({ width, height }) {
    if (!SIZES.some((each) => each.width === width && each.height === height))
      throw new CoreError({ code: 'board size', numbers: [width, height], message: 'the page does not have this size' });
  }

  /* A goal: a board as `read` reads it, else an open one, whose tiles all differ. */
  /** @param {string} typed @param {(text: string) => Goal} [read] @returns {Goal} */
  goalOf(typed, read = (text) => this.core.parse(text, 0, 0, true)) {
    let problem = null;
    try {
      if (!typed.includes('*')) return read(typed);
    } catch (error) {
      problem = error;
    }
    const goal = this.openGoal(typed, problem);
    const named = goal.cells.filter((tile) => tile !== '*');
    const twice = named.find((tile, i) => named.includes(tile, i + 1));
    if (twice !== undefined) throw new Error(phrase('goal alike', twice));
    if (named.length === 0) throw new Error(phrase('goal empty'));
    this.check(goal);
    return goal;
  }

  /** `problem`: why it is no board; null: it was not read as one. @param {string} text @param {unknown} problem */
  openGoal(text, problem) {
    try {
      return this.core.parseGoal(text);
    } catch (/** @type {any} */ refused) {
      if (problem) throw problem;
      if (refused.code !== 'board size') throw refused;
      const [width, height] = refused.numbers;
      this.check({ width, height });
      throw new Error(phrase('goal size'));
    }
  }

  /** Board and goal of a link, or throws. @param {LinkTask} link */
  taskOf({ board: text, goal: name }) {
    const listed = ['last', 'first'].includes(name);
    const other = listed ? null : this.goalOf(name);
    const usual = text === null ? this.game : { width: 4, height: 4 };
    const board = text === null ? boardOfGoal(other ?? this.goalFor(usual, name))
      : this.core.read(text, other ?? this.goalFor(usual, name));
    const { width, height } = board;
    const goal = other ?? this.goalFor(board, name);
    this.check(board);
    if (goal.width !== width || goal.height !== height)
      throw new CoreError({ code: 'sizes differ', numbers: [width, height, goal.width, goal.height], message: 'board and goal have different sizes' });
    return { board, goal };
  }
}
