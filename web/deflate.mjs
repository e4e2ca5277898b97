/*
 * Packs bytes as gzip does, but shorter by some percent: the page is packed once and loaded often. Matches are
 * chosen by the bits that they take (shortest paths, as zopfli has them), in blocks with codes of their own.
 */
import { gunzipSync, gzipSync } from 'node:zlib';

const [LEAST, MOST, WINDOW] = [3, 258, 32768]; /* lengths of matches, and how far back they are */
const CHAIN = 400; /* places that are looked at for a match */
const ROUNDS = 6; /* of choosing matches by the codes that follow from the choice before */
const HEADER_BITS = 400; /* about what another block costs */
const END = 256;
const LENGTHS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BITS = Array.from({ length: 30 }, (_, code) => Math.max(0, (code >> 1) - 1));
const DISTANCES = DISTANCE_BITS.map((bits, code) => (code < 2 ? code + 1 : 1 + ((2 + (code & 1)) << bits)));
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

const codesOf = (starts, size) => {
  const codes = new Uint8Array(size);
  for (let value = 0, code = 0; value < size; value++) {
    while (code + 1 < starts.length && starts[code + 1] <= value) code++;
    codes[value] = code;
  }
  return codes;
};
const LENGTH_CODE = codesOf(LENGTHS, MOST + 1);
const DISTANCE_CODE = codesOf(DISTANCES, WINDOW + 1);

/* Of each place the matches, longer ones farther back: places[i] to places[i + 1] of lengths and distances. */
function matchesOf(bytes) {
  const size = bytes.length;
  const [heads, before] = [new Int32Array(65536).fill(-1), new Int32Array(size)];
  const [places, lengths, distances] = [new Int32Array(size + 1), [], []];
  for (let at = 0; at < size; at++) {
    places[at] = lengths.length;
    if (at + LEAST > size) continue;
    const hash = ((bytes[at] << 8) ^ (bytes[at + 1] << 4) ^ bytes[at + 2] ^ (bytes[at + 2] << 10)) & 65535;
    const limit = Math.min(MOST, size - at);
    let longest = LEAST - 1;
    for (let from = heads[hash], left = CHAIN; from >= 0 && at - from <= WINDOW && left > 0 && longest < limit; from = before[from], left--) {
      if (bytes[from + longest] !== bytes[at + longest]) continue;
      let length = 0;
      while (length < limit && bytes[from + length] === bytes[at + length]) length++;
      if (length <= longest) continue;
      longest = length;
      lengths.push(length);
      distances.push(at - from);
    }
    before[at] = heads[hash];
    heads[hash] = at;
  }
  places[size] = lengths.length;
  return { places, lengths, distances };
}

/* The bits of each symbol, by how often they are; what is not there costs as much as what is there once. */
function bitsOf(counts) {
  const sum = counts.reduce((all, count) => all + count, 0);
  return Float64Array.from(counts, (count) => Math.log2(sum + 1) - Math.log2(Math.max(count, 1)));
}

const usualCosts = () => ({ literals: new Float64Array(286).fill(8.5), distances: new Float64Array(30).fill(5) });

/* The cheapest symbols of the bytes from `from` to `to`, as [length, distance], or [0, byte]. */
function cheapest(bytes, { places, lengths, distances }, from, to, costs) {
  const cost = new Float64Array(to - from + 1).fill(Infinity);
  const [steps, backs] = [new Uint16Array(to - from + 1), new Uint16Array(to - from + 1)];
  const lengthCost = Float64Array.from({ length: MOST + 1 }, (_, length) => costs.literals[257 + LENGTH_CODE[length]] + LENGTH_BITS[LENGTH_CODE[length]]);
  const distanceCost = Float64Array.from({ length: 30 }, (_, code) => costs.distances[code] + DISTANCE_BITS[code]);
  cost[0] = 0;
  for (let at = from; at < to; at++) {
    const here = cost[at - from];
    const literal = here + costs.literals[bytes[at]];
    if (literal < cost[at - from + 1]) {
      cost[at - from + 1] = literal;
      steps[at - from + 1] = 1;
    }
    for (let i = places[at], length = LEAST; i < places[at + 1]; i++) {
      const far = here + distanceCost[DISTANCE_CODE[distances[i]]];
      for (const last = Math.min(lengths[i], to - at); length <= last; length++) {
        const end = at - from + length;
        if (far + lengthCost[length] >= cost[end]) continue;
        cost[end] = far + lengthCost[length];
        steps[end] = length;
        backs[end] = distances[i];
      }
    }
  }
  const symbols = [];
  for (let end = to - from; end > 0; end -= steps[end]) symbols.push(steps[end] === 1 ? [0, bytes[from + end - 1]] : [steps[end], backs[end]]);
  return symbols.reverse();
}

