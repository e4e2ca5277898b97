/*
 * Tabs, as the ARIA practices describe them: arrow keys go from tab to tab, and the panel follows.
 */

import { focusedByPointer } from './focus.js';

/* Where the panel lies below the window, its tabs go to the top. */
function reveal(list) {
  const { top } = list.getBoundingClientRect();
  if (top > innerHeight / 2) list.scrollIntoView({ block: 'start' });
}

export function makeTabs(list, bus) {
  const tabs = [...list.querySelectorAll('[role=tab]')];
  const select = (wanted) => {
    for (const tab of tabs) {
      const on = tab === wanted;
      tab.setAttribute('aria-selected', on);
      tab.tabIndex = on ? 0 : -1;
      document.getElementById(tab.getAttribute('aria-controls')).hidden = !on;
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
    const at = tabs.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    const tab = tabs[(to + tabs.length) % tabs.length];
    select(tab);
    tab.focus();
    event.preventDefault();
  };
  bus.answer('show', (id) => select(document.getElementById(id)));
}
