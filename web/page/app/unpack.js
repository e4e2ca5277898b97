/*
 * What the bundle packed into the page: compressed, and as text. 23 letters of ALPHABET are 20 bytes, the highest
 * first; so the text is 15 % longer than the bytes, and that of base64 a third.
 */

/* ASCII without what HTML changes in a script (NUL and CR) and what may begin a mark. */
export const ALPHABET = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter((letter) => !'\0\r<'.includes(letter)).join('');
export const GROUP = { letters: 23, bytes: 20 };

const WORD = 2 ** 24; /* a digit of the number that a group is */
const AT_ONCE = 4; /* letters that are read at once: the product of a digit and as many letters is exact */

/** The first `size` bytes of a text. @param {string} text @param {number} size */
export function bytesOfText(text, size) {
  const values = new Uint8Array(128);
  for (let i = 0; i < ALPHABET.length; i++) values[ALPHABET.charCodeAt(i)] = i;
  const [factor, digits] = [ALPHABET.length ** AT_ONCE, new Float64Array(7)]; /* two bytes, and six times three */
  const bytes = new Uint8Array(size); /* which drops what is written beyond */
  for (let from = 0, filled = 0; filled < size; filled += GROUP.bytes) {
    digits.fill(0);
    for (const end = from + GROUP.letters; from < end;) {
      let carry = 0;
      for (const next = from + ((end - from) % AT_ONCE || AT_ONCE); from < next; from++) carry = carry * ALPHABET.length + values[text.charCodeAt(from)];
      for (let i = digits.length - 1; i >= 0; i--) {
        const value = digits[i] * factor + carry;
        carry = Math.floor(value / WORD);
        digits[i] = value - carry * WORD;
      }
    }
    for (let i = 0; i < digits.length; i++)
      for (let place = 0; place < 3; place++) if (3 * i + place > 0) bytes[filled + 3 * i + place - 1] = digits[i] >> (16 - 8 * place);
  }
  return bytes;
}

/** The content of an element, as a response. @param {string} id */
export function unpacked(id) {
  const element = document.getElementById(id);
  const bytes = bytesOfText(element?.textContent ?? '', Number(element?.dataset.size));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')));
}
