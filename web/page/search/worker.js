/*
 * The worker: the one place where long work is done. It holds an instance of the core, the tables
 * and the solvers, and answers one request at a time, in order.
 *
 * In:  {type: 'start', module, files}      once; `files` are databases, {file, own}
 *      {type, id, ...}                     a request: see `requests`
 * Out: {type: 'progress', id, progress}    every TELL_MS, and at a new bound
 *      {type: 'step', id, step}            a bound that was exhausted, a step of the layered
 *                                          method, or a solution
 *      {type: 'done', id, answer} or {type: 'failed', id, error}
 *
 * A search cannot hear messages while it runs: the page cancels it by ending the worker
 * (solver.js), and a new worker opens the same files and builds small tables again, which takes a
 * fraction of a second.
 */
import { Core, HEURISTIC, METHOD, boardText } from './core.js';
import { betterPartitions, coverOf, hasTables, partitionFor, tableBlank, tileCount } from './partitions.js';

const TELL_MS = 60;
const READ_STEP = 8 << 20;
const SOLVERS_MAX = 8;
const BEAM_BYTES = 256 << 20;

/** @typedef {{ name: string, tables: Table[], milliseconds?: number, origin?: string }} Database */

/** @type {Core} */
let core;
let current = 0; /* the id of the request in work */
let toldAt = 0;
let toldLevel = -1;
/** @type {(Table & { file: string, own: boolean })[]} */
const given = []; /* tables of files, with `own` for those that the person gave */
/** @type {Map<string, Database>} */
const built = new Map(); /* small tables: {name, tables, milliseconds} */
/** @type {Map<string, { solver: number, about: AboutDatabase | null }>} */
const solvers = new Map(); /* the last that were used: {solver, about} */

/** @param {Progress} progress */
function tellProgress(progress) {
  const now = performance.now();
  if (now - toldAt < TELL_MS && progress.level === toldLevel) return;
  toldAt = now;
  toldLevel = progress.level;
  postMessage({ type: 'progress', id: current, progress });
}

/** @param {object} step */
function tellStep(step) {
  postMessage({ type: 'step', id: current, step });
}

/* The file that the core writes: its pieces by their places. */
/** @type {{ name: string, pieces: { offset: number, blob: Blob }[] } | null} */
let writing = null;
const heard = {
  progress: tellProgress,
  bound: (/** @type {ExhaustedBound} */ exhausted) => tellStep({ exhausted }),
  step: (/** @type {Step} */ step) => step.moves && tellStep(step),
  improved: tellStep,
  fileBegin: (/** @type {string} */ name) => { writing = { name, pieces: [] }; },
  fileWrite: (/** @type {Uint8Array<ArrayBuffer>} */ bytes, /** @type {number} */ offset) => writing?.pieces.push({ offset, blob: new Blob([bytes]) }),
  fileEnd() {},
};

/* ---- tables ---- */

/** @param {TableFile} options */
async function openFile({ file, own }) {
  const memory = core.reserveMemory(file.size);
  try {
    for (let at = 0; at < file.size; at += READ_STEP) {
      const bytes = await file.slice(at, at + READ_STEP).arrayBuffer();
      core.writeMemory(memory + at, new Uint8Array(bytes));
    }
    const table = { ...core.openTable(file.name, memory, file.size), file: file.name, own };
    given.push(table);
    dropSolvers(0);
    return table;
  } catch (error) {
    core.releaseMemory(memory);
    throw error;
  }
}

/** @param {number} width @param {number} height @param {number} blank @param {Metric} metric @returns {Database} */
function buildTables(width, height, blank, metric) {
  const key = `${width}x${height} ${blank} ${metric}`;
  const found = built.get(key);
  if (found) return found;
  const start = performance.now();
  const partition = metric === 'multi' ? null : partitionFor(width, height, blank);
  const tables = partition?.patterns.map((tiles) => core.generateTable(width, height, blank, { tiles })) ??
    [core.generateTable(width, height, blank, {})];
  const made = { name: partition?.name ?? 'small', tables, milliseconds: performance.now() - start };
  built.set(key, made);
  return made;
}

/* What the tables of files are called: as the page's of the same kind, else by their tiles. */
/** @param {Table[]} tables @param {Size} size @param {Metric} metric */
function nameOf(tables, { width, height }, metric) {
  const named = betterPartitions(width, height, metric).find(({ patterns, drawing }) =>
    (patterns ? patterns.every((tiles) => tables.some((table) => table.tiles === tiles))
      : drawing === tables[0].drawing));
  return named?.name ?? tables[0].drawing ??
    tables.map((table) => tileCount(table.tiles)).sort((a, b) => a - b).join('-');
}

/* The best tables for a goal: those of the person's files if they cover the board, else those of the
 * page's, else small ones. */
