/*
 * The solves that the browser keeps, a list for each size, metric and goal: what counts, averages, and
 * the list as the person sees it. Whatever is stored is distrusted, and changes are made to what is stored
 * now: another tab may have added a solve.
 */
import { boardText } from '../search/core.js';
import { at, tell } from '../app/dom.js';
import { count } from '../app/format.js';
import { goalName } from '../board/game.js';
import { isAmount, memory } from '../app/memory.js';

const KEPT = 1000; /* solves of a list */
const SHOWN = 100;
const FILE_BYTES = 1e6;
const PENALTY_SECONDS = 2;
const AVERAGES = [5, 12, 50, 100];

/* The mean of the last `size` times without the best and the worst, as speedsolvers have it; null if
 * there are fewer. Infinity is a solve that did not finish: two of them leave no average. */
export function averageOf(times, size) {
  if (times.length < size) return null;
  const last = times.slice(-size).sort((a, b) => a - b).slice(1, -1);
  return last.reduce((sum, time) => sum + time, 0) / last.length;
}

/* The best of all averages of so many; null: there are too few. */
export function bestAverageOf(times, size) {
  let best = null;
  for (let end = size; end <= times.length; end++) {
    const average = averageOf(times.slice(0, end), size);
    if (best === null || average < best) best = average;
  }
  return best;
}

/* The time of a solve as it counts. */
export function timeOf({ seconds, penalty }) {
  if (penalty === 'DNF') return Infinity;
  return seconds + (penalty === '+2' ? PENALTY_SECONDS : 0);
}

/* 12.345, 1:02.345 */
export function precise(seconds) {
  if (seconds === Infinity) return 'DNF';
  const thousandths = Math.round(1000 * seconds);
  const [minutes, rest] = [Math.floor(thousandths / 60000), (thousandths % 60000) / 1000];
  return minutes === 0 ? rest.toFixed(3) : `${minutes}:${rest.toFixed(3).padStart(6, '0')}`;
}

/* A stored solve as it is used, or null: it is none. Of earlier versions of the page: [seconds, moves]. */
export function solveOf(stored) {
  const solve = Array.isArray(stored) ? { seconds: stored[0], moves: stored[1], counts: true } : stored;
  if (typeof solve !== 'object' || solve === null || !isAmount(solve.seconds)) return null;
  const { seconds, moves, slides, board, helped, counts, penalty } = solve;
  return {
    seconds,
    moves: isAmount(moves) ? moves : null,
    slides: isAmount(slides) ? slides : null,
    board: typeof board === 'string' ? board : '',
    helped: helped === true,
    counts: counts === true,
    penalty: ['+2', 'DNF'].includes(penalty) ? penalty : '',
  };
}

/* The same for the same solve, whatever it counts. */
const keyOf = ({ seconds, moves, board }) => JSON.stringify([seconds, moves, board]);

/* Solves once each: of those that are the same, the last. */
export function distinct(solves) {
  const kept = new Map(solves.map((solve) => [keyOf(solve), solve]));
  return solves.filter((solve) => kept.get(keyOf(solve)) === solve);
}

/* The name of the list that solves of a task belong to. */
export function listOf({ width, height, goal, metric }) {
  const name = goalName(goal);
  return `solves ${width}x${height}${metric === 'single' ? '' : ` ${metric}`}` +
    (name === 'last' ? '' : ` to ${name === 'first' ? name : boardText(goal)}`);
}

export class Solves {
  /* `changed()` is called when the person changes the list. */
  constructor(changed = () => {}) {
    this.changed = changed;
    at('solves-export').onclick = () => this.save();
    at('solves-import').onchange = () => this.load(at('solves-import').files[0]);
    this.name = '';
    this.all = [];
  }

  open(name) {
    this.name = name;
    this.all = this.stored;
    tell(at('solves-note'), '');
    this.draw();
  }

  get stored() {
    return distinct(memory.get(this.name, [], Array.isArray).map(solveOf).filter((solve) => solve !== null));
  }

