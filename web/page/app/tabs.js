/*
 * Tabs, as the ARIA practices describe them: arrow keys go from tab to tab, and the panel follows. The settings
 * take the place of a panel until they are done. The address names the tab (#daily), so that a link opens it and
 * the browser's back button goes back to it.
 */
import { at } from './dom.js';
import { focusedByPointer } from './keys.js';
import { restoreLink, showView } from './link.js';

const FIRST = 'play';

/** Where a panel lies below the window, it comes up. @param {HTMLElement} panel */
function reveal(panel) {
  if (panel.getBoundingClientRect().top > innerHeight / 2) panel.scrollIntoView({ block: 'start' });
}

/** @param {HTMLElement} tab */
const nameOf = (tab) => tab.id.replace('tab-', '');

export class Tabs {
  /** @param {Bus} bus */
  constructor(bus) {
    this.bus = bus;
    const list = /** @type {HTMLElement} */ (document.querySelector('[role=tablist]'));
    this.tabs = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('[role=tab]')]);
    this.front = this.tabs[0];
    for (const tab of this.tabs) tab.onclick = () => this.press(tab);
    list.onkeydown = (event) => this.key(event);
    at('settings').onclick = () => {
      this.show('settings');
      at('panel-settings').focus({ preventScroll: true });
      reveal(at('panel-settings'));
    };
    at('settings-done').onclick = () => {
      this.select(this.front);
      at('board').focus({ preventScroll: true });
    };
    bus.answer('show', (id) => this.show(id));
    bus.on('task', () => at('board').getClientRects().length === 0 && this.show(`tab-${FIRST}`)); /* whoever sets a board wants to see it */
    addEventListener('popstate', () => {
      restoreLink();
      this.open();
    });
  }

  /* Brings the tab of the address to the front. */
  open() {
    const name = location.hash.slice(1) || FIRST;
    const tab = this.tabs.find((each) => nameOf(each) === name);
    if (tab) this.select(tab);
  }

  /** @param {HTMLElement} tab */
  press(tab) {
    this.show(tab.id);
    if (nameOf(tab) !== FIRST) reveal(this.panelOf(tab));
  }

  /** @param {HTMLElement} tab */
  panelOf(tab) {
    return at(tab.getAttribute('aria-controls') ?? '');
  }

  /** `id`: of a tab, or 'settings'. @param {string} id */
  show(id) {
    if (id === 'settings') return this.select(this.front, true);
    this.select(at(id));
    return showView(id === `tab-${FIRST}` ? '' : nameOf(this.front));
  }

  /** `settings`: they cover the panel of the tab. @param {HTMLElement} wanted @param {boolean} [settings] */
  select(wanted, settings = false) {
    this.front = wanted;
    for (const tab of this.tabs) {
      const on = tab === wanted;
      tab.setAttribute('aria-selected', String(on && !settings));
      tab.tabIndex = on ? 0 : -1;
      this.panelOf(tab).hidden = !on || settings;
    }
    at('panel-settings').hidden = !settings;
    at('settings').setAttribute('aria-expanded', String(settings));
    document.body.dataset.view = settings ? 'settings' : nameOf(wanted);
    this.bus.emit('tab', { id: settings ? 'settings' : wanted.id });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (focusedByPointer()) return;
    const { tabs } = this;
    const index = tabs.findIndex((tab) => tab === document.activeElement);
    const targets = /** @type {Record<string, number>} */ ({ ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 });
    const to = targets[event.key];
    if (to === undefined) return;
    const tab = tabs[(to + tabs.length) % tabs.length];
    this.show(tab.id);
    tab.focus();
    event.preventDefault();
  }
}
