/* The buttons below the board: what they do, which can be pressed, and the keys that press them. */
import { at } from './dom.js';
import { isOpen } from '../board/goal.js';
import { LETTERS, listenToKeys } from './keys.js';
import { memory } from './memory.js';
import { hasText, phrase } from './texts.js';

const WARNING_MS = 3000;

/* The keys by button. */
/** @type {Record<string, string>} */
export const COSTS = { scramble: 'Space', previous: 'P', retry: 'R', hint: 'H', solve: 'Enter' };

/* Keys and buttons that would end a timed solve, or its chance to count, ask to be pressed once more. */
export class Guard {
  /** @param {Parts} parts */
  constructor({ bus, contest, trainer, searching }) {
    this.bus = bus;
    this.contest = contest;
    this.trainer = trainer;
    this.searching = searching;
    this.warned = /** @type {{ id: string, at: number } | null} */ (null); /* {id, at}: the button that was warned of last, and when */
  }

  /** Help with a board of the day, at which the person still has an attempt. @param {string} id */
  endsAttempt(id) {
    return (id === 'hint' || id === 'solve') && this.contest.hasAttemptHere;
  }

  /** @param {string} id */
  costs(id) {
    if (this.endsAttempt(id)) return true;
    if (!COSTS[id] || !this.trainer.running) return false;
    if (id === 'hint') return !this.trainer.helped;
    return id !== 'solve' || !this.searching.running; /* else Enter stops the search */
  }

  /** Whether a button may be pressed now, by its key or by its `name`; else it was warned of. The second click of a
   * double click was not meant. @param {string} id @param {string} [name] @param {boolean} [double] */
  allows(id, name = hasText('page', `key ${COSTS[id]}`) ? phrase(`key ${COSTS[id]}`) : COSTS[id], double = false) {
    if (double && this.costs(id)) return false;
    const again = this.warned?.id === id && performance.now() - this.warned.at < WARNING_MS;
    const allowed = again || !this.costs(id);
    this.warned = allowed ? null : { id, at: performance.now() };
    if (again) this.bus.emit('notice', { text: '', wrong: false }); /* else the warning stays until a search has found something */
    if (!allowed) this.bus.emit('notice', { text: phrase(this.endsAttempt(id) ? 'ends attempt' : 'runs', name, phrase(`cost ${id}`)), wrong: false });
    return allowed;
  }
}

/* After a click on one of these, the keys are the board's again. */
const LEAVE_FOCUS = ['scramble', 'solve', 'hint', 'undo', 'retry', 'previous', 'share', 'theme', 'mend', 'lesson-begin', 'edit',
  'player-start', 'player-back', 'player-play', 'player-forward'];

export class Buttons {
  /** @param {Parts} parts */
  constructor({ bus, game, status, solver, searching, compare, boards, guard, view, player, trainer }) {
    this.bus = bus;
    this.game = game;
    this.status = status;
    this.searching = searching;
    this.compare = compare;
    this.boards = boards;
    this.guard = guard;
    this.trainer = trainer;
    at('solve').onclick = (event) => this.solveOrStop(event);
    at('hint').onclick = () => searching.hint();
    at('undo').onclick = () => game.undo();
    at('all').onclick = () => searching.all();
    at('cancel').onclick = () => solver.cancel();
    for (const id of Object.keys(COSTS)) at(id).addEventListener('click', (/** @type {MouseEvent} */ event) => this.check(id, event), true);
    for (const id of LEAVE_FOCUS)
      at(id).addEventListener('click', (/** @type {MouseEvent} */ { detail }) => detail > 0 && at('board').focus({ preventScroll: true }));
    const letters = at('letters'); /* that slide tiles */
    letters.append(...LETTERS.map((each) => new Option([...each.toUpperCase()].join(' '), each)));
    letters.value = memory.get('letters', LETTERS[0], (kept) => LETTERS.includes(kept));
    letters.onchange = () => memory.set('letters', letters.value);
    listenToKeys({ slide: (move) => view.slide(move), press: (id) => at(id).disabled || at(id).click(), letters: () => letters.value,
      solution: (key, repeated) => player.key(key, repeated) });
    game.onChange(() => this.enable());
    bus.on('search', () => this.enable());
    bus.on('contest', () => this.enable());
  }

  enable() {
    const { solvable } = this.status;
    const { running } = this.searching;
    const event = this.bus.ask('contest');
    const contest = event !== undefined; /* nothing helps in it */
    at('coach').disabled = contest;
    at('solve').disabled = !solvable || contest;
    at('solve').textContent = phrase(running ? 'stop' : 'solve');
    at('scramble').classList.toggle('primary', this.game.solved); /* nothing is more important than the board else */
    const made = this.game.solved && this.trainer.attempt.phase === 'solved';
    at('scramble').textContent = phrase(made ? 'next' : 'scramble');
    at('solve').hidden = at('hint').hidden = made;
    at('review-open').hidden = at('share-solve').hidden = !made;
    at('hint').disabled = !solvable || running || this.game.solved || contest;
    at('all').disabled = running || contest;
    at('compare-open').hidden = !isOpen(this.game.goal);
    at('compare').disabled = !solvable || (running && !this.compare.running) || contest || isOpen(this.game.goal);
    const begun = this.game.moves !== ''; /* else there is nothing to take back */
    at('undo').disabled = !begun;
    at('retry').disabled = !begun || event === 'speed' || event === 'relay';
    if (!begun && document.activeElement === at('undo')) at('board').focus({ preventScroll: true });
    at('undo').hidden = !begun;
    at('enter').hidden = begun;
    at('previous').disabled = this.boards.earlier.length === 0;
  }

  /** The second click of a double click stops nothing. @param {MouseEvent} event */
  solveOrStop(event) {
    if (!this.searching.running) this.searching.solve();
    else if (event.detail < 2) this.searching.stop();
  }

  /** Before a click does anything: one without a pointer is a key's. @param {string} id @param {MouseEvent} event */
  check(id, event) {
    const name = event.detail > 0 ? at(id).textContent : undefined;
    if (!this.guard.allows(id, name, event.detail > 1)) event.stopImmediatePropagation();
  }
}
