/*
 * The worker: the one place where long work is done. It holds an instance of the core, the tables
 * and the solvers, and answers one request at a time, in order.
 *
 * In:  {type: 'start', module, files}      once; `files` are databases, {file, own}
 *      {type, id, ...}                     a request: see `requests`
 * Out: {type: 'progress', id, progress}    every TELL_MS, and at a new bound
 *      {type: 'step', id, step}            a bound that was exhausted, a step of the layered
 *                                          method, or a solution
 *      {type: 'done', id, answer} or {type: 'failed', id, message}
 *
 * A search cannot hear messages while it runs: the page cancels it by ending the worker
 * (solver.js), and a new worker opens the same files and builds small tables again, which takes a
 * fraction of a second.
 */
import { Core, HEURISTIC, METHOD } from './core.js';
import { betterPartitions, coverOf, partitionFor, tileCount } from './partitions.js';

const TELL_MS = 60;
const READ_STEP = 8 << 20;

let core;
let current = 0; /* the id of the request in work */
let toldAt = 0;
let toldLevel = -1;
const given = []; /* tables of files, with `own` for those that the person gave */
const built = new Map(); /* tables by board size */
const solvers = new Map();

function tellProgress(progress) {
  const now = performance.now();
  if (now - toldAt < TELL_MS && progress.level === toldLevel) return;
  toldAt = now;
  toldLevel = progress.level;
  postMessage({ type: 'progress', id: current, progress });
}

function tellStep(step) {
  postMessage({ type: 'step', id: current, step });
}

/* The file that the core writes: its pieces by their places. */
let writing = null;
const heard = {
  progress: tellProgress,
  bound: (exhausted) => tellStep({ exhausted }),
  step: (step) => step.moves && tellStep(step),
  fileBegin: (name) => { writing = { name, pieces: [] }; },
  fileWrite: (bytes, offset) => writing.pieces.push({ offset, blob: new Blob([bytes]) }),
  fileEnd() {},
};

/* ---- tables ---- */

async function openFile({ file, own }) {
  const memory = core.reserveMemory(file.size);
  try {
    for (let at = 0; at < file.size; at += READ_STEP) {
      const bytes = await file.slice(at, at + READ_STEP).arrayBuffer();
      core.writeMemory(memory + at, new Uint8Array(bytes));
    }
    const table = { ...core.openTable(file.name, memory, file.size), file: file.name, own };
    given.push(table);
    for (const { solver } of solvers.values()) core.freeSolver(solver);
    solvers.clear();
    return table;
  } catch (error) {
    core.releaseMemory(memory);
    throw error;
  }
}

function buildTables(width, height) {
  const key = `${width}x${height}`;
  if (!built.has(key)) {
    const { name, patterns } = partitionFor(width, height);
    const blank = width * height - 1;
    const start = performance.now();
    const tables = patterns.map((tiles) => core.generateTable(width, height, blank, tiles));
    built.set(key, { name, tables, milliseconds: performance.now() - start });
  }
  return built.get(key);
}

/* The best tables for a size: those of the person's files if they cover the board, else those of
 * the page's, else small ones. */
function databaseFor(width, height) {
  const own = coverOf(given.filter((table) => table.own), width, height);
  const cover = own ?? coverOf(given.filter((table) => !table.own), width, height);
  if (!cover) return buildTables(width, height);
  const named = betterPartitions(width, height)
    .find(({ patterns }) => patterns.every((tiles) => cover.some((table) => table.tiles === tiles)));
  const name = named?.name ?? cover.map((table) => tileCount(table.tiles)).sort((a, b) => a - b).join('-');
  return { name, tables: cover, origin: own ? 'own' : 'better' };
}

function aboutDatabase({ name, tables, origin = 'built', milliseconds }) {
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  return { name, bytes, origin, milliseconds };
}

function solverFor(width, height, goalBlank, heuristic) {
  const key = `${width}x${height} ${goalBlank} ${heuristic}`;
  if (!solvers.has(key)) {
    const database = heuristic === 'pdb' ? databaseFor(width, height) : null;
    const number = database ? HEURISTIC.PDB : HEURISTIC.MANHATTAN;
    const solver = core.createSolver(width, height, goalBlank, number, database?.tables);
    solvers.set(key, { solver, about: database && aboutDatabase(database) });
  }
  return solvers.get(key);
}

/* A table as the file that pdbgen writes. */
function fileOf(table) {
  core.saveTable(table);
  const pieces = writing.pieces.sort((a, b) => a.offset - b.offset).map(({ blob }) => blob);
  return new File(pieces, writing.name);
}

/* ---- requests ---- */

function solverOf({ board, goalBlank, heuristic = 'pdb' }) {
  return solverFor(board.width, board.height, goalBlank, heuristic);
}

const requests = {
  async open(request) {
    const { width, height, tiles, bytes, own } = await openFile(request);
    const alike = given.filter((table) => table.own === own);
    return { width, height, tiles, bytes, complete: coverOf(alike, width, height) !== null };
  },
  prepare({ width, height, goalBlank }) {
    return { database: solverFor(width, height, goalBlank, 'pdb').about };
  },
  /* Makes table files: {files, milliseconds}. */
  build({ width, height, patterns }) {
    const start = performance.now();
    const files = patterns.map((tiles) => {
      const table = core.generateTable(width, height, width * height - 1, tiles);
      const file = fileOf(table);
      core.closeTable(table);
      return file;
    });
    return { files, milliseconds: performance.now() - start };
  },
  solve(request) {
    const { solver, about } = solverOf(request);
    return { ...core.solve(solver, request.board, request), database: about };
  },
  /* Some solution soon, for boards beyond exact search, and what is proven: {moves, length}. */
  quick({ board, goalBlank, seconds }) {
    const { moves } = core.method(METHOD.LAYERED, board, goalBlank);
    return core.improve(board, moves, seconds);
  },
  method({ board, goalBlank, method, timeout, memory }) {
    return core.method(METHOD[method], board, goalBlank, timeout, memory);
  },
};

async function start({ module, files }) {
  core = await Core.create(module, heard);
  for (const file of files) await openFile(file);
}

async function answer(request) {
  current = request.id;
  toldAt = performance.now();
  toldLevel = -1;
  try {
    postMessage({ type: 'done', id: request.id, answer: await requests[request.type](request) });
  } catch (error) {
    postMessage({ type: 'failed', id: request.id, message: error.message });
  }
}

/* Reading a file waits for the disk, and the next request waits for it. */
let queue = Promise.resolve();
onmessage = ({ data }) => {
  queue = queue.then(() => (data.type === 'start' ? start(data) : answer(data)));
};
