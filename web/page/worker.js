/*
 * The worker: the one place where long work is done. It holds an instance of the core, the tables
 * and the solvers, and answers one request at a time, in order.
 *
 * In:  {type: 'start', module, files}      once; `files` are the databases that the person gave
 *      {type: 'solve' | 'method' | 'prepare' | 'open', id, ...}
 * Out: {type: 'progress', id, progress}    every TELL_MS, and at a new bound
 *      {type: 'step', id, step}            each step of the layered method
 *      {type: 'done', id, answer} or {type: 'failed', id, message}
 *
 * A search cannot hear messages while it runs: the page cancels it by ending the worker
 * (solver.js), and a new worker builds its tables again, which takes a fraction of a second.
 */
import { Core, HEURISTIC, METHOD } from './core.js';
import { coverOf, partitionFor, tileCount } from './partitions.js';

const TELL_MS = 60;
const READ_STEP = 8 << 20;

let core;
let current = 0; /* the id of the request in work */
let toldAt = 0;
let toldLevel = -1;
const given = []; /* tables of files */
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
  if (step.moves) postMessage({ type: 'step', id: current, step });
}

/* ---- tables ---- */

async function openFile(file) {
  const memory = core.reserveMemory(file.size);
  try {
    for (let at = 0; at < file.size; at += READ_STEP) {
      const bytes = await file.slice(at, at + READ_STEP).arrayBuffer();
      core.writeMemory(memory + at, new Uint8Array(bytes));
    }
    const table = { ...core.openTable(file.name, memory, file.size), file: file.name };
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
    built.set(key, { name, tables, built: true, milliseconds: performance.now() - start });
  }
  return built.get(key);
}

/* The best tables for a size: those of files if they cover the board, else built ones. */
function databaseFor(width, height) {
  const cover = coverOf(given, width, height);
  if (!cover) return buildTables(width, height);
  const name = cover.map((table) => tileCount(table.tiles)).sort((a, b) => a - b).join('-');
  return { name, tables: cover, built: false, milliseconds: 0 };
}

function aboutDatabase({ name, tables, built: wasBuilt, milliseconds }) {
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  return { name, bytes, built: wasBuilt, milliseconds };
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

/* ---- requests ---- */

const requests = {
  async open({ file }) {
    const { width, height, tiles, bytes } = await openFile(file);
    return { width, height, tiles, bytes, complete: coverOf(given, width, height) !== null };
  },
  prepare({ width, height, goalBlank }) {
    return { database: solverFor(width, height, goalBlank, 'pdb').about };
  },
  solve({ board, goalBlank, heuristic = 'pdb', timeout }) {
    const { solver, about } = solverFor(board.width, board.height, goalBlank, heuristic);
    return { ...core.solve(solver, board, timeout), database: about };
  },
  method({ board, goalBlank, method, timeout, memory }) {
    return core.method(METHOD[method], board, goalBlank, timeout, memory);
  },
};

async function start({ module, files }) {
  core = await Core.create(module, { progress: tellProgress, step: tellStep });
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
