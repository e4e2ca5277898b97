/*
 * The library, called from JavaScript: a thin layer over web/core/core.c.
 *
 * Boards and goals go in and out as {width, height, cells}, metrics as 'single' or 'multi'. A call that
 * fails throws a CoreError with the library's own sentence, and its code (messages.js). Page and worker each have an instance: the
 * page for what takes microseconds (reading boards, parity, scrambles), the worker for the rest.
 */

export class CoreError extends Error {
  /** @param {Problem} problem */
  constructor({ status, message, column, code = 'other', numbers = [], text = '' }) {
    super(message);
    this.status = status;
    this.column = column;
    /* What the sentence is about (tilepdb_message in tilepdb.h), to say it in other words. */
    this.code = code;
    this.numbers = numbers;
    this.text = text;
  }
}

export const STATUS = { OK: 0, UNSOLVABLE: 1, LIMIT: 2, CANCELLED: 3 };
const ANSWERED = Object.values(STATUS); /* those that have a result */
export const HEURISTIC = { PDB: 0, MANHATTAN: 1, LINEAR_CONFLICT: 2 };
export const METHOD = { BFS: 0, IDDFS: 1, ASTAR: 2, LAYERED: 3 };

const METRIC = { single: 0, multi: 1 };
const TYPED_MAX = 80000; /* letters; the goal has room after them in the core's input */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @param {string} path */
const fileName = (path) => path.replace(/^.*\//, '');

/** A board or goal in the notation that every tool reads. @param {Goal} board */
export function boardText({ width, height, cells }) {
  const rows = [];
  for (let y = 0; y < height; y++) rows.push(cells.slice(y * width, (y + 1) * width).join(' '));
  return rows.join(' / ');
}

export class Core {
  /** @param {any} heard as of create */
  constructor(heard) {
    this.heard = heard;
    this.calls = /** @type {any} */ (null); /* the exports of the module */
  }

  /** `heard` has the optional functions progress({stage, level, done, total, seconds}), bound({bound, generated,
   * seconds}), step({text, bound, nodes, seconds, moves}); goesOn(), which ends the work of an engine by false; of
   * improve improved({length, lowerBound, moves, shorter, width, seconds}), which ends it by false; for tables that the
   * core reads fileSize(name), -1 if there is none, and fileRead(name, bytes); and for those that it writes
   * fileBegin(name), fileWrite(bytes, offset) and fileEnd(commit). @param {WebAssembly.Module} module
   * @param {any} [heard] */
  static async create(module, heard = {}) {
    const core = new Core(heard);
    const instance = await WebAssembly.instantiate(module, core.imports());
    core.calls = instance.exports;
    core.calls._initialize();
    return core;
  }

  /** @returns {Record<string, Record<string, (...values: any[]) => any>>} */
  imports() {
    return {
      page: {
        progress: (stage, level, done, total, seconds) =>
          this.heard.progress?.({ stage, level, done, total, seconds }),
        bound: (bound, generated, seconds) => this.heard.bound?.({ bound, generated, seconds }),
        step: (text, bound, nodes, seconds, moves, count) =>
          this.heard.step?.({ text: this.textAt(text), bound, nodes, seconds,
            moves: moves ? this.textAt(moves, count) : '' }),
        improved: (length, lowerBound, shorter, width, seconds, moves, count) => {
          const told = { length, lowerBound, moves: this.textAt(moves, count), shorter: shorter !== 0,
            width, seconds };
          return this.heard.improved?.(told) === false ? 0 : 1;
        },
        goes_on: () => (this.heard.goesOn?.() === false ? 0 : 1),
      },
      host: {
        file_size: (path) => this.heard.fileSize?.(fileName(this.textAt(path))) ?? -1,
        file_read: (path, data) => {
          const name = fileName(this.textAt(path));
          const size = this.heard.fileSize(name);
          return this.heard.fileRead(name, new Uint8Array(this.calls.memory.buffer, data >>> 0, size)) ? 1 : 0;
        },
        file_begin: (name) => {
          this.heard.fileBegin?.(this.textAt(name));
          return this.heard.fileBegin ? 1 : 0;
        },
        file_write: (data, size, offset) => {
          const bytes = new Uint8Array(this.calls.memory.buffer, data >>> 0, size >>> 0);
          this.heard.fileWrite(bytes, offset);
          return 1;
        },
        file_end: (commit) => {
          this.heard.fileEnd(commit === 1);
          return 1;
        },
      },
      wasi_snapshot_preview1: {
        clock_time_get: (clock, precision, to) => {
          const nanoseconds = BigInt(Math.round(1e6 * performance.now()));
          new DataView(this.calls.memory.buffer).setBigUint64(to, nanoseconds, true);
          return 0;
        },
      },
      env: { emscripten_notify_memory_growth() {} },
    };
  }

  /** The text at an address, up to its NUL or of a known length. @param {number} address @param {number} [length] */
  textAt(address, length) {
    const bytes = new Uint8Array(this.calls.memory.buffer);
    const from = address >>> 0;
    const end = length === undefined ? bytes.indexOf(0, from) : from + length;
    return decoder.decode(bytes.slice(from, end));
  }

  /** Puts texts into the input buffer; what is too long for it is cut. @param {...string} texts */
  input(...texts) {
    const room = this.calls.core_input_size() - 1;
    const bytes = encoder.encode(texts.join('\0')).subarray(0, room);
    const to = new Uint8Array(this.calls.memory.buffer, this.calls.core_input(), room + 1);
    to.set(bytes);
    to[bytes.length] = 0;
  }

  answer() {
    return JSON.parse(this.textAt(this.calls.core_answer()));
  }

  /** The answer of a call; `fine` are the statuses that are no error. @param {number} status @param {number[]} [fine] */
  finish(status, fine = [STATUS.OK]) {
    const answer = this.answer();
    if (!fine.includes(status)) throw new CoreError(answer);
    return answer;
  }

  /* ---- boards ---- */

  /* With `large`, a board that no tables hold, too. */
  /** @param {string} text @param {number} [width] @param {number} [height] @param {boolean} [large] */
  parse(text, width = 0, height = 0, large = false) {
    this.input(text);
    return this.finish(this.calls.core_parse(width, height, large ? 1 : 0));
  }

  /** A goal, which may be open: its cells are then '*'. @param {string} text @returns {Goal} */
  parseGoal(text) {
    this.input(text);
    return this.finish(this.calls.core_parse_goal());
  }

  /** What a person typed: a board of the goal's size if it can be one, else of its own. A scramble begins at the goal.
   * @param {string} typed @param {Goal} goal */
  read(typed, goal) {
    this.input(typed.slice(0, TYPED_MAX), boardText(goal));
    return this.finish(this.calls.core_read());
  }

  /** 1 2 3 ... with the blank on a cell. @param {number} width @param {number} height @param {number} blank */
  goal(width, height, blank) {
    return this.finish(this.calls.core_goal(width, height, blank));
  }

  /** null for a board that can reach the goal, else a CoreError that says why it cannot. @param {Board} board @param {Goal} goal */
  parityError(board, goal) {
    this.input(boardText(board), boardText(goal));
    const status = this.calls.core_solvable();
    const answer = this.finish(status, [STATUS.OK, STATUS.UNSOLVABLE]);
    return status === STATUS.OK ? null : new CoreError(answer);
  }

  /** `seed`: a BigInt of 64 bits. @param {Board} goal @param {bigint} seed */
  scramble(goal, seed) {
    const low = Number(BigInt.asUintN(32, seed)) | 0;
    const high = Number(BigInt.asUintN(32, seed >> 32n)) | 0;
    this.input(boardText(goal));
    return this.finish(this.calls.core_scramble(low, high));
  }

  /** Moves as a person typed them, played on a board: {moves, solved}. @param {Board} board @param {string} typed @param {Goal} goal */
  replay(board, typed, goal) {
    this.input(boardText(board), boardText(goal), typed);
    return this.finish(this.calls.core_replay());
  }

  /* An SVG document: the board, a strip of its boards along `moves`, letters of tiles, or with a
   * `speed` of moves per second an animation. */
  /** @param {Task} task @param {string} moves
   * @param {{ speed?: number, caption?: string }} [words] @returns {string} */
  picture({ board, goal, metric }, moves, { speed = 0, caption = '' } = {}) {
    this.input(boardText(board), boardText(goal), moves, caption);
    const status = this.calls.core_picture(METRIC[metric], speed);
    if (status !== STATUS.OK) throw new CoreError(this.answer());
    const document = this.calls.core_document();
    if (!document) throw new Error('there is not enough memory for the picture');
    return this.textAt(document);
  }

  /* ---- tables ---- */

  /** Of a pattern's tiles, a set; or for the metric multi of colours that are drawn, without a drawing of those that
   * are built at once. @param {number} width @param {number} height @param {number} goalBlank
   * @param {{ tiles?: number, drawing?: string }} kind */
  generateTable(width, height, goalBlank, { tiles = 0, drawing = '' }) {
    this.input(drawing);
    return this.finish(this.calls.core_table_generate(width, height, goalBlank, tiles));
  }

  /* Checks a table file whole. `read(bytes)` fills its bytes. Tables of colours have a drawing; `file`
   * is the name under which engines look for it. */
  /** @param {string} name @param {number} size @param {(bytes: Uint8Array) => unknown} read */
  checkTable(name, size, read) {
    const address = this.calls.core_allocate(size) >>> 0;
    if (address === 0) throw new Error('there is not enough memory for a file of this size');
    try {
      read(new Uint8Array(this.calls.memory.buffer, address, size));
      this.input(name);
      return this.finish(this.calls.core_table_check(address, size));
    } finally {
      this.calls.core_release(address);
    }
  }

  /* The patterns of a partition, as sets of tiles. */
  /** @param {number} width @param {number} height @param {string} name @returns {number[]} */
  partition(width, height, name) {
    this.input(name);
    return this.finish(this.calls.core_partition(width, height, width * height - 1));
  }

  /** Tells the page the bytes of the table's file. @param {Table} table */
  saveTable({ table }) {
    return this.finish(this.calls.core_table_save(table));
  }

  /** @param {Table} table */
  closeTable({ table }) {
    this.calls.core_table_close(table);
  }

  /* ---- engines ---- */

  /** An engine for boards of all sizes and goals. `memory`: bytes for everything; 0: no limit. `partition`: the tables
   * that it must use. @param {{ heuristic?: number, memory?: number, partition?: string }} [options] @returns {number} */
  createEngine({ heuristic = HEURISTIC.PDB, memory = 0, partition = '' } = {}) {
    this.input(partition);
    return this.finish(this.calls.core_engine_create(heuristic, memory)).engine;
  }

  /** @param {number} engine */
  freeEngine(engine) {
    this.calls.core_engine_free(engine);
  }

  /** Opens or makes the tables of a goal: {name, bytes}. @param {number} engine @param {Goal} goal @param {Metric} metric */
  engineTables(engine, goal, metric) {
    this.input(boardText(goal));
    return this.finish(this.calls.core_engine_tables(engine, METRIC[metric]));
  }

  /** No limit is 0. With `any`, whichever shortest solution is found first; with `listed`, all are counted, also those
   * up to `beyond` moves longer, and that many passed on as steps; -1: none. @param {number} engine @param {Task} task
   * @param {{ timeout?: number, any?: boolean, maxLength?: number, firstBound?: number, listed?: number, beyond?: number }} [limits] */
  solve(engine, { board, goal, metric = 'single' }, { timeout = 0, any = false, maxLength = 0, firstBound = 0, listed = 0, beyond = 0 } = {}) {
    this.input(boardText(board), boardText(goal));
    return this.finish(this.calls.core_solve(engine, METRIC[metric], timeout, any ? 1 : 0, maxLength,
      firstBound, listed, beyond), ANSWERED);
  }

  /** A solution at once, or `solution` in letters, and better ones until a limit; no limit is 0. @param {number} engine
   * @param {Task} task
   * @param {{ timeout?: number, within?: number, withinShare?: number, maxWidth?: number, solution?: string }} [limits] */
  improve(engine, { board, goal, metric = 'single' }, { timeout = 0, within = 0, withinShare = 0, maxWidth = 0, solution = '' } = {}) {
    this.input(boardText(board), boardText(goal), solution);
    return this.finish(this.calls.core_improve(engine, METRIC[metric], timeout, within, withinShare,
      maxWidth), ANSWERED);
  }

  /** Of the board, and after each move of a solution in letters: {status, message, distances}. A limit leaves the first
   * ones. @param {number} engine @param {Task} task @param {string} solution @param {number} [timeout] */
  distances(engine, { board, goal, metric = 'single' }, solution, timeout = 0) {
    this.input(boardText(board), boardText(goal), solution);
    return this.finish(this.calls.core_distances(engine, METRIC[metric], timeout), ANSWERED);
  }

  /** @param {number} method @param {Task} task @param {number} [timeout] @param {number} [memory] */
  method(method, { board, goal, metric = 'single' }, timeout = 0, memory = 0) {
    this.input(boardText(board), boardText(goal));
    return this.finish(this.calls.core_method(method, METRIC[metric], timeout, memory), ANSWERED);
  }
}
