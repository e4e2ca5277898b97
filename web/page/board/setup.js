/* The settings of a board: size and goal, scrambles and their seeds, and text. */
import { boardText } from '../search/core.js';
import { at, closestTo, onSubmit, tell } from '../app/dom.js';
import { boardOfGoal, goalName, isOpen } from './goal.js';
import { memory } from '../app/memory.js';
import { errorText, phrase, tellError } from '../app/texts.js';
import { takesMulti } from './moves.js';
import { taskOfText } from '../app/link.js';
import { SIZES, sizeName, sizeOf, sizeOptions } from '../search/partitions.js';
import { SEED_MAX, randomSeed, seedOf, tilesWay, withoutGap } from './reader.js';

export class Setup {
  /** @param {Parts} parts */
  constructor({ bus, game, reader }) {
    this.bus = bus;
    this.game = game;
    this.reader = reader;
    at('size').append(...sizeOptions());
    at('size').onchange = () => {
      memory.set('size', at('size').value);
      this.takeGoal(reader.goalFor(sizeOf(at('size').value)));
    };
    at('goal').onchange = () => this.regoal();
    onSubmit(at('goal-form'), () => this.readGoal(at('goal-text').value));
    at('goal-here').onclick = () => bus.ask('set', { board: game.board, goal: game.board });
    at('metric').onchange = () => {
      const metric = at('metric').value === 'multi' ? 'multi' : 'single';
      memory.set('metric', metric);
      bus.ask('measure', { metric });
    };
    at('scramble').onclick = () => this.scramble();
    at('seed-scramble').onclick = () => this.scrambleBySeed();
    at('seed').onkeydown = ({ key }) => key === 'Enter' && this.scrambleBySeed();
    onSubmit(at('notation-form'), () => this.read(at('notation').value));
    document.addEventListener('paste', (event) => this.paste(event));
    game.onChange(({ kind }) => this.fill(kind));
    this.fill('board');
    /** @type {Metric} */
    this.metric = memory.get('metric', 'single', (kept) => ['single', 'multi'].includes(kept)); /* that was chosen */
  }

  /** The fields follow the board. @param {Change['kind']} kind */
  fill(kind) {
    if (kind === 'move') return;
    const { goal, metric } = this.game;
    at('size').value = sizeName(this.game);
    at('goal').value = goalName(goal);
    for (const option of at('goal').options) option.disabled = !['other', goalName(this.reader.goalFor(goal, option.value))].includes(option.value);
    at('goal-box').hidden = goalName(goal) !== 'other';
    at('goal-text').value = boardText(goal);
    tell(at('goal-note'), phrase('goal help'));
    at('metric').value = metric;
    if (takesMulti(goal)) this.metric = metric; /* else it comes back with the size */
    at('metric').disabled = !takesMulti(goal);
    at('metric-note').hidden = takesMulti(goal);
    at('notation').value = boardText(this.game.board);
    tell(at('seed-note'), '');
    tell(at('notation-note'), phrase('board help'));
    at('notation-gap').hidden = true;
  }

  /* Another board, in the metric that was chosen, if it takes boards of the size. */
  /** @param {Board} board @param {Goal} goal @param {Metric} [metric] */
  setBoard(board, goal, metric = this.metric) {
    this.bus.ask('set', { board, goal, metric: takesMulti(board) ? metric : 'single' });
  }

  /* The size that was chosen at an earlier visit, in the metric. */
  takeRemembered() {
    const size = SIZES.find((each) => sizeName(each) === memory.get('size', '')) ?? this.game;
    const goal = this.reader.goalFor(size);
    this.game.set(boardOfGoal(goal), goal, takesMulti(size) ? this.metric : 'single');
  }

  /* The first board, which nobody has asked for: the address stays. */
  begin() {
    const { goal, metric } = this.game;
    this.game.set(this.reader.scramble(goal, randomSeed()), goal, metric);
    this.bus.emit('task');
    this.bus.emit('scrambled');
  }

