/* The methods side by side: each solves the same board, one after the other, in the worker. */
import { at, button, element, tell } from '../app/dom.js';
import { brief, decimal, duration, errorText, phrase, say, translatedSentence } from '../app/texts.js';
import { taskText } from '../board/game.js';
import { lengthOf } from '../board/moves.js';
import { hasTables, isExact } from '../search/partitions.js';
import { Cancelled } from '../search/solver.js';

const METHOD_SECONDS = 10;
const BFS_BYTES = 256e6;

/** @typedef {{ key: string, single?: boolean, request: WorkerRequest & { type: 'solve' | 'anytime' | 'method' } }} Method */
/** @typedef {Record<'element' | 'name' | 'about' | 'moves' | 'nodes' | 'time' | 'watch', HTMLElement>} Row */

/** @type {Method[]} */
const METHODS = [
  { key: 'layered', request: { type: 'method', method: 'LAYERED', metric: 'single' } },
  { key: 'bfs', request: { type: 'method', method: 'BFS', timeout: METHOD_SECONDS, memory: BFS_BYTES } },
  { key: 'iddfs', request: { type: 'method', method: 'IDDFS', timeout: METHOD_SECONDS } },
  { key: 'manhattan', single: true, request: { type: 'solve', heuristic: 'manhattan', timeout: METHOD_SECONDS } },
  { key: 'pdb', request: { type: 'solve', heuristic: 'pdb' } },
];
/* The last one of boards beyond exact search. */
const BEAMS = /** @type {Method} */ ({ key: 'beams', request: { type: 'anytime', timeout: METHOD_SECONDS } });

export class Compare {
  /** @param {Parts} parts */
  constructor({ bus, game, solver, coach, searching, player }) {
    this.bus = bus;
    this.game = game;
    this.solver = solver;
    this.coach = coach;
    this.searching = searching;
    this.player = player;
    this.run = 0;
    this.rows = /** @type {Map<string, Row>} */ (new Map());
    this.compared = /** @type {Board | null} */ (null); /* the board of the methods that are listed */
    this.watching = false; /* that board is set again, and the list stays */
    this.clear();
    at('compare').onclick = () => this.press();
    game.onChange(({ kind, again }) => {
      if (kind === 'move' || again || this.watching) return;
      if (this.running) solver.cancel();
      this.clear();
    });
  }

  get running() {
    return at('compare').dataset.running === 'yes';
  }

  press() {
    if (this.running) return this.solver.cancel();
    const { task } = this.game;
    this.player.leave();
    this.compared = task.board;
    return this.searching.foreground(() => this.start(task));
  }

  /** Shows a solution of the board that was compared, which comes back. @param {string} solution */
  watch(solution) {
    this.watching = true;
    if (this.compared) this.bus.ask('set', { board: this.compared });
    this.watching = false;
    this.searching.watch(solution);
  }

  /** What the databases found. The board may have moved on meanwhile. @param {Answer} answer @param {Task} task */
  learn(answer, task) {
    if (this.coach.isCurrent(task) || taskText(task) === this.searching.begun) this.coach.learn(answer, task.board);
  }

  clear() {
    this.run++;
    this.ended();
    this.rows = new Map(METHODS.map((method) => [method.key, this.row(method)]));
    at('methods').replaceChildren(...[...this.rows.values()].map((row) => row.element));
    at('layered').hidden = true;
    at('layered-steps').replaceChildren();
  }

  /** @param {Method} method @returns {Row} */
  row({ key }) {
    const cells = {
      name: element('th', { scope: 'row' }, say('methods', key)),
      about: element('small', {}, say('methods', `about ${key}`)),
      moves: element('td', {}, '–'),
      nodes: element('td', {}, '–'),
      time: element('td', {}, '–'),
      watch: element('td'),
    };
    cells.name.append(cells.about);
    const row = element('tr', {}, cells.name, cells.moves, cells.nodes, cells.time, cells.watch);
    row.dataset.method = key;
    return { element: row, ...cells };
  }

