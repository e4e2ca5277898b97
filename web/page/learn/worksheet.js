/*
 * A worksheet on paper: the board that is there and scrambles of its size, with room for moves, and a solution of
 * each on a second page, a shortest one of boards that have tables.
 */
import { at, element } from '../app/dom.js';
import { runLengths, say } from '../app/texts.js';
import { miniature } from '../board/gallery.js';
import { goalName, isOpen } from '../board/goal.js';
import { boardText } from '../search/core.js';
import { hasTables } from '../search/partitions.js';
import { unlessCancelled } from '../search/solver.js';

const SHEET_BOARDS = 6;
const EXACT_LIMIT = 60; /* seconds for a board */
const LARGE_LIMIT = 2;

export class Worksheet {
  /** @param {Parts} parts */
  constructor({ game, reader, solver }) {
    this.reader = reader;
    this.game = game;
    this.solver = solver;
    at('worksheet').onclick = () => this.print();
  }

  /* Six boards. */
  get boards() {
    const { start, startSolved, goal } = this.game;
    const seeds = [...crypto.getRandomValues(new Uint32Array(SHEET_BOARDS))];
    const scrambles = seeds.map((seed) => this.reader.scramble(goal, BigInt(seed)));
    return (startSolved ? scrambles : [start, ...scrambles]).slice(0, SHEET_BOARDS);
  }

  /* Other work of the worker ends it. */
  async print() {
    const button = at('worksheet');
    const usual = button.textContent;
    button.disabled = true;
    button.textContent = say('lesson', 'preparing');
    if (await unlessCancelled(this.write(this.boards))) {
      document.body.classList.add('on-paper');
      window.print();
      document.body.classList.remove('on-paper');
    }
    button.disabled = false;
    button.textContent = usual;
  }

  /** @param {Board[]} boards */
  async write(boards) {
    const { goal, metric } = this.game;
    const exact = hasTables(boards[0]);
    const answers = [];
    for (const board of boards)
      answers.push(await this.solver.ask({ type: exact ? 'solve' : 'anytime', board, goal, metric, timeout: exact ? EXACT_LIMIT : LARGE_LIMIT }));
    at('sheet').replaceChildren(
      element('section', {}, element('h2', {}, say('lesson', 'sheet', isOpen(goal) && boardText(goal))), element('ol', {}, ...boards.map((board) =>
        element('li', {}, miniature(boardText(board), goalName(goal) === 'first'), element('p', {}, say('lesson', 'sheet moves')))))),
      element('section', {}, element('h2', {}, say('lesson', 'solutions')), element('ol', {}, ...answers.map(({ length, moves }) =>
        element('li', {}, length < 0 ? '–' : say('lesson', 'solution', length, runLengths(moves)))))));
    return true;
  }
}