  /* `change(solves)` is the list that takes the place of the stored one. */
  keep(change) {
    this.all = change(this.stored).slice(-KEPT);
    memory.set(this.name, this.all);
    this.draw();
    this.changed();
  }

  /* A board counts once. */
  add(solve) {
    this.keep((solves) => {
      const known = solves.some(({ board }) => board === solve.board);
      return [...solves, { ...solve, counts: solve.counts && !known, penalty: '' }];
    });
  }

  /* ---- files ---- */

  save() {
    const file = new Blob([JSON.stringify({ list: this.name, solves: this.all })], { type: 'application/json' });
    const link = Object.assign(document.createElement('a'),
      { href: URL.createObjectURL(file), download: `${this.name.replace(/[^\w]+/g, '-')}.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  /* Adds what the file has and the list has not. */
  async load(file) {
    try {
      if (file.size > FILE_BYTES) throw new Error('too large');
      const { list, solves } = JSON.parse(await file.text());
      if (list !== this.name || !Array.isArray(solves)) throw new Error('another list');
      const read = solves.map(solveOf).filter((solve) => solve !== null);
      const { stored } = this;
      const all = distinct([...read, ...stored]);
      this.keep(() => all);
      tell(at('solves-note'), `${count(this.all.length - stored.length)} added.` +
        (all.length > KEPT ? ` A list keeps the last ${count(KEPT)}.` : ''));
    } catch {
      tell(at('solves-note'), `${file.name} has no solves of this size, metric and goal.`, true);
    }
    at('solves-import').value = '';
  }

  get times() {
    return this.all.filter(({ counts }) => counts).map(timeOf);
  }

  /* ---- what is seen ---- */

  draw() {
    const { times } = this;
    const shown = (seconds) => (seconds === null ? '–' : precise(seconds));
    const counted = times.length === 1 ? '1 counts' : `${count(times.length)} count`;
    at('solves-about').textContent = `${counted}: first tries of boards from Scramble, without help. Best averages: ` +
      `${AVERAGES.map((size) => `of ${size} ${shown(bestAverageOf(times, size))}`).join(', ')}. ` +
      'STM counts tiles, MTM slides.';
    const focused = document.activeElement?.closest('#solves button')?.getAttribute('aria-label');
    at('solves').replaceChildren(...this.all.slice(-SHOWN).map((solve, i, last) =>
      this.row(solve, this.all.length - last.length + i)).reverse());
    if (focused) (at('solves').querySelector(`[aria-label="${focused}"]`) ?? at('solves').closest('.table-wrap')).focus();
  }

  row(solve, index) {
    const row = document.createElement('tr');
    const cell = (text, name = 'td') => Object.assign(document.createElement(name), { textContent: text });
    const isThis = (other) => keyOf(other) === keyOf(solve);
    const number = (value) => (value === null ? '–' : count(value));
    const name = Object.assign(cell(index + 1, 'th'), { scope: 'row' });
    const time = cell(`${precise(timeOf(solve))}${solve.penalty === '+2' ? ' +' : ''}`);
    time.classList.toggle('muted', !solve.counts);
    if (!solve.counts) name.append(cell(solve.helped ? 'with help, does not count' : 'does not count', 'small'));
    const buttons = cell('');
    const button = (text, label, act) => {
      const made = Object.assign(cell(text, 'button'), { type: 'button', className: 'small', onclick: act });
      made.setAttribute('aria-label', `${label} solve ${index + 1}`);
      buttons.append(made);
      return made;
    };
    for (const penalty of ['+2', 'DNF']) {
      const on = solve.penalty === penalty;
      const made = button(penalty, `${penalty} for`, () => {
        this.keep((solves) => solves.map((each) => (isThis(each) ? { ...each, penalty: on ? '' : penalty } : each)));
      });
      made.setAttribute('aria-pressed', on);
    }
    button('✕', 'Delete', () => {
      row.nextElementSibling?.querySelector('button:last-child').focus();
      this.keep((solves) => solves.filter((each) => !isThis(each)));
    });
    row.append(name, time, cell(number(solve.moves)), cell(number(solve.slides)), buttons);
    return row;
  }
}
