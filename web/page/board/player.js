/*
 * The player of a solution: play, pause, step, back, speed, and a slider to any move. What a person played with a
 * clock plays at that pace, unless another speed is chosen.
 *
 * It follows the game: a move by hand that is the solution's own goes along it; any other leaves the
 * solution, and the player goes away. While it is there, Space plays and pauses, arrows step, and Escape
 * closes it; a person who follows the solution by hand has the arrows for the board.
 */
import { boardText } from '../search/core.js';
import { at, element } from '../app/dom.js';
import { phrase, runLengths } from '../app/texts.js';
import { OPPOSITE, stepsOf } from './moves.js';

const STEP_MS = [1200, 650, 330, 160, 70];

export class Player {
  /** `mark(moves)` marks the tile to move on the board. @param {Game} game @param {(moves: string) => void} mark */
  constructor(game, mark) {
    this.game = game;
    this.solution = '';
    this.start = /** @type {Board | null} */ (null); /* the board from which it leads: that of the game, or one after moves */
    this.ends = /** @type {number[]} */ ([]); /* after how many letters each move ends */
    this.at = 0; /* letters */
    this.times = /** @type {number[] | null} */ (null); /* the seconds after each letter, as it was played */
    this.began = 0; /* when that pace began, on the clock of the page */
    this.before = ''; /* the moves that were made before the solution came */
    this.timer = 0; /* of the next move, while the solution plays */
    this.guiding = false; /* the person moves a puzzle of wood, step by step */
    this.mark = mark;
    at('player-next').onclick = () => this.next();
    at('player-start').onclick = () => this.seek(0);
    at('player-back').onclick = () => this.stepBack();
    at('player-forward').onclick = () => this.step();
    at('player-play').onclick = () => this.toggle();
    at('player-position').oninput = () => this.seek(Number(at('player-position').value));
    at('player-speed').oninput = () => this.retime();
    at('player-pace').onclick = () => this.keepPace(!this.paced);
    game.onChange((change) => this.follow(change));
    this.retime();
  }

  /* The moves that are made whole. */
  get made() {
    return this.ends.filter((end) => end <= this.at).length;
  }

  get stepMilliseconds() {
    return STEP_MS[Number(at('player-speed').value) - 1];
  }

  retime() {
    this.keepPace(false);
    const glide = Math.min(170, 0.8 * this.stepMilliseconds);
    document.documentElement.style.setProperty('--glide', `${glide}ms`);
  }

  get paced() {
    return at('player-pace').getAttribute('aria-pressed') === 'true';
  }

  /** @param {boolean} on */
  keepPace(on) {
    at('player-pace').setAttribute('aria-pressed', String(on));
    if (this.timer) this.play();
  }

  /** The solution was played by a person, with these times; null: they are not known. @param {number[] | null} times */
  takeTimes(times) {
    this.times = times?.length === this.solution.length ? times : null;
    at('player-pace').hidden = this.times === null;
    this.keepPace(this.times !== null);
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
    this.takeTimes(null);
    at('player').hidden = moves === '';
    document.body.classList.toggle('watching', moves !== '');
    this.measure();
  }

  measure() {
    let end = 0;
    this.ends = stepsOf(this.solution, this.game.metric).map((step) => end += step.length);
    at('player-position').max = String(this.ends.length);
    this.draw();
  }

  leave() {
    this.load('');
  }

  /** @param {Board} board */
  startsFrom(board) {
    return this.start !== null && boardText(this.start) === boardText(board);
  }

  /** Brings the board back from which the solution started; `again` as in Game.set. @param {Board} board @param {boolean} [again] */
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

  /* Who has made the moves by hand stays where they lead; else the board is as it was before. */
  close() {
    if (at('player').contains(document.activeElement)) at('board').focus({ preventScroll: true });
    if (!this.guiding) this.seek(0);
    this.leave();
  }

