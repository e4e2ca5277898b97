/*
 * QR codes (ISO/IEC 18004): a text as bytes, correction level M, versions 1 to 20, so up to 666 bytes.
 *
 * A code is a square of modules, rows of 0 and 1. Patterns that every code has are drawn first; then the
 * text with its correction, in columns of two from the right, changed by one of eight masks, of which
 * the one is taken that has the fewest places a reader could be misled by.
 */

/* Of level M by version: correction bytes of a block, and blocks. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];

/** @type {((x: number, y: number) => number)[]} */
const MASKS = [(x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2];

/* What a reader could take for a corner. */
const LIKE_FINDER = ['10111010000', '00001011101'];

/* ---- bytes ---- */

/** In the field of 256 elements, of the polynomial x^8 + x^4 + x^3 + x^2 + 1. @param {number} a @param {number} b */
function product(a, b) {
  let result = 0;
  for (let bit = 7; bit >= 0; bit--) {
    result = (result << 1) ^ ((result >> 7) * 0x11d);
    result ^= ((b >> bit) & 1) * a;
  }
  return result;
}

/** What Reed and Solomon's code adds to a block. @param {number[]} block @param {number} count */
function correctionOf(block, count) {
  const divisor = new Array(count).fill(0);
  divisor[count - 1] = 1;
  for (let i = 0, root = 1; i < count; i++, root = product(root, 2)) {
    for (let j = 0; j < count; j++) divisor[j] = product(divisor[j], root) ^ (divisor[j + 1] ?? 0);
  }
  let rest = new Array(count).fill(0);
  for (const byte of block) {
    const factor = byte ^ rest[0];
    rest = [...rest.slice(1), 0].map((each, i) => each ^ product(divisor[i], factor));
  }
  return rest;
}

/** Where the small squares are, along both axes. @param {number} version @param {number} size */
function squaresOf(version, size) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = 2 * Math.ceil((version * 4 + 4) / (count * 2 - 2));
  return [6, ...Array.from({ length: count - 1 }, (_, i) => size - 7 - (count - 2 - i) * step)];
}

/** How many bytes a version holds, with their correction. @param {number} version */
function roomOf(version) {
  const count = version > 1 ? Math.floor(version / 7) + 2 : 0;
  const squares = count > 0 ? (25 * count - 10) * count - 55 : 0;
  return Math.floor(((16 * version + 128) * version + 64 - squares - (version > 6 ? 36 : 0)) / 8);
}

/** @param {number} version */
const dataOf = (version) => roomOf(version) - CORRECTION[version - 1] * BLOCKS[version - 1];

/** All bytes of a code, blocks interleaved. @param {Uint8Array} text @param {number} version */
function bytesOf(text, version) {
  const lengthBits = version < 10 ? 8 : 16;
  const bits = [[4, 4], [text.length, lengthBits], ...[...text].map((byte) => [byte, 8]), [0, 4]]
    .map(([value, count]) => value.toString(2).padStart(count, '0')).join('');
  const room = dataOf(version);
  const used = Math.ceil(bits.length / 8);
  const data = Array.from({ length: room }, (_, i) => (i >= used ? [0xec, 0x11][(i - used) % 2]
    : parseInt(bits.slice(8 * i, 8 * i + 8).padEnd(8, '0'), 2)));
  const [blocks, correction] = [BLOCKS[version - 1], CORRECTION[version - 1]];
  const short = Math.floor(room / blocks);
  const parts = [];
  for (let i = 0, at = 0; i < blocks; i++) {
    const long = i >= blocks - (room % blocks);
    parts.push(data.slice(at, at += short + Number(long)));
  }
  const added = parts.map((part) => correctionOf(part, correction));
  /** @param {number[][]} lists @param {number} count */
  const woven = (lists, count) => Array.from({ length: count }, (_, i) => lists.map((list) => list[i])).flat();
  return [...woven(parts, short + 1), ...woven(added, correction)].filter((byte) => byte !== undefined);
}

/* ---- modules ---- */

/** Bits of the format or the version with their own correction. @param {number} value @param {number} generator @param {number} count */
function protectedBits(value, generator, count) {
  const top = 31 - Math.clz32(generator);
  let rest = value;
  for (let i = 0; i < top; i++) rest = (rest << 1) ^ ((rest >> (top - 1)) * generator);
  return Array.from({ length: count }, (_, i) => (((value << top) | rest) >> i) & 1);
}

