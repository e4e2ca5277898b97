/*
 * Exports of csTimer (src/js/export.js and src/js/lib/tdconverter.js of cs0x7f/cstimer). The file is JSON:
 * session1, session2 ... are lists of [[penalty, ms, ...], scramble, comment, seconds since 1970], or such a
 * list as text in old files; properties.sessionData, JSON as text, has the name and the kind of scramble of
 * each session, in old files sessionName and sessionScr. The table is CSV with semicolons and has no kinds.
 *
 * Scrambles are moves from the solved board, of tiles or (kinds with an m) of the gap.
 */
import { OPPOSITE, cellsAfter } from '../board/moves.js';
import { DNF, PLUS_TWO, boardLink, cellsOf, collected, jsonOf, noteOf, recordOfFile, usualGoal } from './record.js';

const KINDS_OF_SLIDES = /^(8|15)p/;
const SIDES_BY_KIND = /** @type {Record<string, number>} */ ({ 8: 3, 15: 4 });
/** @type {Record<string, string>} */
const ARROW_LETTERS = { '\uFFEA': 'U', '\uFFEC': 'D', '\uFFE9': 'L', '\uFFEB': 'R', '^': 'U', v: 'D', '<': 'L', '>': 'R' };
const TABLE = /^\uFEFF?No\.;Time;Comment;Scramble;Date/;
const TIME = /^(DNF)?\(?((?:\d+:){0,2}\d+(?:\.\d+)?)(\+)?\)?$/;

/* Returns the board, as in links, that a scramble leads to; '' if it is not one of this size. */
/** @param {any} scramble @param {number} width @param {number} height */
export function scrambled(scramble, width, height) {
  const text = String(scramble).replace(/[\uFFE9-\uFFEC^v<>]/g, (arrow) => ARROW_LETTERS[arrow]).replace(/[\s~`]/g, '');
  if (!/^(?:[UDLR]\d?)+$/.test(text)) return '';
  const moves = text.replace(/([UDLR])(\d)/g, (_, way, times) => way.repeat(Number(times)));
  const goal = { width, height, cells: cellsOf(usualGoal(width, height), width, height) ?? [] };
  const cells = cellsAfter(goal, moves) ?? cellsAfter(goal, [...moves].map((way) => OPPOSITE[way]).join(''));
  return cells ? boardLink(cells, width) : '';
}

/** @param {unknown} name */
const sessionName = (name) => {
  const text = String(name).replace(/\p{C}/gu, ' ').trim().slice(0, 50);
  return /^\d*$/.test(text) ? `csTimer ${text}`.trim() : text;
};

/** @param {any} solve @param {number} index @param {number} side @param {string} session */
function recordOfEntry(solve, index, side, session) {
  if (!Array.isArray(solve) || !Array.isArray(solve[0])) return null;
  const [[penalty, time], scramble, comment, seconds] = solve;
  const at = Number.isFinite(seconds) && seconds > 0 ? Math.round(1000 * seconds) : index + 1;
  return recordOfFile({ at, session, width: side, height: side, start: scrambled(scramble, side, side), time: Math.round(time),
    penalty, kind: 'import', note: noteOf(comment) });
}

/** Returns a value that may be JSON as text. @param {any} value */
const parsed = (value) => (typeof value === 'string' ? jsonOf(value) : value);

/** @param {string} text */
export function readCsTimer(text) {
  const file = jsonOf(text);
  const names = Object.keys(file ?? {}).filter((name) => /^session\d+$/.test(name));
  if (names.length === 0 || Array.isArray(file)) return null;
  const properties = parsed(file.properties) ?? {};
  const [data, oldNames, oldKinds] = ['sessionData', 'sessionName', 'sessionScr'].map((name) => parsed(properties[name]) ?? {});
  const found = names.flatMap((name) => {
    const solves = parsed(file[name]);
    const number = name.slice('session'.length);
    const about = data[number] ?? {};
    const kind = about.opt?.scrType ?? about.scr ?? oldKinds[number];
    const side = SIDES_BY_KIND[KINDS_OF_SLIDES.exec(kind)?.[1] ?? ''];
    if (!Array.isArray(solves)) return [];
    const session = sessionName(about.name ?? oldNames[number] ?? number);
    return solves.map((solve, index) => (side ? recordOfEntry(solve, index, side, session) : null));
  });
  return collected('csTimer', found);
}

/** Returns the rows of CSV. @param {string} text */
function rowsOf(text) {
  const cells = text.matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r?\n|$)/g);
  const rows = /** @type {string[][]} */ ([[]]);
  for (const [, quoted, plain, end] of cells) {
    rows[rows.length - 1].push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '') break;
    if (end !== ';') rows.push([]);
  }
  return rows.filter((row) => row.length > 1);
}

/** Returns the ms of a time such as 1:02.345; NaN if it is none. @param {string | undefined} shown */
function msOf(shown) {
  const [, , time] = TIME.exec(shown ?? '') ?? [];
  return time === undefined ? NaN : Math.round(1000 * time.split(':').reduce((sum, part) => 60 * sum + Number(part), 0));
}

/** The size of the boards is that of the page, since the table has none. Times have the penalty in them, but the phases
 * have not. @param {string} text @param {Partial<Size>} [size] */
export function readCsTimerTable(text, { width = 4, height = 4 } = {}) {
  if (!TABLE.test(text)) return null;
  return collected('csTimer', rowsOf(text).slice(1).map(([, shown, comment, scramble, date, ...phases], index) => {
    const [whole, dnf, , plus] = TIME.exec(shown) ?? [];
    const start = scrambled(scramble, width, height);
    if (!whole || start === '') return null;
    const time = phases.filter((phase) => phase !== '').reduce((sum, phase) => sum + msOf(phase), 0);
    const at = Date.parse(date?.replace(' ', 'T'));
    return recordOfFile({ at: at > 0 ? at : index + 1, session: 'csTimer', width, height, start, time,
      penalty: dnf ? DNF : plus ? PLUS_TWO : 0, kind: 'import', note: noteOf(comment) });
  }));
}
