/*
 * The page: makes the parts, ties them together, and does what takes more than one of them.
 */
import { BoardView } from './board_view.js';
import { Coach } from './coach.js';
import { Compare } from './compare.js';
import { Database } from './database.js';
import { at, sentence } from './dom.js';
import { duration, moves, size } from './format.js';
import { Game, MOVE_NAMES } from './game.js';
import { fillGallery } from './gallery.js';
import { boardOfLink, linkOf, showLink } from './link.js';
import { Picture } from './picture.js';
import { Player } from './player.js';
import { SearchView } from './search_view.js';
import { Setup } from './setup.js';
import { Cancelled } from './solver.js';
import { Status } from './status.js';
import { makeTabs } from './tabs.js';
import { makeTheme } from './theme.js';

const KEYS = { h: 'hint', s: 'solve', u: 'undo', n: 'scramble' };

function makePlayer(game) {
  return new Player(game, {
    box: at('player'), start: at('player-start'), back: at('player-back'),
    play: at('player-play'), forward: at('player-forward'), speed: at('player-speed'),
    position: at('player-position'), where: at('player-where'), moves: at('player-moves'),
  });
}

function makeSearchView() {
  return new SearchView({
    state: at('search-state'), cancel: at('cancel'), bound: at('search-bound'),
    nodes: at('search-nodes'), rate: at('search-rate'), time: at('search-time'), chart: at('chart'),
  });
}

export class Page {
  constructor(core, solver) {
    this.solver = solver;
    this.searching = false; /* for the person, not in the background */
    this.game = new Game(core.goal(4, 4, 15), 15);
    this.status = new Status(core, this.game);
    this.coach = new Coach(this.game, solver, () => this.status.solvable);
    this.view = new BoardView(at('board'), this.game);
    this.player = makePlayer(this.game);
    this.search = makeSearchView();
    this.tabs = makeTabs(document.querySelector('[role=tablist]'));
    this.setup = new Setup(core, this.game, (board, goalBlank) => this.set(board, goalBlank),
      () => this.tabs.select('tab-setup'));
    this.compare = new Compare(solver,
      { button: at('compare'), rows: at('methods'), layered: at('layered'), steps: at('layered-steps') },
      (solution) => this.watchCompared(solution));
    this.database = new Database(solver,
      { drop: at('drop'), file: at('database-file'), note: at('database-note') },
      () => this.prepare());
    this.picture = new Picture(
      { board: at('board'), file: at('picture-file'), none: at('picture-none') });
    makeTheme(at('theme'));
    fillGallery(at('gallery'), (text) => this.choose(core.parse(text)));
    this.wire();
  }

