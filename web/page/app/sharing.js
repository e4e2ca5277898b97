/*
 * What leaves the page: links to a board and its moves, and solutions as text.
 */
import { at } from './dom.js';
import { runLengths } from './format.js';
import { linkOf, showLink } from './link.js';
import { phrase } from './texts.js';
import { lengthOf } from '../board/moves.js';

/** False: this browser does not let the page copy. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export class Sharing {
  /** @param {Parts} parts */
  constructor({ bus, game, player }) {
    this.bus = bus;
    this.game = game;
    this.player = player;
    at('player-copy').onclick = () => this.copySolution();
    at('share').onclick = at('share-solve').onclick = () => this.share();
  }

  /** @param {string} text */
  notice(text) {
    this.bus.emit('notice', { text, wrong: false });
  }

  async copySolution() {
    const { solution, ends } = this.player;
    const done = await copyText(runLengths(solution));
    this.notice(done ? phrase('copied', ends.length) : phrase('no copy'));
  }

  /* A link to the board before the moves, and the moves: a solution, or a game on its way. */
  async share() {
    const { game, player } = this;
    const moves = player.solution || game.moves;
    const board = player.start ?? (moves === '' ? game.board : game.start);
    const link = linkOf({ ...game.task, board }, moves);
    showLink(link);
    this.bus.emit('address');
    this.notice(phrase(await copyText(link) ? 'copied link' : 'in address', lengthOf(moves, game.metric)));
  }
}
