/*
 * The player of a solution: play, pause, step, back, speed, and a slider to any move.
 *
 * It follows the game: a move by hand that is the solution's own goes along it; any other leaves the
 * solution, and the player goes away.
 */
import { opposite } from './game.js';

const STEP_MS = [1200, 650, 330, 160, 70];

export class Player {
  /* `elements`: box, start, back, play, forward, speed, position, where, moves. */
  constructor(game, elements) {
    this.game = game;
    this.elements = elements;
    this.solution = '';
    this.at = 0;
    this.timer = null;
    elements.start.onclick = () => this.seek(0);
    elements.back.onclick = () => this.seek(this.at - 1);
    elements.forward.onclick = () => this.seek(this.at + 1);
    elements.play.onclick = () => (this.timer ? this.pause() : this.play());
    elements.position.oninput = () => this.seek(Number(elements.position.value));
    elements.speed.oninput = () => this.retime();
    game.onChange((change) => this.follow(change));
    this.retime();
  }

  get stepMilliseconds() {
    return STEP_MS[this.elements.speed.value - 1];
  }

  retime() {
    const glide = Math.min(170, 0.8 * this.stepMilliseconds);
    document.documentElement.style.setProperty('--glide', `${glide}ms`);
    if (this.timer) this.play();
  }

  /* Takes over a solution of the board as it is. */
  load(moves) {
    this.pause();
    this.solution = moves;
    this.at = 0;
    if (moves !== '') this.game.begin();
    this.elements.box.hidden = moves === '';
    this.elements.position.max = moves.length;
    this.draw();
  }

  leave() {
    this.load('');
  }

  /* Brings the board back from which the solution started. */
  rewind(board) {
    this.leave();
    this.game.set(board);
  }

  play() {
    clearInterval(this.timer);
    if (this.at === this.solution.length) this.seek(0);
    this.timer = setInterval(() => this.tick(), this.stepMilliseconds);
    this.elements.box.classList.add('playing');
    this.elements.play.setAttribute('aria-label', 'Pause');
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.elements.box.classList.remove('playing');
    this.elements.play.setAttribute('aria-label', 'Play');
  }

  tick() {
    this.forward();
    if (this.at === this.solution.length) this.pause();
    this.draw();
  }

  forward() {
    if (this.at < this.solution.length) this.game.move(this.solution[this.at++], 'player');
  }

  seek(to) {
    this.pause();
    const target = Math.max(0, Math.min(this.solution.length, to));
    while (this.at < target) this.forward();
    while (this.at > target) {
      this.at--;
      this.game.back('player');
    }
    this.draw();
  }

  /* The game changed by another hand. */
  follow({ kind, move, by }) {
    if (this.solution === '' || by === 'player') return;
    if (kind === 'move' && move === this.solution[this.at]) this.at++;
    else if (kind === 'move' && this.at > 0 && move === opposite(this.solution[this.at - 1])) this.at--;
    else return this.leave();
    this.pause();
    this.draw();
  }

  draw() {
    const { position, where, moves, back, start, forward } = this.elements;
    const length = this.solution.length;
    position.value = this.at;
    position.setAttribute('aria-valuetext', `move ${this.at} of ${length}`);
    where.textContent = `${this.at} of ${length}`;
    back.disabled = start.disabled = this.at === 0;
    forward.disabled = this.at === length;
    const made = document.createElement('span');
    const next = document.createElement('b');
    made.textContent = this.solution.slice(0, this.at);
    next.textContent = this.solution.slice(this.at, this.at + 1);
    moves.replaceChildren(made, next, this.solution.slice(this.at + 1));
  }
}
