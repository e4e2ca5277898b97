/*
 * Light, dark, or as the system: the choice is kept where the browser lets a page keep things.
 */

import { memory } from './memory.js';
import { phrase } from './texts.js';

const CHOICES = ['auto', 'light', 'dark'];

/** @param {HTMLButtonElement} button */
export function makeTheme(button) {
  /** @param {string} choice */
  const show = (choice) => {
    document.documentElement.dataset.theme = choice;
    for (const each of /** @type {NodeListOf<HTMLStyleElement | HTMLMetaElement>} */ (document.querySelectorAll('[data-scheme]'))) {
      const { scheme } = each.dataset;
      each.media = choice === 'auto' ? `(prefers-color-scheme: ${scheme})` : choice === scheme ? 'all' : 'not all';
    }
    button.textContent = phrase(choice);
    button.setAttribute('aria-label', phrase(`colours ${choice}`));
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
