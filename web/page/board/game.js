/*
 * The game: the task, that is the board, its goal and the metric, and the moves that were made. The
 * one state of the page; views hear of changes and never keep a board of their own. A change is of a
 * kind: 'board' (another board; with again), 'move' (with move, tile, by, back), 'edit' (two cells swapped) or
 * 'metric' (the same moves are counted otherwise).
 *
 * Letters U, D, L, R name the way a tile moves, as everywhere in the project.
 */
import { boardText } from '../search/core.js';
import { fits } from './goal.js';
import { OPPOSITE, boardAfter, lengthOf, movedCell } from './moves.js';

/* What concerns changes of another kind. */
const NO_DETAIL = { move: '', tile: 0, by: '', back: false, again: false };

/** The same text for the same task. @param {Task} task */
export const taskText = ({ board, goal, metric }) => `${boardText(board)} to ${boardText(goal)} ${metric}`;

export class Game {
  /** @param {Board} board @param {Goal} goal @param {Metric} [metric] */
  constructor(board, goal, metric = 'single') {
    this.listeners = /** @type {((change: Change) => void)[]} */ ([]);
    this.width = board.width;
    this.height = board.height;
    this.cells = board.cells;
    this.goal = goal;
    this.metric = metric;
    this.first = board.cells; /* before the moves */
    this.moves = '';
    this.hands = ''; /* h for each move that was made by hand, else a blank */
    this.slides = /** @type {number[]} */ ([]); /* how many of the moves were made together */
    this.within = false; /* a slide of several tiles has not come to its end */
    this.set(board, goal, metric);
  }

  /** @param {(change: Change) => void} listener */
  onChange(listener) {
    this.listeners.push(listener);
  }

  /** @param {Change['kind']} kind @param {Partial<ChangeDetail>} [detail] */
  changed(kind, detail = {}) {
    for (const listener of this.listeners) listener({ kind, ...NO_DETAIL, ...detail });
  }

  /* `again`: for a look at a game that is over, whose review stays. */
  /** @param {Board} board @param {Goal} [goal] @param {Metric} [metric] @param {boolean} [again] */
  set({ width, height, cells }, goal = this.goal, metric = this.metric, again = false) {
    this.width = width;
    this.height = height;
    this.cells = [...cells];
    this.goal = goal;
    this.metric = metric;
    this.begin();
    this.changed('board', { again });
  }

  /** @param {Metric} metric */
  setMetric(metric) {
    this.metric = metric;
    this.changed('metric');
  }

  /* A game as it was: its first board, and the moves that were made, which are possible. */
  /** @param {Board} board @param {Goal} goal @param {Metric} metric @param {string} moves @param {number[]} slides */
  resume({ width, height, cells }, goal, metric, moves, slides) {
    Object.assign(this, { width, height, cells: [...cells], goal, metric });
    this.begin();
    const whole = slides.every((tiles) => Number.isInteger(tiles) && tiles > 0) &&
      slides.reduce((sum, tiles) => sum + tiles, 0) === moves.length;
    this.cells = boardAfter(this.board, moves).cells;
    this.moves = moves;
    this.hands = 'h'.repeat(moves.length);
    this.slides = whole ? [...slides] : [...moves].map(() => 1);
    this.changed('board');
  }

  /* Moves count from the board as it is. */
  begin() {
    this.first = [...this.cells];
    this.moves = this.hands = '';
    this.slides = [];
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

  /* The task with the board before the moves. */
  get begun() {
    return { ...this.task, board: this.start };
  }

  /* How many moves were made, as the metric counts. */
  get made() {
    return lengthOf(this.moves, this.metric);
  }

  /* How many of them the person made. */
  get madeByHand() {
    return lengthOf([...this.moves].filter((_, i) => this.hands[i] === 'h').join(''), this.metric);
  }

  get blank() {
    return this.cells.indexOf(0);
  }

  /** @param {number[]} cells */
  isGoal(cells) {
    return fits(cells, this.goal);
  }

  /* Only where a slide ends. */
  get solved() {
    return !this.within && this.isGoal(this.cells);
  }

  get startSolved() {
    return this.isGoal(this.first);
  }

  /* The cell of the tile that a move would take, or the farthest of a slide; -1 if there is none. */
  /** @param {string} move @param {number} [tiles] */
  sourceOf(move, tiles = 1) {
    return movedCell(this, this.blank, move, tiles);
  }

  /** @param {string} move @param {string} by @param {boolean} [back] */
  slide(move, by, back = false) {
    const source = this.sourceOf(move);
    const tile = this.cells[source];
    this.cells[this.blank] = tile;
    this.cells[source] = 0;
    this.changed('move', { move, tile, by, back });
  }

  /** Makes one move, `by` a 'person' or the 'player'. False: it leaves the board. @param {string} move @param {string} [by] */
  move(move, by = 'person') {
    if (this.sourceOf(move) < 0) return false;
    this.moves += move;
    this.hands += by === 'person' ? 'h' : ' ';
    this.slides.push(1);
    this.slide(move, by);
    return true;
  }

  /** Takes one move back, and leaves the rest of its slide. @param {string} [by] */
  back(by = 'person') {
    if (this.moves === '') return false;
    const move = OPPOSITE[this.moves.slice(-1)];
    this.moves = this.moves.slice(0, -1);
    this.hands = this.hands.slice(0, -1);
    if ((this.slides.at(-1) ?? 0) > 1) this.slides[this.slides.length - 1]--;
    else this.slides.pop();
    this.slide(move, by, true);
    return true;
  }

  /** Slides all tiles between a cell and the gap, as one slide. @param {number} cell */
  slideTo(cell) {
    this.play(this.movesTowards(cell));
  }

  /** Makes moves of one direction as one slide. @param {string} moves @param {string} [by] */
  play(moves, by = 'person') {
    this.together(moves.length, (i) => this.move(moves[i], by));
    if (moves.length > 1) this.slides.splice(-moves.length, moves.length, moves.length);
  }

  /* Takes the last slide back. */
  undo() {
    this.together(this.slides.at(-1) ?? 0, () => this.back());
  }

  /** So many tiles that move as one slide. @param {number} tiles @param {(i: number) => unknown} step */
  together(tiles, step) {
    for (let i = 0; i < tiles; i++) {
      this.within = i + 1 < tiles;
      step(i);
    }
  }

  /** The moves that slide the tiles between a cell and the blank, '' if they are not in a line. @param {number} cell */
  movesTowards(cell) {
    const [x, y] = [cell % this.width, Math.floor(cell / this.width)];
    const [bx, by] = [this.blank % this.width, Math.floor(this.blank / this.width)];
    if (y === by) return (x < bx ? 'R' : 'L').repeat(Math.abs(x - bx));
    if (x === bx) return (y < by ? 'D' : 'U').repeat(Math.abs(y - by));
    return '';
  }

  /** @param {number} a @param {number} b */
  swap(a, b) {
    if (a === b) return;
    [this.cells[a], this.cells[b]] = [this.cells[b], this.cells[a]];
    this.begin();
    this.changed('edit');
  }
}

/** @type {Record<string, string>} */
export const MOVE_NAMES = { U: 'up', D: 'down', L: 'left', R: 'right' };
