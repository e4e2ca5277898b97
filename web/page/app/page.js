/*
 * The page: makes the parts, ties them together, and does what takes more than one of them.
 */
import { BoardView } from '../board/board_view.js';
import { Coach } from '../search/coach.js';
import { Compare } from '../learn/compare.js';
import { boardText } from '../search/core.js';
import { at } from './dom.js';
import { movesText } from './format.js';
import { Embed, embedded } from './embed.js';
import { Entry } from '../board/entry.js';
import { Game, taskText } from '../board/game.js';
import { fillGallery } from '../board/gallery.js';
import { Guard } from '../solves/guard.js';
import { Judging } from '../solves/judging.js';
import { LETTERS, listenToKeys } from './keys.js';
import { Lesson } from '../learn/lesson.js';
import { linkOf, showLink, taskOfLink, taskOfReplay } from './link.js';
import { isAmount, memory } from './memory.js';
import { errorText } from './messages.js';
import { takesMulti } from '../board/metric.js';
import { Picture } from '../board/picture.js';
import { Player } from '../board/player.js';
import { SearchView } from '../search/search_view.js';
import { Searching } from '../search/searching.js';
import { keepGame, keptGame, secondsSince } from '../solves/session.js';
import { Setup } from '../board/setup.js';
import { Sharing, copyText } from './sharing.js';
import { Status } from './status.js';
import { Tables } from '../search/tables.js';
import { makeTabs } from './tabs.js';
import { makeTheme } from './theme.js';
import { Trainer } from '../solves/trainer.js';

/* A search that takes longer than this has them built at once. */
const PATIENCE_MS = 400;

