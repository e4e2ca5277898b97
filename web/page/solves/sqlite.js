/*
 * Reads the tables of an SQLite database from its bytes (https://www.sqlite.org/fileformat2.html): the pages
 * of tables, overflow pages and records. The file is distrusted: a page is visited once, and what leads out
 * of the file is an error.
 */

const HEADER = 'SQLite format 3\0';
const FIRST_PAGE_HEADER = 100;
const LEAF = 13;
const INTERIOR = 5;
const DEPTH_MAX = 20;

/** @param {Uint8Array} bytes */
export const isDatabase = (bytes) =>
  bytes.length >= 512 && [...HEADER].every((letter, i) => bytes[i] === letter.charCodeAt(0));

const utf8 = new TextDecoder();

class DatabaseReader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const size = this.view.getUint16(16);
    this.pageSize = size === 1 ? 65536 : size;
    this.usable = this.pageSize - this.view.getUint8(20);
    if (this.pageSize < 512 || this.usable < 480) throw new RangeError('the page size is wrong');
  }

  /** Returns the bytes of a page, from 1. @param {number} number */
  page(number) {
    const first = (number - 1) * this.pageSize;
    if (number < 1 || first + this.pageSize > this.bytes.length) throw new RangeError(`there is no page ${number}`);
    return this.bytes.subarray(first, first + this.pageSize);
  }

  /* Calls `row(id, values)` for each row of a table, in the order of ids. */
  /** @param {number} root @param {(id: number, values: any[]) => void} row @param {Set<number>} [seen] @param {number} [depth] */
  rows(root, row, seen = new Set(), depth = 0) {
    if (seen.has(root) || depth > DEPTH_MAX) throw new RangeError('the pages form a cycle');
    seen.add(root);
    const page = this.page(root);
    const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
    const header = root === 1 ? FIRST_PAGE_HEADER : 0;
    const kind = page[header];
    const cells = view.getUint16(header + 3);
    if (kind !== LEAF && kind !== INTERIOR) throw new RangeError(`page ${root} is not a page of a table`);
    const pointers = header + (kind === LEAF ? 8 : 12);
    for (let i = 0; i < cells; i++) {
      const at = view.getUint16(pointers + 2 * i);
      if (kind === INTERIOR) this.rows(view.getUint32(at), row, seen, depth + 1);
      else this.cell(page, view, at, row);
    }
    if (kind === INTERIOR) this.rows(view.getUint32(header + 8), row, seen, depth + 1);
  }

  /** @param {Uint8Array} page @param {DataView} view @param {number} at @param {(id: number, values: any[]) => void} row */
  cell(page, view, at, row) {
    const [size, afterSize] = varint(page, at);
    const [id, first] = varint(page, afterSize);
    const most = this.usable - 35;
    if (size > this.bytes.length) throw new RangeError('a row is longer than the file');
    if (size <= most) return row(id, valuesOf(page.subarray(first, first + size)));
    const least = Math.floor(((this.usable - 12) * 32) / 255) - 23;
    const some = least + ((size - least) % (this.usable - 4));
    const local = some <= most ? some : least;
    const payload = new Uint8Array(size);
    payload.set(page.subarray(first, first + local));
    let filled = local;
    for (let next = view.getUint32(first + local); filled < size; ) {
      const more = this.page(next);
      const part = more.subarray(4, 4 + Math.min(size - filled, this.usable - 4));
      payload.set(part, filled);
      filled += part.length;
      next = new DataView(more.buffer, more.byteOffset, 4).getUint32(0);
    }
    return row(id, valuesOf(payload));
  }
}

/** Returns [value, offset behind it]. Values beyond 2^53 lose digits. @param {Uint8Array} bytes @param {number} at */
function varint(bytes, at) {
  let value = 0;
  for (let i = 0; i < 8; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) throw new RangeError('a number is cut off');
    value = value * 128 + (byte & 127);
    if (byte < 128) return [value, at + i + 1];
  }
  return [value * 256 + bytes[at + 8], at + 9];
}

const TYPE_SIZES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]; /* bytes of a value, by its type */

/** @param {number} type @param {DataView} view @param {number} at */
function valueOf(type, view, at) {
  if (type === 7) return view.getFloat64(at);
  if (type === 8 || type === 9) return type - 8;
  if (type === 0 || type > 9) return null;
  let value = view.getInt8(at);
  for (let i = 1; i < TYPE_SIZES[type]; i++) value = value * 256 + view.getUint8(at + i);
  return value;
}

/** Returns the values of a record; blobs are null. @param {Uint8Array} payload */
function valuesOf(payload) {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const [end, first] = varint(payload, 0);
  const values = [];
  for (let at = first, data = end; at < end; ) {
    const [type, next] = varint(payload, at);
    const length = type < 12 ? TYPE_SIZES[type] ?? 0 : Math.floor((type - 12) / 2);
    const isText = type >= 13 && type % 2 === 1;
    values.push(isText ? utf8.decode(payload.subarray(data, data + length)) : valueOf(type, view, data));
    [at, data] = [next, data + length];
  }
  return values;
}

/** Returns the names of the columns in a CREATE TABLE. @param {string} sql */
function columnsOf(sql) {
  const inside = sql.slice(sql.indexOf('(') + 1, sql.lastIndexOf(')')).replace(/\([^()]*\)/g, '');
  return inside.split(',').map((column) => column.trim())
    .filter((column) => !/^(?:PRIMARY|UNIQUE|CHECK|FOREIGN|CONSTRAINT)\b/i.test(column))
    .map((column) => /^["'`[]?(\w+)/.exec(column)?.[1].toLowerCase() ?? '');
}

/* Calls `row(value)` for each row of a table, where value(name) is the value of a column or undefined.
 * Returns false if there is no such table. Throws a RangeError if the file is damaged. */
/** @param {Uint8Array} bytes @param {string} name @param {(value: (column: string) => any) => void} row */
export function readTable(bytes, name, row) {
  const reader = new DatabaseReader(bytes);
  const tables = /** @type {{ root: number, columns: string[] }[]} */ ([]);
  reader.rows(1, (_, [type, found, , root, sql]) => {
    if (type === 'table' && found === name && typeof sql === 'string') tables.push({ root, columns: columnsOf(sql) });
  });
  const table = tables.at(-1);
  if (!table) return false;
  const places = new Map(table.columns.map((column, i) => [column, i]));
  reader.rows(table.root, (id, values) =>
    row((column) => values[places.get(column) ?? -1] ?? (column === 'id' && places.has('id') ? id : undefined)));
  return true;
}