  /* The same board towards another goal, unless all of it is solved. */
  regoal() {
    if (at('goal').value !== 'other') return this.takeGoal(this.reader.goalFor(this.game, at('goal').value));
    at('goal-box').hidden = false;
    at('goal-text').focus();
    return at('goal-text').select();
  }

  /** A board that fits an open goal is scrambled, since nobody asked for that one. @param {Goal} goal */
  takeGoal(goal) {
    const { board, solved, goal: before } = this.game;
    const keeps = (!solved || isOpen(before)) && sizeName(goal) === sizeName(before);
    this.setBoard(keeps ? board : boardOfGoal(goal), goal);
    if (isOpen(goal) && this.game.solved) this.scramble();
  }

  /** A goal from text. False: it was refused, in words. @param {string} text */
  readGoal(text) {
    try {
      this.takeGoal(this.reader.goalOf(text, (goal) => this.reader.parse(goal)));
      tell(at('goal-note'), phrase('is goal'));
      return true;
    } catch (error) {
      tellError(at('goal-note'), error);
      return false;
    }
  }

  /** False: it is no seed. @param {string} typed */
  scrambleText(typed) {
    const seed = seedOf(typed.trim());
    if (seed !== null) this.scramble(seed);
    return seed !== null;
  }

  scrambleBySeed() {
    if (!this.scrambleText(at('seed').value)) tell(at('seed-note'), phrase('no seed', SEED_MAX), true);
  }

  /** @param {bigint} [seed] */
  scramble(seed = randomSeed()) {
    const { goal } = this.game;
    this.bus.ask('set', { board: this.reader.scramble(goal, seed), goal });
    this.bus.emit('scrambled');
    tell(at('seed-note'), phrase('seed', seed));
  }

  /** A board from text, towards the goal that is chosen. False: it was refused, in words. @param {string} text */
  read(text) {
    at('notation-gap').hidden = true;
    const link = taskOfText(text);
    const tiles = link ? null : withoutGap(text, this.game);
    if (link) this.openLink(link);
    if (tiles) this.bus.ask('place', tiles);
    return link !== null || tiles !== null || this.readBoard(text);
  }

  /** A reason that is there already says more. @param {LinkTask} link */
  async openLink(link) {
    const note = at('notation-note');
    tell(note, '');
    const problem = await this.bus.ask('open', link);
    if (problem !== '' && !note.classList.contains('wrong')) tell(note, problem, true);
  }

  /** @param {string} text */
  readBoard(text) {
    try {
      const board = this.reader.parse(text);
      this.setBoard(board, this.reader.goalFor(board));
      tell(at('notation-note'), phrase('is board'));
      return true;
    } catch (error) {
      const swapped = this.reader.readsAsGap(text) ? tilesWay(text) : '';
      tell(at('notation-note'), `${errorText(error)}${swapped === '' ? '' : ` ${phrase('asGap')}`}`, true);
      at('notation-gap').hidden = swapped === '';
      at('notation-gap').onclick = () => this.readBoard(swapped);
      return false;
    }
  }

  /** @param {ClipboardEvent} event */
  paste(event) {
    if (closestTo(event, 'input, textarea')) return;
    const text = event.clipboardData?.getData('text') ?? '';
    if (text.trim() === '') return;
    event.preventDefault();
    if (this.bus.ask('paste', text)) return;
    this.bus.ask('show', 'settings');
    at('notation').value = text;
    this.read(text);
  }

  /** Takes the task of a link. False: it has none that can be read. @param {LinkTask} link */
  readLink(link) {
    at('notation').value = link.board ?? '';
    try {
      const { board, goal } = this.reader.taskOf(link);
      this.setBoard(board, goal, link.metric);
      return true;
    } catch (error) {
      tellError(at('notation-note'), error);
      this.bus.ask('show', 'settings');
      return false;
    }
  }
}
