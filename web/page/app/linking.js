/*
 * Links to the page and from it: a board, with moves that are replayed or that the person goes on from; and solutions
 * as text.
 */
import { lengthOf } from '../board/moves.js';
import { at, copyText, saveFile } from './dom.js';
import { errorText, phrase, runLengths } from './texts.js';
import { linkOf, showLink, taskOfReplay } from './link.js';

export class Linking {
  /** @param {Parts} parts */
  constructor({ bus, core, game, setup, judging, player, results }) {
    this.bus = bus;
    this.core = core;
    this.game = game;
    this.setup = setup;
    this.judging = judging;
    this.player = player;
    this.results = results;
    this.opened = /** @type {LinkTask | null} */ (null); /* the link that is read */
    at('player-copy').onclick = () => this.copySolution();
    at('player-picture').onclick = () => this.savePicture();
    at('share').onclick = at('share-solve').onclick = () => this.share();
    bus.answer('open', (link) => this.open(link));
    game.onChange(({ kind }) => {
      if (kind === 'board' || kind === 'edit') this.opened = null;
    });
  }

  /** Takes the task of a link, with its moves. Resolves to what is wrong with it, '' if nothing is. @param {LinkTask} link */
  async open(link) {
    if (link.result) {
      this.player.pause(); /* its end would take away the reason why the result is refused */
      return this.results.open(link.result);
    }
    this.opened = link;
    try {
      const task = link.replay === null ? link : { ...link, ...await taskOfReplay(link.replay) };
      if (this.opened !== link) return ''; /* another board was set meanwhile */
      if (!this.setup.readLink(task)) return this.unreadable('noBoard');
      if (task.moves === '') return '';
      if (!this.judging.solves(this.game.start, task.moves)) return this.goOn(task.moves);
      this.judging.judge(task.moves, task.times);
      return '';
    } catch {
      return this.opened === link ? this.unreadable('noReplay') : '';
    }
  }

  /** @param {string} text @param {boolean} [wrong] */
  notice(text, wrong = false) {
    this.bus.emit('notice', { text, wrong });
    return text;
  }

  /** The end of a solution that plays would take the words away. @param {string} reason */
  unreadable(reason) {
    this.player.pause();
    return this.notice(phrase(reason), true);
  }

  /** Moves that are on their way to the goal are those of this game. @param {string} typed */
  goOn(typed) {
    const { board, goal, metric } = this.game.task;
    try {
      const { moves } = this.core.replay(board, typed, goal);
      this.game.resume(board, goal, metric, moves, []);
      this.notice(phrase('go on', this.game.made));
      return '';
    } catch (error) {
      return this.notice(`${phrase('unfit')} ${errorText(error)}`, true);
    }
  }

  async copySolution() {
    const { solution, ends } = this.player;
    const done = await copyText(runLengths(solution));
    this.notice(done ? phrase('copied', ends.length) : phrase('no copy'));
  }

  /* The solution in one file, as pdbsolve draws it, at the speed of the player. */
  savePicture() {
    const { start, solution, ends, stepMilliseconds } = this.player;
    if (!start) return;
    const words = { speed: 1000 / stepMilliseconds, caption: phrase('moves', ends.length) };
    saveFile(this.core.picture({ ...this.game.task, board: start }, solution, words), 'image/svg+xml', 'tilepdb-solution.svg');
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
