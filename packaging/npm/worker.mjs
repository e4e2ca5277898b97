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

async function hear({ id, name, args }) {
  try {
    const tilepdb = await created;
    const answer = tilepdb[name](...args);
    port.postMessage({ id, answer });
  } catch ({ message, status, column }) {
    port.postMessage({ id, error: { message, status, column } });
  }
}

if (port === globalThis) globalThis.onmessage = ({ data }) => hear(data);
else port.on('message', hear);