/** @param {Board} goal @param {Metric} metric */
function databaseFor(goal, metric) {
  const { width, height } = goal;
  const blank = goal.cells.indexOf(0);
  /** @param {boolean} own */
  const among = (own) => coverOf(given.filter((table) => table.own === own), width, height, blank, metric);
  const own = among(true);
  const tables = own ?? among(false);
  if (!tables) return buildTables(width, height, tableBlank(width, height, blank), metric);
  return { name: nameOf(tables, goal, metric), tables, origin: own ? 'own' : 'better' };
}

/** @param {Database} database */
function aboutDatabase({ name, tables, origin = 'built', milliseconds }) {
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  return { name, bytes, origin, milliseconds };
}

/* Frees the solvers that were used longest ago, but so many. */
/** @param {number} kept */
function dropSolvers(kept) {
  for (const [key, { solver }] of [...solvers].slice(0, Math.max(0, solvers.size - kept))) {
    core.freeSolver(solver);
    solvers.delete(key);
  }
}

/** @param {{ goal: Board, metric?: Metric, heuristic?: string }} options */
function solverFor({ goal, metric = 'single', heuristic = 'pdb' }) {
  const key = `${boardText(goal)} ${metric} ${heuristic}`;
  const found = solvers.get(key) ?? makeSolver(goal, metric, heuristic);
  solvers.delete(key);
  solvers.set(key, found);
  dropSolvers(SOLVERS_MAX);
  return found;
}

/** @param {Board} goal @param {Metric} metric @param {string} heuristic */
function makeSolver(goal, metric, heuristic) {
  const database = heuristic === 'pdb' ? databaseFor(goal, metric) : null;
  const number = database ? HEURISTIC.PDB : HEURISTIC.MANHATTAN;
  const solver = core.createSolver(goal, { heuristic: number, metric, tables: database?.tables });
  return { solver, about: database && { ...aboutDatabase(database), metric } };
}

/* A table as the file that pdbgen writes. */
/** @param {Table} table */
function fileOf(table) {
  core.saveTable(table);
  if (!writing) throw new Error('the core wrote no file');
  const pieces = writing.pieces.sort((a, b) => a.offset - b.offset).map(({ blob }) => blob);
  return new File(pieces, writing.name);
}

/* ---- requests ---- */

/** @type {Record<string, (request: any) => unknown>} */
const requests = {
  /** @param {any} request */
  async open(request) {
    const { width, height, goalBlank, tiles, drawing, bytes, own } = await openFile(request);
    const alike = given.filter((table) => table.own === own);
    const cover = coverOf(alike, width, height, goalBlank, drawing ? 'multi' : 'single');
    return { width, height, tiles, drawing, bytes, complete: cover !== null };
  },
  /** @param {any} request */
  prepare(request) {
    return { database: hasTables(request.goal) ? solverFor(request).about : null };
  },
  /* Makes table files: {files, milliseconds}. */
  /** @param {Size & Partition} request */
  build({ width, height, patterns, drawing }) {
    const start = performance.now();
    const blank = width * height - 1;
    const make = patterns?.map((tiles) => () => core.generateTable(width, height, blank, { tiles })) ??
      [() => core.generateTable(width, height, blank, { drawing })];
    const files = make.map((generate) => {
      const table = generate();
      const file = fileOf(table);
      core.closeTable(table);
      return file;
    });
    return { files, milliseconds: performance.now() - start };
  },
  /** @param {any} request */
  solve(request) {
    const { solver, about } = solverFor(request);
    return { ...core.solve(solver, request.board, request), database: about };
  },
  /* For boards beyond exact search: a solution soon, and better ones until a limit, as steps. */
  /** @param {any} request */
  anytime(request) {
    const { board, goal } = request;
    const solver = hasTables(goal) ? solverFor(request).solver : 0;
    return core.anytime(board, goal, { memory: BEAM_BYTES, ...request, solver });
  },
  /** @param {any} request */
  method({ method, timeout, memory, ...task }) {
    return core.method(METHOD[/** @type {keyof METHOD} */ (method)], task, timeout, memory);
  },
};

/** @param {{ module: WebAssembly.Module, files: TableFile[] }} message */
async function startCore({ module, files }) {
  core = await Core.create(module, heard);
  for (const file of files) await openFile(file);
}

/** @param {any} request */
async function answer(request) {
  current = request.id;
  toldAt = performance.now();
  toldLevel = -1;
  try {
    postMessage({ type: 'done', id: request.id, answer: await requests[request.type](request) });
  } catch (/** @type {any} */ error) {
    const { status, message, column, code, numbers, text } = error;
    postMessage({ type: 'failed', id: request.id, error: { status, message, column, code, numbers, text } });
  }
}

/* Reading a file waits for the disk, and the next request waits for it. */
let queue = Promise.resolve();
onmessage = ({ data }) => {
  queue = queue.then(() => (data.type === 'start' ? startCore(data) : answer(data)));
};
