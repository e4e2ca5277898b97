/*
 * The solves of the task that is on the board: what the page keeps when a board is solved, and the list in
 * view, which is that of a session or of all. The list follows the store, in which other tabs write, too.
 */
import { memory } from '../app/memory.js';
import { carryOver } from './formats.js';
import { DNF, RELAY_TASK, boardLink, recordOf } from './record.js';
import { resultQuery } from '../contest/result.js';
import { openStore } from './store.js';
import { unkeptText } from './text.js';

const EVERY_SESSION = null;
const TASK_PARTS = /** @type {const} */ (['width', 'height', 'goal']); /* of both metrics: a solve is one whatever is counted */

/* Resolves to the store, with the lists of earlier versions in it. */
async function usualStore() {
  const store = await openStore();
  try {
    await carryOver(store, localStorage);
  } catch {
    /* This browser keeps no lists. */
  }
  return store;
}

const LISTS = /** @type {const} */ (['all', 'relays']);

/** @param {SolveRecord} record */
const isRelay = ({ result }) => result !== '';

/** @param {Game} game */
const sizeAndGoal = ({ width, height, goal }) => ({ width, height, goal: boardLink(goal.cells, width) });

/* Returns the record of a solve that the bus tells of; `kind` as in record.js. It does not count yet. */
/** @param {HandSolve} solve @param {string} kind @param {string} session */
function recordOfSolve({ task, moves, times, seconds, penalty, helped }, kind, session) {
  const { board, goal, metric } = task;
  const fromFirst = times && times.map((time) => Math.round(1000 * (time - times[0])));
  const time = Math.round(1000 * (seconds ?? 0));
  return recordOf({ at: Date.now(), session, width: board.width, height: board.height, goal: boardLink(goal.cells, goal.width), metric,
    start: boardLink(board.cells, board.width), moves, times: fromFirst, time, penalty, helped, counts: false, kind });
}

export class History {
  /** @param {Parts} parts @param {Promise<import('./store.js').Store>} [opening] */
  constructor({ bus, game }, opening = usualStore()) {
    this.bus = bus;
    this.game = game;
    this.opening = opening;
    this.store = /** @type {import('./store.js').Store | null} */ (null); /* once it is open */
    this.task = sizeAndGoal(game); /* of the list */
    this.all = /** @type {SolveRecord[]} */ ([]); /* the records of the task */
    this.relays = /** @type {SolveRecord[]} */ ([]);
    this.showsRelays = false; /* the list in view is that of relays */
    /** @type {string | null} */
    this.session = memory.get('session', /** @type {string | null} */ (EVERY_SESSION), (name) => name === EVERY_SESSION || typeof name === 'string');
    this.listeners = /** @type {(() => void)[]} */ ([]);
    this.loading = this.begin();
    this.keeping = /** @type {Promise<void>} */ (Promise.resolve()); /* until the solves so far are stored */
    bus.on('solved', (solve) => this.keep(solve));
    bus.on('gaveUp', (solve) => this.queue(recordOfSolve({ ...solve, penalty: DNF }, 'timed', this.session ?? ''), true));
    bus.on('relayed', ({ result }) => this.keepRelay(result));
    game.onChange(({ kind }) => kind !== 'move' && this.follow());
  }

  /** `listener()` is called when the list, the session or the trouble of the store has changed. @param {() => void} listener */
  onChange(listener) {
    this.listeners.push(listener);
  }

  changed() {
    for (const listener of this.listeners) listener();
  }

  async begin() {
    this.store = await this.opening;
    this.store.onChange((change) => this.hear(change));
    await this.loadBoth();
  }

  async loadBoth() {
    await Promise.all([this.load(), this.store?.list({ ...RELAY_TASK, kind: 'relay' }).then((found) => {
      this.relays = found.filter(isRelay);
      this.changed();
    })]);
  }