  /** @param {string} key */
  rowOf(key) {
    return /** @type {Row} */ (this.rows.get(key));
  }

  /** Runs all methods on a board; the promise ends with the last. @param {Task} task */
  async start(task) {
    this.clear();
    const run = this.run;
    at('compare').dataset.running = 'yes';
    at('compare').textContent = phrase('stop');
    try {
      for (const method of METHODS) {
        if (run !== this.run) return;
        if (method.key === 'pdb' && !isExact(task.goal)) await this.beams(task, run);
        else if (method.key === 'layered' || hasTables(task.board)) await this.one(method, task, run);
        else this.state(this.rowOf(method.key), 'left', '–');
      }
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
      for (const row of this.rows.values()) {
        if (row.element.dataset.state === 'running') this.state(row, 'stopped', say('methods', 'stopped'));
      }
    } finally {
      if (run === this.run) this.ended();
    }
  }

  ended() {
    at('compare').dataset.running = 'no';
    at('compare').textContent = say('methods', 'compare');
  }

  /** @param {Row} row @param {string} state @param {string} moves */
  state(row, state, moves) {
    row.element.dataset.state = state;
    row.moves.textContent = moves;
  }

  /** @param {Task} task @param {number} run */
  beams(task, run) {
    const row = this.rowOf('pdb');
    this.rows.set(BEAMS.key, row);
    (row.name.firstChild ?? row.name).textContent = say('methods', 'beams');
    tell(row.about, say('methods', 'about beams'));
    return this.one(BEAMS, task, run);
  }

  /** @param {Method} method @param {Task} task @param {number} run */
  async one({ key, request, single }, task, run) {
    const row = this.rowOf(key);
    if (single && task.metric === 'multi') return this.state(row, 'left', '–');
    this.state(row, 'running', '…');
    const answer = await this.solver.ask({ ...task, ...request }, {
      onProgress: ({ done, seconds }) => {
        row.nodes.textContent = brief(done);
        row.time.textContent = duration(seconds);
      },
      onStep: (step) => step.text && this.step(step),
    });
    if (run !== this.run) return;
    this.finish(row, key, answer, task.metric);
    if (key === 'pdb' || key === BEAMS.key) this.learn(answer, task);
  }

  /** @param {Row} row @param {string} key @param {Answer} answer @param {Metric} metric */
  finish(row, key, answer, metric) {
    const solved = answer.length >= 0;
    const length = key === 'layered' ? lengthOf(answer.moves, metric) : answer.length;
    this.state(row, solved ? 'done' : 'limit', solved ? decimal(length) : `≥ ${answer.lowerBound}`);
    if (solved && answer.optimal) row.moves.append(element('small', {}, say('methods', 'optimal')));
    if (!solved) {
      row.moves.append(element('small', {}, say('methods', 'gave up')));
      tell(row.about, errorText(answer));
    }
    row.nodes.textContent = key === 'layered' ? '–' : brief(answer.generated ?? answer.expanded);
    if (key === BEAMS.key && !answer.optimal) row.moves.append(element('small', {}, say('methods', 'at least', answer.lowerBound)));
    row.time.textContent = duration(answer.microseconds / 1e6);
    if (answer.database) tell(row.about, say('methods', 'about pdb', answer.database.name));
    if (key === 'layered') at('layered').hidden = !solved;
    if (!solved || answer.length === 0) return;
    row.watch.replaceChildren(button('▶', () => this.watch(answer.moves),
      { className: 'small watch', 'aria-label': say('methods', 'watch', row.name.firstChild?.textContent) }));
  }

  /** @param {Step} step */
  step({ text, moves }) {
    at('layered-steps').append(
      element('li', {}, translatedSentence('steps', text), ' ', element('code', { className: 'moves' }, moves)));
  }
}
