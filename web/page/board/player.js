/*
 * The player of a solution: play, pause, step, back, speed, and a slider to any move.
 *
 * It follows the game: a move by hand that is the solution's own goes along it; any other leaves the
 * solution, and the player goes away. While it is there, Space plays and pauses, arrows step, and Escape
 * closes it; a person who follows the solution by hand has the arrows for the board.
 */
import { boardText } from '../search/core.js';
import { at } from '../app/dom.js';
import { runLengths } from '../app/format.js';
import { MOVE_NAMES, opposite } from './game.js';
import { stepsOf } from './metric.js';

const STEP_MS = [1200, 650, 330, 160, 70];

export class Player {
  /* `elements`: box, start, back, play, forward, speed, position, where, moves, next, step, left.
   * `mark(moves)` marks the tile to move on the board. */
  /** @param {Game} game @param {Elements} elements @param {(moves: string) => void} mark */
  constructor(game, elements, mark) {
    this.game = game;
    this.elements = elements;
    this.solution = '';
    /** @type {Board | null} */
    this.start = null; /* the board from which it leads: that of the game, or one after moves */
    /** @type {number[]} */
    this.ends = []; /* after how many letters each move ends */
    this.at = 0; /* letters */
    this.before = ''; /* the moves that were made before the solution came */
    /** @type {number | undefined} */
    this.timer = undefined;
    this.guiding = false; /* the person moves a puzzle of wood, step by step */
    this.mark = mark;
    elements.next.onclick = () => this.next();
    elements.start.onclick = () => this.seek(0);
    elements.back.onclick = () => this.stepBack();
    elements.forward.onclick = () => this.step();
    elements.play.onclick = () => this.toggle();
    elements.position.oninput = () => this.seek(Number(elements.position.value));
    elements.speed.oninput = () => this.retime();
    game.onChange((change) => this.follow(change));
    this.retime();
  }

  /* The moves that are made whole. */
  get made() {
    return this.ends.filter((end) => end <= this.at).length;
  }

  get stepMilliseconds() {
    return STEP_MS[this.elements.speed.value - 1];
  }

  retime() {
    const glide = Math.min(170, 0.8 * this.stepMilliseconds);
    document.documentElement.style.setProperty('--glide', `${glide}ms`);
    if (this.timer) this.play();
  }

  /* Takes over a solution of the board as it is, for a person who follows it by hand if `guiding`. */
  /** @param {string} moves @param {boolean} [guiding] */
  load(moves, guiding = false) {
    this.pause();
    if (moves !== '' && this.solution === '') this.before = this.game.moves;
    this.solution = moves;
    this.start = moves === '' ? null : this.game.board;
    this.guiding = guiding;
    this.at = 0;
    this.elements.box.hidden = moves === '';
    this.measure();
  }

  measure() {
    let end = 0;
    this.ends = stepsOf(this.solution, this.game.metric).map((step) => end += step.length);
    this.elements.position.max = this.ends.length;
    this.draw();
  }

  leave() {
    this.load('');
  }

  /** @param {Board} board */
  startsFrom(board) {
    return this.start !== null && boardText(this.start) === boardText(board);
  }

  /* Brings the board back from which the solution started; `again` as in Game.set. */
  /** @param {Board} board @param {boolean} [again] */
  rewind(board, again = false) {
    if (this.startsFrom(board)) return this.seek(0);
    this.leave();
    return this.game.set(board, this.game.goal, this.game.metric, again);
  }

  /* The move that is named is made, and the next one named. */
  next() {
    this.guiding = true;
    this.step();
  }

  step() {
    this.seek(this.made + 1);
  }

  stepBack() {
    this.seek(this.ends.findLastIndex((end) => end < this.at) + 1);
  }

  toggle() {
    if (this.timer) this.pause();
    else this.play();
  }

  close() {
    if (this.elements.box.contains(document.activeElement)) at('board').focus({ preventScroll: true });
    this.leave();
  }