  /* Reads the list of the task. Another task meanwhile makes it another list. */
  async load() {
    const { task } = this;
    const all = await this.store?.list(task) ?? [];
    if (task !== this.task) return;
    this.all = all.filter((record) => !isRelay(record));
    this.changed();
  }

  /* Waits until the list of the task is there. */
  async loaded() {
    for (let loading; loading !== this.loading;) {
      loading = this.loading;
      await loading;
    }
  }

  follow() {
    const task = sizeAndGoal(this.game);
    if (TASK_PARTS.every((name) => task[name] === this.task[name])) return;
    this.task = task;
    this.all = [];
    if (this.store) this.loading = this.load();
    this.changed();
  }

  /** @param {SolveRecord} record */
  isOfTask(record) {
    return TASK_PARTS.every((name) => record[name] === this.task[name]);
  }

  /** @param {StoreChange} change */
  hear({ kind, record }) {
    if (!record) {
      this.loading = this.loadBoth();
      return;
    }
    if (kind !== 'add') {
      for (const list of LISTS)
        this[list] = kind === 'remove' ? this[list].filter(({ id }) => id !== record.id) : this[list].map((each) => (each.id === record.id ? record : each));
    } else if (isRelay(record) || this.isOfTask(record)) {
      const list = isRelay(record) ? 'relays' : 'all';
      this[list] = [...this[list], record].sort((a, b) => a.at - b.at);
    }
    this.changed();
  }

  /* ---- the list in view ---- */

  /* The records in view. */
  get listed() {
    return this.showsRelays ? this.relays : this.inSession;
  }

  get inSession() {
    return this.session === EVERY_SESSION ? this.all : this.all.filter(({ session }) => session === this.session);
  }

  /* The names of the sessions that have solves of the task, and that of the session in view. */
  get sessions() {
    const names = new Set(this.all.map(({ session }) => session));
    if (this.session !== EVERY_SESSION) names.add(this.session);
    names.delete('');
    return [...names].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
  }

  /* Chooses the session in view, to which solves are added from now on; null: all, and solves are in none. */
  /** @param {string | null} session */
  choose(session) {
    this.session = session;
    this.showsRelays = false;
    memory.set('session', session);
    this.changed();
  }

  /* Shows the relays in the place of the solves of a session. */
  chooseRelays() {
    this.showsRelays = true;
    this.changed();
  }

  /* ---- a solve ---- */

  /** Keeps a solve of the clock, after those before it. @param {HandSolve} solve */
  keep(solve) {
    const kind = this.bus.ask('kind', solve) ?? 'timed';
    const record = solve.seconds === null || kind === 'relay' ? null : recordOfSolve(solve, kind, this.session ?? '');
    return this.queue(record, solve.scrambled && !solve.helped && !solve.undone);
  }

  /** `first` as in put. @param {SolveRecord | null} record @param {boolean} first */
  queue(record, first) {
    if (record) this.keeping = this.keeping.catch(() => {}).then(() => this.put(record, first));
    return this.keeping;
  }

  /** Keeps a relay, whose boards are one record. A notice says if the relay is too long for a record. @param {ContestResult} result */
  async keepRelay(result) {
    const record = recordOf({ at: Date.now(), session: this.session ?? '', result: resultQuery(result) });
    if (!record) return this.bus.emit('notice', { text: unkeptText(), wrong: true });
    await (await this.opening).add(record);
  }

  /** Stores a record, also if the earlier ones cannot be read. A board counts once, at the first try, without help and
   * moves that were taken back; `first`: it was such a try. @param {SolveRecord} record @param {boolean} first */
  async put(record, first) {
    await this.loaded().catch(() => {});
    const { width, height, goal } = record;
    const known = this.isOfTask(record) ? this.all : await this.store?.list({ width, height, goal }).catch(() => []) ?? [];
    const counts = first && !known.some(({ start }) => start === record.start);
    await this.store?.add({ ...record, counts });
  }
}