const BOARDS_KEPT = 50; /* of those before */

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
      ...ask('best five twelve solves', 'train-') }, (solve) => this.judging.solvedByHand(solve));
    this.search = new SearchView({ cancel: at('cancel'), chart: at('chart'),
      ...ask('state results bound nodes rate time caption', 'search-') });
    this.searching = new Searching(
      { solver: this.solver, game, coach: this.coach, status: this.status, search: this.search,
        player: this.player, view: this.view },
      () => {
        this.enable();
        this.embed?.tellKnown();
      }, () => {
        this.trainer.help();
        this.keep(); /* over a reload, too */
      });
    this.tabs = makeTabs(document.querySelector('[role=tablist]'),
      (id) => id !== 'tab-setup' && this.endEdit());
    this.judging = new Judging(this, copyText, (link) => this.open(link));
    this.sharing = new Sharing(this, () => this.keep());
    this.tables = new Tables(this, makeSolver);
    this.setup = new Setup(core, game, {
      set: (board, goal, metric) => this.set(board, goal, metric),
      measure: (metric) => this.measure(metric),
      show: () => this.tabs.select('tab-setup'),
      taken: (text) => this.entry.paste(text) || this.judging.takeSolution(text),
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
    this.lesson = new Lesson(this, () => this.readout());
    this.compare = new Compare(this.solver,
      { button: at('compare'), rows: at('methods'), layered: at('layered'), steps: at('layered-steps') },
      (solution) => this.watchCompared(solution), (answer, task) => this.learnCompared(answer, task));
    this.kept = false; /* the game is that of before a reload */
    this.opening = null; /* the link that is read */
    this.boards = []; /* that were there before, the last one last */
    this.guard = new Guard(this.trainer, this.searching, (text) => this.status.notice(text));
    this.picture = new Picture({ board: at('board'), ...ask('file none note offer', 'picture-') },
      (text, wrong) => this.status.notice(text, wrong));
    makeTheme(at('theme'));
    fillGallery(at('gallery'), (board) => this.choose(board));
    this.embed = embedded() ? new Embed(this) : null;
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
    at('enter').onclick = () => this.entry.open(this.game.width, this.game.height);
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
    for (const id of ['scramble', 'solve', 'hint', 'undo', 'retry', 'previous', 'share', 'theme', 'mend', 'lesson-begin', 'edit',
      'player-start', 'player-back', 'player-play', 'player-forward']) {
      at(id).addEventListener('click', (event) => {
        if (event.detail > 0) at('board').focus({ preventScroll: true });
      });
    }
    const letters = at('letters');
    letters.append(...LETTERS.map((each) => new Option([...each.toUpperCase()].join(' '), each)));
    letters.value = memory.get('letters', LETTERS[0], (kept) => LETTERS.includes(kept));
    letters.onchange = () => memory.set('letters', letters.value);
    listenToKeys({ slide: (move) => this.view.slide(move), press: (id) => this.press(id), letters: () => letters.value,
      solution: (key, repeated) => this.player.key(key, repeated) });
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
    if (this.embed || !this.takeKept()) this.setup.takeRemembered();
    if (!this.embed) this.picture.restore();
    this.enable();
    this.readout();
    if (this.kept || !link) this.tables.prepare();
    else this.open(link);
    this.keep();
    this.embed?.ready();
  }

  /* The game of this tab before a reload. False: there is none. */
  takeKept() {
    const kept = keptGame();
    if (!kept) return false;
    try {
      const [board, goal] = [kept.board, kept.goal].map((each) => this.core.parse(each, 0, 0, true));
      this.setup.check(board);
      this.core.replay(board, kept.moves, goal); /* throws unless they can be made */
      if (goal.width !== board.width || goal.height !== board.height) return false;
      const multi = kept.metric === 'multi' && takesMulti(board.width, board.height);
      this.game.resume(board, goal, multi ? 'multi' : 'single', kept.moves, kept.slides);
      if (isAmount(kept.best)) this.status.start = kept.best;
      const seconds = secondsSince(kept);
      this.trainer.helped = kept.clock?.helped === true;
      this.trainer.scrambled = kept.clock?.scrambled === true;
      if (seconds !== null) this.trainer.resume(seconds, kept.clock.running === true && !this.game.solved);
      return this.kept = true;
    } catch {
      return false;
    }
  }

  /* Frames of one page would keep each other's. */
  keep() {
    if (this.embed) return;
    const { game, trainer } = this;
    keepGame({ board: boardText(game.start), goal: boardText(game.goal), metric: game.metric,
      moves: game.moves, slides: game.slides, best: this.status.start, clock: trainer.state });
  }

  /* Takes the task of a link, with its moves. Resolves to what is wrong with it, '' if nothing is. */
  async open(link) {
    this.opening = link;
    try {
      const task = link.replay === null ? link : { ...link, ...await taskOfReplay(link.replay) };
      if (this.opening !== link) return ''; /* another board was set meanwhile */
      if (!this.setup.readLink(task)) return this.unreadable('board');
      if (task.moves === '') return '';
      if (!this.judging.solves(this.game.start, task.moves)) return this.goOn(task.moves);
      this.judging.judge(task.moves, task.times);
      return '';
    } catch {
      return this.opening === link ? this.unreadable('replay') : '';
    }
  }

  /* The end of a solution that plays would take the words away. */
  unreadable(what) {
    const problem = `The link does not contain a readable ${what}.`;
    this.player.pause();
    this.status.notice(problem, true);
    return problem;
  }

  /* Moves that are on their way to the goal are those of this game. Returns what is wrong with them, or ''. */
  goOn(typed) {
    const { board, goal, metric } = this.game.task;
    try {
      const { moves } = this.core.replay(board, typed, goal);
      this.game.resume(board, goal, metric, moves, []);
      this.status.notice(`${movesText(this.game.made)} of this board are made: play on, or take them back.`);
      return '';
    } catch (error) {
      const problem = `The moves of the link do not fit. ${errorText(error)}`;
      this.status.notice(problem, true);
      return problem;
    }
  }

  /* The board of a puzzle that the person has in hand: no move plays by itself. */
  guide(board) {
    this.setup.setBoard(board, this.setup.goalFor(board.width, board.height));
    if (!this.status.solvable) return;
    setTimeout(() => this.searching.running && this.tables.improve(), PATIENCE_MS);
    this.searching.solve(true);
  }

  /* ---- the board ---- */

  change({ kind }) {
    this.picture.withdraw(); /* the notice is about something else now */
    if (kind === 'board' || kind === 'edit') this.opening = null;
    if (kind === 'edit') this.address(this.game.task);
    if (kind !== 'move' && !this.judging.lookingBack) {
      if (!this.watchingCompared) this.compareAbandon();
      if (kind === 'metric') this.judging.again();
      else this.judging.clear();
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
    at('solve').classList.toggle('primary', !this.game.solved);
    at('scramble').classList.toggle('primary', this.game.solved);
    at('hint').disabled = !solvable || running || this.game.solved;
    at('all').disabled = running;
    at('compare').disabled = !solvable || (running && !this.compare.running);
    at('undo').disabled = at('retry').disabled = this.game.moves === '';
    at('previous').disabled = this.boards.length === 0;
  }

  readout() {
    this.status.readout(this.coach.known, this.coach.of(this.game.start), this.coach.on);
    this.lesson.update();
    this.embed?.tellKnown();
  }

  /* Another board: whatever runs for the old one ends. */
  set(board, goal = this.game.goal, metric = this.game.metric) {
    this.endEdit();
    this.player.leave();
    this.remember({ board, goal, metric });
    this.address({ board, goal, metric });
    this.game.set(board, goal, metric);
    this.tables.prepare();
  }

  /* The same board and moves in another metric. */
  measure(metric) {
    this.address({ ...this.game.task, board: this.game.start, metric });
    this.game.setMetric(metric);
    this.tables.prepare();
  }

  address(task) {
    if (!this.embed) showLink(linkOf(task));
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

  /* What a key asks for. */
  press(id) {
    if (!at(id).disabled && this.guard.allows(id)) at(id).click();
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
      if (event.detail < 2) this.searching.stop();
      return;
    }
    this.tabs.select('tab-search');
    setTimeout(() => this.searching.running && this.tables.improve(), PATIENCE_MS);
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
    if (!answer.optimal && answer.length > 0 && taskText(task) === this.searching.begun) this.status.learnGap(answer.lowerBound, answer.length);
  }

  compareAbandon() {
    if (this.compare.running) this.solver.cancel();
    this.compare.clear();
  }
}
