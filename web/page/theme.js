/*
 * Light, dark, or as the system: the choice is kept where the browser lets a page keep things.
 */

const CHOICES = ['auto', 'light', 'dark'];
const NAMES = { auto: 'Auto', light: 'Light', dark: 'Dark' };

function remembered() {
  try {
    return localStorage.getItem('theme');
  } catch {
    return null;
  }
}

function remember(choice) {
  try {
    localStorage.setItem('theme', choice);
  } catch {
    /* The choice lasts as long as the page. */
  }
}

export function makeTheme(button) {
  const show = (choice) => {
    document.documentElement.dataset.theme = choice;
    button.textContent = NAMES[choice];
    button.setAttribute('aria-label',
      `Colours: ${choice === 'auto' ? 'follow the system' : choice}`);
  };
  let choice = remembered();
  if (!CHOICES.includes(choice)) choice = 'auto';
  show(choice);
  button.onclick = () => {
    choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length];
    remember(choice);
    show(choice);
  };
}
