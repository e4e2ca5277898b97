/*
 * Light, dark, or as the system: the choice is kept where the browser lets a page keep things.
 */

import { memory } from './memory.js';

const CHOICES = ['auto', 'light', 'dark'];
/** @type {Record<string, string>} */
const NAMES = { auto: '◐ Auto', light: '○ Light', dark: '● Dark' };

/** @param {HTMLButtonElement} button */
export function makeTheme(button) {
  /** @param {string} choice */
  const show = (choice) => {
    document.documentElement.dataset.theme = choice;
    button.textContent = NAMES[choice];
    button.setAttribute('aria-label',
      `Colours: ${choice === 'auto' ? 'follow the system' : choice}`);
  };
  let choice = memory.get('theme', 'auto');
  if (!CHOICES.includes(choice)) choice = 'auto';
  show(choice);
  button.onclick = () => {
    choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length];
    memory.set('theme', choice);
    show(choice);
  };
}