  /** False: the key is the board's. @param {string} key @param {boolean} repeated */
  key(key, repeated) {
    if (this.solution === '') return false;
    const space = this.guiding ? () => this.next() : () => this.toggle();
    /** @type {Record<string, () => void>} */
    const arrows = this.guiding ? {} : { ArrowRight: () => this.step(), ArrowDown: () => this.step(),
      ArrowLeft: () => this.stepBack(), ArrowUp: () => this.stepBack() };
    const acts = /** @type {Record<string, (() => void) | undefined>} */ ({ ' ': space, Escape: () => this.close(), ...arrows });
    const act = acts[key];
    if (!act) return false;
    if (!repeated || key.startsWith('Arrow')) act();
    return true;
  }

  play() {
    clearTimeout(this.timer);
    this.guiding = false;
    this.mark('');
    if (this.at === this.solution.length) this.seek(0);
    this.began = performance.now() - 1000 * (this.times?.[this.at - 1] ?? 0);
    this.wait();
    at('player').classList.add('playing');
    at('player-play').setAttribute('aria-label', phrase('pause'));
  }

  /* Until the next move, which comes when it came for the person who played it. */
  wait() {
    const due = this.paced ? this.began + 1000 * (this.times?.[(this.ends[this.made] ?? 1) - 1] ?? 0) - performance.now() : this.stepMilliseconds;
    this.timer = window.setTimeout(() => this.tick(), Math.max(0, due));
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    at('player').classList.remove('playing');
    at('player-play').setAttribute('aria-label', phrase('play'));
  }

  tick() {
    this.forward();
    if (this.at === this.solution.length) this.pause();
    else if (this.timer) this.wait();
    this.draw();
  }

  forward() {
    const end = this.ends[this.made] ?? this.at;
    const moves = this.solution.slice(this.at, end);
    this.at = end;
    this.game.play(moves, 'player');
  }

  /** @param {number} to */
  seek(to) {
    this.pause();
    const target = this.ends[Math.min(this.ends.length, to) - 1] ?? 0;
    while (this.at < target) this.forward();
    while (this.at > target) {
      const move = this.solution[--this.at];
      if (this.game.moves.at(-1) === move) this.game.back('player');
      else this.game.move(OPPOSITE[move], 'player'); /* by hand, the board may have come here another way */
    }
    this.draw();
  }

  /** The game changed by another hand. @param {Change} change */
  follow({ kind, move, by }) {
    if (this.solution === '' || by === 'player') return;
    if (kind === 'metric') return this.measure();
    if (kind === 'move' && move === this.solution[this.at]) this.at++;
    else if (kind === 'move' && this.at > 0 && move === OPPOSITE[this.solution[this.at - 1]]) this.at--;
    else return this.leave();
    this.pause();
    this.draw();
  }

  /** As run lengths, with a blank after each slide. @param {string} moves */
  text(moves) {
    if (this.game.metric === 'single') return runLengths(moves);
    return stepsOf(moves, 'multi').map((step) => `${runLengths(step)} `).join('');
  }

  /* What to do next: Move 7 up. */
  drawStep() {
    const { game, solution, ends, made } = this;
    const moves = solution.slice(this.at, ends[made]);
    const tiles = [...moves].map((move, i) => game.cells[game.sourceOf(move, i + 1)]);
    at('player-next').disabled = moves === '';
    at('player-step').textContent = moves === '' ? phrase('step done') : phrase('step', tiles.join(', '), phrase(`way ${moves[0]}`));
    at('player-left').textContent = moves === '' ? '' : phrase('step next');
    at('player').classList.toggle('guiding', this.guiding);
    if (this.guiding) this.mark(moves);
  }

  draw() {
    this.drawStep();
    const { made, ends: { length } } = this;
    at('player-position').value = String(made);
    at('player-position').setAttribute('aria-valuetext', phrase('move of', made, length));
    at('player-where').textContent = phrase('of', made, length);
    at('player-back').disabled = at('player-start').disabled = this.at === 0;
    at('player-forward').disabled = made === length;
    const end = this.ends[made] ?? this.at;
    /** @param {number} from @param {number} [to] */
    const text = (from, to) => this.text(this.solution.slice(from, to));
    at('player-moves').replaceChildren(element('span', {}, text(0, this.at)), element('b', {}, text(this.at, end)), text(end));
  }
}
