/*
 * The page: makes the parts, ties them together, and does what takes more than one of them.
 */
import { BoardView } from './board_view.js';
import { Builder } from './builder.js';
import { Coach } from './coach.js';
import { Compare } from './compare.js';
import { boardText } from './core.js';
import { Database } from './database.js';
import { at, sentence, tell } from './dom.js';
import { clock, duration, movesText, percent, rate, runLengths, size } from './format.js';
import { Entry } from './entry.js';
import { Game, taskText } from './game.js';
import { fillGallery } from './gallery.js';
import { listenToKeys } from './keys.js';
import { linkOf, showLink, taskOfLink, taskOfReplay } from './link.js';
import { memory } from './memory.js';
import { lengthOf, takesMulti } from './metric.js';
import { betterPartitions, tableBlank } from './partitions.js';
import { Picture } from './picture.js';
import { Player } from './player.js';
import { Review } from './review.js';
import { SearchView } from './search_view.js';
import { Searching } from './searching.js';
import { keepGame, keptGame, secondsSince } from './session.js';
import { Setup, enterSubmits } from './setup.js';
import { Status } from './status.js';
import { makeTabs } from './tabs.js';
import { makeTheme } from './theme.js';
import { Trainer } from './trainer.js';

/* After this the better tables are built, if the page is still there and nothing was asked. */
const IDLE_MS = 1200;

/* A search that takes longer than this has them built at once. */
const PATIENCE_MS = 400;

const BOARDS_KEPT = 50; /* of those before */
const WARNING_MS = 3000;

/* What the best tables take, by metric. */
const BETTER_TEXT = {
  single: 'A larger one: 10 to 20 seconds once, 200 MB kept by your browser. Boards of 80 moves then take a second.',
  multi: 'A larger one: half a minute once, 95 MB kept by your browser. Searches then take a tenth of the time.',
};

const ask = (names, prefix) =>
  Object.fromEntries(names.split(' ').map((name) => [name, at(`${prefix}${name}`)]));

export class Page {
  /* `makeSolver()` makes a worker and the page's side of it. */
  constructor(core, makeSolver) {
    this.core = core;
    this.solver = makeSolver();
    const game = this.game = new Game(core.goal(4, 4, 15), core.goal(4, 4, 15));
    this.status = new Status(core, game);
    this.coach = new Coach(game, this.solver, () => this.status.solvable);
    this.view = new BoardView(at('board'), game);
    this.player = new Player(game, { box: at('player'),
      ...ask('start back play forward speed position where moves next step left', 'player-') },
      (moves) => this.view.hint(moves));
    this.trainer = new Trainer(game, { time: at('time'), rate: at('rate'),
      ...ask('best five twelve solves', 'train-') }, (solve) => this.solvedByHand(solve));
    this.review = new Review(this.solver, { chart: at('review'), note: at('review-note') },
      (task, moves, move) => this.lookAt(task, moves, move));
    this.search = new SearchView({ cancel: at('cancel'), chart: at('chart'),
      ...ask('state bound nodes rate time', 'search-') });
    this.searching = new Searching(
      { solver: this.solver, game, coach: this.coach, status: this.status, search: this.search,
        player: this.player, view: this.view },
      () => this.enable(), () => this.trainer.help());
    this.tabs = makeTabs(document.querySelector('[role=tablist]'),
      (id) => id !== 'tab-setup' && this.endEdit());
    this.setup = new Setup(core, game, {
      set: (board, goal, metric) => this.set(board, goal, metric),
      show: () => this.tabs.select('tab-setup'),
      solution: (text) => this.takeSolution(text),
      open: (link) => this.open(link),
      place: (tiles) => this.entry.openWithoutGap(tiles),
      scrambled: () => {
        this.trainer.scrambled = true;
        this.keep();
      },
    });
    this.entry = new Entry(core, {
      read: (text, { width, height }) => this.setup.parse(text, this.setup.goalFor(width, height)),
      goalFor: (width, height) => this.setup.goalFor(width, height),
      use: (board) => this.guide(board),
    });
    this.compare = new Compare(this.solver,
      { button: at('compare'), rows: at('methods'), layered: at('layered'), steps: at('layered-steps') },
      (solution) => this.watchCompared(solution), (answer, task) => this.learnCompared(answer, task));
    this.database = new Database(this.solver,
      { drop: at('drop'), file: at('database-file'), note: at('database-note') },
      () => this.prepare());
    this.builder = new Builder(this.solver, makeSolver, (news) => this.hearBuilder(news));
    this.kept = false; /* the game is that of before a reload */
    this.boards = []; /* that were there before, the last one last */
    this.warned = -Infinity; /* when a key was about to throw a solve away */
    this.described = ''; /* the size and metric whose tables are named */
    this.better = new Map(); /* what is known of the page's better tables, by name */
    this.building = null; /* the name of those that are being built */
    this.looked = new Set(); /* the metrics for which kept ones were looked for */
    this.improved = new Set(); /* and for which they were asked for */
    new Picture({ board: at('board'), file: at('picture-file'), none: at('picture-none'),
      note: at('picture-note') });
    makeTheme(at('theme'));
    fillGallery(at('gallery'), (board) => this.choose(board));
    this.wire();
  }