  /* False: the key is the board's. */
  /** @param {string} key @param {boolean} repeated */
  key(key, repeated) {
    if (this.solution === '') return false;
    const space = this.guiding ? () => this.next() : () => this.toggle();
    /** @type {Record<string, () => void>} */
    const arrows = this.guiding ? {} : { ArrowRight: () => this.step(), ArrowDown: () => this.step(),
      ArrowLeft: () => this.stepBack(), ArrowUp: () => this.stepBack() };
    /** @type {Record<string, (() => void) | undefined>} */
    const acts = { ' ': space, Escape: () => this.close(), ...arrows };
    const act = acts[key];
    if (!act) return false;
    if (!repeated || key.startsWith('Arrow')) act();
    return true;
  }

  play() {
    clearInterval(this.timer);
    this.guiding = false;
    this.mark('');
    if (this.at === this.solution.length) this.seek(0);
    this.timer = setInterval(() => this.tick(), this.stepMilliseconds);
    this.elements.box.classList.add('playing');
    this.elements.play.setAttribute('aria-label', 'Pause');
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.elements.box.classList.remove('playing');
    this.elements.play.setAttribute('aria-label', 'Play');
  }

  tick() {
    this.forward();
    if (this.at === this.solution.length) this.pause();
    this.draw();
  }

  forward() {
    const end = this.ends[this.made] ?? this.at;
    const moves = this.solution.slice(this.at, end);
    this.at = end;
    this.game.play(moves, 'player');
  }

  /* By hand, the board may have come here another way than along the solution. */
  backward() {
    const move = this.solution[--this.at];
    if (this.game.moves.at(-1) === move) this.game.back('player');
    else this.game.move(opposite(move), 'player');
  }

  /** @param {number} to */
  seek(to) {
    this.pause();
    const target = this.ends[Math.min(this.ends.length, to) - 1] ?? 0;
    while (this.at < target) this.forward();
    while (this.at > target) this.backward();
    this.draw();
  }

  /* The game changed by another hand. */
  /** @param {Change} change */
  follow({ kind, move, by }) {
    if (this.solution === '' || by === 'player') return;
    if (kind === 'metric') return this.measure();
    if (kind === 'move' && move === this.solution[this.at]) this.at++;
    else if (kind === 'move' && this.at > 0 && move === opposite(this.solution[this.at - 1])) this.at--;
    else return this.leave();
    this.pause();
    this.draw();
  }

  /* Slides of several tiles as run lengths. */
  /** @param {string} moves */
  text(moves) {
    if (this.game.metric === 'single') return moves;
    return stepsOf(moves, 'multi').map((step) => `${runLengths(step)} `).join('');
  }

  /* What to do next: Move 7 up. */
  drawStep() {
    const { game, solution, ends, made, elements: { next, step, left } } = this;
    const moves = solution.slice(this.at, ends[made]);
    const tiles = [...moves].map((move, i) => game.cells[game.sourceOf(move, i + 1)]);
    next.disabled = moves === '';
    step.textContent = moves === '' ? 'Solved' : `Move ${tiles.join(', ')} ${MOVE_NAMES[moves[0]]}`;
    left.textContent = moves === '' ? '' : 'Next ▸';
    if (this.guiding) this.mark(moves);
  }

  draw() {
    this.drawStep();
    const { position, where, moves, back, start, forward } = this.elements;
    const { made, ends: { length } } = this;
    position.value = made;
    position.setAttribute('aria-valuetext', `move ${made} of ${length}`);
    where.textContent = `${made} of ${length}`;
    back.disabled = start.disabled = this.at === 0;
    forward.disabled = made === length;
    const end = this.ends[made] ?? this.at;
    const past = document.createElement('span');
    const next = document.createElement('b');
    /** @param {number} from @param {number} [to] */
    const text = (from, to) => this.text(this.solution.slice(from, to));
    past.textContent = text(0, this.at);
    next.textContent = text(this.at, end);
    moves.replaceChildren(past, next, text(end));
  }
}
