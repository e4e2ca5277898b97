/*
 * Tabs, as the ARIA practices describe them: arrow keys go from tab to tab, and the panel follows.
 */

import { at } from './dom.js';
import { focusedByPointer } from './focus.js';

/* Where the panel lies below the window, its tabs go to the top. */
/** @param {HTMLElement} list */
function reveal(list) {
  const { top } = list.getBoundingClientRect();
  if (top > innerHeight / 2) list.scrollIntoView({ block: 'start' });
}

/** @param {HTMLElement} list @param {Bus} bus */
export function makeTabs(list, bus) {
  const tabs = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('[role=tab]')]);
  /** @param {HTMLElement} wanted */
  const select = (wanted) => {
    for (const tab of tabs) {
      const on = tab === wanted;
      tab.setAttribute('aria-selected', String(on));
      tab.tabIndex = on ? 0 : -1;
      at(tab.getAttribute('aria-controls') ?? '').hidden = !on;
    }
    bus.emit('tab', { id: wanted.id });
  };
  for (const tab of tabs) {
    tab.onclick = () => {
      select(tab);
      reveal(list);
    };
  }
  list.onkeydown = (event) => {
    if (focusedByPointer()) return;
    const index = tabs.findIndex((tab) => tab === document.activeElement);
    /** @type {Record<string, number>} */
    const targets = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 };
    const to = targets[event.key];
    if (to === undefined) return;
    const tab = tabs[(to + tabs.length) % tabs.length];
    select(tab);
    tab.focus();
    event.preventDefault();
  };
  bus.answer('show', (id) => select(at(id)));
}