  wire() {
    this.coach.onNews(() => this.readout());
    this.game.onChange((change) => this.change(change));
    at('solve').onclick = (event) => this.solveOrStop(event);
    at('hint').onclick = () => this.searching.hint();
    at('undo').onclick = () => this.game.undo();
    at('retry').onclick = () => this.retry();
    at('previous').onclick = () => this.previous();
    at('all').onclick = () => this.searching.all();
    at('cancel').onclick = () => this.solver.cancel();
    at('compare').onclick = () => this.compareAll();
    at('better').onclick = () => {
      const { width, height } = this.game;
      this.builder.build(width, height, this.bestPartition());
    };
    at('enter').onclick = () => this.entry.open(this.game.width, this.game.height);
    at('player-copy').onclick = () => this.copySolution();
    at('share').onclick = () => this.share();
    at('solution-copy').onclick = () => this.copyMoves();
    at('solution-form').onsubmit = (event) => {
      event.preventDefault();
      this.judge(at('solution').value);
    };
    enterSubmits(at('solution'));
    at('edit').onchange = () => this.edit(at('edit').checked);
    this.remembered('coach', true, (on) => {
      this.coach.switch(on);
      this.readout();
    });
    this.remembered('hover', false, (on) => { this.view.hovering = on; });
    this.remembered('press', false, (on) => { this.view.pressing = on; });
    this.remembered('fringes', false, (on) => this.view.colourFringes(on));
    this.remembered('glide', true, (on) => at('board').classList.toggle('still', !on));
    this.remembered('numbers', true, (on) => at('board').classList.toggle('unnumbered', !on));
    /* After a click the keys are the board's again. */
    for (const id of ['scramble', 'solve', 'hint', 'undo', 'retry', 'previous', 'share', 'theme', 'mend']) {
      at(id).addEventListener('click', (event) => {
        if (event.detail > 0) at('board').focus({ preventScroll: true });
      });
    }
    listenToKeys((move) => this.view.slide(move), (id) => this.press(id));
  }

  /* A switch that the browser remembers. */
  remembered(id, missing, use) {
    at(id).checked = memory.get(id, missing);
    at(id).onchange = () => {
      use(at(id).checked);
      memory.set(id, at(id).checked);
    };
    use(at(id).checked);
  }

  /* Takes the board of the link, if there is one, and prepares. */
  begin() {
    const link = taskOfLink();
    if (!this.takeKept()) this.setup.takeRemembered();
    this.enable();
    this.readout();
    if (this.kept || (link.board ?? link.replay) === null) this.prepare();
    else this.open(link);
    this.keep();
  }

  /* The game of this tab before a reload. False: there is none. */
  takeKept() {
    const kept = keptGame();
    if (!kept) return false;
    try {
      const [board, goal] = [this.core.parse(kept.board), this.core.parse(kept.goal)];
      this.setup.check(board);
      this.core.replay(board, kept.moves, goal); /* throws unless they can be made */
      if (goal.width !== board.width || goal.height !== board.height) return false;
      const multi = kept.metric === 'multi' && takesMulti(board.width, board.height);
      this.game.resume(board, goal, multi ? 'multi' : 'single', kept.moves, kept.slides);
      if (Number.isFinite(kept.best)) this.status.start = kept.best;
      const seconds = secondsSince(kept);
      this.trainer.helped = kept.clock?.helped === true;
      this.trainer.scrambled = kept.clock?.scrambled === true;
      if (seconds !== null) this.trainer.resume(seconds, kept.clock.running === true && !this.game.solved);
      return this.kept = true;
    } catch {
      return false;
    }
  }