function countsOf(symbols, from = 0, to = symbols.length) {
  const counts = { literals: new Array(286).fill(0), distances: new Array(30).fill(0) };
  counts.literals[END] = 1;
  for (let i = from; i < to; i++) {
    const [length, value] = symbols[i];
    counts.literals[length === 0 ? value : 257 + LENGTH_CODE[length]]++;
    if (length > 0) counts.distances[DISTANCE_CODE[value]]++;
  }
  return counts;
}

const costsOf = (counts) => ({ literals: bitsOf(counts.literals), distances: bitsOf(counts.distances) });

/* About the bits of a block, without those that follow a code. */
function sizeOf(symbols, from, to) {
  const counts = countsOf(symbols, from, to);
  const costs = costsOf(counts);
  return ['literals', 'distances'].reduce((sum, part) => counts[part].reduce((all, count, code) =>
    all + count * costs[part][code] + (count > 0 ? 3 : 0), sum), HEADER_BITS);
}

/* The places where symbols are cut into blocks, from the first to the last. */
function cuts(symbols, from = 0, to = symbols.length) {
  if (to - from < 1000) return [from];
  let [low, high, best, least] = [from, to, -1, sizeOf(symbols, from, to)];
  for (let round = 0; round < 4 && high - low > 64; round++) {
    const step = (high - low) / 10;
    let [place, size] = [-1, Infinity];
    for (let i = 1; i < 10; i++) {
      const at = Math.round(low + i * step);
      const now = sizeOf(symbols, from, at) + sizeOf(symbols, at, to);
      if (now < size) [place, size] = [at, now];
    }
    if (size < least) [best, least] = [place, size];
    [low, high] = [Math.max(from, Math.round(place - step)), Math.min(to, Math.round(place + step))];
  }
  return best < 0 ? [from] : [...cuts(symbols, from, best), ...cuts(symbols, best, to)];
}

/* The lengths of a code whose longest has `most` bits, by package-merge. */
function codeLengths(counts, most) {
  const leaves = counts.map((count, symbol) => ({ count, symbols: [symbol] })).filter(({ count }) => count > 0).sort((a, b) => a.count - b.count);
  const bits = new Array(counts.length).fill(0);
  if (leaves.length < 2) {
    bits[leaves[0]?.symbols[0] ?? 0] = 1;
    return bits;
  }
  let packages = [];
  for (let level = 0; level < most; level++) {
    const all = [...leaves, ...packages].sort((a, b) => a.count - b.count);
    packages = [];
    for (let i = 0; i + 1 < all.length; i += 2) packages.push({ count: all[i].count + all[i + 1].count, symbols: all[i].symbols.concat(all[i + 1].symbols) });
  }
  for (const { symbols } of packages.slice(0, leaves.length - 1)) for (const symbol of symbols) bits[symbol]++;
  return bits;
}

/* The codes of their lengths, with the first bit lowest. */
function codesOfLengths(bits) {
  const codes = new Array(bits.length).fill(0);
  let code = 0;
  for (let length = 1; length <= 15; length++) {
    bits.forEach((each, symbol) => {
      if (each !== length) return;
      for (let bit = 0; bit < length; bit++) codes[symbol] |= ((code >> bit) & 1) << (length - 1 - bit);
      code++;
    });
    code <<= 1;
  }
  return codes;
}

class Bits {
  constructor() {
    [this.bytes, this.value, this.count] = [[], 0, 0];
  }

  add(value, count) {
    for (let bit = 0; bit < count; bit++) {
      this.value |= ((value >> bit) & 1) << this.count;
      if (++this.count === 8) {
        this.bytes.push(this.value);
        [this.value, this.count] = [0, 0];
      }
    }
  }
}

