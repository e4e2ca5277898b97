/*
 * The page's side of the worker: requests that become promises, progress, and cancelling.
 *
 * To cancel is to end the worker, since a search that runs cannot hear. Requests to solve then fail
 * with Cancelled; those that prepare databases go on in a new worker.
 */
import { isOpen } from '../board/goal.js';
import { CoreError } from './core.js';

const LASTING = ['open', 'prepare', 'build'];

const GATE_MS = 2000;

/* What is begun again when better tables have come. */
const RESTARTED = ['solve'];

export class Cancelled extends Error {
  constructor() {
    super('cancelled');
  }
}

/** The value of a promise; null: the work was stopped for other work. @template Value @param {Promise<Value>} work @returns {Promise<Value | null>} */
export const unlessCancelled = (work) => work.catch((error) => {
  if (error instanceof Cancelled) return null;
  throw error;
});

export class Solver {
  /** `module`: the compiled core; `source`: the worker's script. @param {WebAssembly.Module} module @param {string} source */
  constructor(module, source) {
    this.module = module;
    this.url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    this.files = /** @type {TableFile[]} */ ([]);
    this.waiting = /** @type {Map<number, Waiting>} */ (new Map());
    this.nextId = 1;
    this.prepared = /** @type {any} */ (null); /* the last request for tables of an open goal, which each worker makes first */
    this.worker = /** @type {Worker | null} */ (null);
    this.gate = /** @type {Promise<any> | null} */ (null); /* what comes before requests, but for files */
  }

  start() {
    this.worker = new Worker(this.url);
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.fail(new Error(event.message || 'the worker failed'));
    this.worker.postMessage({ type: 'start', module: this.module, files: this.files });
    if (this.prepared) this.worker.postMessage({ ...this.prepared, id: 0 });
  }

  /** @param {{ type: string, id: number, progress: Progress, step: Step, answer: any, error: Problem }} message */
  hear({ type, id, progress, step, answer, error }) {
    const request = this.waiting.get(id);
    if (!request) return;
    if (type === 'progress') request.onProgress?.(progress);
    if (type === 'step') request.onStep?.(step);
    if (type !== 'done' && type !== 'failed') return;
    this.waiting.delete(id);
    if (type === 'done') request.resolve(answer);
    else request.reject(error.status === undefined ? new Error(error.message) : new CoreError(error));
  }

  /** Sends a request; `heard` may have onProgress and onStep. @template {keyof WorkerAnswers} Type
   * @param {WorkerRequest & { type: Type }} asked @param {Heard} [heard] @returns {Promise<WorkerAnswers[Type]>} */
  ask(asked, heard = {}) {
    if ('goal' in asked && !isOpen(asked.goal)) this.prepared = null;
    else if (asked.type === 'prepare') this.prepared = asked;
    if (!this.worker) this.start();
    const message = { ...asked, id: this.nextId++ };
    return new Promise((resolve, reject) => {
      const request = { message, posted: false, resolve, reject, ...heard };
      this.waiting.set(message.id, request);
      if (!this.gate || message.type === 'open') this.post(request);
    });
  }

  /** @param {Waiting} request */
  post(request) {
    request.posted = true;
    this.worker?.postMessage(request.message);
  }

  /** Requests wait until files that are being looked for are open, but not for long. @param {Promise<any>} looking */
  async hold(looking) {
    const gate = this.gate = Promise.race([looking, new Promise((done) => { setTimeout(done, GATE_MS); })]);
    await gate;
    if (this.gate !== gate) return;
    this.gate = null;
    for (const request of this.waiting.values()) if (!request.posted) this.post(request);
  }

  get busy() {
    return this.waiting.size > 0;
  }

  /* Ends whatever is in work. */
  cancel() {
    if (!this.busy) return;
    const lasting = [...this.waiting].filter(([, { message }]) => LASTING.includes(message.type));
    for (const [id] of lasting) this.waiting.delete(id);
    this.fail(new Cancelled());
    this.resume(lasting);
  }

  /** Sends requests again, to a new worker. @param {[number, Waiting][]} requests */
  resume(requests) {
    if (requests.length === 0) return;
    this.start();
    for (const [id, request] of requests) {
      this.waiting.set(id, request);
      this.post(request);
    }
  }

  /* Ends the worker's search of a board, if there is one, and begins it again after what waits. */
  restart() {
    const requests = [...this.waiting];
    /** @param {[number, Waiting]} entry */
    const isRestarted = ([, { message }]) => RESTARTED.includes(message.type);
    if (!requests.length || !requests[0][1].posted || !isRestarted(requests[0])) return;
    this.worker?.terminate();
    this.waiting.clear();
    for (const [, request] of requests.filter(isRestarted)) request.onRestart?.();
    this.resume([...requests.filter((each) => !isRestarted(each)), ...requests.filter(isRestarted)]);
  }

  /** @param {Error} reason */
  fail(reason) {
    this.worker?.terminate();
    this.worker = null;
    const requests = [...this.waiting.values()];
    this.waiting.clear();
    for (const request of requests) request.reject(reason);
  }

  /** Opens a table file, the person's own or one of the page. It is kept, so that a new worker has it, too.
   * @param {File} file @param {boolean} own */
  async open(file, own) {
    const { table, complete } = await this.ask({ type: 'open', file, own });
    this.files.push({ file, own, table });
    return { ...table, complete };
  }

  /* The end of a solver that has done its work. */
  close() {
    this.fail(new Cancelled());
    URL.revokeObjectURL(this.url);
  }
}
