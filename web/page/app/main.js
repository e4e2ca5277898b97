/*
 * The start: compiles the core, which is in the page as the worker's script is, and makes the page
 * around it.
 */
import { Core } from '../search/core.js';
import { at } from './dom.js';
import { install } from './install.js';
import { Page } from './page.js';
import { Solver } from '../search/solver.js';
import { unpacked } from './unpack.js';

async function main() {
  const [module, source] = await Promise.all(
    [unpacked('core').arrayBuffer().then(WebAssembly.compile), unpacked('worker').text()]);
  const page = new Page(await Core.create(module), () => new Solver(module, source));
  page.begin();
  document.body.classList.add('ready');
  install();
}

main().catch((error) => {
  at('notice').textContent = `This browser cannot run the page: ${error.message}`;
});