  keep() {
    const { game, trainer } = this;
    keepGame({ board: boardText(game.start), goal: boardText(game.goal), metric: game.metric,
      moves: game.moves, slides: game.slides, best: this.status.start, clock: trainer.state });
  }

  /* The task of a link, with its moves. */
  async open(link) {
    try {
      const task = link.replay === null ? link : { ...link, ...await taskOfReplay(link.replay) };
      if (!this.setup.readLink(task)) this.status.notice('The link does not contain a readable board.');
      else if (task.moves !== '' && this.solves(this.game.start, task.moves)) this.judge(task.moves);
      else if (task.moves !== '') this.goOn(task.moves);
    } catch {
      this.status.notice('The link does not contain a readable replay.');
    }
  }

  /* Moves that are on their way to the goal are those of this game. */
  goOn(typed) {
    const { board, goal, metric } = this.game.task;
    try {
      const { moves } = this.core.replay(board, typed, goal);
      this.game.resume(board, goal, metric, moves, []);
      this.status.notice(`${movesText(this.game.made)} of this board are made: play on, or take them back.`);
    } catch {
      this.judge(typed); /* which says what is wrong */
    }
  }

  /* The board of a puzzle that the person has in hand: no move plays by itself. */
  guide(board) {
    this.setup.setBoard(board, this.setup.goalFor(board.width, board.height));
    if (!this.status.solvable) return;
    setTimeout(() => this.searching.running && this.improve(), PATIENCE_MS);
    this.searching.solve(true);
  }

  /* ---- the board ---- */

  change({ kind }) {
    if (kind !== 'move' && !this.lookingBack) {
      if (!this.watchingCompared) this.compareAbandon();
      this.review.clear();
      tell(at('solution-note'), '');
      at('train-both').textContent = '';
      at('train-state').textContent = 'The clock starts with your first move.';
    }
    this.enable();
    this.readout();
    this.keep();
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
    at('previous').disabled = this.boards.length === 0;
  }

  readout() {
    this.status.readout(this.coach.known, this.coach.on);
  }

  /* Another board: whatever runs for the old one ends. */
  set(board, goal, metric) {
    if (this.searching.running) this.solver.cancel();
    this.endEdit();
    this.player.leave();
    this.remember({ board, goal: goal ?? this.game.goal, metric: metric ?? this.game.metric });
    this.game.set(board, goal, metric);
    showLink(linkOf(this.game.task));
    this.prepare();
  }

  retry() {
    this.set(this.game.start);
  }

  /* Boards that were set before this one. */
  remember(next) {
    const { task, start, startSolved } = this.game;
    const before = { ...task, board: start };
    if (startSolved || taskText(before) === taskText({ ...task, ...next })) return;
    this.boards = [...this.boards, before].slice(-BOARDS_KEPT);
  }

  previous() {
    const last = this.boards.pop();
    if (!last) return;
    const left = [...this.boards];
    this.set(last.board, last.goal, last.metric);
    this.boards = left;
    this.enable();
  }

  /* A key never throws a solve away at once. */
  press(id) {
    if (id === 'scramble' && this.trainer.running && !(performance.now() - this.warned < WARNING_MS)) {
      this.warned = performance.now();
      this.status.notice('The clock runs. Press Space once more to give up this board.');
    } else {
      at(id).click();
    }
  }

  /* A board of the gallery. */
  choose({ text, first, note, metric }) {
    const board = this.core.parse(text);
    const { width, height } = board;
    this.set(board, this.core.goal(width, height, first ? 0 : width * height - 1), metric);
    if (this.status.solvable) this.status.notice(note);
    at('board').focus({ preventScroll: true });
    at('board').scrollIntoView({ block: 'nearest' });
  }

