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
export const HEURISTIC = { PDB: 0, MANHATTAN: 1, LINEAR_CONFLICT: 2 };
export const METHOD = { BFS: 0, IDDFS: 1, ASTAR: 2, LAYERED: 3 };

const METRIC = { single: 0, multi: 1 };
const TYPED_MAX = 8000; /* letters; no board and no scramble that a person types has more */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/* A board in the notation that every tool reads. */
/** @param {Board} board */
export function boardText({ width, height, cells }) {
  const rows = [];
  for (let y = 0; y < height; y++) rows.push(cells.slice(y * width, (y + 1) * width).join(' '));
  return rows.join(' / ');
}

export class Core {
  /** @param {any} heard as of create */
  constructor(heard) {
    this.heard = heard;
    /** @type {any} */
    this.calls = null; /* the exports of the module */
  }

  /* `heard` has the optional functions progress({stage, level, done, total, seconds}),
   * bound({bound, generated, seconds}), step({text, bound, nodes, seconds, moves}); of anytime
   * improved({length, lowerBound, moves, shorter, width, seconds}) and goesOn(), which end it by
   * false; and for files that the core writes fileBegin(name), fileWrite(bytes, offset) and
   * fileEnd(commit). */
  /** @param {WebAssembly.Module} module @param {any} [heard] */
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
          this.heard.step?.({
            text: this.textAt(text),
            bound,
            nodes,
            seconds,
            moves: moves ? this.textAt(moves, count) : '',
          }),
        improved: (length, lowerBound, shorter, width, seconds, moves, count) => {
          const told = { length, lowerBound, moves: this.textAt(moves, count), shorter: shorter !== 0,
            width, seconds };
          return this.heard.improved?.(told) === false ? 0 : 1;
        },
        goes_on: () => (this.heard.goesOn?.() === false ? 0 : 1),
      },
      host: {
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

  /* The text at an address, up to its NUL or of a known length. */
  /** @param {number} address @param {number} [length] */
  textAt(address, length) {
    const bytes = new Uint8Array(this.calls.memory.buffer);
    const from = address >>> 0;
    const end = length === undefined ? bytes.indexOf(0, from) : from + length;
    return decoder.decode(bytes.slice(from, end));
  }

  /* Puts texts into the input buffer; what is too long for it is cut. */
  /** @param {...string} texts */
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

  /* The answer of a call; `fine` are the statuses that are no error. */
  /** @param {number} status @param {number[]} [fine] */
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

  /* What a person typed: a board of the goal's size if it can be one, else of its own. A scramble
   * begins at the goal. */
  /** @param {string} typed @param {Board} goal */
  read(typed, goal) {
    this.input(typed.slice(0, TYPED_MAX), boardText(goal));
    return this.finish(this.calls.core_read());
  }

  /* 1 2 3 ... with the blank on a cell. */
  /** @param {number} width @param {number} height @param {number} blank */
  goal(width, height, blank) {
    return this.finish(this.calls.core_goal(width, height, blank));
  }

  /* null for a board that can reach the goal, else a CoreError that says why it cannot. */
  /** @param {Board} board @param {Board} goal */
  parityError(board, goal) {
    this.input(boardText(board), boardText(goal));
    const status = this.calls.core_solvable();
    const answer = this.finish(status, [STATUS.OK, STATUS.UNSOLVABLE]);
    return status === STATUS.OK ? null : new CoreError(answer);
  }

  /* `seed`: a BigInt of 64 bits. */
  /** @param {Board} goal @param {bigint} seed */
  scramble(goal, seed) {
    const low = Number(BigInt.asUintN(32, seed)) | 0;
    const high = Number(BigInt.asUintN(32, seed >> 32n)) | 0;
    this.input(boardText(goal));
    return this.finish(this.calls.core_scramble(low, high));
  }

  /* Moves as a person typed them, played on a board: {moves, solved}. */
  /** @param {Board} board @param {string} typed @param {Board} goal */
  replay(board, typed, goal) {
    this.input(boardText(board), boardText(goal), typed);
    return this.finish(this.calls.core_replay());
  }

  /* ---- tables and solvers ---- */

  /* Of a pattern's tiles, a set; or for the metric multi of colours that are drawn, without a drawing
   * of those that are built at once. */
  /** @param {number} width
   * @param {number} height
   * @param {number} goalBlank
   * @param {{ tiles?: number, drawing?: string }} kind */
  generateTable(width, height, goalBlank, { tiles = 0, drawing = '' }) {
    this.input(drawing);
    return this.finish(this.calls.core_table_generate(width, height, goalBlank, tiles));
  }

  /* Memory of the core for a table file, released by releaseMemory unless a table holds it. */
  /** @param {number} size */
  reserveMemory(size) {
    const address = this.calls.core_allocate(size) >>> 0;
    if (address === 0) throw new Error('there is not enough memory for a file of this size');
    return address;
  }

  /** @param {number} address @param {Uint8Array} bytes */
  writeMemory(address, bytes) {
    new Uint8Array(this.calls.memory.buffer).set(bytes, address);
  }

  /** @param {number} address */
  releaseMemory(address) {
    this.calls.core_release(address);
  }

  /* The bytes of a table file that lie at an address of reserveMemory. Tables of colours have a
   * drawing. */
  /** @param {string} name @param {number} address @param {number} size */
  openTable(name, address, size) {
    this.input(name);
    return { ...this.finish(this.calls.core_table_open(address, size)), memory: address };
  }

  /* Tells the page the bytes of the table's file. */
  /** @param {Table} table */
  saveTable({ table }) {
    return this.finish(this.calls.core_table_save(table));
  }

  /** @param {Table} table */
  closeTable({ table }) {
    this.calls.core_table_close(table);
  }

  /** @param {Board} goal @param {{ heuristic?: number, metric?: Metric, tables?: Table[] }} options */
  createSolver(goal, { heuristic = HEURISTIC.PDB, metric = 'single', tables = [] }) {
    const list = this.reserveMemory(4 * tables.length + 4);
    const slots = new Uint32Array(this.calls.memory.buffer, list, tables.length);
    slots.set(tables.map((table) => table.table));
    this.input(boardText(goal));
    const status = this.calls.core_solver_create(heuristic, METRIC[metric], list, tables.length);
    this.calls.core_release(list);
    return this.finish(status).solver;
  }

  /** @param {number} solver */
  freeSolver(solver) {
    this.calls.core_solver_free(solver);
  }

  /* No limit is 0. With `listed`, all optimal solutions are counted and that many told as steps. */
  /** @param {number} solver
   * @param {Board} board
   * @param {{ timeout?: number, maxLength?: number, firstBound?: number, listed?: number }} [limits] */
  solve(solver, board, { timeout = 0, maxLength = 0, firstBound = 0, listed = 0 } = {}) {
    this.input(boardText(board));
    return this.finish(this.calls.core_solve(solver, timeout, maxLength, firstBound, listed),
      [STATUS.OK, STATUS.UNSOLVABLE, STATUS.LIMIT]);
  }

  /* A solution at once, and better ones until a limit; with a solver, of that goal and metric,
   * bounds are proven. No limit is 0. */
  /** @param {Board} board
   * @param {Board} goal
   * @param {{ metric?: Metric, solver?: number, timeout?: number, within?: number, withinShare?: number,
   *    maxWidth?: number, memory?: number }} [limits] */
  anytime(board, goal, { metric = 'single', solver = 0, timeout = 0, within = 0, withinShare = 0,
    maxWidth = 0, memory = 0 } = {}) {
    this.input(boardText(board), boardText(goal));
    return this.finish(this.calls.core_anytime(solver, METRIC[metric], timeout, within, withinShare,
      maxWidth, memory), [STATUS.OK, STATUS.LIMIT, STATUS.CANCELLED]);
  }

  /** @param {number} method @param {Task} task @param {number} [timeout] @param {number} [memory] */
  method(method, { board, goal, metric = 'single' }, timeout = 0, memory = 0) {
    this.input(boardText(board), boardText(goal));
    return this.finish(this.calls.core_method(method, METRIC[metric], timeout, memory),
      [STATUS.OK, STATUS.UNSOLVABLE, STATUS.LIMIT]);
  }
}
