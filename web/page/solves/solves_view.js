/*
 * The view of all solves: sessions, bests and averages, graphs, the list (list_view.js), and files. It is drawn
 * only while it is in front, since there may be thousands of solves.
 */
import { decimal } from '../app/texts.js';
import { at, copyText, button, onSubmit, saveFile, tableRow, tell } from '../app/dom.js';
import { linkHere, linkOf, replayLinkOf, showLink, taskOfLink } from '../app/link.js';
import { memory } from '../app/memory.js';
import { relayOfLink } from '../contest/result.js';
import { sizeText } from '../search/partitions.js';
import { drawBins, drawCourse } from './graph.js';
import { ListView } from './list_view.js';
import { taskOfRecord } from './record.js';
import { MEASURES, averagesOf, statisticsOf } from './statistics.js';
import { solveText, timeText, valueText } from './text.js';

const FILE_BYTES = 5e8;
const TAB = 'tab-solves';
const EVERY = '*'; /* of the choice of sessions: all solves; a name begins with '=' */
const RELAYS = '>';

/** Returns the task and moves of a record as those of a link (link.js). @param {SolveRecord} record @returns {LinkTask} */
const linkedSolve = ({ start, goal, metric, moves, times }) =>
  ({ board: start, goal, metric, moves, times: times && times.map((time) => time / 1000), replay: null });

export class SolvesView {
  /** @param {Parts} parts */
  constructor({ bus, history }) {
    this.bus = bus;
    this.history = history;
    this.inFront = false;
    this.removed = /** @type {SolveRecord | null} */ (null); /* the record that was deleted last */
    this.list = new ListView(history, { watch: (record) => this.watch(record), retry: (record) => this.retry(record),
      share: (record) => this.share(record), remove: (record) => this.remove(record) });
    for (const id of ['measure', 'solves-by']) {
      const choice = at(id);
      choice.value = memory.get(id, choice.value, (kept) => [...choice.options].some(({ value }) => value === kept));
      choice.onchange = () => {
        memory.set(id, choice.value);
        this.drawStatistics();
      };
    }
    at('session').onchange = () => this.choose(at('session').value);
    onSubmit(at('session-form'), () => this.addSession());
    at('solves-undo').onclick = () => this.restore();
    at('solves-export').onclick = () => this.save();
    at('solves-import').onchange = () => this.load(at('solves-import').files?.[0]);
    history.onChange(() => this.draw());
    bus.on('tab', ({ id }) => {
      this.inFront = id === TAB;
      this.draw();
    });
  }

  draw() {
    if (!this.inFront) return;
    this.drawSessions();
    this.drawStatistics();
    this.list.draw();
    const { trouble = '' } = this.history.store ?? {};
    tell(at('solves-trouble'), trouble && solveText(trouble), true);
  }

  /* ---- sessions ---- */

  /** @param {string} value */
  choose(value) {
    if (value === RELAYS) this.history.chooseRelays();
    else this.history.choose(value === EVERY ? null : value.slice(1));
  }

  drawSessions() {
    const { session, sessions, relays, showsRelays } = this.history;
    const options = [new Option(solveText('allSolves'), EVERY), new Option(solveText('noSession'), '='), ...sessions.map((name) => new Option(name, `=${name}`))];
    if (relays.length > 0 || showsRelays) options.push(new Option(solveText('relays'), RELAYS));
    at('session').replaceChildren(...options);
    at('session').value = showsRelays ? RELAYS : session === null ? EVERY : `=${session}`;
  }

  addSession() {
    const name = at('session-name').value.replace(/\p{C}/gu, ' ').trim();
    if (name === '') return this.note(solveText('newSession'), true);
    at('session-name').value = '';
    this.note('');
    return this.history.choose(name);
  }

  /* ---- bests, averages, graphs ---- */

  drawStatistics() {
    const measure = /** @type {Measure} */ (at('measure').value);
    const { listed: records, showsRelays } = this.history;
    const statistics = statisticsOf(records, measure);
    const { count, finished, mean, averages } = statistics;
    tell(at('solves-about'), solveText(showsRelays ? 'countedRelays' : 'counted', records.length, count, finished < count, finished));
    tell(at('solves-trims'), count > 0 ? solveText('trims') : '');
    at('solves-mean').textContent = valueText(measure, mean, true);
    for (const name of /** @type {Measure[]} */ (Object.keys(MEASURES))) {
      const { best } = name === measure ? statistics : statisticsOf(records, name, []);
      at(`solves-best-${name}`).replaceChildren(best
        ? button(valueText(name, MEASURES[name].of(best)), () => this.list.show(best), { className: 'link' }) : '–');
    }
    at('averages').replaceChildren(...averages.filter(({ all }) => all).map(({ size, now, best }) =>
      tableRow(solveText('averageOf', String(size)), [valueText(measure, now, true), valueText(measure, best, true)])));
    at('averages-wrap').hidden = averages.every(({ all }) => !all);
    at('solves-graphs').hidden = finished === 0;
    if (finished === 0) return;
    drawCourse(at('solves-course'), statistics, measure, at('solves-by').value === 'date');
    drawBins(at('solves-bins'), statistics, measure);
  }

