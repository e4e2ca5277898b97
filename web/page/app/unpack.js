/*
 * What the bundle packed into the page: compressed, and as text.
 */

/* The content of an element, as a response. */
/** @param {string} id */
export function unpacked(id) {
  const bytes = Uint8Array.from(atob(document.getElementById(id)?.textContent ?? ''), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')));
}