  /* Editing ends with the view that has its switch, and with the board. */
  endEdit() {
    if (!this.view.editing) return;
    at('edit').checked = false;
    this.edit(false);
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
    const { task } = this.game;
    this.player.leave();
    this.compared = task.board;
    await this.searching.foreground(() => this.compare.start(task));
  }

  /* Shows a solution of the board that was compared, which comes back. */
  watchCompared(solution) {
    this.watchingCompared = true;
    this.set(this.compared);
    this.watchingCompared = false;
    this.searching.watch(solution);
  }

  /* The board may have moved on meanwhile. */
  learnCompared(answer, task) {
    if (this.coach.isCurrent(task)) this.coach.learn(answer);
    else if (answer.optimal && taskText(task) === this.searching.begun) this.status.learnStart(answer.length);
  }

  compareAbandon() {
    if (this.compare.running) this.solver.cancel();
    this.compare.clear();
  }

  /* ---- training ---- */

  solvedByHand({ seconds, helped }) {
    const { task, start, moves, made } = this.game;
    const text = `${movesText(made)} in ${clock(seconds)} s, ${rate(made, seconds)} a second` +
      (helped ? ', with help.' : '.');
    at('train-state').textContent = text;
    this.tabs.select('tab-train');
    this.showBoth(moves);
    this.review.start({ ...task, board: start }, moves, (optimum) => {
      this.showBoth(moves, optimum);
      this.status.learnStart(optimum);
      at('train-state').textContent = `${text} ${this.overText(made, optimum)}`;
    });
  }

  /* The board before a move that was made, and what would have been better. */
  lookAt(task, moves, move) {
    if (this.searching.running) this.solver.cancel();
    this.lookingBack = true; /* the review stays */
    if (this.player.solution !== moves || this.searching.begun !== taskText(task)) {
      this.player.rewind(task.board);
      this.player.load(moves);
    }
    this.lookingBack = false;
    this.player.seek(move - 1);
    this.searching.hint();
  }

  /* A solution in both metrics, by the names that speedsolvers have for them. */
  showBoth(moves, optimum) {
    const { metric } = this.game;
    const part = optimum === undefined ? ''
      : `, efficiency ${percent(optimum / Math.max(1, lengthOf(moves, metric)))} in ${metric === 'multi' ? 'MTM' : 'STM'}`;
    at('train-both').textContent = `${lengthOf(moves, 'single')} STM (tiles), ${lengthOf(moves, 'multi')} MTM (slides)${part}.`;
  }

  overText(made, optimum) {
    return made === optimum ? 'No solution is shorter.'
      : `${movesText(made - optimum)} over the optimum of ${optimum}.`;
  }

  solves(board, text) {
    try {
      return this.core.replay(board, text, this.game.goal).solved;
    } catch {
      return false;
    }
  }

  /* The board that typed moves are about: the one that is there or, if they solve that, the one before
   * the moves that were made. */
  boardOf(text) {
    const { board, start, moves } = this.game;
    return moves !== '' && !this.solves(board, text) && this.solves(start, text) ? start : board;
  }

  /* A text that is a solution of the board, which is then judged. False: it is none. */
  takeSolution(text) {
    const { solved, startSolved } = this.game;
    const from = this.boardOf(text);
    if (startSolved || (solved && this.game.isGoal(from.cells)) || !this.solves(from, text)) return false;
    this.tabs.select('tab-train');
    at('solution').value = text;
    this.judge(text);
    return true;
  }

  /* Plays typed moves on the board, and says how far they are from the optimum. */
  judge(text) {
    const note = at('solution-note');
    try {
      const task = { ...this.game.task, board: this.boardOf(text) };
      const { moves, solved } = this.core.replay(task.board, text, task.goal);
      const length = lengthOf(moves, task.metric);
      this.tabs.select('tab-train');
      if (taskText(task) !== taskText(this.game.task)) this.player.rewind(task.board);
      this.searching.watch(moves);
      const made = `${movesText(length)}: ${solved ? 'they solve the board' : 'they do not reach the goal'}.`;
      tell(note, made, !solved);
      if (!solved) return;
      this.showBoth(moves);
      this.review.start(task, moves, (optimum) => {
        this.showBoth(moves, optimum);
        tell(note, `${made} ${this.overText(length, optimum)}`);
      });
    } catch (error) {
      tell(note, sentence(error.message), true);
    }
  }

