/*
 * The library, called from JavaScript: a thin layer over web/core/core.c.
 *
 * Boards go in and out as {width, height, cells}, goals as the cell of their blank. A call that fails
 * throws a CoreError with the library's own sentence. Page and worker each have an instance: the
 * page for what takes microseconds (reading boards, parity, scrambles), the worker for the rest.
 */

export class CoreError extends Error {
  constructor({ status, message, column }) {
    super(message);
    this.status = status;
    this.column = column;
  }
}

export const STATUS = { OK: 0, UNSOLVABLE: 1, LIMIT: 2 };
export const HEURISTIC = { PDB: 0, MANHATTAN: 1, LINEAR_CONFLICT: 2 };
export const METHOD = { BFS: 0, IDDFS: 1, ASTAR: 2, LAYERED: 3 };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/* A board in the notation that every tool reads. */
export function boardText({ width, height, cells }) {
  const rows = [];
  for (let y = 0; y < height; y++) rows.push(cells.slice(y * width, (y + 1) * width).join(' '));
  return rows.join(' / ');
}

export class Core {
  /* `heard` has the optional functions progress({stage, level, done, total, seconds}),
   * bound({bound, generated, seconds}), step({text, bound, nodes, seconds, moves}), and for files
   * that the core writes fileBegin(name), fileWrite(bytes, offset) and fileEnd(commit). */
  static async create(module, heard = {}) {
    const core = new Core();
    core.heard = heard;
    const instance = await WebAssembly.instantiate(module, core.imports());
    core.calls = instance.exports;
    core.calls._initialize();
    return core;
  }

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
  textAt(address, length) {
    const bytes = new Uint8Array(this.calls.memory.buffer);
    const from = address >>> 0;
    const end = length === undefined ? bytes.indexOf(0, from) : from + length;
    return decoder.decode(bytes.slice(from, end));
  }

  /* Puts text into the input buffer; what is longer than any board is cut. */
  input(text) {
    const room = this.calls.core_input_size() - 1;
    const bytes = encoder.encode(text).subarray(0, room);
    const to = new Uint8Array(this.calls.memory.buffer, this.calls.core_input(), room + 1);
    to.set(bytes);
    to[bytes.length] = 0;
  }

  answer() {
    return JSON.parse(this.textAt(this.calls.core_answer()));
  }

  /* The answer of a call; `fine` are the statuses that are no error. */
  finish(status, fine = [STATUS.OK]) {
    const answer = this.answer();
    if (!fine.includes(status)) throw new CoreError(answer);
    return answer;
  }

  /* ---- boards ---- */

  parse(text, width = 0, height = 0) {
    this.input(text);
    return this.finish(this.calls.core_parse(width, height));
  }

  /* What a person typed: a board of the size if it can be one, else of its own. */
  read(text, width, height, blankFirst) {
    this.input(text);
    return this.finish(this.calls.core_read(width, height, blankFirst ? 1 : 0));
  }

  goal(width, height, goalBlank) {
    return this.finish(this.calls.core_goal(width, height, goalBlank));
  }

  /* '' for a board that can reach the goal, else why it cannot. */
  parityReason(board, goalBlank) {
    this.input(boardText(board));
    const status = this.calls.core_solvable(board.width, board.height, goalBlank);
    const answer = this.finish(status, [STATUS.OK, STATUS.UNSOLVABLE]);
    return status === STATUS.OK ? '' : answer.message;
  }

  /* `seed`: a BigInt of 64 bits. */
  scramble(width, height, goalBlank, seed) {
    const low = Number(BigInt.asUintN(32, seed)) | 0;
    const high = Number(BigInt.asUintN(32, seed >> 32n)) | 0;
    return this.finish(this.calls.core_scramble(width, height, goalBlank, low, high));
  }

  /* Moves as a person typed them, played on a board: {moves, solved}. */
  replay(board, typed, goalBlank) {
    this.input(`${boardText(board)}\0${typed}`);
    return this.finish(this.calls.core_replay(board.width, board.height, goalBlank));
  }

  /* ---- tables and solvers ---- */

  generateTable(width, height, goalBlank, tiles) {
    return this.finish(this.calls.core_table_generate(width, height, goalBlank, tiles));
  }

  /* Memory of the core for a table file, released by releaseMemory unless a table holds it. */
  reserveMemory(size) {
    const address = this.calls.core_allocate(size) >>> 0;
    if (address === 0) throw new Error('There is not enough memory for a file of this size.');
    return address;
  }

  writeMemory(address, bytes) {
    new Uint8Array(this.calls.memory.buffer).set(bytes, address);
  }

  releaseMemory(address) {
    this.calls.core_release(address);
  }

  /* The bytes of a table file that lie at an address of reserveMemory. */
  openTable(name, address, size) {
    this.input(name);
    return { ...this.finish(this.calls.core_table_open(address, size)), memory: address };
  }

  /* Tells the page the bytes of the table's file. */
  saveTable(table) {
    return this.finish(this.calls.core_table_save(table.table));
  }

  closeTable(table) {
    this.calls.core_table_close(table.table);
  }

  createSolver(width, height, goalBlank, heuristic, tables = []) {
    const list = this.reserveMemory(4 * tables.length + 4);
    const slots = new Uint32Array(this.calls.memory.buffer, list, tables.length);
    slots.set(tables.map((table) => table.table));
    const status = this.calls.core_solver_create(
      width, height, goalBlank, heuristic, list, tables.length);
    this.calls.core_release(list);
    return this.finish(status).solver;
  }

  freeSolver(solver) {
    this.calls.core_solver_free(solver);
  }

  /* No limit is 0. With `listed`, all optimal solutions are counted and that many told as steps. */
  solve(solver, board, { timeout = 0, maxLength = 0, firstBound = 0, listed = 0 } = {}) {
    this.input(boardText(board));
    return this.finish(this.calls.core_solve(
      solver, board.width, board.height, timeout, maxLength, firstBound, listed),
    [STATUS.OK, STATUS.UNSOLVABLE, STATUS.LIMIT]);
  }

  /* A long solution made shorter. */
  improve(board, moves, seconds) {
    this.input(`${boardText(board)}\0${moves}`);
    return this.finish(this.calls.core_improve(board.width, board.height, seconds));
  }

  method(method, board, goalBlank, timeout = 0, memory = 0) {
    this.input(boardText(board));
    return this.finish(
      this.calls.core_method(method, board.width, board.height, goalBlank, timeout, memory),
      [STATUS.OK, STATUS.UNSOLVABLE, STATUS.LIMIT]);
  }
}
