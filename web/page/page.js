/*
 * The page: makes the parts, ties them together, and does what takes more than one of them.
 */
import { BoardView } from './board_view.js';
import { Builder } from './builder.js';
import { Coach } from './coach.js';
import { Compare } from './compare.js';
import { Database } from './database.js';
import { at, sentence, tell } from './dom.js';
import { clock, duration, movesText, runLengths, size } from './format.js';
import { Game } from './game.js';
import { fillGallery } from './gallery.js';
import { listenToKeys } from './keys.js';
import { boardOfLink, linkOf, showLink } from './link.js';
import { memory } from './memory.js';
import { Picture } from './picture.js';
import { Player } from './player.js';
import { Review } from './review.js';
import { SearchView } from './search_view.js';
import { Searching } from './searching.js';
import { Setup } from './setup.js';
import { Status } from './status.js';
import { makeTabs } from './tabs.js';
import { makeTheme } from './theme.js';
import { Trainer } from './trainer.js';

/* After this the better tables are built, if the page is still there and nothing was asked. */
const IDLE_MS = 1200;

/* A search that takes longer than this has them built at once. */
const PATIENCE_MS = 400;

const ask = (names, prefix) =>
  Object.fromEntries(names.split(' ').map((name) => [name, at(`${prefix}${name}`)]));

export class Page {
  /* `makeSolver()` makes a worker and the page's side of it. */
  constructor(core, makeSolver) {
    this.core = core;
    this.solver = makeSolver();
    const game = this.game = new Game(core.goal(4, 4, 15), 15);
    this.status = new Status(core, game);
    this.coach = new Coach(game, this.solver, () => this.status.solvable);
    this.view = new BoardView(at('board'), game);
    this.player = new Player(game, { box: at('player'),
      ...ask('start back play forward speed position where moves', 'player-') });
    this.trainer = new Trainer(game, { time: at('time'),
      ...ask('best five twelve solves', 'train-') }, (solve) => this.solvedByHand(solve));
    this.review = new Review(this.solver, { chart: at('review'), note: at('review-note') });
    this.search = new SearchView({ cancel: at('cancel'), chart: at('chart'),
      ...ask('state bound nodes rate time', 'search-') });
    this.searching = new Searching(
      { solver: this.solver, game, coach: this.coach, status: this.status, search: this.search,
        player: this.player, view: this.view },
      () => this.enable(), () => this.trainer.help());
    this.tabs = makeTabs(document.querySelector('[role=tablist]'));
    this.setup = new Setup(core, game, {
      set: (board, goalBlank) => this.set(board, goalBlank),
      show: () => this.tabs.select('tab-setup'),
      solution: (text) => this.takeSolution(text),
    });
    this.compare = new Compare(this.solver,
      { button: at('compare'), rows: at('methods'), layered: at('layered'), steps: at('layered-steps') },
      (solution) => this.watchCompared(solution));
    this.database = new Database(this.solver,
      { drop: at('drop'), file: at('database-file'), note: at('database-note') },
      () => this.prepare());
    this.builder = new Builder(this.solver, makeSolver, (news) => this.hearBuilder(news));
    this.better = new Map(); /* what is known of the page's better tables, by name */
    new Picture({ board: at('board'), file: at('picture-file'), none: at('picture-none') });
    makeTheme(at('theme'));
    fillGallery(at('gallery'), (text, first, note) => this.choose(text, first, note));
    this.wire();
  }