  /* ---- one solve ---- */

  /** @param {string} text @param {boolean} [wrong] */
  note(text, wrong = false) {
    tell(at('solves-note'), text, wrong);
    at('solves-undo').hidden = true;
  }

  /** Plays the moves of a solve on the board and reviews them. @param {SolveRecord} record */
  async watch(record) {
    const problem = await this.bus.ask('open', taskOfLink(record.result) ?? linkedSolve(record));
    if (problem !== '') return this.note(problem, true);
    return at(record.result === '' ? 'player-play' : 'panel-daily').focus();
  }

  /** @param {SolveRecord} record */
  retry(record) {
    const { number = null, legs } = relayOfLink(record.result) ?? {};
    const task = taskOfRecord(record);
    if (number !== null) this.bus.ask('relay', { number, legs });
    else if (task) this.bus.ask('set', task);
    at('board').focus();
  }

  /** A link with the times, if they are known; it is of the form that slidysim's replays have. @param {SolveRecord} record */
  async share(record) {
    const task = taskOfRecord(record);
    const { moves, times, result } = record;
    const link = !task ? linkHere(result) : times ? await replayLinkOf(task, moves, times) : linkOf(task, moves);
    if (await copyText(link)) return this.note(solveText('copied'));
    showLink(link);
    this.bus.emit('address');
    return this.note(solveText('inAddress'));
  }

  /** @param {SolveRecord} record */
  async remove(record) {
    await this.history.store?.remove(record.id);
    this.note(solveText('deleted'));
    this.removed = record;
    at('solves-undo').textContent = solveText('undo');
    at('solves-undo').hidden = false;
  }

  async restore() {
    const { removed } = this;
    if (!removed) return;
    await this.history.store?.add(removed);
    this.note('');
    this.list.show(removed);
  }

  /* ---- files ---- */

  async save() {
    const store = await this.history.opening;
    saveFile(await store.exportAll(), 'application/json', 'tilepdb-solves.json');
  }

  /** @param {File | undefined} file */
  async load(file) {
    if (!file) return;
    at('solves-import').value = '';
    const store = await this.history.opening;
    try {
      if (file.size > FILE_BYTES) throw Object.assign(new Error('too large'), { code: 'solves large' });
      const content = new Uint8Array(await file.arrayBuffer());
      const { width, height } = this.history.task;
      const { format, added, known, unread } = await store.importAll(content, { width, height });
      await this.history.loaded();
      this.note(solveText('imported', format, added, known, unread));
    } catch (/** @type {any} */ error) {
      this.note(solveText(error.code ?? 'solves unknown', file.name), true);
    }
  }
}

/* The figures beside the clock: best, averages of 5 and of 12 now, and the number of solves. */
export class Figures {
  /** @param {Parts} parts */
  constructor({ history }) {
    this.history = history;
    history.onChange(() => this.draw());
  }

  draw() {
    const { inSession, store } = this.history;
    const { best, values } = statisticsOf(inSession, 'time', []);
    at('train-best').textContent = best ? timeText(MEASURES.time.of(best) ?? 0) : '–';
    for (const [id, size] of /** @type {const} */ ([['train-five', 5], ['train-twelve', 12]]))
      at(id).textContent = valueText('time', averagesOf(values.slice(-size), size).at(-1) ?? null);
    at('train-solves').textContent = String(inSession.length);
    tell(at('train-kept'), store?.trouble && inSession.length > 0 ? solveText(store.trouble) : '', true);
  }
}

/* The bests of all sizes in one table, without solves of open goals, which are shorter. */
export class BestsView {
  /** @param {Parts} parts */
  constructor({ history }) {
    this.history = history;
    at('bests-box').ontoggle = () => this.draw();
    history.onChange(() => this.draw());
  }

  async draw() {
    if (!at('bests-box').open) return;
    const all = await this.history.store?.list() ?? [];
    const ofOne = all.filter(({ result, goal }) => result === '' && !goal.includes('*')).sort((a, b) => a.width * a.height - b.width * b.height || a.at - b.at);
    const sizes = [...new Set(ofOne.map(sizeText))];
    at('bests').replaceChildren(...sizes.map((size) => this.row(size, ofOne.filter((record) => sizeText(record) === size))));
  }

  /** @param {string} size @param {SolveRecord[]} records */
  row(size, records) {
    const { best, averages } = statisticsOf(records, 'time', [5, 12]);
    const texts = [valueText('time', best && MEASURES.time.of(best)), ...averages.map((average) => valueText('time', average.best, true)),
      valueText('moves', statisticsOf(records, 'moves', []).best?.stm ?? null), decimal(records.length)];
    return tableRow(size, texts);
  }
}
