/*
 * The page in a frame of another page, with ?embed: the board and its buttons alone, and messages to and
 * from the page around it. Each is an object with the member `tilepdb`, which says what it is.
 *
 * In:  {tilepdb: 'set', board, goal, metric}  as in links; goal and metric may be missing
 *      {tilepdb: 'scramble', seed}            the seed may be missing
 *      {tilepdb: 'play', moves}               makes moves of the board as it is
 *      {tilepdb: 'solve'}, {tilepdb: 'stop'}
 * Out: {tilepdb: 'ready'}
 *      {tilepdb: 'board', start, board, goal, metric, moves, length, solved}  after every change
 *      {tilepdb: 'known', board, atLeast, atMost, moves}  of the distance; what is not known is null
 *      {tilepdb: 'refused', message}          why a message had no effect
 */
import { boardText } from '../search/core.js';
import { errorText } from './texts.js';
import { stepsOf } from '../board/moves.js';

export const embedded = () => window.parent !== window && new URLSearchParams(location.search).has('embed');

export class Embed {
  /** @param {Parts} parts */
  constructor({ bus, core, game, status, coach, searching, setup }) {
    this.core = core;
    this.game = game;
    this.status = status;
    this.coach = coach;
    this.searching = searching;
    this.setup = setup;
    this.said = ''; /* the last that was said of the distance */
    document.documentElement.classList.add('embed');
    coach.switch(true); /* the page around it wants to know */
    addEventListener('message', ({ source, data }) => source === window.parent && this.hear(data));
    game.onChange(() => this.tellBoard());
    bus.on('known', () => this.tellKnown());
    bus.on('search', () => this.tellKnown());
  }

  /** A page is not told anything that its reader does not see. @param {string} what @param {object} [detail] */
  tell(what, detail = {}) {
    window.parent.postMessage({ tilepdb: what, ...detail }, '*');
  }

  ready() {
    this.tell('ready');
    this.tellBoard();
  }

  tellBoard() {
    const { start, board, goal, metric, moves, made, solved } = this.game;
    this.tell('board', { start: boardText(start), board: boardText(board), goal: boardText(goal), metric, moves, length: made, solved });
  }

  /* What the coach knows of the board, or the search of a large one. */
  tellKnown() {
    const { known } = this.coach;
    const { best } = this.searching.large;
    if (!known && !best?.moves) return;
    const here = best?.moves && best.board === boardText(this.game.board) ? best : null;
    const exact = known?.distance ?? null;
    const news = { board: boardText(this.game.board), atLeast: exact ?? Math.max(known?.atLeast ?? 0, here?.bound ?? 0),
      atMost: exact ?? here?.length ?? null, moves: known?.moves ?? here?.moves ?? null };
    if (JSON.stringify(news) === this.said) return;
    this.said = JSON.stringify(news);
    this.tell('known', news);
  }

  /** @param {any} data */
  async hear(data) {
    /** @type {Record<string, () => unknown>} */
    const does = { set: () => this.set(data), scramble: () => this.scramble(data), play: () => this.play(data),
      solve: () => this.solve(), stop: () => this.searching.stop() };
    const work = Object.hasOwn(does, data?.tilepdb) ? does[data.tilepdb] : null;
    if (!work) return; /* it may be for somebody else */
    try {
      await work();
    } catch (error) {
      this.tell('refused', { message: errorText(error) });
    }
  }

  /** @param {any} data */
  set({ board, goal = 'last', metric = 'single' }) {
    /** @type {LinkTask} */
    const task = { board: String(board), goal: String(goal), metric: metric === 'multi' ? 'multi' : 'single', moves: '', replay: null };
    if (!this.setup.readLink(task)) throw new Error('this is no board that the page has');
  }

  /** @param {any} data */
  scramble({ seed }) {
    if (seed === undefined) return this.setup.scramble();
    if (!this.setup.scrambleText(String(seed))) throw new Error('a seed is a whole number, 0 or more');
    return true;
  }

  /** @param {any} data */
  play({ moves }) {
    const made = this.core.replay(this.game.board, String(moves), this.game.goal).moves;
    for (const step of stepsOf(made, this.game.metric)) this.game.play(step);
  }

  solve() {
    if (!this.status.solvable) throw this.core.parityError(this.game.board, this.game.goal);
    return this.searching.running || this.searching.solve();
  }
}
