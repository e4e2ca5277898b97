/*
 * The view of contests: the boards of the day with their attempts, and relays.
 */
import { at, focusOn, tell } from '../app/dom.js';
import { timeText, wholeText } from '../solves/text.js';
import { DAY_EVENTS, untilNextDay } from './day.js';
import { LEGS, relayNumberOf } from './relay.js';
import { Relays } from './relays.js';
import { contestText } from './sentences.js';
import { dayName, eventText, refusalText } from './texts.js';

const MINUTE_MS = 60000;

export class ContestView {
  /** @param {Parts} parts */
  constructor({ bus, core, contest, history }) {
    this.bus = bus;
    this.contest = contest;
    this.history = history;
    this.relays = new Relays(core);
    for (const event of DAY_EVENTS) {
      at(`day-${event}`).onclick = () => this.press(event);
      at(`day-${event}-result`).onclick = () => this.showResult(event);
    }
    at('relay-form').onsubmit = (event) => {
      event.preventDefault();
      this.beginRelay();
    };
    at('relay-go').onclick = () => this.goOn();
    at('relay-end').onclick = () => contest.giveUp();
    bus.on('contest', () => this.draw());
    bus.on('tab', ({ id }) => id === 'tab-contest' && this.draw());
    history.onChange(() => at('panel-contest').hidden || this.drawRelays());
    setInterval(() => at('panel-contest').hidden || this.drawDay(), MINUTE_MS);
    this.draw();
  }

  /** @param {string} event */
  isRunning(event) {
    return this.contest.running?.event === event;
  }

  /** @param {string} event */
  press(event) {
    if (this.isRunning(event)) return this.contest.giveUp();
    if (this.contest.beginDay(event)) this.play();
    return this.draw();
  }

  play() {
    at('board').focus({ preventScroll: true });
    at('board').scrollIntoView({ block: 'nearest' });
  }

  /** @param {string} event */
  showResult(event) {
    const { contest } = this;
    const { moves, times } = /** @type {DayAttempt} */ (contest.attempts.of(contest.today, event));
    this.bus.emit('result', { result: { event, day: contest.today, number: null,
      parts: [{ moves, times: event === 'moves' ? null : times }] } });
  }

  beginRelay() {
    const typed = at('relay-number').value.trim();
    const number = typed === '' ? BigInt(crypto.getRandomValues(new Uint32Array(1))[0]) : relayNumberOf(typed);
    if (number === null) return tell(at('relay-note'), refusalText({ code: 'number', values: [] }, LEGS.length), true);
    this.contest.beginRelay(number);
    return this.play();
  }

  goOn() {
    this.contest.goOnRelay();
    this.play();
  }

  draw() {
    this.drawDay();
    for (const event of DAY_EVENTS) this.drawEvent(event);
    this.drawRelay();
  }

  drawDay() {
    at('day-name').textContent = dayName(this.contest.today);
    at('day-next').textContent = contestText('next', Math.ceil(untilNextDay(Date.now()) / MINUTE_MS));
  }

  /** @param {string} event */
  drawEvent(event) {
    const { contest } = this;
    const attempt = contest.attempts.of(contest.today, event);
    const running = this.isRunning(event);
    const { begin, note } = this.texts(event, attempt, running);
    at(`day-${event}`).textContent = begin;
    at(`day-${event}`).setAttribute('aria-label', `${begin}: ${eventText(event)}`);
    at(`day-${event}`).hidden = attempt !== null && attempt.state !== 'open';
    at(`day-${event}-result`).hidden = attempt?.state !== 'solved';
    at(`day-${event}-note`).textContent = note;
  }

  /** @param {string} event @param {DayAttempt | null} attempt @param {boolean} running */
  texts(event, attempt, running) {
    if (running) return { begin: contestText('giveUp'), note: contestText('running') };
    if (attempt === null) return { begin: contestText('begin'), note: contestText(`rule ${event}`) };
    if (attempt.state === 'open') return { begin: contestText('goOn'), note: contestText('begun', attempt.moves.length, event === 'speed' && attempt.begun !== null) };
    if (attempt.state === 'ended') return { begin: '', note: contestText('ended') };
    return { begin: '', note: `${contestText('made', attempt.moves.length, event === 'moves' ? null : attempt.times.at(-1) ?? null)}.` };
  }

  drawRelay() {
    const { contest } = this;
    const { relay } = contest.running ?? {};
    const kept = relay ? null : contest.keptRelay;
    at('relay-form').hidden = Boolean(relay);
    at('relay-end').hidden = !relay;
    at('relay-go').hidden = kept === null;
    at('relay-table').hidden = !relay;
    if (relay) this.drawLegs(relay);
    const text = relay ? contestText('leg', relay.number, relay.leg + 1, LEGS.length) : '';
    tell(at('relay-note'), text);
    this.drawRelays();
  }

  /** @param {import("./relay.js").Relay} relay */
  drawLegs({ parts, splits }) {
    at('relay-rows').replaceChildren(...LEGS.map(({ width, height }, leg) => {
      const row = document.createElement('tr');
      const cell = (/** @type {string} */ text, name = 'td') => Object.assign(document.createElement(name), { textContent: text });
      row.append(Object.assign(cell(`${width} × ${height}`, 'th'), { scope: 'row' }),
        cell(leg < parts.length ? wholeText(parts[leg].moves.length) : '–'),
        cell(leg < parts.length ? timeText(splits[leg]) : '–'));
      return row;
    }));
  }

  /* The relays of this person that are over, the last one first. A row that has the focus has it afterwards, too. */
  drawRelays() {
    const all = this.relays.of(this.history.relays);
    const rows = at('relays-rows');
    const focused = /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest('#relays-rows tr'));
    at('relays').hidden = all.length === 0;
    rows.replaceChildren(...all.map(({ id, result }) => {
      const row = document.createElement('tr');
      row.dataset.id = id;
      const cell = (/** @type {string} */ text, name = 'td') => Object.assign(document.createElement(name), { textContent: text });
      const open = Object.assign(document.createElement('button'), { type: 'button', className: 'link',
        textContent: result.number, onclick: () => this.bus.emit('result', { result }) });
      open.setAttribute('aria-label', contestText('resultOfRelay', result.number));
      const head = Object.assign(cell('', 'th'), { scope: 'row' });
      head.append(open);
      row.append(head, cell(wholeText(result.length)), cell(timeText(result.time ?? 0)));
      return row;
    }));
    if (!focused) return;
    focusOn(rows.querySelector(`[data-id="${focused.dataset.id}"] button`) ?? rows.querySelector('button') ?? at('panel-contest'));
  }
}
