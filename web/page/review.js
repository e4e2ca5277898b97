/*
 * The review of moves that were made: the distance to the goal after each, as a line, and where moves
 * were lost. Distances are asked for one by one, so that other work of the worker goes between.
 */
import { drawLine } from './chart.js';
import { count, movesText } from './format.js';
import { Game } from './game.js';
import { Cancelled } from './solver.js';

const BOARD_SECONDS = 20;
const NAMED = 8;

/* The moves, from 1, that lead away from the goal. */
export function lostMoves(distances) {
  return distances.slice(1).map((distance, i) => [distance - distances[i], i + 1])
    .filter(([step]) => step > 0).map(([, move]) => move);
}

export class Review {
  /* `elements`: chart, note. */
  constructor(solver, elements) {
    this.solver = solver;
    this.elements = elements;
    this.run = 0;
    drawLine(elements.chart, [], 0);
  }

  clear() {
    this.run++;
    this.elements.note.textContent = 'After a solve, you see here where moves were lost.';
    drawLine(this.elements.chart, [], 0);
  }

  /* Reviews moves from a board; `heard(distance)` hears the first distance. */
  async start(board, goalBlank, moves, heard) {
    const run = ++this.run;
    const game = new Game(board, goalBlank);
    const found = [];
    this.elements.note.textContent = 'Measuring the distances …';
    try {
      for (const move of ['', ...moves]) {
        if (move) game.move(move);
        const distance = await this.distance(game, found.at(-1));
        if (run !== this.run) return;
        if (distance === null) break;
        found.push(distance);
        if (found.length === 1) heard(distance);
        drawLine(this.elements.chart, found, moves.length);
      }
      this.tell(found, moves);
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
      if (run === this.run) this.elements.note.textContent = 'Stopped.';
    }
  }

  /* One move changes the distance by one: a single bound decides which way. */
  async distance(game, before) {
    if (game.solved) return 0;
    if (before === 0) return 1;
    const less = before === undefined ? 0 : before - 1;
    if (before !== undefined && less === 0) return 2;
    const { length, microseconds } = await this.solver.ask({ type: 'solve', board: game.board,
      goalBlank: game.goalBlank, timeout: BOARD_SECONDS, maxLength: less, firstBound: less });
    if (length >= 0) return length;
    const timeIsOver = microseconds >= 1e6 * BOARD_SECONDS;
    return before === undefined || timeIsOver ? null : less + 2;
  }

  tell(distances, moves) {
    const lost = lostMoves(distances);
    const { note } = this.elements;
    if (distances.length <= moves.length) note.textContent = 'This board is too hard to measure all of its moves.';
    else if (lost.length === 0) note.textContent = 'Every move led towards the goal.';
    else {
      const listed = lost.slice(0, NAMED).map(count).join(', ') + (lost.length > NAMED ? ' …' : '');
      const wrong = lost.length === 1 ? 'One move led' : `${count(lost.length)} moves led`;
      note.textContent = `${wrong} away from the goal, which costs ${movesText(2 * lost.length)}: ` +
        `${lost.length === 1 ? 'move' : 'moves'} ${listed}.`;
    }
  }
}
