/* The view of contests: the boards of the day with their attempts, and relays. */
import { decimal } from '../app/texts.js';
import { at, button, focusOn, onSubmit, tableRow, tell } from '../app/dom.js';
import { miniature } from '../board/gallery.js';
import { randomSeed, seedOf } from '../board/reader.js';
import { boardText } from '../search/core.js';
import { sizeText } from '../search/partitions.js';
import { timeText } from '../solves/text.js';
import { DAY_EVENTS, LEGS, dayTask, legsOf, legsText, untilNextDay } from './tasks.js';
import { Relays } from './result.js';
import { contestText, dayName, eventText, madeText, refusalText } from './sentences.js';

const MINUTE_MS = 60000;

export class ContestView {
  /** @param {Parts} parts */
  constructor({ bus, core, contest, history }) {
    this.bus = bus;
    this.contest = contest;
    this.core = core;
    this.history = history;
    this.relays = new Relays(core);
    this.asked = ''; /* the event of which the person is asked whether to give it up */
    for (const event of DAY_EVENTS) {
      at(`day-${event}`).onclick = (/** @type {MouseEvent} */ click) => this.press(event, click);
      at(`day-${event}-result`).onclick = () => this.showResult(event);
    }
    onSubmit(at('relay-form'), () => this.beginRelay());
    at('relay-go').onclick = () => {
      contest.goOnRelay();
      this.play();
    };
    at('relay-end').onclick = (click) => this.giveUp('relay', click);
    bus.on('contest', () => {
      this.asked = '';
      this.draw();
    });
    bus.on('tab', ({ id }) => id === 'tab-daily' && this.draw());
    history.onChange(() => at('panel-daily').hidden || this.drawRelays());
    setInterval(() => at('panel-daily').hidden || this.drawDay(), MINUTE_MS);
    this.draw();
  }

  /** @param {string} event */
  isRunning(event) {
    return this.contest.running?.event === event;
  }

  /** The second click of a double click is no answer. @param {string} event @param {MouseEvent} click */
  giveUp(event, { detail }) {
    if (detail > 1) return;
    if (this.asked === event) return this.contest.giveUp();
    this.asked = event;
    this.draw();
  }

  /** @param {string} event @param {MouseEvent} click */
  press(event, click) {
    if (this.isRunning(event)) return this.giveUp(event, click);
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
    const number = typed === '' ? randomSeed() : seedOf(typed);
    if (number === null) return tell(at('relay-note'), refusalText({ code: 'number', values: [] }, LEGS.length), true);
    const listed = at('relay-legs').value.trim();
    const legs = listed === '' ? LEGS : legsOf(listed);
    if (legs === null) return tell(at('relay-note'), contestText('noLegs'), true);
    this.contest.beginRelay(number, legs);
    return this.play();
  }

  draw() {
    this.drawDay();
    for (const event of DAY_EVENTS) this.drawEvent(event);
    this.drawRelay();
  }

  drawDay() {
    at('day-name').textContent = dayName(this.contest.today);
    const minutes = Math.ceil(untilNextDay(Date.now()) / MINUTE_MS);
    const streak = this.contest.attempts.streak(this.contest.today);
    at('day-streak').textContent = streak > 0 ? contestText('streak', streak) : '';
    at('day-next').textContent = contestText('next', Math.floor(minutes / 60), minutes % 60);
  }

  /** @param {string} event */
  drawEvent(event) {
    const { contest } = this;
    const attempt = contest.attempts.of(contest.today, event);
    const running = this.isRunning(event);
    at(`day-${event}-board`).replaceChildren(miniature(boardText(dayTask(this.core, contest.today, event).board), false));
    const { begin, note } = this.texts(event, attempt, running);
    at(`day-${event}`).textContent = begin;
    at(`day-${event}`).setAttribute('aria-label', `${begin}: ${eventText(event)}`);
    at(`day-${event}`).hidden = attempt !== null && attempt.state !== 'open';
    at(`day-${event}-result`).hidden = attempt?.state !== 'solved';
    at(`day-${event}-note`).textContent = note;
  }

  /** @param {string} event @param {DayAttempt | null} attempt @param {boolean} running */
  texts(event, attempt, running) {
    if (running && this.asked === event) return { begin: contestText('sure'), note: contestText('only') };
    if (running) return { begin: contestText('giveUp'), note: contestText('running') };
    if (attempt === null) return { begin: contestText('begin'), note: contestText(`rule ${event}`) };
    if (attempt.state === 'open') return { begin: contestText('goOn'), note: contestText('begun', attempt.moves.length, event === 'speed' && attempt.begun !== null) };
    if (attempt.state === 'ended') return { begin: '', note: contestText('ended') };
    return { begin: '', note: `${madeText(attempt.moves.length, event === 'moves' ? null : attempt.times.at(-1) ?? null)}.` };
  }

  drawRelay() {
    const { contest } = this;
    const { relay } = contest.running ?? {};
    const kept = relay ? null : contest.keptRelay;
    at('relay-form').hidden = Boolean(relay);
    at('relay-end').hidden = !relay;
    at('relay-end').textContent = contestText(this.asked === 'relay' ? 'sure' : 'giveUp');
    at('relay-go').hidden = kept === null;
    at('relay-table').hidden = !relay;
    const { legs = [], parts = [], splits = [] } = relay ?? {};
    at('relay-rows').replaceChildren(...legs.map((size, leg) => tableRow(sizeText(size),
      leg < parts.length ? [decimal(parts[leg].moves.length), timeText(splits[leg])] : ['–', '–'])));
    tell(at('relay-note'), relay ? contestText('leg', relay.number, relay.leg + 1, relay.legs.length) : '');
    this.drawRelays();
  }

  /* The relays of this person that are over, the last one first. A row that has the focus has it afterwards, too. */
  drawRelays() {
    const all = this.relays.of(this.history.relays);
    const rows = at('relays-rows');
    const focused = /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest('#relays-rows tr'));
    at('relays').hidden = all.length === 0;
    rows.replaceChildren(...all.map(({ id, result }) => {
      const open = button(`${result.number} ${legsText(result.legs)}`, () => this.bus.emit('result', { result }),
        { className: 'link', 'aria-label': contestText('resultOfRelay', result.number) });
      const row = tableRow(open, [decimal(result.length), timeText(result.time ?? 0)]);
      row.dataset.id = id;
      return row;
    }));
    if (!focused) return;
    focusOn(rows.querySelector(`[data-id="${focused.dataset.id}"] button`) ?? rows.querySelector('button') ?? at('panel-daily'));
  }
}