  wire() {
    this.coach.onNews(() => this.readout());
    this.game.onChange((change) => this.change(change));
    at('solve').onclick = (event) => this.solveOrStop(event);
    at('hint').onclick = () => this.searching.hint();
    at('undo').onclick = () => this.game.undo();
    at('retry').onclick = () => this.retry();
    at('all').onclick = () => this.searching.all();
    at('cancel').onclick = () => this.solver.cancel();
    at('compare').onclick = () => this.compareAll();
    at('better').onclick = () => this.builder.build(4, 4, '7-8');
    at('share').onclick = () => this.share();
    at('solution-copy').onclick = () => this.copyMoves();
    at('solution-form').onsubmit = (event) => {
      event.preventDefault();
      this.judge(at('solution').value);
    };
    at('edit').onchange = () => this.edit(at('edit').checked);
    at('coach').onchange = () => {
      this.coach.switch(at('coach').checked);
      this.readout();
    };
    at('hover').checked = this.view.hovering = memory.get('hover', false);
    at('hover').onchange = () => {
      this.view.hovering = at('hover').checked;
      memory.set('hover', at('hover').checked);
    };
    /* After a click the keys are the board's again. */
    for (const id of ['scramble', 'solve', 'hint', 'undo', 'retry']) {
      at(id).addEventListener('click', (event) => {
        if (event.detail > 0) at('board').focus({ preventScroll: true });
      });
    }
    listenToKeys((move) => this.view.slide(move), (id) => at(id).click());
  }

  /* Takes the board of the link, if there is one, and prepares. */
  begin() {
    const link = boardOfLink();
    this.enable();
    this.readout();
    if (link.text === null) this.prepare();
    else if (!this.setup.readLink(link)) this.status.notice('The link does not contain a readable board.');
    else if (link.moves !== '') this.judge(link.moves);
  }

  /* ---- the board ---- */

  change({ kind }) {
    if (kind !== 'move') {
      if (!this.watchingCompared) this.compareAbandon();
      this.review.clear();
      tell(at('solution-note'), '');
      at('train-state').textContent = 'The clock starts with your first move.';
    }
    this.enable();
    this.readout();
  }

  enable() {
    const { solvable } = this.status;
    const { running } = this.searching;
    at('solve').disabled = !solvable;
    at('solve').textContent = running ? 'Stop' : 'Solve';
    at('hint').disabled = !solvable || running || this.game.solved;
    at('all').disabled = running;
    at('compare').disabled = !solvable || (running && !this.compare.running);
    at('undo').disabled = at('retry').disabled = this.game.moves === '';
  }

  readout() {
    this.status.readout(this.coach.known, this.coach.on);
  }

  /* Another board: whatever runs for the old one ends. */
  set(board, goalBlank) {
    if (this.searching.running) this.solver.cancel();
    this.player.leave();
    this.game.set(board, goalBlank);
    showLink(linkOf(board, goalBlank));
    this.prepare();
  }

  retry() {
    this.set(this.game.start, this.game.goalBlank);
  }

