/*
 * The start: compiles the core, which is in the page, and makes the page around it.
 */
import { Core } from './core.js';
import { at } from './dom.js';
import { install } from './install.js';
import { Page } from './page.js';
import { Solver } from './solver.js';

/* The core is compressed and as text. */
async function compileCore() {
  const bytes = Uint8Array.from(atob(at('core').textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

async function main() {
  const module = await compileCore();
  const page = new Page(await Core.create(module), () => new Solver(module, WORKER_SOURCE));
  page.begin();
  document.body.classList.add('ready');
  install();
}

main().catch((error) => {
  at('notice').textContent = `This browser cannot run the page: ${error.message}`;
});
