/* Small helpers for what is on the page. */

/**
 * The element of an id of index.html.
 * @template {string} Id
 * @param {Id} id
 * @returns {Id extends keyof ElementsById ? ElementsById[Id] : any}
 */
export const at = (id) => /** @type {any} */ (document.getElementById(id));

/** A new element with properties, attributes (such as aria-label) and children.
 * @template {keyof HTMLElementTagNameMap} Name @param {Name} name @param {Record<string, any>} [properties]
 * @param {...(Node | string)} children @returns {HTMLElementTagNameMap[Name]} */
export function element(name, properties = {}, ...children) {
  const made = /** @type {any} */ (document.createElement(name));
  for (const [key, value] of Object.entries(properties)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** @param {string | Node} content @param {() => void} onclick @param {Record<string, any>} [properties] */
export const button = (content, onclick, properties = {}) => element('button', { type: 'button', onclick, ...properties }, content);

/** A row of a table: its head, and its cells. @param {string | Node} head @param {(string | Node)[]} cells */
export const tableRow = (head, cells) => element('tr', {}, element('th', { scope: 'row' }, head), ...cells.map((cell) => element('td', {}, cell)));

/* Text into an element that tells whether something is wrong. A text that is there is not said again. */
/** @param {HTMLElement} place @param {string} text @param {boolean} [wrong] */
export function tell(place, text, wrong = false) {
  if (place.textContent !== text) place.textContent = text;
  place.classList.toggle('wrong', wrong);
}

/* The element at which an event happened, or the one around it, that a selector names; null: none. */
/** @param {Event} event @param {string} selector */
export function closestTo({ target }, selector) {
  return target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(selector)) : null;
}

/** False: this browser does not let the page copy. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} content @param {string} type @param {string} name of the file */
export function saveFile(content, type, name) {
  const link = element('a', { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** @param {Element | null | undefined} place */
export function focusOn(place) {
  if (place instanceof HTMLElement) place.focus();
}

/** The library's messages begin small and end without a stop. @param {string} text */
export const sentence = (text) => text && `${text[0].toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`;

/* Does `act` when a form is sent. Enter sends it also from a field of several lines, where Shift and Enter begin a line. */
/** @param {HTMLFormElement} form @param {() => void} act */
export function onSubmit(form, act) {
  form.onsubmit = (event) => {
    event.preventDefault();
    act();
  };
  for (const field of form.querySelectorAll('textarea')) {
    field.onkeydown = (event) => {
      if (event.key !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      form.requestSubmit();
    };
  }
}
