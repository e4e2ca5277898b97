/*
 * The tables of the board's size: which there are, in words; built before they are needed, better ones
 * when nothing else is to be done, or when they are asked for.
 */
import { Builder } from './builder.js';
import { Database } from './database.js';
import { at, tell } from '../app/dom.js';
import { duration, percent, size } from '../app/format.js';
import { errorText } from '../app/messages.js';
import { phrase, say } from '../app/texts.js';
import { isOpen } from '../board/goal.js';
import { betterTables, hasTables, tableBlank } from './partitions.js';

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
    this.database = new Database(this.solver,
      { drop: at('drop'), file: at('database-file'), note: at('database-note') },
      () => this.prepare());
    this.described = ''; /* the size and metric whose tables are named */
    this.better = new Map(); /* what is known of the page's better tables, by name */
    this.building = null; /* the name of those that are being built */
    this.looked = new Set(); /* the metrics for which kept ones were looked for */
    this.improved = new Set(); /* and for which they were asked for */
    at('better').onclick = () => {
      const { width, height } = this.game;
      const best = this.best();
      if (best) this.builder.build(width, height, this.game.metric, best);
    };
  }

  /* The best tables that the page builds for the task; undefined: it has no better ones. */
  best() {
    const { width, height, goal, metric } = this.game;
    const blank = goal.cells.indexOf(0);
    if (isOpen(goal) || tableBlank(width, height, blank) !== width * height - 1) return undefined;
    return betterTables(width, height, metric).at(-1);
  }

  /** @param {AboutDatabase} about */
  about({ name, bytes, origin, milliseconds, metric }) {
    const { width, height } = this.game;
    this.described = `${width}x${height} ${metric}`;
    const own = this.better.get(name);
    const where = origin === 'own' ? say('search', 'own')
      : own?.kept ? say('search', 'kept')
        : say('search', 'built', duration((own?.milliseconds ?? milliseconds ?? 0) / 1000));
    const what = metric === 'multi' ? say('search', 'colours', name) : name;
    const best = this.best();
    at('database-state').textContent = say('search', 'tables', what, size(bytes), where);
    at('better-box').hidden = !best || origin === 'own' || name === best;
    at('better').textContent = best ? say('search', 'build', best) : '';
    at('better').disabled = best !== undefined && this.building === best;
    at('better-about').textContent = say('search', `better ${metric}`);
  }

  /* Builds the tables for the board's size before they are needed, better ones when nothing is. */
  async prepare() {
    const { width, height, goal, metric } = this.game;
    if (isOpen(goal) || this.described !== `${width}x${height} ${metric}`) {
      at('database-state').textContent = say('search', 'preparing');
      at('better-box').hidden = true;
    }
    try {
      if (!this.building && !this.looked.has(metric) && this.best()) {
        this.looked.add(metric);
        const looking = this.builder.begin(width, height, metric);
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
    const { width, height, metric } = this.game;
    if (this.improved.has(metric) || !this.best()) return;
    this.improved.add(metric);
    this.builder.improve(width, height, metric);
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
      at('better').disabled = name === this.best();
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