  /* A board of the gallery. */
  choose(text, first, note) {
    const board = this.core.parse(text);
    this.set(board, first ? 0 : board.width * board.height - 1);
    if (this.status.solvable) this.status.notice(note);
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

  /* The second click of a double click stops nothing. */
  solveOrStop(event) {
    if (this.searching.running) {
      if (event.detail < 2) this.solver.cancel();
      return;
    }
    this.tabs.select('tab-search');
    setTimeout(() => this.searching.running && this.improve(), PATIENCE_MS);
    this.searching.solve();
  }

  async compareAll() {
    if (this.compare.running) return this.solver.cancel();
    const { board, goalBlank } = this.game;
    this.player.leave();
    this.compared = board;
    await this.searching.foreground(() => this.compare.start(board, goalBlank));
  }

  /* Shows a solution of the board that was compared, which comes back. */
  watchCompared(solution) {
    this.watchingCompared = true;
    this.set(this.compared, this.game.goalBlank);
    this.watchingCompared = false;
    this.searching.watch(solution);
  }

  compareAbandon() {
    if (this.compare.running) this.solver.cancel();
    this.compare.clear();
  }

  /* ---- training ---- */

  solvedByHand({ seconds, helped }) {
    const { start, goalBlank, moves } = this.game;
    const rate = (moves.length / Math.max(seconds, 0.001)).toFixed(1);
    const text = `${movesText(moves.length)} in ${clock(seconds)} s, ${rate} a second` +
      (helped ? ', with help.' : '.');
    at('train-state').textContent = text;
    this.tabs.select('tab-train');
    this.review.start(start, goalBlank, moves, (optimum) => {
      this.status.learnStart(optimum);
      at('train-state').textContent = `${text} ${this.overText(moves.length, optimum)}`;
    });
  }

  overText(made, optimum) {
    return made === optimum ? 'No solution is shorter.'
      : `${movesText(made - optimum)} over the optimum of ${optimum}.`;
  }

  /* A text that is a solution of the board as it is, which is then judged. False: it is none. */
  takeSolution(text) {
    if (this.game.solved) return false;
    try {
      const { board, goalBlank } = this.game;
      if (!this.core.replay(board, text, goalBlank).solved) return false;
    } catch {
      return false;
    }
    this.tabs.select('tab-train');
    at('solution').value = text;
    this.judge(text);
    return true;
  }

  /* Plays typed moves on the board, and says how far they are from the optimum. */
  judge(text) {
    const note = at('solution-note');
    try {
      const { board, goalBlank } = this.game;
      const { moves, solved } = this.core.replay(board, text, goalBlank);
      this.tabs.select('tab-train');
      this.searching.watch(moves);
      const made = `${movesText(moves.length)}: ${solved ? 'they solve the board' : 'they do not reach the goal'}.`;
      tell(note, made, !solved);
      if (!solved) return;
      this.review.start(board, goalBlank, moves,
        (optimum) => tell(note, `${made} ${this.overText(moves.length, optimum)}`));
    } catch (error) {
      tell(note, sentence(error.message), true);
    }
  }

  async copyMoves() {
    const moves = this.player.solution || this.game.moves;
    at('solution').value = runLengths(moves);
    const done = await this.copy(runLengths(moves));
    tell(at('solution-note'), moves === '' ? 'There are no moves yet.'
      : `${movesText(moves.length)}${done ? ', copied' : ''}: letters are the way a tile moves.`);
  }

  /* ---- databases ---- */

  about({ name, bytes, origin, milliseconds }) {
    const own = this.better.get(name);
    const where = origin === 'own' ? 'from your files'
      : own?.kept ? 'kept by your browser'
        : `built here in ${duration((own?.milliseconds ?? milliseconds) / 1000)}`;
    at('database-state').textContent = `${name}: ${size(bytes)}, ${where}.`;
    at('better-box').hidden = this.game.width !== 4 || this.game.height !== 4 ||
      origin === 'own' || name === '7-8';
  }

  /* Builds the tables for the board's size before they are needed, better ones when nothing is. */
  async prepare() {
    const { width, height, goalBlank } = this.game;
    try {
      const { database } = await this.solver.ask({ type: 'prepare', width, height, goalBlank });
      this.about(database);
    } catch (error) {
      at('database-note').textContent = sentence(error.message);
    }
    this.coach.refresh();
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.improve(), IDLE_MS);
  }

  improve() {
    if (this.improved) return;
    const { width, height } = this.game;
    this.improved = width === 4 && height === 4;
    this.builder.improve(width, height);
  }

  hearBuilder({ name, state, milliseconds, kept, message }) {
    const note = at('better-note');
    if (state === 'building') {
      note.textContent = `Building ${name} beside …`;
      at('better').disabled = name === '7-8';
    } else if (state === 'failed') {
      note.textContent = `No better database: ${sentence(message)}`;
    } else {
      note.textContent = '';
      this.better.set(name, { milliseconds, kept });
      this.prepare();
    }
  }

  /* ---- the rest ---- */

  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  }

  /* A link to the board and, if they are a solution, the moves. */
  async share() {
    const { game, player } = this;
    const moves = player.solution || (game.solved ? game.moves : '');
    const board = moves === '' ? game.board : game.start;
    const link = linkOf(board, game.goalBlank, moves);
    const what = moves === '' ? 'this board' : `this board and ${movesText(moves.length)}`;
    showLink(link);
    this.status.notice(await this.copy(link) ? `Copied the link to ${what}.`
      : `The link to ${what} is in the address bar.`);
  }
}
