/* The thread of a TilepdbWorker: one request after the other. */
import { Tilepdb } from './tilepdb.mjs';

const TELL_MS = 100;

const port = globalThis.postMessage ? globalThis : (await import('node:worker_threads')).parentPort;
let told = 0;
const created = Tilepdb.create({
  onProgress(progress) {
    const now = performance.now();
    if (now - told < TELL_MS) return;
    told = now;
    port.postMessage({ progress });
  },
});

/* Functions stay with the one who asks: what they hear is sent. */
function withMessages(id, [board, { flag, ...options }]) {
  return [board, {
    ...options,
    onImprovement: (improvement) => port.postMessage({ id, improvement }),
    goesOn: () => !flag || Atomics.load(flag, 0) === 0,
  }];
}

async function hear({ id, name, args: sent }) {
  try {
    const tilepdb = await created;
    const args = ['solve', 'anytime', 'distances'].includes(name) ? withMessages(id, sent) : sent;
    const answer = tilepdb[name](...args);
    port.postMessage({ id, answer });
  } catch ({ message, status, column, code, numbers, text }) {
    port.postMessage({ id, error: { message, status, column, code, numbers, text } });
  }
}

if (port === globalThis) globalThis.onmessage = ({ data }) => hear(data);
else port.on('message', hear);
