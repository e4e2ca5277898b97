/*
 * Small helpers for what is on the page.
 */

export const at = (id) => document.getElementById(id);

/* Returns a new element with properties and children. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/* Text into an element that tells whether something is wrong. A text that is there is not said again. */
export function tell(element, text, wrong = false) {
  if (element.textContent !== text) element.textContent = text;
  element.classList.toggle('wrong', wrong);
}

/* The library's messages begin small and end without a stop. */
export function sentence(text) {
  return text && `${text[0].toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`;
}

/* Enter submits the form of a field, also of a field of several lines; Shift and Enter begin a line. */
export function enterSubmits(field) {
  field.onkeydown = (event) => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    field.form.requestSubmit();
  };
}
