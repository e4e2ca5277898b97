// @ts-nocheck
/*
 * The course for beginners: exercises of a chapter on a board, with a hand that shows each move. A person
 * who goes another way is shown the way from there.
 */
import { at } from '../app/dom.js';
import { memory } from '../app/memory.js';
import { learnText } from '../app/texts.js';
import { listedGoal } from '../board/goal.js';
import { sizeName, sizeOf, sizeOptions } from '../search/partitions.js';
import { chapterGoal, chaptersOf, courseStep, exerciseBoard, isChapterDone } from './course.js';
import { Practice } from './practice.js';

const COURSE_SIZES = ['3x3', '4x3', '4x4', '5x4', '5x5'].map(sizeOf);
const CHAPTERS_DONE = 'course';
const SHORTEST_SECONDS = 15;

/* Returns the chapters that were done, as stored; what is no list of texts is none. */
function chaptersDone() {
  return memory.get(CHAPTERS_DONE, [], (kept) => Array.isArray(kept) && kept.length < 100 && kept.every((each) => typeof each === 'string'));
}

export class CourseView {
  /** @param {Parts} parts */
  constructor({ game, solver }) {
    this.solver = solver;
    this.game = game;
    at('course-open').onclick = () => this.open();
    at('course-size').append(...sizeOptions(COURSE_SIZES));
    at('course-size').onchange = () => this.start();
    at('course-chapter').onchange = () => this.start(at('course-chapter').value);
    at('course-hand').onchange = () => this.show();
    at('course-watch').onclick = () => this.watchStep();
    at('course-undo').onclick = () => this.practice.undo();
    at('course-fresh').onclick = () => this.start(this.chapter);
    at('course-next').onclick = () => this.goOn();
  }

  /* Opens with the size of the page's board if the course has it, and the first chapter that is not done. */
  open() {
    if (!this.practice) {
      const { game } = this.practice = new Practice('course', this.game.task);
      game.onChange(({ kind }) => kind === 'move' && !game.within && this.show());
    }
    at('course-size').value = sizeName(COURSE_SIZES.find((each) => sizeName(each) === sizeName(this.game)) ?? COURSE_SIZES[0]);
    this.practice.open();
    this.start();
  }

  /** Begins an exercise, of the first chapter that is not done unless `chapter` names one. @param {string} [chapter] */
  start(chapter = null) {
    const { width, height } = sizeOf(at('course-size').value);
    this.goal = listedGoal(width, height);
    const all = chaptersOf(this.goal);
    const done = chaptersDone();
    const isDone = (/** @type {string} */ each) => done.includes(`${at('course-size').value} ${each}`);
    this.chapter = chapter ?? all.find((each) => !isDone(each)) ?? 'whole';
    at('course-chapter').replaceChildren(...all.map((each, i) =>
      new Option(`${i + 1}. ${learnText(`chapter ${each}`)}${isDone(each) ? ` ✓ ${learnText('mastered')}` : ''}`, each)));
    at('course-chapter').value = this.chapter;
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
    at('course-undo').disabled = moves === '';
    at('course-watch').disabled = this.finished;
    at('course-watch').textContent = learnText(practice.playing ? 'stop' : 'watch');
    at('course-next').hidden = !this.finished || chapter === 'whole';
    if (this.finished) return practice.mark('');
    const step = courseStep(board, goal);
    const now = at('course-hand').checked ? step.moves[0] : '';
    const text = [learnText(`step ${step.step}`, ...step.tiles), ...(now === '' ? [] : [practice.slideText(now)])].join(' ');
    if (!practice.playing) practice.news.textContent = text; /* a screen reader would read each move that plays */
    practice.mark(now, step.target, step.tiles);
    return undefined;
  }

  /** @param {number} made */
  finish(made) {
    this.finished = true;
    this.practice.pause();
    const done = `${at('course-size').value} ${this.chapter}`;
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
