/*
 * The start: compiles the core, which is in the page as the worker's script is and what is hidden at first, and
 * makes the page around it.
 */
import { Core } from '../search/core.js';
import { at, element } from './dom.js';
import { memory } from './memory.js';
import { Page } from './page.js';
import { Solver } from '../search/solver.js';
import { languageOf, speak } from './texts.js';
import { unpacked } from './unpack.js';

/* Makes the page an application that works without a network, where it is served with the two files that this needs. A
 * page from a file already is without one, and a frame with an origin of its own may not even ask. */
function install() {
  if (!location.protocol.startsWith('http') || self.origin === 'null' || !('serviceWorker' in navigator)) return;
  document.head.append(element('link', { rel: 'manifest', href: 'manifest.webmanifest' }));
  navigator.serviceWorker.register('sw.js').catch(() => {
    /* It is served alone. */
  });
}

/* The languages that the bundle has packed, by their codes. */
const languages = () => [...document.querySelectorAll('[data-language]')].map((each) => each.id);

/* A language of the link is that of the tab, whose address is soon another one. */
function askedLanguage() {
  const asked = new URLSearchParams(location.search).get('lang');
  try {
    if (asked) sessionStorage.setItem('tilepdb language', asked);
    return sessionStorage.getItem('tilepdb language') ?? '';
  } catch {
    return '';
  }
}

async function main() {
  const language = languageOf(languages(), location.search, askedLanguage(), memory.get('language', ''), navigator.language);
  const [module, source, later, texts] = await Promise.all([unpacked('core').arrayBuffer().then(WebAssembly.compile),
    ...['worker', 'later', language].map((id) => unpacked(id).text())]);
  speak(language, JSON.parse(texts));
  at('side').append(document.createRange().createContextualFragment(later));
  document.body.append(at('entry'), at('course'), at('places'), at('sheet')); /* which are shown even where the views are not */
  const page = new Page(await Core.create(module), () => new Solver(module, source));
  page.begin();
  document.body.classList.add('ready');
  install();
}

main().catch((error) => {
  at('notice').textContent = `This browser cannot run the page: ${error.message}`;
});
