/*
 * The view in which a board is set: size and goal, scrambles and their seeds, text, and switches.
 */
import { boardText } from './core.js';
import { at, sentence, tell } from './dom.js';
import { SIZES } from './partitions.js';

/* The largest that pdbsolve takes. */
const SEED_MAX = 2n ** 64n - 1n;

function randomSeed() {
  return BigInt(crypto.getRandomValues(new Uint32Array(1))[0]);
}

/* A seed that was typed; null: it is no seed. */
function seedOf(typed) {
  if (!/^[0-9]{1,20}$/.test(typed)) return null;
  return BigInt(typed) <= SEED_MAX ? BigInt(typed) : null;
}

const HELP = 'Numbers in rows, in brackets or one after another; 0, _ or . is the gap. Or a scramble, such as R2D2L. Paste works anywhere on the page.';

export class Setup {
  /* `set(board, goalBlank)` makes a board the page's; `show()` brings this view to the front;
   * `solution(text)` takes a text that solves the board, or returns false. */
  constructor(core, game, { set, show, solution }) {
    this.core = core;
    this.game = game;
    this.set = set;
    this.show = show;
    this.solution = solution;
    at('size').append(...SIZES.map(({ width, height }) =>
      new Option(`${width} × ${height}`, `${width}x${height}`)));
    at('size').onchange = () => this.resize();
    at('goal').onchange = () => this.regoal();
    at('scramble').onclick = () => this.scramble(randomSeed());
    at('seed-scramble').onclick = () => this.scrambleBySeed();
    at('seed').onkeydown = (event) => {
      if (event.key === 'Enter') this.scrambleBySeed();
    };
    at('numbers').onchange = () =>
      at('board').classList.toggle('unnumbered', !at('numbers').checked);
    at('notation-form').onsubmit = (event) => {
      event.preventDefault();
      this.read(at('notation').value);
    };
    at('notation').onkeydown = (event) => {
      if (event.key !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      this.read(at('notation').value);
    };
    document.addEventListener('paste', (event) => this.paste(event));
    game.onChange((change) => this.fill(change));
    this.fill({ kind: 'board' });
  }

  /* The fields follow the board. */
  fill({ kind }) {
    if (kind === 'move') return;
    const { width, height, goalBlank } = this.game;
    at('size').value = `${width}x${height}`;
    at('goal').value = goalBlank === 0 ? 'first' : 'last';
    at('notation').value = boardText(this.game.board);
    tell(at('seed-note'), '');
    tell(at('notation-note'), HELP);
  }

  goalBlankFor(width, height) {
    return at('goal').value === 'first' ? 0 : width * height - 1;
  }

  resize() {
    const [width, height] = at('size').value.split('x').map(Number);
    const goalBlank = this.goalBlankFor(width, height);
    this.set(this.core.goal(width, height, goalBlank), goalBlank);
  }

  /* The same board towards the other goal, unless it is solved. */
  regoal() {
    const { width, height, board, solved } = this.game;
    const goalBlank = this.goalBlankFor(width, height);
    this.set(solved ? this.core.goal(width, height, goalBlank) : board, goalBlank);
  }

  scrambleBySeed() {
    const seed = seedOf(at('seed').value.trim());
    if (seed !== null) this.scramble(seed);
    else tell(at('seed-note'), `A seed is a number from 0 to ${SEED_MAX}.`, true);
  }

  scramble(seed) {
    const { width, height, goalBlank } = this.game;
    this.set(this.core.scramble(width, height, goalBlank, seed), goalBlank);
    const size = width === 4 && height === 4 ? '' : ` --board ${width}x${height}`;
    const goal = goalBlank === 0 ? ' --goal blank-first' : '';
    tell(at('seed-note'),
      `Seed ${seed}: pdbsolve --scramble 1 --seed ${seed}${size}${goal} prints this board.`);
  }

  /* A board from text, towards the goal that is chosen. False: it was refused, in words. */
  read(text) {
    try {
      const board = this.parse(text);
      this.set(board, this.goalBlankFor(board.width, board.height));
      tell(at('notation-note'), 'This is now the board.');
      return true;
    } catch (error) {
      tell(at('notation-note'), sentence(error.message), true);
      return false;
    }
  }

  /* In any form that the tools read. Without rows, the size is that of the board if it fits. */
  parse(text) {
    const { width, height } = this.game;
    const board = this.core.read(text, width, height, at('goal').value === 'first');
    if (!SIZES.some((each) => each.width === board.width && each.height === board.height))
      throw new Error(`the page supports boards up to 5x5, not ${board.width}x${board.height}; ` +
        'use pdbsolve for others');
    return board;
  }

  paste(event) {
    if (event.target.closest?.('input, textarea')) return;
    const text = event.clipboardData.getData('text');
    if (text.trim() === '') return;
    event.preventDefault();
    if (this.solution(text)) return;
    this.show();
    at('notation').value = text;
    this.read(text);
  }

  /* The board of a share link. False: it has none that can be read. */
  readLink({ text, first }) {
    at('goal').value = first ? 'first' : 'last';
    at('notation').value = text;
    if (this.read(text)) return true;
    this.show();
    return false;
  }
}
