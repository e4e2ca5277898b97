/*
 * The tables of the board's size: which there are, in words; built before they are needed, better ones
 * when nothing else is to be done, or when they are asked for.
 */
import { Builder } from './builder.js';
import { at, element, tell } from '../app/dom.js';
import { duration, errorText, percent, phrase, say, size } from '../app/texts.js';
import { isOpen } from '../board/goal.js';
import { betterTables, hasTables, sizeName, tilesOf } from './partitions.js';
import { isPicture } from '../board/picture.js';

/* After this the better tables are built, if the page is still there and nothing was asked. */
const IDLE_MS = 1200;

export class Tables {
  /** `makeSolver()` makes a worker that builds. @param {Parts} parts @param {() => Solver} makeSolver */
  constructor({ bus, game, solver, coach }, makeSolver) {
    this.game = game;
    this.solver = solver;
    this.coach = coach;
    bus.on('task', () => this.prepare());
    bus.on('patience', () => this.improve());
    this.builder = new Builder(this.solver, makeSolver, (news) => this.hear(news));
    this.database = new Database(this.solver, () => this.prepare());
    this.described = ''; /* the size and metric whose tables are named */
    this.better = new Map(); /* what is known of the page's better tables, by name */
    this.building = null; /* the name of those that are being built */
    this.looked = new Set(); /* the metrics for which kept ones were looked for */
    this.improved = new Set(); /* and for which they were asked for */
    at('better').onclick = () => this.best && this.builder.improve(game.metric, [this.best]);
  }

  /* The best tables that the page builds for the task; undefined: it has no better ones. */
  get best() {
    return betterTables(this.game).at(-1);
  }

  /** @param {AboutDatabase} about */
  about({ name, bytes, origin, milliseconds, metric }) {
    this.described = `${sizeName(this.game)} ${metric}`;
    const own = this.better.get(name);
    const where = origin === 'own' ? say('search', 'own')
      : own?.kept ? say('search', 'kept')
        : say('search', 'built', duration((own?.milliseconds ?? milliseconds ?? 0) / 1000));
    const what = metric === 'multi' ? say('search', 'colours', name) : name;
    const { best } = this;
    at('database-state').textContent = say('search', 'tables', what, size(bytes), where);
    at('better-box').hidden = !best || origin === 'own' || name === best;
    at('better').textContent = best ? say('search', 'build', best) : '';
    at('better').disabled = best !== undefined && this.building === best;
    at('better-about').textContent = say('search', `better ${metric}`);
  }

  /* Builds the tables for the board's size before they are needed, better ones when nothing is. */
  async prepare() {
    const { goal, metric } = this.game;
    if (isOpen(goal) || this.described !== `${sizeName(goal)} ${metric}`) {
      at('database-state').textContent = say('search', 'preparing');
      at('better-box').hidden = true;
    }
    try {
      if (!this.building && !this.looked.has(metric) && this.best) {
        this.looked.add(metric);
        const looking = this.builder.begin(metric, betterTables(this.game));
        this.solver.hold(looking);
        if (await looking) return; /* which came back here */
      }
      const tables = hasTables(goal) && (await this.solver.ask({ type: 'prepare', ...this.game.task })).database;
      if (this.game.goal !== goal || this.game.metric !== metric) return; /* prepares its own */
      if (tables) this.about(tables);
      else at('database-state').textContent = say('search', isOpen(goal) ? 'open tables' : 'no tables');
    } catch (error) {
      tell(at('database-note'), errorText(error));
    }
    this.coach.refresh();
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.improve(), IDLE_MS);
  }

  improve() {
    const { metric } = this.game;
    if (this.improved.has(metric) || !this.best) return;
    this.improved.add(metric);
    this.builder.improve(metric, betterTables(this.game));
  }

  /** What is read aloud changes only if it is another text. @param {string} text @param {string} [done] */
  tellBuilding(text, done = '') {
    tell(at('better-state'), text);
    at('better-done').textContent = done;
  }

  /** @param {BuilderNews} news */
  hear({ name, state, done, milliseconds, kept, message }) {
    if (state === 'building') {
      this.tellBuilding(say('search', 'beside', name), percent(done ?? 0));
      this.building = name;
      at('better').disabled = name === this.best;
    } else if (state === 'failed') {
      this.building = null;
      this.tellBuilding(`${phrase('noBetter')} ${message}`);
    } else {
      this.tellBuilding('');
      this.building = null;
      this.better.set(name, { milliseconds, kept });
      this.prepare();
    }
  }
}

/** A set of tiles in short form: 1-6, 8. @param {number} tiles */
function tilesText(tiles) {
  const runs = /** @type {number[][]} */ ([]);
  for (const tile of tilesOf(tiles)) {
    const last = runs.at(-1);
    if (last && last[1] === tile - 1) last[1] = tile;
    else runs.push([tile, tile]);
  }
  return runs.map(([a, b]) => (a === b ? a : `${a}-${b}`)).join(', ');
}

/* Database files from the user: dropped anywhere on the page, or chosen. */
export class Database {
  /** `changed()` is called when a file has been opened. @param {Solver} solver @param {() => void} changed */
  constructor(solver, changed) {
    this.solver = solver;
    this.changed = changed;
    const field = at('database-file');
    field.onchange = () => {
      this.open([...field.files ?? []]);
      field.value = '';
    };
    addEventListener('dragover', (event) => this.hover(event, true));
    addEventListener('dragleave', (event) => this.hover(event, false));
    addEventListener('drop', (event) => {
      this.hover(event, false);
      this.open([...event.dataTransfer?.files ?? []].filter((file) => !isPicture(file)));
    });
  }

  /** @param {DragEvent} event @param {boolean} over */
  hover(event, over) {
    if (![...event.dataTransfer?.types ?? []].includes('Files')) return;
    event.preventDefault();
    at('drop').classList.toggle('over', over);
  }

  /** Whatever is refused stays on the page beside the last news. @param {File[]} files */
  async open(files) {
    if (files.length > 0) at('tables-box').open = true;
    const refused = /** @type {Element[]} */ ([]);
    /** @param {...string} news */
    const note = (...news) => at('database-note').replaceChildren(...[...refused, ...news].flatMap((each, i) => (i > 0 ? [' ', each] : [each])));
    for (const file of files) {
      note(say('search', this.solver.busy ? 'read later' : 'reading', file.name));
      try {
        const { width, height, tiles, bytes, complete } = await this.solver.open(file, true);
        note(complete ? say('search', 'opened', file.name, width, height)
          : say('search', 'part', file.name, tilesOf(tiles).length, tilesText(tiles), width, height, size(bytes)));
      } catch (error) {
        refused.push(element('span', {}, `${phrase('unusable', file.name)} ${errorText(error)}`));
        note();
      }
    }
    if (files.length > 0) this.changed();
  }
}
