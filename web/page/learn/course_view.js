// @ts-nocheck
/*
 * The course for beginners: exercises of a chapter on a board, with a hand that shows each move. A person
 * who goes another way is shown the way from there.
 */
import { at, element } from '../app/dom.js';
import { memory } from '../app/memory.js';
import { learnText } from '../app/texts.js';
import { courseStep } from './course.js';
import { chapterGoal, chaptersOf, exerciseBoard, isChapterDone } from './exercises.js';
import { Practice } from './practice.js';

const COURSE_SIZES = [[3, 3], [4, 3], [4, 4], [5, 4], [5, 5]];
const CHAPTERS_DONE = 'course';
const SHORTEST_SECONDS = 15;

/* Returns the chapters that were done, as stored; what is no list of texts is none. */
function chaptersDone() {
  return memory.get(CHAPTERS_DONE, [], (kept) => Array.isArray(kept) && kept.length < 100 && kept.every((each) => typeof each === 'string'));
}

export class CourseView {
  /** @param {Parts} parts */
  constructor({ core, game, solver }) {
    this.core = core;
    this.solver = solver;
    this.pageGame = game;
    at('course-open').onclick = () => this.open();
    at('course-open').textContent = learnText('course');
  }

  build() {
    const goal = this.goalOf(3, 3);
    const practice = this.practice = new Practice('course', { board: goal, goal, metric: 'single' });
    practice.title.textContent = learnText('course');
    this.sizes = practice.choice('size', COURSE_SIZES.map(([width, height]) =>
      ({ value: `${width}x${height}`, text: `${width} × ${height}` })), () => this.start());
    this.chapters = practice.choice('chapter', [], (chapter) => this.start(chapter));
    this.hand = element('input', { type: 'checkbox', id: 'course-hand', checked: true });
    this.hand.onchange = () => this.show();
    practice.title.after(this.sizes);
    practice.choices.append(this.chapters, element('label', { className: 'switch' }, this.hand, learnText('hand')));
    this.watch = practice.button('watch', () => this.watchStep());
    this.undo = practice.button('undo', () => practice.undo());
    practice.button('fresh', () => this.start(this.chapter));
    this.next = practice.button('next', () => this.goOn(), 'primary');
    practice.game.onChange(({ kind }) => kind === 'move' && !practice.game.within && this.show());
  }

  /** @param {number} width @param {number} height */
  goalOf(width, height) {
    return this.core.goal(width, height, width * height - 1);
  }

  /* Opens with the size of the page's board if the course has it, and the first chapter that is not done. */
  open() {
    if (!this.practice) this.build();
    const { width, height } = this.pageGame;
    const size = `${width}x${height}`;
    this.sizes.value = COURSE_SIZES.some((each) => each.join('x') === size) ? size : '3x3';
    this.practice.open();
    this.start();
  }

  /** Begins an exercise, of the first chapter that is not done unless `chapter` names one. @param {string} [chapter] */
  start(chapter = null) {
    const [width, height] = this.sizes.value.split('x').map(Number);
    this.goal = this.goalOf(width, height);
    const all = chaptersOf(this.goal);
    const done = chaptersDone();
    /** @param {string} each */
    const isDone = (each) => done.includes(`${this.sizes.value} ${each}`);
    this.chapter = chapter ?? all.find((each) => !isDone(each)) ?? 'whole';
    this.chapters.replaceChildren(...all.map((each, i) =>
      new Option(`${i + 1}. ${learnText(`chapter ${each}`)}${isDone(each) ? ` ✓ ${learnText('mastered')}` : ''}`, each)));
    this.chapters.value = this.chapter;
    this.finished = false;
    this.practice.about.textContent = learnText(`about ${this.chapter}`);
    this.exercise = exerciseBoard(this.goal, this.chapter);
    this.practice.set({ board: this.exercise, goal: this.goal, metric: 'single' });
    this.show();
  }

  /* The step from the board as it is. */
  show() {
    const { practice, goal, chapter } = this;
    const { board, moves } = practice.game;
    if (!this.finished && isChapterDone(board, goal, chapter)) this.finish(moves.length);
    this.undo.disabled = moves === '';
    this.watch.disabled = this.finished;
    this.watch.textContent = learnText(practice.playing ? 'stop' : 'watch');
    this.next.hidden = !this.finished || chapter === 'whole';
    if (this.finished) return practice.mark('');
    const step = courseStep(board, goal);
    const now = this.hand.checked ? step.moves[0] : '';
    const text = [learnText(`step ${step.step}`, ...step.tiles), ...(now === '' ? [] : [practice.slideText(now)])].join(' ');
    if (!practice.playing) practice.news.textContent = text; /* a screen reader would read each move that plays */
    practice.mark(now, step.target, step.tiles);
    return undefined;
  }

  /** @param {number} made */
  finish(made) {
    this.finished = true;
    this.practice.pause();
    const done = `${this.sizes.value} ${this.chapter}`;
    memory.set(CHAPTERS_DONE, [...new Set([...chaptersDone(), done])]);
    this.practice.news.textContent = learnText(this.chapter === 'whole' ? 'all done' : 'done', made);
    if (done !== '5x5 whole') this.measure(); /* which would take minutes */
  }

  /* Adds the length of the shortest way to the chapter's goal, if it is found before the next exercise begins. */
  async measure() {
    const { exercise, goal, chapter } = this;
    const answer = await this.solver.ask({ type: 'solve', board: exercise, goal: chapterGoal(goal, chapter), metric: 'single',
      timeout: SHORTEST_SECONDS }).catch(() => null); /* stopped for other work, or without memory */
    if (answer?.optimal && exercise === this.exercise)
      this.practice.news.textContent += ` ${learnText('fewest', answer.length)}`;
  }

  /* The moves of the step play; the person goes on from there. */
  watchStep() {
    if (this.practice.playing) {
      this.practice.pause();
      return this.show();
    }
    const { moves } = courseStep(this.practice.game.board, this.goal);
    this.practice.play([...moves], () => this.show());
    return this.show();
  }

  goOn() {
    const all = chaptersOf(this.goal);
    this.start(all[all.indexOf(this.chapter) + 1]);
    this.practice.board.focus({ preventScroll: true });
  }
}
