/*
 * What the bundle packed into the page: compressed, and as text. Two letters of ALPHABET are 13 bits, the
 * higher part first; so the text is a fifth longer than the bytes, and that of base64 a third.
 */

/* All that can be seen in ASCII but what HTML or scripts might take for a mark. */
export const ALPHABET = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter((letter) => !'&<\\'.includes(letter)).join('');
export const PAIR_BITS = 13;

/* The first `size` bytes of a text. */
/** @param {string} text @param {number} size */
export function bytesOfText(text, size) {
  const values = new Uint8Array(128);
  for (let i = 0; i < ALPHABET.length; i++) values[ALPHABET.charCodeAt(i)] = i;
  const bytes = new Uint8Array(size); /* which drops what is written beyond */
  let [bits, held, filled] = [0, 0, 0];
  for (let i = 0; i < text.length; i += 2) {
    bits = (bits << PAIR_BITS) | (values[text.charCodeAt(i)] * ALPHABET.length + values[text.charCodeAt(i + 1)]);
    for (held += PAIR_BITS; held >= 8; held -= 8) bytes[filled++] = bits >> (held - 8);
    bits &= (1 << held) - 1;
  }
  return bytes;
}

/* The content of an element, as a response. */
/** @param {string} id */
export function unpacked(id) {
  const element = document.getElementById(id);
  const bytes = bytesOfText(element?.textContent ?? '', Number(element?.dataset.size));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')));
}