/* Lengths of codes as symbols with bits after them: 16 repeats the last, 17 and 18 are zeros. */
function runsOf(lengths) {
  const runs = [];
  for (let at = 0; at < lengths.length;) {
    let end = at;
    while (end < lengths.length && lengths[end] === lengths[at]) end++;
    let left = end - at;
    if (lengths[at] > 0) {
      runs.push([lengths[at], 0, 0]);
      left--;
    }
    while (left >= 3) {
      const [code, bits, least, most] = lengths[at] > 0 ? [16, 2, 3, 6] : left < 11 ? [17, 3, 3, 10] : [18, 7, 11, 138];
      const repeated = Math.min(left, most);
      runs.push([code, repeated - least, bits]);
      left -= repeated;
    }
    for (; left > 0; left--) runs.push([lengths[at], 0, 0]);
    at = end;
  }
  return runs;
}

const lastUsed = (bits, least) => Math.max(least, bits.findLastIndex((each) => each > 0) + 1);

function writeBlock(out, symbols, isLast) {
  const counts = countsOf(symbols);
  const [literals, distances] = [codeLengths(counts.literals, 15), codeLengths(counts.distances, 15)];
  const [literalEnd, distanceEnd] = [lastUsed(literals, 257), lastUsed(distances, 1)];
  const runs = runsOf([...literals.slice(0, literalEnd), ...distances.slice(0, distanceEnd)]);
  const lengths = codeLengths(CODE_ORDER.map((_, code) => runs.filter(([each]) => each === code).length), 7);
  const lengthEnd = Math.max(4, CODE_ORDER.findLastIndex((code) => lengths[code] > 0) + 1);
  out.add(isLast ? 5 : 4, 3);
  out.add(literalEnd - 257, 5);
  out.add(distanceEnd - 1, 5);
  out.add(lengthEnd - 4, 4);
  for (const code of CODE_ORDER.slice(0, lengthEnd)) out.add(lengths[code], 3);
  const [lengthCodes, literalCodes, distanceCodes] = [lengths, literals, distances].map(codesOfLengths);
  for (const [code, more, bits] of runs) {
    out.add(lengthCodes[code], lengths[code]);
    out.add(more, bits);
  }
  for (const [length, value] of [...symbols, [0, END]]) {
    const code = length === 0 ? value : 257 + LENGTH_CODE[length];
    out.add(literalCodes[code], literals[code]);
    if (length === 0) continue;
    out.add(length - LENGTHS[LENGTH_CODE[length]], LENGTH_BITS[LENGTH_CODE[length]]);
    const far = DISTANCE_CODE[value];
    out.add(distanceCodes[far], distances[far]);
    out.add(value - DISTANCES[far], DISTANCE_BITS[far]);
  }
}

/* Chooses matches again and again by the codes of the choice before. */
function chosen(bytes, matches, from, to, rounds, costs = usualCosts()) {
  let symbols = cheapest(bytes, matches, from, to, costs);
  for (let round = 1; round < rounds; round++) symbols = cheapest(bytes, matches, from, to, costsOf(countsOf(symbols)));
  return symbols;
}

/* A gzip file of bytes or of a text. */
export function packedBytes(content) {
  const bytes = Buffer.from(content);
  const matches = matchesOf(bytes);
  const whole = chosen(bytes, matches, 0, bytes.length, ROUNDS);
  const starts = cuts(whole);
  const out = new Bits();
  let from = 0;
  starts.forEach((start, i) => {
    const part = whole.slice(start, starts[i + 1]);
    const to = from + part.reduce((sum, [length]) => sum + Math.max(1, length), 0);
    writeBlock(out, chosen(bytes, matches, from, to, ROUNDS, costsOf(countsOf(part))), i === starts.length - 1);
    from = to;
  });
  out.add(0, 7);
  const usual = gzipSync(bytes, { level: 9 });
  const made = Buffer.concat([usual.subarray(0, 10), Buffer.from(out.bytes), usual.subarray(-8)]);
  if (!gunzipSync(made).equals(bytes)) throw new Error('what was packed is not what is unpacked');
  return made.length < usual.length ? made : usual;
}
