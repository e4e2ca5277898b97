// @ts-nocheck
/*
 * Learn from my mistakes: the places where a solve lost moves, one after the other. At each the person
 * looks for a shorter way, or looks at the own way and at a better one, move by move.
 */
import { at } from '../app/dom.js';
import { learnText } from '../app/texts.js';
import { boardAfter, stepsOf } from '../board/moves.js';
import { unlessCancelled } from '../search/solver.js';
import { mistakesOf, verdictOf } from './mistakes.js';
import { Practice } from './practice.js';
import { taskText } from '../board/game.js';
import { distanceOf } from '../solves/review.js';

/* The distances that attempts at one place reach, asked for as the person moves: each board once. */
export class AttemptDistances {
  /** @param {Solver} solver */
  constructor(solver) {
    this.solver = solver;
    this.known = /** @type {Map<string, number>} */ (new Map()); /* by the text of the task */
    this.run = 0;
    /** @type {{ made: number, distance: number } | null} */
    this.last = null; /* {made, distance} of the board before, while each move is asked about */
  }

  /** A place: its board and the distance there. @param {Game} game @param {number} distance */
  begin(game, distance) {
    this.known.set(taskText(game.task), distance);
    this.last = { made: 0, distance };
    this.run++; /* an answer about another place may still come */
  }

  /** Returns the distance of the board of a game after each slide; null if it was not found, undefined if another slide
   * was made meanwhile. @param {Game} game */
  async after(game) {
    const run = ++this.run;
    const { task, made } = game;
    const key = taskText(task);
    /* Slides of several tiles are several moves of the metric single. */
    const isNeighbour = this.last && (task.metric === 'multi' || Math.abs(made - this.last.made) === 1);
    const before = isNeighbour ? this.last?.distance : undefined;
    this.last = null;
    if (!this.known.has(key)) {
      const distance = await distanceOf(this.solver, game, before);
      if (distance !== null) this.known.set(key, distance);
    }
    if (run !== this.run) return undefined;
    const distance = this.known.get(key) ?? null;
    this.last = distance === null ? null : { made, distance };
    return distance;
  }
}

const BETTER_SECONDS = 20;
const DETOUR_SECONDS = 2;
const PLACE_WAYS = ['own', 'better', 'shorter'];
const FORWARD = ['ArrowRight', 'ArrowDown'];

export class MistakesView {
  /** @param {Parts} parts */
  constructor({ bus, solver }) {
    this.solver = solver;
    this.offered = []; /* the places of the solve that was reviewed last */
    this.turn = 0; /* counts what the person does at a place: a better way that comes later is not shown */
    this.walking = false; /* moves are those of the way that is shown */
    this.distances = new AttemptDistances(solver);
    at('mistakes-open').onclick = () => this.open(this.offered);
    at('places-undo').onclick = () => this.practice.undo();
    at('places-back').onclick = () => this.step(-1);
    at('places-forward').onclick = () => this.step(1);
    for (const name of PLACE_WAYS) at(`places-${name}-way`).onclick = () => this.toggle(name);
    at('places-place-before').onclick = () => this.go(this.index - 1);
    at('places-next-place').onclick = () => this.go(this.index + 1);
    bus.on('reviewed', (solve) => this.offer(solve));
    bus.on('task', () => { at('mistakes').hidden = true; });
  }

  /** @param {Reviewed} reviewed */
  offer({ task, moves, distances }) {
    const { goal, metric } = task;
    const places = mistakesOf(task, stepsOf(moves, metric), distances).map((mistake) => ({ ...mistake, goal, metric }));
    this.offered = places.sort((a, b) => b.lost - a.lost || a.from - b.from);
    const lost = places.reduce((sum, each) => sum + each.lost, 0);
    at('mistakes').hidden = distances[0] === 0;
    at('mistakes-open').hidden = places.length === 0;
    at('mistakes-note').textContent = places.length === 0 ? learnText('none lost') : learnText('found', places.length, lost);
  }

  /** Opens with a list of mistakes, each with its goal and metric. @param {import('./costs_view.js').Place[]} places */
  open(places) {
    if (!this.practice) {
      const { game } = this.practice = new Practice('places', places[0]);
      this.practice.stepping = (key) => this.way !== null && this.step(FORWARD.includes(key) ? 1 : -1);
      game.onChange(({ kind }) => kind === 'move' && !game.within && !this.walking && this.moved());
    }
    this.places = places;
    this.practice.open();
    this.go(0);
  }

  get place() {
    return this.places[this.index];
  }

  /** @param {number} index */
  go(index) {
    this.index = index;
    this.solution = null; /* the better way, once it is known */
    this.detour = null; /* a shorter way to the board where the place ends, if there is one */
    this.found = '';
    this.practice.title.textContent = learnText('place', index + 1, this.places.length, this.place.from + 1, this.place.to);
    this.begin();
    this.findDetour();
    this.practice.board.focus({ preventScroll: true });
  }

