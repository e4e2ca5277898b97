/* The switches that the browser remembers. */
import { at } from './dom.js';
import { showLink } from './link.js';
import { memory } from './memory.js';
import { LANGUAGE, phrase } from './texts.js';

const CHOICES = ['auto', 'light', 'dark'];

/* Light, dark, or as the system. */
function makeTheme() {
  const button = at('theme');
  const show = (/** @type {string} */ choice) => {
    document.documentElement.dataset.theme = choice;
    for (const each of /** @type {NodeListOf<HTMLStyleElement | HTMLMetaElement>} */ (document.querySelectorAll('[data-scheme]'))) {
      const { scheme } = each.dataset;
      each.media = choice === 'auto' ? `(prefers-color-scheme: ${scheme})` : choice === scheme ? 'all' : 'not all';
    }
    button.textContent = phrase(choice);
    button.setAttribute('aria-label', phrase(`colours ${choice}`));
  };
  let choice = memory.get('theme', 'auto', (kept) => CHOICES.includes(kept));
  show(choice);
  button.onclick = () => {
    choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length];
    memory.set('theme', choice);
    show(choice);
  };
}

/** @param {string} id @param {boolean} missing @param {(on: boolean) => void} use */
function remembered(id, missing, use) {
  at(id).checked = memory.get(id, missing);
  at(id).onchange = () => {
    use(at(id).checked);
    memory.set(id, at(id).checked);
  };
  use(at(id).checked);
}

/** Another language is that of the page from its next beginning, which keeps the game. @param {Bus} bus */
function makeLanguages(bus) {
  const choice = at('language');
  choice.append(...[.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-language]'))]
    .map(({ id, dataset }) => new Option(dataset.language, id)));
  choice.value = LANGUAGE;
  choice.onchange = () => {
    memory.set('language', choice.value);
    try {
      sessionStorage.removeItem('tilepdb language');
    } catch {
      /* This browser keeps none. */
    }
    const here = new URL(location.href);
    if (here.searchParams.has('lang')) {
      here.searchParams.delete('lang');
      showLink(here.href);
      bus.emit('address');
    }
    location.reload();
  };
}

let leaving = false; /* full screen, of which the browser tells later */

/** The board and the clock alone, in full screen where the browser has it. @param {boolean} on */
function focusOnBoard(on) {
  document.documentElement.classList.toggle('focus', on);
  at('focus-leave').hidden = !on;
  at('board').focus({ preventScroll: true });
  if (on) document.documentElement.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) {
    leaving = true;
    document.exitFullscreen();
  }
}

/** @param {Bus} bus */
function makeFocus(bus) {
  const clock = at('clock');
  clock.value = memory.get('clock', 'usual', (kept) => ['usual', 'large', 'hidden'].includes(kept));
  const show = () => { document.body.dataset.clock = clock.value; };
  clock.onchange = () => {
    memory.set('clock', clock.value);
    show();
  };
  show();
  at('focus').onclick = () => {
    bus.ask('show', 'tab-play');
    focusOnBoard(!document.documentElement.classList.contains('focus'));
  };
  at('focus-leave').onclick = () => focusOnBoard(false);
  document.addEventListener('fullscreenchange', () => {
    if (document.fullscreenElement) return;
    if (!leaving && document.documentElement.classList.contains('focus')) focusOnBoard(false);
    leaving = false;
  });
}

/** @param {Parts} parts */
export function makeSwitches({ bus, coach, trainer, view }) {
  makeTheme();
  makeLanguages(bus);
  makeFocus(bus);
  remembered('inspect', false, (on) => { trainer.inspects = on; });
  remembered('coach', false, (on) => coach.switch(on));
  remembered('hover', false, (on) => { view.hovering = on; });
  remembered('press', false, (on) => { view.pressing = on; });
  remembered('fringes', false, (on) => {
    view.fringes = on;
    view.build();
  });
  remembered('glide', true, (on) => at('board').classList.toggle('still', !on));
  remembered('numbers', true, (on) => at('board').classList.toggle('unnumbered', !on));
}
