/* The list of solves: pages of rows, of which one is open and has the buttons for its solve. */
import { decimal } from '../app/texts.js';
import { at, button, element, focusOn, tell } from '../app/dom.js';
import { relayOfLink } from '../contest/result.js';
import { DNF, PLUS_TWO, isPlayable } from './record.js';
import { MEASURES, statisticsOf } from './statistics.js';
import { dateText, relayText, solveText, solveTime, valueText } from './text.js';

export const PAGE_ROWS = 50;

/** @type {(Measure | 'newest')[]} */
export const ORDERS = ['newest', 'time', 'moves', 'slides', 'speed'];

/* Returns the places of records in an order: the newest or the best first. What has no value comes last. */
/** @param {SolveRecord[]} records @param {Measure | 'newest'} order */
export function placesInOrder(records, order) {
  const places = Array.from(records, (_, i) => i);
  if (order === 'newest') return places.reverse();
  const { of, largest } = MEASURES[order];
  const keys = Float64Array.from(records, (record) => {
    const value = of(record) ?? NaN;
    return largest ? -value : value;
  });
  const rank = (/** @type {number} */ place) => (Number.isNaN(keys[place]) ? 2 : keys[place] === Infinity ? 1 : 0);
  return places.sort((a, b) => rank(a) - rank(b) || (rank(a) === 0 ? keys[a] - keys[b] : 0) || b - a);
}

/** Returns the page, from 0, that `page` is when there are `rows`. @param {number} page @param {number} rows */
export const pageWithin = (page, rows) => Math.max(0, Math.min(page, Math.ceil(rows / PAGE_ROWS) - 1));

const COLUMNS = 7;
const ROW_AVERAGES = [5, 12];
const RELAY_LIST = Symbol('relays');

/** @typedef {Record<'watch' | 'retry' | 'share' | 'remove', (record: SolveRecord) => void>} Acts */

export class ListView {
  /** `acts`: watch, retry, share, each of a record. @param {import('./history.js').History} history @param {Acts} acts */
  constructor(history, acts) {
    this.history = history;
    this.acts = acts;
    this.page = 0;
    this.open = /** @type {string | null} */ (null); /* the id of the record whose row is open */
    this.places = /** @type {number[]} */ ([]);
    this.records = /** @type {SolveRecord[]} */ ([]);
    this.session = /** @type {string | symbol | null} */ (null); /* of the records, as the task is */
    this.task = /** @type {object | null} */ (null);
    at('solves-order').onchange = () => this.turn(0);
    at('solves-later').onclick = () => this.turn(this.page - 1);
    at('solves-earlier').onclick = () => this.turn(this.page + 1);
  }

  get order() {
    const { value } = at('solves-order');
    return ORDERS.find((order) => order === value) ?? ORDERS[0];
  }

  /** @param {number} page */
  turn(page) {
    this.page = page;
    this.draw();
  }

  /** Shows the row of a record, open, wherever it is. @param {SolveRecord} record */
  show({ id }) {
    this.open = id;
    this.draw();
    this.turn(Math.floor(Math.max(0, this.places.findIndex((place) => this.records[place].id === id)) / PAGE_ROWS));
    focusOn(this.rowButton(id));
  }

  /** @param {string} id */
  rowButton(id) {
    return at('solves').querySelector(`button[data-id="${id}"]`);
  }

  draw() {
    this.records = this.history.listed;
    const { records } = this;
    const { task, showsRelays } = this.history;
    const session = showsRelays ? RELAY_LIST : this.history.session;
    if (session !== this.session || task !== this.task) this.page = 0;
    this.session = session;
    this.task = task;
    this.places = placesInOrder(records, this.order);
    this.page = pageWithin(this.page, records.length);
    const first = this.page * PAGE_ROWS;
    const shown = this.places.slice(first, first + PAGE_ROWS);
    const focus = this.focused();
    const { records: counted, averages } = statisticsOf(records, 'time', ROW_AVERAGES);
    const countedPlaces = new Map(counted.map((record, i) => [record, i]));
    at('solves').replaceChildren(...shown.flatMap((place) => this.rows(records[place], place + 1,
      averages.map(({ all }) => all?.[countedPlaces.get(records[place]) ?? -1] ?? null))));
    at('solves-later').disabled = this.page === 0;
    at('solves-earlier').disabled = first + PAGE_ROWS >= records.length;
    tell(at('solves-pages'), records.length === 0 ? solveText('none') : solveText('pages', first + 1, first + shown.length, records.length));
    this.focus(focus);
  }