  async copyMoves() {
    const moves = this.player.solution === '' ? this.game.moves : this.player.before;
    at('solution').value = runLengths(moves);
    const done = await this.copy(runLengths(moves));
    tell(at('solution-note'), moves === '' ? 'There are no moves yet.'
      : `${movesText(lengthOf(moves, this.game.metric))}${done ? ', copied' : ''}: letters are the way a tile moves.`);
  }

  async copySolution() {
    const { solution, ends } = this.player;
    const done = await this.copy(runLengths(solution));
    this.status.notice(done ? `Copied ${movesText(ends.length)}.` : 'This browser lets no page copy: select the moves.');
  }

  /* ---- databases ---- */

  /* The best tables that the page builds for the task; undefined: it has no better ones. */
  bestPartition() {
    const { width, height, goal, metric } = this.game;
    const blank = goal.cells.indexOf(0);
    if (tableBlank(width, height, blank) !== width * height - 1) return undefined;
    return betterPartitions(width, height, metric).at(-1);
  }

  about({ name, bytes, origin, milliseconds, metric }) {
    const { width, height } = this.game;
    this.described = `${width}x${height} ${metric}`;
    const own = this.better.get(name);
    const where = origin === 'own' ? 'from your files'
      : own?.kept ? 'kept by your browser'
        : `built here in ${duration((own?.milliseconds ?? milliseconds) / 1000)}`;
    const what = metric === 'multi' ? `Colours, ${name}` : name;
    const best = this.bestPartition();
    at('database-state').textContent = `${what}: ${size(bytes)}, ${where}.`;
    at('better-box').hidden = !best || origin === 'own' || name === best.name;
    at('better').textContent = best ? `Build ${best.name}` : '';
    at('better').disabled = best !== undefined && this.building === best.name;
    at('better-about').textContent = BETTER_TEXT[metric];
  }

  /* Builds the tables for the board's size before they are needed, better ones when nothing is. */
  async prepare() {
    const { width, height, goal, metric } = this.game;
    if (this.described !== `${width}x${height} ${metric}`) {
      at('database-state').textContent = 'Preparing …';
      at('better-box').hidden = true;
    }
    try {
      if (!this.building && !this.looked.has(metric) && this.bestPartition()) {
        this.looked.add(metric);
        const looking = this.builder.begin(width, height, metric);
        this.solver.hold(looking);
        if (await looking) return; /* which came back here */
      }
      const { database } = await this.solver.ask({ type: 'prepare', goal, metric });
      if (this.game.goal !== goal || this.game.metric !== metric) return; /* prepares its own */
      this.about(database);
    } catch (error) {
      at('database-note').textContent = sentence(error.message);
    }
    this.coach.refresh();
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.improve(), IDLE_MS);
  }

  improve() {
    const { width, height, metric } = this.game;
    if (this.improved.has(metric) || !this.bestPartition()) return;
    this.improved.add(metric);
    this.builder.improve(width, height, metric);
  }

  hearBuilder({ name, state, done, milliseconds, kept, message }) {
    const note = at('better-note');
    if (state === 'building') {
      note.textContent = `Building ${name} beside … ${percent(done)}`;
      this.building = name;
      at('better').disabled = name === this.bestPartition()?.name;
    } else if (state === 'failed') {
      this.building = null;
      note.textContent = `No better database: ${sentence(message)}`;
    } else {
      note.textContent = '';
      this.building = null;
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

  /* A link to the board before the moves, and the moves: a solution, or a game on its way. */
  async share() {
    const { game, player } = this;
    const moves = player.solution || game.moves;
    const board = moves === '' ? game.board : game.start;
    const link = linkOf({ ...game.task, board }, moves);
    const what = moves === '' ? 'this board' : `this board and ${movesText(lengthOf(moves, game.metric))}`;
    showLink(link);
    this.status.notice(await this.copy(link) ? `Copied the link to ${what}.`
      : `The link to ${what} is in the address bar.`);
  }
}
