/*
 * The game: the task, that is the board, its goal and the metric, and the moves that were made. The
 * one state of the page; views hear of changes and never keep a board of their own. A change is of a
 * kind: 'board' (another board; with again), 'move' (with move, tile, by, back), 'edit' (two cells swapped) or
 * 'metric' (the same moves are counted otherwise).
 *
 * Letters U, D, L, R name the way a tile moves, as everywhere in the project.
 */

import { boardText } from '../search/core.js';
import { lengthOf } from './metric.js';

const STEP = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };
const OPPOSITE = { U: 'D', D: 'U', L: 'R', R: 'L' };

/* 'last' or 'first' for 1 2 3 ... with the gap there, else 'other'. */
export function goalName({ cells }) {
  const blank = cells.indexOf(0);
  const counts = cells.every((tile, cell) => tile === (cell < blank ? cell + 1 : cell === blank ? 0 : cell));
  if (counts && blank === cells.length - 1) return 'last';
  return counts && blank === 0 ? 'first' : 'other';
}

/* The same text for the same task. */
export function taskText({ board, goal, metric }) {
  return `${boardText(board)} to ${boardText(goal)} ${metric}`;
}

export class Game {
  constructor(board, goal, metric = 'single') {
    this.listeners = [];
    this.within = false; /* a slide of several tiles has not come to its end */
    this.set(board, goal, metric);
  }

  onChange(listener) {
    this.listeners.push(listener);
  }

  changed(kind, detail = {}) {
    for (const listener of this.listeners) listener({ kind, ...detail });
  }

  /* `again`: for a look at a game that is over, whose review stays. */
  set({ width, height, cells }, goal = this.goal, metric = this.metric, again = false) {
    this.width = width;
    this.height = height;
    this.cells = [...cells];
    this.goal = goal;
    this.metric = metric;
    this.begin();
    this.changed('board', { again });
  }

  setMetric(metric) {
    this.metric = metric;
    this.changed('metric');
  }

  /* A game as it was: its first board, and the moves that were made, which are possible. */
  resume({ width, height, cells }, goal, metric, moves, slides) {
    Object.assign(this, { width, height, cells: [...cells], goal, metric });
    this.begin();
    const whole = slides.every((tiles) => Number.isInteger(tiles) && tiles > 0) &&
      slides.reduce((sum, tiles) => sum + tiles, 0) === moves.length;
    for (const move of moves) {
      const source = this.sourceOf(move);
      [this.cells[this.blank], this.cells[source]] = [this.cells[source], 0];
    }
    this.moves = moves;
    this.slides = whole ? [...slides] : [...moves].map(() => 1);
    this.changed('board');
  }

  /* Moves count from the board as it is. */
  begin() {
    this.first = [...this.cells];
    this.moves = '';
    this.slides = []; /* how many of the moves were made together */
  }

  /* The board before the moves. */
  get start() {
    return { width: this.width, height: this.height, cells: [...this.first] };
  }

  get board() {
    return { width: this.width, height: this.height, cells: [...this.cells] };
  }

  get task() {
    return { board: this.board, goal: this.goal, metric: this.metric };
  }

  /* How many moves were made, as the metric counts. */
  get made() {
    return lengthOf(this.moves, this.metric);
  }

  get blank() {
    return this.cells.indexOf(0);
  }

  /* The cell where a tile belongs. */
  goalCell(tile) {
    return this.goal.cells.indexOf(tile);
  }

  isGoal(cells) {
    return cells.every((tile, cell) => this.goal.cells[cell] === tile);
  }

  /* Only where a slide ends. */
  get solved() {
    return !this.within && this.isGoal(this.cells);
  }

  get startSolved() {
    return this.isGoal(this.first);
  }

  /* The cell of the tile that a move would take, or the farthest of a slide; -1 if there is none. */
  sourceOf(move, tiles = 1) {
    const [dx, dy] = STEP[move];
    const x = (this.blank % this.width) - tiles * dx;
    const y = Math.floor(this.blank / this.width) - tiles * dy;
    return x < 0 || y < 0 || x >= this.width || y >= this.height ? -1 : y * this.width + x;
  }

  slide(move, by, back = false) {
    const source = this.sourceOf(move);
    const tile = this.cells[source];
    this.cells[this.blank] = tile;
    this.cells[source] = 0;
    this.changed('move', { move, tile, by, back });
  }

  /* Makes one move, `by` a 'person' or the 'player'. False: it leaves the board. */
  move(move, by = 'person') {
    if (this.sourceOf(move) < 0) return false;
    this.moves += move;
    this.slides.push(1);
    this.slide(move, by);
    return true;
  }

  /* Takes one move back, and leaves the rest of its slide. */
  back(by = 'person') {
    if (this.moves === '') return false;
    const move = OPPOSITE[this.moves.at(-1)];
    this.moves = this.moves.slice(0, -1);
    if (this.slides.at(-1) > 1) this.slides[this.slides.length - 1]--;
    else this.slides.pop();
    this.slide(move, by, true);
    return true;
  }

  /* Slides all tiles between a cell and the gap, as one slide. */
  slideTo(cell) {
    this.play(this.movesTowards(cell));
  }

  /* Makes moves of one direction as one slide. */
  play(moves, by = 'person') {
    this.together(moves.length, (i) => this.move(moves[i], by));
    if (moves.length > 1) this.slides.splice(-moves.length, moves.length, moves.length);
  }

  /* Takes the last slide back. */
  undo() {
    this.together(this.slides.at(-1) ?? 0, () => this.back());
  }

  /* So many tiles that move as one slide. */
  together(tiles, step) {
    for (let i = 0; i < tiles; i++) {
      this.within = i + 1 < tiles;
      step(i);
    }
  }

  /* The moves that slide the tiles between a cell and the blank, '' if they are not in a line. */
  movesTowards(cell) {
    const [x, y] = [cell % this.width, Math.floor(cell / this.width)];
    const [bx, by] = [this.blank % this.width, Math.floor(this.blank / this.width)];
    if (y === by) return (x < bx ? 'R' : 'L').repeat(Math.abs(x - bx));
    if (x === bx) return (y < by ? 'D' : 'U').repeat(Math.abs(y - by));
    return '';
  }

  swap(a, b) {
    if (a === b) return;
    [this.cells[a], this.cells[b]] = [this.cells[b], this.cells[a]];
    this.begin();
    this.changed('edit');
  }
}

export function opposite(move) {
  return OPPOSITE[move];
}

export const MOVE_NAMES = { U: 'up', D: 'down', L: 'left', R: 'right' };