  wire() {
    this.coach.onNews(() => this.readout());
    this.game.onChange((change) => this.change(change));
    at('solve').onclick = (event) => this.solveOrStop(event);
    at('hint').onclick = () => this.hint();
    at('undo').onclick = () => this.game.undo();
    at('cancel').onclick = () => this.solver.cancel();
    at('compare').onclick = () => this.compareAll();
    at('share').onclick = () => this.share();
    at('edit').onchange = () => this.edit(at('edit').checked);
    at('coach').onchange = () => {
      this.coach.switch(at('coach').checked);
      this.readout();
    };
    at('board').addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const button = KEYS[event.key.toLowerCase()];
      if (button) at(button).click();
    });
  }

  /* Takes the board of the link, if there is one, and prepares. */
  begin() {
    const link = boardOfLink();
    this.enable();
    this.readout();
    if (link.text === null) this.prepare();
    else if (!this.setup.readLink(link)) this.status.notice('The link does not contain a readable board.');
  }

  /* ---- the board ---- */

  change({ kind }) {
    if (kind !== 'move' && !this.watchingCompared) this.compareAbandon();
    this.enable();
    this.readout();
  }

  enable() {
    const { solvable } = this.status;
    at('solve').disabled = !solvable;
    at('solve').textContent = this.searching ? 'Stop' : 'Solve';
    at('hint').disabled = !solvable || this.searching || this.game.solved;
    at('compare').disabled = !solvable || (this.searching && !this.compare.running);
    at('undo').disabled = this.game.moves === '';
  }

  readout() {
    this.status.readout(this.coach.known, this.coach.on);
  }

  /* Another board: whatever runs for the old one ends. */
  set(board, goalBlank) {
    if (this.searching) this.solver.cancel();
    this.player.leave();
    this.game.set(board, goalBlank);
    showLink(linkOf(board, goalBlank));
    this.prepare();
  }

  /* A board of the gallery. */
  choose(board) {
    this.set(board, 15);
    this.status.notice('A board of 80 moves. Solve it, if you have a minute.');
    at('board').focus({ preventScroll: true });
    at('board').scrollIntoView({ block: 'nearest' });
  }

  edit(on) {
    this.player.leave();
    this.view.edit(on);
    if (on) this.status.notice('Editing: drag tiles, or use arrow keys and Enter.');
    else this.status.notice(this.status.reason, !this.status.solvable);
  }

  /* ---- solving ---- */

  /* Work of the worker that the person waits for. A question of the coach goes before it, for half
   * a second at most: a new worker would take as long to begin. */
  async foreground(work) {
    this.searching = true;
    try {
      const result = work();
      this.enable();
      return await result;
    } finally {
      this.searching = false;
      this.enable();
      this.coach.later();
    }
  }

  /* Finds a shortest solution of the board as it is. False: stopped, or the board is another now. */
  async find() {
    const { board, goalBlank } = this.game;
    this.search.begin();
    this.status.notice('Searching …');
    try {
      const answer = this.coach.known?.answer ?? await this.foreground(() => this.solver.ask(
        { type: 'solve', board, goalBlank },
        { onProgress: (progress) => this.search.progress(progress) }));
      this.search.end(answer);
      this.about(answer.database);
      if (!this.coach.isCurrent(board, goalBlank)) return false;
      this.coach.learn(answer);
      return true;
    } catch (error) {
      const text = error instanceof Cancelled ? 'Stopped.' : sentence(error.message);
      this.search.stopped(text);
      if (this.coach.isCurrent(board, goalBlank)) this.status.notice(text);
      return false;
    }
  }

  /* The second click of a double click stops nothing. */
  solveOrStop(event) {
    if (!this.searching) this.solve();
    else if (event.detail < 2) this.solver.cancel();
  }

  async solve() {
    this.tabs.select('tab-search');
    this.player.leave();
    if (!(await this.find())) return;
    const { distance, moves: solution } = this.coach.known;
    this.watch(solution);
    this.status.notice(`${moves(distance)}, and no solution is shorter.`);
  }

  /* Shows a solution of the board as it is, from its start. */
  watch(solution) {
    this.player.load(solution);
    if (solution !== '') this.player.play();
  }

  async hint() {
    if (!this.coach.known?.moves && !(await this.find())) return;
    const { distance, moves: next } = this.coach.known;
    if (distance === 0) return;
    const tile = this.game.cells[this.game.sourceOf(next[0])];
    this.view.hint(next[0]);
    this.status.notice(`Move ${tile} ${MOVE_NAMES[next[0]]}, then ${moves(distance - 1)} to go.`);
  }

  async compareAll() {
    if (this.compare.running) return this.solver.cancel();
    const { board, goalBlank } = this.game;
    this.player.leave();
    this.compared = board;
    await this.foreground(() => this.compare.start(board, goalBlank));
  }

  /* Shows a solution of the board that was compared, which comes back. */
  watchCompared(solution) {
    this.watchingCompared = true;
    this.set(this.compared, this.game.goalBlank);
    this.watchingCompared = false;
    this.watch(solution);
  }

  compareAbandon() {
    if (this.compare.running) this.solver.cancel();
    this.compare.clear();
  }

  /* ---- databases ---- */

  about(database) {
    if (!database) return;
    const { name, bytes, built, milliseconds } = database;
    at('database-state').textContent = built
      ? `${name}: ${size(bytes)}, built here in ${duration(milliseconds / 1000)}.`
      : `${name}: ${size(bytes)}, from your files.`;
  }

  /* Builds the tables for the board's size before they are needed. */
  async prepare() {
    const { width, height, goalBlank } = this.game;
    try {
      const { database } = await this.solver.ask({ type: 'prepare', width, height, goalBlank });
      this.about(database);
    } catch (error) {
      at('database-note').textContent = sentence(error.message);
    }
    this.coach.later();
  }

  /* ---- the rest ---- */

  async share() {
    const link = linkOf(this.game.board, this.game.goalBlank);
    showLink(link);
    try {
      await navigator.clipboard.writeText(link);
      this.status.notice('Copied the link to this board.');
    } catch {
      this.status.notice('The link to this board is in the address bar.');
    }
  }
}