  /* Asks for the shortest way to the board where the place ends. Needs no tables, as the way is short. */
  async findDetour() {
    const { place } = this;
    const { board, metric, made } = place;
    if (metric !== 'single') return;
    const answer = await unlessCancelled(this.solver.ask({ type: 'solve', heuristic: 'manhattan', board,
      goal: boardAfter(board, made.join('')), metric, timeout: DETOUR_SECONDS }));
    if (place !== this.place || !(answer?.length >= 0 && answer.length < made.length)) return;
    this.detour = stepsOf(answer.moves, metric);
    this.show();
  }

  /* The board of the place, before any move. */
  begin() {
    const { board, goal, metric, distance } = this.place;
    this.turn++;
    this.way = null; /* {name, steps, at}: the way that is shown */
    this.practice.set({ board, goal, metric });
    this.distances.begin(this.practice.game, distance);
    this.practice.news.textContent = '';
    this.show();
  }

  show() {
    const { practice, place, way, index } = this;
    const { kind, lost, made, closer, wanted } = place;
    const text = [`${learnText(`kind ${kind}`)}.`, learnText('task', lost, made.length, Math.max(0, closer), Math.max(0, -closer), wanted)];
    if (this.detour) text.push(learnText('detour', this.detour.length));
    if (practice.game.moves !== '' && !way) text.push(learnText('made', practice.game.made));
    if (way) text.push(learnText('way at', way.at, way.steps.length));
    practice.about.textContent = text.join(' ');
    at('places-undo').hidden = way !== null;
    at('places-undo').disabled = practice.game.moves === '';
    at('places-back').hidden = at('places-forward').hidden = way === null;
    at('places-back').disabled = way?.at === 0;
    at('places-forward').disabled = way?.at === way?.steps.length;
    for (const name of PLACE_WAYS) at(`places-${name}-way`).setAttribute('aria-pressed', way?.name === name);
    at('places-shorter-way').hidden = !this.detour;
    at('places-place-before').disabled = index === 0;
    at('places-next-place').disabled = index === this.places.length - 1;
    at('places-next-place').classList.toggle('primary', this.found === 'best');
    practice.mark(way?.steps[way.at] ?? '');
  }

  /* ---- attempts ---- */

  /* Who leaves a way that is shown goes on with an attempt. */
  async moved() {
    const { game, news } = this.practice;
    const { place } = this;
    this.turn++;
    this.way = null;
    this.show();
    if (game.moves === '') news.textContent = '';
    const distance = await unlessCancelled(this.distances.after(game));
    if (distance === undefined || place !== this.place || this.way) return;
    const verdict = distance === null ? 'unmeasured' : verdictOf(place, game.made, distance);
    if (verdict === 'best') this.found = verdict;
    news.textContent = verdict === 'open' ? ''
      : learnText(verdict, game.made, place.lost, place.wanted);
    this.show();
  }

  /* ---- ways that are shown ---- */

  /** A way from the board of the place, or the attempt again. @param {string} name */
  async toggle(name) {
    const again = this.way?.name === name;
    this.begin();
    if (again) return this.practice.board.focus({ preventScroll: true });
    const { place, turn } = this;
    const steps = { own: place.made, shorter: this.detour }[name] ?? await this.betterSteps();
    if (turn !== this.turn || !steps) return undefined;
    this.way = { name, steps, at: 0 };
    this.practice.news.textContent = this.practice.slideText(steps[0]);
    return this.show();
  }

  /* The first moves of a shortest solution, as many as are wanted. */
  async betterSteps() {
    const { practice: { news }, place, turn } = this;
    if (!this.solution) {
      const { board, goal, metric, distance, wanted } = place;
      news.textContent = learnText('measuring');
      const answer = await unlessCancelled(this.solver.ask({ type: 'solve', board, goal, metric, timeout: BETTER_SECONDS,
        maxLength: distance, firstBound: distance }));
      if (place !== this.place) return null;
      if (answer?.length === distance) this.solution = stepsOf(answer.moves, metric).slice(0, wanted);
      if (turn === this.turn) news.textContent = this.solution ? '' : learnText('unmeasured');
    }
    return this.solution;
  }

  /** Goes along the way that is shown, forward or back. @param {number} by */
  step(by) {
    const { practice, way } = this;
    const to = way.at + by;
    if (to < 0 || to > way.steps.length) return true;
    this.walking = true;
    if (by > 0) practice.game.play(way.steps[way.at], 'player');
    else practice.game.undo();
    this.walking = false;
    way.at = to;
    practice.news.textContent = to < way.steps.length ? practice.slideText(way.steps[to]) : '';
    this.show();
    return true;
  }
}
