/*
 * The worker: the one place where long work is done. It holds an instance of the core, table files and
 * engines, and answers one request at a time, in order.
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
import { isOpen } from '../board/goal.js';
import { Core, HEURISTIC, METHOD, boardText } from './core.js';
import { coverOf, libraryName, pageName, partitionText } from './partitions.js';

const TELL_MS = 60;
const READ_STEP = 8 << 20;
const MEMORY = 256 << 20; /* of an engine, without the tables of files */

/** @type {Core} */
let core;
let current = 0; /* the id of the request in work */
let toldAt = 0;
let toldLevel = -1;
const given = /** @type {Table[]} */ ([]); /* tables of files, with `own` for those that the person gave */
const files = /** @type {Map<string, Blob>} */ (new Map()); /* by the names under which engines look for them */
const engines = /** @type {Map<string, number>} */ (new Map()); /* by partition and memory */
const prepared = /** @type {Map<string, AboutDatabase>} */ (new Map()); /* by goal and metric */

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

/** Whole files of a worker are read at once. @param {Blob} blob @param {Uint8Array} bytes */
function readBlob(blob, bytes) {
  const reader = new FileReaderSync();
  for (let at = 0; at < blob.size; at += READ_STEP)
    bytes.set(new Uint8Array(reader.readAsArrayBuffer(blob.slice(at, at + READ_STEP))), at);
  return true;
}

/* The file that the core writes: its pieces by their places. */
let writing = /** @type {{ name: string, pieces: { offset: number, blob: Blob }[] } | null} */ (null);
const heard = {
  progress: tellProgress,
  bound: (/** @type {ExhaustedBound} */ exhausted) => tellStep({ exhausted }),
  step: (/** @type {Step} */ step) => step.moves && tellStep(step),
  improved: tellStep,
  fileSize: (/** @type {string} */ name) => files.get(name)?.size ?? -1,
  fileRead: (/** @type {string} */ name, /** @type {Uint8Array} */ bytes) => readBlob(/** @type {Blob} */ (files.get(name)), bytes),
  fileBegin: (/** @type {string} */ name) => { writing = { name, pieces: [] }; },
  fileWrite: (/** @type {Uint8Array<ArrayBuffer>} */ bytes, /** @type {number} */ offset) => writing?.pieces.push({ offset, blob: new Blob([bytes]) }),
  fileEnd() {},
};

/* ---- tables ---- */

/** A file that an earlier worker has checked comes with its table. @param {TableFile} options */
function openFile({ file, own, table: checked }) {
  const table = checked ?? { ...core.checkTable(file.name, file.size, (bytes) => readBlob(file, bytes)), own };
  files.set(table.file, file);
  given.push(table);
  for (const engine of engines.values()) core.freeEngine(engine);
  engines.clear();
  prepared.clear();
  return table;
}

/** Tables of files that cover the board of a goal: the person's, else the page's; null: none do, as of open goals, for
 * which the engine makes others. @param {Goal} goal @param {Metric} metric */
function coverFor(goal, metric) {
  const { width, height, cells } = goal;
  if (isOpen(goal)) return null;
  /** @param {boolean} own */
  const among = (own) => coverOf(given.filter((table) => table.own === own), width, height, cells.indexOf(0), metric);
  return among(true) ?? among(false);
}

/** @param {Table[]} tables */
const bytesOf = (tables) => tables.reduce((sum, table) => sum + table.bytes, 0);

/** The engine for a goal. It must use the person's tables, and may use the page's; half of its memory is for tables.
 * @param {{ goal: Goal, metric?: Metric }} task */
function engineFor({ goal, metric = 'single' }) {
  const cover = coverFor(goal, metric);
  const partition = cover?.[0].own ? partitionText(cover) : '';
  const memory = MEMORY + 2 * bytesOf(cover ?? []);
  const key = `${partition} ${memory}`;
  const engine = engines.get(key) ?? core.createEngine({ partition, memory });
  engines.set(key, engine);
  return engine;
}

/** What the tables of a goal are: by name, as the page's of the same kind, else by their tiles. The engine makes those
 * of an open goal at its first search, and they have no name. @param {Task} task @returns {AboutDatabase | null} */
function prepare({ board, goal, metric }) {
  const key = `${boardText(goal)} ${metric}`;
  const found = prepared.get(key);
  if (found) return found;
  const start = performance.now();
  if (isOpen(goal)) {
    core.solve(engineFor({ goal, metric }), { board, goal, metric }, { maxLength: 1 });
    return null;
  }
  const { name, bytes } = core.engineTables(engineFor({ goal, metric }), goal, metric);
  const made = { name: pageName(name), bytes, metric };
  const [first] = coverFor(goal, metric) ?? [];
  const about = first ? { ...made, origin: first.own ? 'own' : 'better' }
    : { ...made, origin: 'built', milliseconds: performance.now() - start };
  prepared.set(key, about);
  return about;
}

/** A table as the file that pdbgen writes. @param {Table} table */
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
  open(request) {
    const table = openFile(request);
    const { width, height, goalBlank, drawing, own } = table;
    const alike = given.filter((each) => each.own === own);
    const cover = coverOf(alike, width, height, goalBlank, drawing ? 'multi' : 'single');
    return { table, complete: cover !== null };
  },
  /** @param {any} request */
  prepare(request) {
    return { database: prepare(request) };
  },
  /** Makes files of better tables: {files, milliseconds}. Of several patterns those from `first` on, but before `end`.
   * @param {Size & { name: string, metric: Metric, first: number, end?: number }} request */
  build({ width, height, name, metric, first, end }) {
    const start = performance.now();
    const kinds = metric === 'multi' ? [{ drawing: libraryName(name) }]
      : core.partition(width, height, name).slice(first, end).map((tiles) => ({ tiles }));
    const made = kinds.map((kind) => {
      const table = core.generateTable(width, height, width * height - 1, kind);
      const file = fileOf(table);
      core.closeTable(table);
      return file;
    });
    return { files: made, milliseconds: performance.now() - start };
  },
  /** Without tables, by an engine of its own. @param {any} request */
  solve(request) {
    if (request.heuristic !== 'manhattan') {
      const { goal, metric } = request;
      return { ...core.solve(engineFor(request), request, request), database: prepared.get(`${boardText(goal)} ${metric}`) };
    }
    const engine = core.createEngine({ heuristic: HEURISTIC.MANHATTAN, memory: MEMORY });
    try {
      return core.solve(engine, request, request);
    } finally {
      core.freeEngine(engine);
    }
  },
  /** A solution soon, and better ones until a limit, as steps. @param {any} request */
  anytime(request) {
    const found = core.improve(engineFor(request), request, request);
    return { ...found, iterations: undefined, generated: undefined }; /* bounds come as steps */
  },
  /** @param {any} request */
  method({ method, timeout, memory, ...task }) {
    return core.method(METHOD[/** @type {keyof METHOD} */ (method)], task, timeout, memory);
  },
};

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
  queue = queue.then(async () => {
    if (data.type !== 'start') return answer(data);
    core = await Core.create(data.module, heard);
    return data.files.forEach(openFile);
  });
};
