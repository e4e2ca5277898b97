/*
 * The page: makes the parts and ties them together.
 */
import { BoardView } from './board_view.js';
import { Coach } from './coach.js';
import { Compare } from './compare.js';
import { Core, boardText } from './core.js';
import { Database } from './database.js';
import { count, duration, moves, size } from './format.js';
import { MOVE_NAMES, Game } from './game.js';
import { fillGallery } from './gallery.js';
import { boardOfLink, linkOf, showLink } from './link.js';
import { SIZES } from './partitions.js';
import { Picture } from './picture.js';
import { Player } from './player.js';
import { SearchView } from './search_view.js';
import { Cancelled, Solver } from './solver.js';
import { makeTabs } from './tabs.js';
import { makeTheme } from './theme.js';

const at = (id) => document.getElementById(id);

/* The largest that pdbsolve takes. */
const SEED_MAX = 2n ** 64n - 2n;

/* The library's messages begin small and end without a stop. */
function sentence(text) {
  return text && `${text[0].toUpperCase()}${text.slice(1)}.`;
}

/* ---- the parts ---- */

/* The core is in the page, compressed and as text. */
async function compileCore() {
  const bytes = Uint8Array.from(atob(at('core').textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

function makePlayer(game) {
  return new Player(game, {
    box: at('player'), start: at('player-start'), back: at('player-back'),
    play: at('player-play'), forward: at('player-forward'), speed: at('player-speed'),
    position: at('player-position'), where: at('player-where'), moves: at('player-moves'),
  });
}

class Page {
  constructor(core, solver) {
    this.core = core;
    this.solver = solver;
    this.reason = '';
    this.start = null; /* the distance of the board that was set, once it is known */
    this.searching = false;
    this.game = new Game(core.goal(4, 4, 15), 15);
    this.game.onChange((change) => this.judge(change));
    this.coach = new Coach(this.game, solver, () => this.reason === '');
    this.view = new BoardView(at('board'), this.game);
    this.player = makePlayer(this.game);
    this.search = new SearchView({
      state: at('search-state'), cancel: at('cancel'), bound: at('search-bound'),
      nodes: at('search-nodes'), rate: at('search-rate'), time: at('search-time'),
      chart: at('chart'),
    });
    this.compare = new Compare(solver,
      { button: at('compare'), rows: at('methods'), layered: at('layered'), steps: at('layered-steps') },
      (solution) => this.watchCompared(solution));
    this.database = new Database(solver,
      { drop: at('drop'), file: at('database-file'), note: at('database-note') },
      () => this.prepare());
    this.picture = new Picture(
      { board: at('board'), file: at('picture-file'), none: at('picture-none') });
    this.tabs = makeTabs(document.querySelector('[role=tablist]'));
    makeTheme(at('theme'));
    this.wire();
  }

  wire() {
    this.coach.onNews(() => this.readout());
    this.game.onChange((change) => this.tell(change));
    at('scramble').onclick = () => this.scramble();
    at('seed-scramble').onclick = () => this.scramble();
    at('solve').onclick = (event) => this.solveOrStop(event);
    at('hint').onclick = () => this.hint();
    at('undo').onclick = () => this.game.undo();
    at('mend').onclick = () => this.mend();
    at('cancel').onclick = () => this.solver.cancel();
    at('compare').onclick = () => this.compareAll();
    at('share').onclick = () => this.share();
    at('edit').onchange = () => this.edit(at('edit').checked);
    at('coach').onchange = () => {
      this.coach.switch(at('coach').checked);
      this.readout();
    };
    at('numbers').onchange = () =>
      at('board').classList.toggle('unnumbered', !at('numbers').checked);
    at('size').append(...SIZES.map(({ width, height }) =>
      new Option(`${width} × ${height}`, `${width}x${height}`)));
    at('size').onchange = () => this.resize();
    at('goal').onchange = () => this.resize();
    at('notation-form').onsubmit = (event) => {
      event.preventDefault();
      this.read(at('notation').value);
    };
    at('notation').onkeydown = (event) => {
      if (event.key !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      this.read(at('notation').value);
    };
    fillGallery(at('gallery'), (text) => this.choose(text));
    at('board').addEventListener('keydown', (event) => this.shortcut(event));
    document.addEventListener('paste', (event) => this.paste(event));
  }

  /* ---- the board ---- */

  /* Whether the board can be solved, after each change. */
  judge({ kind }) {
    if (kind === 'move') return;
    this.start = null;
    this.reason = sentence(this.core.parityReason(this.game.board, this.game.goalBlank));
  }

  tell({ kind, move, tile, by }) {
    const { width, height, goalBlank } = this.game;
    if (kind !== 'move') {
      at('size').value = `${width}x${height}`;
      at('goal').value = goalBlank === 0 ? 'first' : 'last';
      at('notation').value = boardText(this.game.board);
      if (!this.watchingCompared) this.compareAbandon();
      this.notice(this.reason);
      at('notice').classList.toggle('wrong', this.reason !== '');
      at('mend').hidden = this.reason === '';
    } else if (this.game.solved) {
      this.notice(by === 'player' ? 'Solved.' : `Solved in ${moves(this.game.moves.length)}.`);
    } else if (by === 'person') {
      this.notice(`${tile} went ${MOVE_NAMES[move]}.`);
    }
    this.enable();
    this.readout();
  }

  enable() {
    const idle = this.reason === '' && !this.searching;
    at('solve').disabled = this.reason !== '';
    at('solve').textContent = this.searching ? 'Stop' : 'Solve';
    at('hint').disabled = !idle || this.game.solved;
    at('compare').disabled = !idle && !this.compare.running;
    at('undo').disabled = this.game.moves === '';
  }

  notice(text) {
    at('notice').textContent = text;
  }

  readout() {
    const { known } = this.coach;
    if (known?.distance !== undefined && this.game.moves === '') this.start = known.distance;
    at('made').textContent = count(this.game.moves.length);
    at('distance').textContent = this.distanceText(known);
    at('best').textContent = this.start === null ? '…' : count(this.start);
    if (this.reason !== '') at('best').textContent = '–';
  }

  distanceText(known) {
    if (this.reason !== '') return '–';
    if (known?.distance !== undefined) return count(known.distance);
    if (known) return `≥ ${known.atLeast}`;
    return this.coach.on ? '…' : '–';
  }

  /* Another board: whatever runs for the old one ends. */
  set(board, goalBlank) {
    if (this.searching) this.solver.cancel();
    this.player.leave();
    this.game.set(board, goalBlank);
    showLink(linkOf(board, this.game.goalBlank));
  }

  goalBlankFor(width, height) {
    return at('goal').value === 'first' ? 0 : width * height - 1;
  }

  resize() {
    const [width, height] = at('size').value.split('x').map(Number);
    const goalBlank = this.goalBlankFor(width, height);
    this.set(this.core.goal(width, height, goalBlank), goalBlank);
    this.prepare();
  }

  scramble() {
    const { width, height, goalBlank } = this.game;
    const typed = at('seed').value.trim();
    const note = at('seed-note');
    if (typed !== '' && !(/^[0-9]{1,20}$/.test(typed) && BigInt(typed) <= SEED_MAX)) {
      note.textContent = `A seed is a number from 0 to ${SEED_MAX}.`;
      note.classList.add('wrong');
      this.tabs.select('tab-setup');
      return;
    }
    const random = crypto.getRandomValues(new Uint32Array(1))[0];
    const seed = BigInt(typed === '' ? random : typed);
    this.set(this.core.scramble(width, height, goalBlank, seed), goalBlank);
    note.classList.remove('wrong');
    const size = width === 4 && height === 4 ? '' : ` --board ${width}x${height}`;
    const goal = goalBlank === 0 ? ' --goal blank-first' : '';
    note.textContent =
      `Seed ${seed}: pdbsolve --scramble 1 --seed ${seed}${size}${goal} prints this board.`;
  }

  /* A board from text; a size that the page does not offer is refused. */
  read(text) {
    const note = at('notation-note');
    try {
      const board = this.parse(text);
      this.set(board, this.goalBlankFor(board.width, board.height));
      note.classList.remove('wrong');
      note.textContent = 'This is the board now.';
      this.prepare();
    } catch (error) {
      note.classList.add('wrong');
      note.textContent = sentence(error.message);
    }
  }

  /* In any notation of the tools. Without rows, the size is that of the board if the count fits. */
  parse(text) {
    const { width, height } = this.game;
    const numbers = text.split(/[\s,/]+/).filter((word) => word !== '').length;
    const same = !text.includes('/') && numbers === width * height;
    const board = same ? this.core.parse(text, width, height) : this.core.parse(text);
    if (!SIZES.some((each) => each.width === board.width && each.height === board.height))
      throw new Error(`The page has boards up to 4x4 and 5x3, not ${board.width}x${board.height}; ` +
        'pdbsolve has more');
    return board;
  }

  choose(text) {
    this.set(this.core.parse(text), 15);
    this.prepare();
    this.notice('A board of 80 moves. Solve it, if you have a minute.');
    at('board').focus({ preventScroll: true });
    at('board').scrollIntoView({ block: 'nearest' });
  }

  /* Two tiles that change places change the parity. */
  mend() {
    const [a, b] = this.game.cells.map((tile, cell) => [tile, cell]).filter(([tile]) => tile !== 0)
      .sort(([one], [other]) => other - one).map(([, cell]) => cell);
    this.game.swap(a, b);
    this.notice('The two highest tiles changed places. Now it can be solved.');
  }

  edit(on) {
    this.player.leave();
    this.view.edit(on);
    this.notice(on ? 'Editing: drag tiles, or use arrow keys and Enter.' : this.reason);
  }

  /* ---- solving ---- */

  /* Asks the worker for something the person waits for. Background questions step aside. */
  async ask(request, heard) {
    return this.foreground(() => this.solver.ask(request, heard));
  }

  async foreground(work) {
    if (this.coach.asking) this.solver.cancel();
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
    this.notice('Searching …');
    try {
      const answer = this.coach.known?.answer ?? await this.ask({ type: 'solve', board, goalBlank },
        { onProgress: (progress) => this.search.progress(progress) });
      this.search.end(answer);
      this.about(answer.database);
      if (!this.coach.isCurrent(board, goalBlank)) return false;
      this.coach.learn(answer);
      return true;
    } catch (error) {
      const text = error instanceof Cancelled ? 'Stopped.' : error.message;
      this.search.stopped(text);
      if (this.coach.isCurrent(board, goalBlank)) this.notice(text);
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
    this.notice(`${moves(distance)}, and no solution is shorter.`);
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
    this.notice(`Move ${tile} ${MOVE_NAMES[next[0]]}: then ${moves(distance - 1)} remain.`);
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
      at('database-note').textContent = error.message;
    }
    this.coach.later();
  }

  /* ---- the rest ---- */

  async share() {
    const link = linkOf(this.game.board, this.game.goalBlank);
    showLink(link);
    try {
      await navigator.clipboard.writeText(link);
      this.notice('The link to this board is copied.');
    } catch {
      this.notice('The link to this board is in the address bar.');
    }
  }

  shortcut(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const button = { h: 'hint', s: 'solve', u: 'undo', n: 'scramble' }[event.key.toLowerCase()];
    if (button) at(button).click();
  }

  paste(event) {
    if (event.target.closest?.('input, textarea')) return;
    const text = event.clipboardData.getData('text');
    if (!text.trim()) return;
    this.tabs.select('tab-setup');
    at('notation').value = text;
    this.read(text);
  }

  begin() {
    const { text, first } = boardOfLink();
    this.tell({ kind: 'board' });
    if (text !== null) {
      at('goal').value = first ? 'first' : 'last';
      at('notation').value = text;
      this.read(text);
      if (at('notation-note').classList.contains('wrong')) {
        this.tabs.select('tab-setup');
        this.notice('The link has no board that can be read.');
      }
    } else {
      this.prepare();
    }
  }
}

async function main() {
  const module = await compileCore();
  const page = new Page(await Core.create(module), new Solver(module, WORKER_SOURCE));
  page.begin();
  document.body.classList.add('ready');
}

main().catch((error) => {
  at('notice').textContent = `This browser cannot run the page: ${error.message}`;
});