class Code {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = 4 * version + 17;
    this.rows = Array.from({ length: this.size }, () => new Array(this.size).fill(null));
    this.drawPatterns();
    this.fixed = this.rows.map((row) => row.map((module) => module !== null));
  }

  /** @param {number} x @param {number} y @param {number} module */
  set(x, y, module) {
    if (x >= 0 && y >= 0 && x < this.size && y < this.size) this.rows[y][x] = module;
  }

  /* Rings around a place, which are dark if `dark` says so of their distance. */
  /** @param {number} left @param {number} top @param {number} radius @param {(distance: number) => boolean} dark */
  square(left, top, radius, dark) {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++)
        this.set(left + dx, top + dy, Number(dark(Math.max(Math.abs(dx), Math.abs(dy)))));
    }
  }

  drawPatterns() {
    const { size, version } = this;
    for (let i = 0; i < size; i++) {
      this.set(6, i, 1 - (i % 2));
      this.set(i, 6, 1 - (i % 2));
    }
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]])
      this.square(x, y, 4, (distance) => distance !== 2 && distance !== 4);
    const squares = squaresOf(version, size);
    const last = squares.length - 1;
    for (const [i, x] of squares.entries()) {
      for (const [j, y] of squares.entries()) {
        const corner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
        if (!corner) this.square(x, y, 2, (distance) => distance !== 1);
      }
    }
    this.drawFormat(0);
    if (version < 7) return;
    protectedBits(version, 0x1f25, 18).forEach((bit, i) => {
      const [near, far] = [Math.floor(i / 3), size - 11 + (i % 3)];
      this.set(far, near, bit);
      this.set(near, far, bit);
    });
  }

  /** @param {number} mask */
  drawFormat(mask) {
    const { size } = this;
    const bits = protectedBits(mask, 0x537, 15).map((bit, i) => bit ^ ((0x5412 >> i) & 1)); /* level M is 0 */
    bits.forEach((bit, i) => {
      this.set(8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, bit);
      this.set(i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i, 8, bit);
    });
    this.set(8, size - 8, 1);
  }

  /** The bytes in the order of the standard: columns of two, upwards and downwards. @param {number[]} bytes */
  drawBytes(bytes) {
    const { size } = this;
    let at = 0;
    for (let right = size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let i = 0; i < size; i++) {
        const y = (right + 1) & 2 ? i : size - 1 - i;
        for (const x of [right, right - 1]) {
          if (this.fixed[y][x]) continue;
          this.rows[y][x] = (bytes[at >> 3] >> (7 - (at & 7))) & 1;
          at++;
        }
      }
    }
  }

  /** @param {number} mask */
  masked(mask) {
    const change = MASKS[mask];
    this.drawFormat(mask);
    return this.rows.map((row, y) => row.map((module, x) =>
      (this.fixed[y][x] ? module : module ^ Number(change(x, y) === 0))));
  }
}

/** How much could mislead a reader: runs, blocks, what looks like a corner, and too much of one kind. @param {number[][]} rows */
function penaltyOf(rows) {
  const size = rows.length;
  const lines = [...rows, ...rows.map((_, x) => rows.map((row) => row[x]))].map((line) => line.join(''));
  let penalty = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
    for (const like of LIKE_FINDER) {
      for (let i = line.indexOf(like); i >= 0; i = line.indexOf(like, i + 1)) penalty += 40;
    }
  }
  for (let y = 1; y < size; y++) {
    for (let x = 1; x < size; x++) {
      const sum = rows[y][x] + rows[y - 1][x] + rows[y][x - 1] + rows[y - 1][x - 1];
      if (sum % 4 === 0) penalty += 3;
    }
  }
  const dark = rows.flat().reduce((sum, module) => sum + module, 0);
  return penalty + 10 * Math.floor(Math.abs((20 * dark) / size ** 2 - 10));
}

/** The modules of a text, rows of 0 and 1; null: it is too long. @param {string} text */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const fits = (/** @type {number} */ version) => bytes.length + (version < 10 ? 2 : 3) <= dataOf(version);
  const version = CORRECTION.findIndex((_, i) => fits(i + 1)) + 1;
  if (version === 0) return null;
  const code = new Code(version);
  code.drawBytes(bytesOf(bytes, version));
  const all = MASKS.map((_, mask) => code.masked(mask));
  const penalties = all.map(penaltyOf);
  return all[penalties.indexOf(Math.min(...penalties))];
}

/** The same as the path of an SVG of so many units a side, with the light edge that readers need. @param {number[][]} rows */
export function qrPath(rows) {
  const edge = 4;
  const path = rows.flatMap((row, y) => row.map((module, x) => (module ? `M${x + edge} ${y + edge}h1v1h-1z` : ''))).join('');
  return { side: rows.length + 2 * edge, path };
}