  /* What has the focus in the list, since rows are made anew: {id, name}. */
  focused() {
    const { activeElement: active } = document;
    if (!(active instanceof HTMLElement) || !at('solves').contains(active)) return null;
    return { id: active.closest('tr')?.dataset.id ?? '', name: active.dataset.name };
  }

  /** @param {{ id: string, name?: string } | null} focus */
  focus(focus) {
    if (!focus) return;
    const same = at('solves').querySelector(`tr[data-id="${focus.id}"] [data-name="${focus.name}"]`);
    focusOn(same ?? this.rowButton(focus.id) ?? at('solves').querySelector('button') ?? at('solves-wrap'));
  }

  /* The row of a record, and a second one if it is open. `averages` are those that end with it, null if there are none. */
  /** @param {SolveRecord} record @param {number} number @param {(number | null)[]} averages */
  rows(record, number, averages) {
    const { id } = record;
    const isOpen = this.open === id;
    const name = element('th', { scope: 'row' }, decimal(number));
    if (!record.counts) name.append(element('small', {}, solveText(record.helped ? 'helped' : 'uncounted')));
    const opener = button(solveTime(record), () => this.toggle(id), { className: record.counts ? 'link' : 'link muted', 'aria-expanded': isOpen,
      'aria-label': solveText('open', number, solveTime(record)), 'data-id': id, 'data-name': 'open' });
    const shown = (/** @type {any} */ value) => (value === null ? '–' : decimal(value));
    const speed = MEASURES.speed.of({ ...record, penalty: 0 });
    const means = averages.map((value) => element('td', { className: 'roomy' }, valueText('time', value, true)));
    const row = element('tr', { 'data-id': id }, name, element('td', {}, opener), ...means,
      ...[shown(record.stm), shown(record.mtm), valueText('speed', speed)].map((each) => element('td', {}, each)));
    return isOpen ? [row, this.detail(record)] : [row];
  }

  /** @param {string} id */
  toggle(id) {
    this.open = this.open === id ? null : id;
    this.draw();
  }

  /** @param {SolveRecord} record */
  detail(record) {
    const cell = element('td', { colSpan: COLUMNS });
    const relay = relayOfLink(record.result);
    const about = [dateText(record), record.session].filter((text) => text !== '').join(', ');
    const known = relay ? relayText(relay) : record.start === '' ? solveText('timeOnly') : record.moves === '' ? solveText('noMoves') : '';
    const acts = element('div', { className: 'acts' });
    /** @param {string} name @param {string} text @param {() => void} act @param {object} [properties] */
    const add = (name, text, act, properties) => acts.append(button(text, act, { className: 'small', 'data-name': name, ...properties }));
    if (relay || (record.moves !== '' && isPlayable(record))) add('watch', solveText('watch'), () => this.acts.watch(record));
    if (relay || record.start !== '') {
      add('retry', solveText('retry'), () => this.acts.retry(record));
      add('share', solveText('share'), () => this.acts.share(record));
    }
    for (const [name, penalty] of /** @type {[string, number][]} */ ([['+2', PLUS_TWO], ['DNF', DNF]])) {
      add(name, name, () => this.history.store?.update(record.id, (now) => ({ penalty: now.penalty === penalty ? 0 : penalty })),
        { 'aria-pressed': record.penalty === penalty, 'aria-label': solveText('penalty', name) });
    }
    add('delete', solveText('delete'), () => this.acts.remove(record));
    acts.append(this.sessionOf(record));
    if (record.note !== '') cell.append(element('p', {}, solveText('note', record.note)));
    if (about || known) cell.append(element('p', { className: 'muted' }, [about, known].filter((text) => text !== '').join('. ')));
    cell.append(acts);
    return element('tr', { className: 'detail', 'data-id': record.id }, cell);
  }

  /** The choice of the session of a solve. @param {SolveRecord} record */
  sessionOf(record) {
    const names = new Set(['', ...this.history.sessions, record.session]);
    const select = element('select', { onchange: () => this.history.store?.update(record.id, { session: select.value }),
      'aria-label': solveText('session'), 'data-name': 'session' }, ...[...names].map((name) => new Option(name || solveText('noSession'), name)));
    select.value = record.session;
    return select;
  }
}
