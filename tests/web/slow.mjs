/*
 * A slow page: what it waits for comes late, and animation frames and observers, too. A test that passes
 * only because the page is fast fails here. The environment variable TILEPDB_WEB_SLOW has the milliseconds
 * of each delay; TILEPDB_WEB_SLOW_CPU divides the speed of the processor.
 */
const DELAY = Number(process.env.TILEPDB_WEB_SLOW ?? 0);
const CPU = Number(process.env.TILEPDB_WEB_SLOW_CPU ?? 1);

/* Runs in the page, before its scripts. Handlers of requests within a transaction are not delayed, since
 * they would find it closed; its end is. */
function delayEvents(delay) {
  const late = (handler) => handler && function lateHandler(event) {
    setTimeout(() => handler.call(this, event), delay);
  };
  const delayHandlers = (prototype, ...names) => names.forEach((name) => {
    const { get, set } = Object.getOwnPropertyDescriptor(prototype, name);
    Object.defineProperty(prototype, name, { configurable: true, get, set(handler) { set.call(this, late(handler)); } });
  });
  const delayPromises = (prototype, ...names) => names.forEach((name) => {
    const work = prototype?.[name];
    if (!work) return;
    prototype[name] = async function lateWork(...args) {
      const answer = await work.apply(this, args);
      await new Promise((over) => { setTimeout(over, delay); });
      return answer;
    };
  });
  delayHandlers(IDBTransaction.prototype, 'oncomplete', 'onabort');
  delayHandlers(Worker.prototype, 'onmessage');
  delayHandlers(BroadcastChannel.prototype, 'onmessage');
  delayPromises(Blob.prototype, 'arrayBuffer', 'text');
  delayPromises(Response.prototype, 'arrayBuffer', 'text');
  delayPromises(window, 'createImageBitmap');
  delayPromises(HTMLImageElement.prototype, 'decode');
  delayPromises(navigator.clipboard && Object.getPrototypeOf(navigator.clipboard), 'writeText');
  const Observer = window.ResizeObserver;
  window.ResizeObserver = class extends Observer {
    constructor(heard) {
      super((...args) => setTimeout(() => heard.apply(this, args), delay));
    }
  };
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function lateOpen(...args) {
    const request = open.apply(this, args);
    let handler = null;
    Object.defineProperty(request, 'onsuccess', { get: () => handler, set(given) { handler = given; } });
    request.addEventListener('success', (event) => setTimeout(() => handler?.call(request, event), delay));
    return request;
  };
  const frame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (drawn) => frame(() => setTimeout(() => drawn(performance.now()), delay));
}

export async function slowContext(context) {
  if (DELAY > 0) await context.addInitScript(delayEvents, DELAY);
}

export async function slowPage(page) {
  if (CPU <= 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU });
}
