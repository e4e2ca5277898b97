/*
 * The page: makes the parts. They hear of the board from the game, and speak through the bus (bus.js).
 * The parts that show it come before those that judge it, and hear of it in this order.
 */
import { BoardView } from '../board/board_view.js';
import { Boards } from '../board/boards.js';
import { Entry } from '../board/entry.js';
import { Game } from '../board/game.js';
import { Picture } from '../board/picture.js';
import { Player } from '../board/player.js';
import { Reader } from '../board/reader.js';
import { Setup } from '../board/setup.js';
import { Contest } from '../contest/contest.js';
import { ContestView } from '../contest/contest_view.js';
import { ResultView } from '../contest/result_view.js';
import { Compare } from '../learn/compare.js';
import { CostsView } from '../learn/costs_view.js';
import { CourseView } from '../learn/course_view.js';
import { Lesson } from '../learn/lesson.js';
import { MistakesView } from '../learn/mistakes_view.js';
import { TreeView } from '../learn/tree_view.js';
import { Coach } from '../search/coach.js';
import { SearchView } from '../search/search_view.js';
import { Searching } from '../search/searching.js';
import { Tables } from '../search/tables.js';
import { Worksheet } from '../learn/worksheet.js';
import { BestsView, Figures, SolvesView } from '../solves/solves_view.js';
import { Buttons, Guard } from './buttons.js';
import { History } from '../solves/history.js';
import { Judging } from '../solves/judging.js';
import { Session } from '../solves/session.js';
import { Trainer } from '../solves/trainer.js';
import { Bus } from './bus.js';
import { at } from './dom.js';
import { Embed, embedded } from './embed.js';
import { taskOfLink } from './link.js';
import { Linking } from './linking.js';
import { Status } from './status.js';
import { makeSwitches } from './switches.js';
import { Tabs } from './tabs.js';
import { translatePage } from './texts.js';

export class Page {
  /** `makeSolver()` makes a worker and the page's side of it. @param {Core} core @param {() => Solver} makeSolver */
  constructor(core, makeSolver) {
    translatePage();
    const bus = this.bus = new Bus();
    this.core = core;
    this.solver = makeSolver();
    this.game = new Game(core.goal(4, 4, 15), core.goal(4, 4, 15));
    this.status = new Status(this);
    this.coach = new Coach(this);
    this.view = new BoardView(at('board'), this.game);
    this.player = new Player(this.game, (moves) => this.view.hint(moves));
    this.trainer = new Trainer(this);
    this.history = new History(this);
    this.figures = new Figures(this);
    this.solvesView = new SolvesView(this);
    this.search = new SearchView();
    this.searching = new Searching(this);
    this.tabs = new Tabs(bus);
    this.boards = new Boards(this, embedded());
    this.reader = new Reader(this);
    this.setup = new Setup(this);
    this.entry = new Entry(this);
    this.compare = new Compare(this);
    this.judging = new Judging(this);
    this.contest = new Contest(this);
    this.results = new ResultView(this);
    this.contests = new ContestView(this);
    this.linking = new Linking(this);
    this.tables = new Tables(this, makeSolver);
    this.lesson = new Lesson(this);
    this.course = new CourseView(this);
    this.mistakes = new MistakesView(this);
    this.costs = new CostsView(this);
    this.tree = new TreeView(this);
    this.bests = new BestsView(this);
    this.worksheet = new Worksheet(this);
    this.guard = new Guard(this);
    this.picture = new Picture(this);
    makeSwitches(this);
    this.buttons = new Buttons(this);
    this.embed = embedded() ? new Embed(this) : null;
    this.session = this.embed ? null : new Session(this); /* frames of one page would keep each other's */
  }

  /* Takes the game of before a reload, or the board of the link, or a scramble, and prepares. */
  begin() {
    const link = taskOfLink();
    const kept = this.session?.take() ?? false;
    if (!kept) this.setup.takeRemembered();
    if (!this.embed) this.picture.restore();
    this.buttons.enable();
    this.coach.news();
    if (kept) this.contest.takeUp();
    if (!kept && !link && !this.embed) this.setup.begin();
    else if (kept || !link) this.bus.emit('task');
    else this.bus.ask('open', link);
    if (location.hash !== '') this.tabs.open();
    this.session?.keep();
    this.embed?.ready();
  }
}
