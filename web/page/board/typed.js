/*
 * What people type and paste besides boards: scrambles in which letters name the way of the gap, and
 * boards without their gap.
 */

const WAYS = [['up', 'down'], ['left', 'right'], ['u', 'd'], ['l', 'r'], ['U', 'D'], ['L', 'R'], ['←', '→'], ['↑', '↓'],
  ['￩', '￫'], ['￪', '￬'], ['<-', '->'], ['<', '>'], ['^', 'v'], ['^', 'V']];
const OTHER_WAY = Object.fromEntries(WAYS.flatMap(([one, other]) => [[one, other], [other, one]]));
OTHER_WAY['^'] = 'v';
/* DNF, of a list of times, is none. */
const WAY = /DNF|\b(?:up|down|left|right)\b|<-|->|[UDLR←→↑↓￩￫￪￬<>^v]/gi;

/** A scramble of the gap's moves as one of the tiles'. @param {string} text */
export function tilesWay(text) {
  return text.replace(WAY, (way) => OTHER_WAY[way] ?? OTHER_WAY[way.toLowerCase()] ?? way);
}

/** Whether some moves of a text are arrows of ASCII. @param {string} text */
export function hasArrows(text) {
  return /[<>^]|\bv\d*\b/i.test(text);
}

/* The tiles of a board whose gap is missing, {width, height, tiles}; null: the text is none. It has
 * the size that is there, if the tiles are as many, or is a square. */
/** @param {string} text @param {Size} size */
export function withoutGap(text, { width, height }) {
  const tiles = (text.match(/\d+/g) ?? []).slice(0, 100).map(Number);
  if (/[^\d\s,;/|[\](){}]/.test(text)) return null;
  const side = Math.sqrt(tiles.length + 1);
  const size = tiles.length === width * height - 1 ? { width, height } : { width: side, height: side };
  const whole = new Set(tiles).size === tiles.length && tiles.every((tile) => tile >= 1 && tile <= tiles.length);
  return whole && Number.isInteger(size.width) && tiles.length >= 8 ? { ...size, tiles } : null;
}
