/*
 * The review of moves that were made: the distance to the goal after each, as a line, and where moves
 * were lost. Distances are asked for one by one, so that other work of the worker goes between.
 */
import { drawLine, moveAt } from './chart.js';
import { count, movesText } from './format.js';
import { Game } from './game.js';
import { boundStep, stepsOf } from './metric.js';
import { Cancelled } from './solver.js';

const BOARD_SECONDS = 20;
const NAMED = 8;

/* The moves, from 1, that do not lead towards the goal. */
export function lostMoves(distances) {
  return distances.slice(1).map((distance, i) => [distance - distances[i], i + 1])
    .filter(([step]) => step >= 0).map(([, move]) => move);
}

export class Review {
  /* `elements`: chart, note. `look(task, moves, move)` shows the board before a move that was made. */
  constructor(solver, elements, look) {
    this.solver = solver;
    this.look = look;
    this.made = null; /* {task, moves, steps}: what the line is about */
    elements.chart.onclick = (event) => this.made &&
      this.lookAt(moveAt(elements.chart, event.offsetX, this.made.steps.length));
    this.elements = elements;
    this.run = 0;
    drawLine(elements.chart, [], 0);
  }

  lookAt(move) {
    const { task, moves } = this.made;
    this.look(task, moves, move);
  }

  clear() {
    this.run++;
    this.made = null;
    this.elements.note.textContent = 'After a solve, you see here where moves were lost.';
    drawLine(this.elements.chart, [], 0);
  }

  /* Reviews moves from a board; `heard(distance)` hears the first distance. */
  async start({ board, goal, metric }, moves, heard) {
    const run = ++this.run;
    const game = new Game(board, goal, metric);
    const steps = stepsOf(moves, metric);
    this.made = { task: { board, goal, metric }, moves, steps };
    const found = [];
    this.elements.note.textContent = 'Measuring the distances …';
    try {
      for (const step of ['', ...steps]) {
        game.play(step);
        const distance = await this.distance(game, found.at(-1));
        if (run !== this.run) return;
        if (distance === null) break;
        found.push(distance);
        if (found.length === 1) heard(distance);
        drawLine(this.elements.chart, found, steps.length);
      }
      this.tell(found, steps.length);
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
      if (run === this.run) this.elements.note.textContent = 'Stopped.';
    }
  }

  /* One move changes the distance by one at most: what is not found below is one more. */
  async distance(game, before) {
    if (game.solved) return 0;
    if (before === 0) return 1;
    const most = before === undefined ? 0 : before + 1 - boundStep(game.metric);
    if (before !== undefined && most === 0) return 2;
    const { length, microseconds } = await this.solver.ask({ type: 'solve', ...game.task,
      timeout: BOARD_SECONDS, maxLength: most, firstBound: Math.max(0, before - 1 || 0) });
    if (length >= 0) return length;
    const timeIsOver = microseconds >= 1e6 * BOARD_SECONDS;
    return before === undefined || timeIsOver ? null : before + 1;
  }

  /* To the board before a move, and a better one. */
  button(move) {
    const made = document.createElement('button');
    Object.assign(made, { type: 'button', className: 'link', textContent: count(move) });
    made.onclick = () => this.lookAt(move);
    made.title = `What would have been better than move ${move}?`;
    return made;
  }

  tell(distances, moves) {
    const lost = lostMoves(distances);
    const cost = moves - distances[0];
    const { note } = this.elements;
    if (distances.length <= moves) note.textContent = 'This board is too hard to measure all of its moves.';
    else if (lost.length === 0) note.textContent = 'Every move led towards the goal.';
    else {
      const wrong = lost.length === 1 ? 'One move' : `${count(lost.length)} moves`;
      const listed = lost.slice(0, NAMED).flatMap((move, i) => [i > 0 ? ', ' : '', this.button(move)]);
      note.replaceChildren(`${wrong} did not lead towards the goal, which costs ${movesText(cost)}: ` +
        `${lost.length === 1 ? 'move' : 'moves'} `, ...listed, lost.length > NAMED ? ' ….' : '.');
    }
  }
}
