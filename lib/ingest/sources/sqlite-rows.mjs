/** So many bytes of lines are made before they are handed over. */
const CHUNK_BYTES = 256 * 1024;
/** Largest single value that is read, in bytes; a larger one is named with its size instead. */
export const MAX_VALUE_BYTES = 32 * 2 ** 20;
/** Names by which SQLite knows a row's number; a column may have taken one of them. */
const ROW_NUMBERS = ["rowid", "_rowid_", "oid"];

/** @typedef {import("sql.js").Database} Database */
/** @typedef {{ name: string, columns: readonly string[], keys: readonly string[] }} Table */

/** @param {string} name */
export const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

/**
 * The rows of one table as JSON Lines, one object a row, a piece at a time. They come in the order of the
 * table's first foreign key, then of their own numbers, so that a reader of several tables can go
 * through them side by side without holding any. What JSON cannot say (bytes, text that is not in the
 * database's encoding, an infinite number) and what is too large becomes `{"$omitted": why}`.
 * @param {Database} database
 * @param {Table} table
 */
export function createRowWriter(database, table) {
  const decoder = textDecoder(database);
  const numbers = orderedNumbers(database, table);
  const source = `${quoted(table.name)} NOT INDEXED`;
  const where = numbers === null ? "" : ` WHERE ${numbers.column} = ?`;
  const select = `SELECT ${table.columns.map(cellOf).join(", ")} FROM ${source}${where}`;
  const statement = database.prepare(select);
  const encoder = new TextEncoder();
  let at = 0;
  let isDone = false;

  const step = () => {
    // Stepping on after the last row would begin again with the first.
    if (isDone) return false;
    if (numbers === null) {
      isDone = !statement.step();
      return !isDone;
    }
    const number = numbers.list[at];
    if (number === undefined) return false;
    at += 1;
    statement.bind([number]);
    return statement.step();
  };
  /** What is left of a line longer than a piece. */
  let rest = new Uint8Array();
  return {
    /** @returns {Uint8Array | null} null after the last row */
    next() {
      const parts = [rest];
      let bytes = rest.length;
      while (bytes < CHUNK_BYTES && step()) {
        const line = encoder.encode(`${rowText(statement, table.columns, decoder)}\n`);
        parts.push(line);
        bytes += line.length;
      }
      const [only] = parts;
      const all = parts.length === 1 && only !== undefined ? only : joined(parts, bytes);
      // Long messages between processes cost the square of their length.
      rest = all.subarray(CHUNK_BYTES);
      return all.length === 0 ? null : all.subarray(0, CHUNK_BYTES);
    },
    close: () => void statement.free(),
  };
}

/**
 * Kind, size and value. Text is taken as bytes: as text it would end at its first NUL. A whole number
 * is taken as text: as a number it would be rounded.
 * @param {string} column
 */
function cellOf(column) {
  const cell = quoted(column);
  return `typeof(${cell}), octet_length(${cell}), CASE WHEN octet_length(${cell}) > ${MAX_VALUE_BYTES}
    THEN NULL WHEN typeof(${cell}) = 'text' THEN CAST(${cell} AS BLOB)
    WHEN typeof(${cell}) = 'integer' THEN CAST(${cell} AS TEXT) ELSE ${cell} END`;
}

/**
 * @param {import("sql.js").Statement} statement
 * @param {readonly string[]} columns
 * @param {TextDecoder} decoder
 */
function rowText(statement, columns, decoder) {
  const cells = statement.get();
  const pairs = columns.map((column, i) => {
    const value = jsonValue(cells[i * 3], cells[i * 3 + 1], cells[i * 3 + 2], decoder);
    return `${JSON.stringify(column)}:${value}`;
  });
  return `{${pairs.join(",")}}`;
}

/**
 * @param {unknown} kind
 * @param {unknown} size
 * @param {unknown} value
 * @param {TextDecoder} decoder
 */
function jsonValue(kind, size, value, decoder) {
  if (kind === "null") return "null";
  if (Number(size) > MAX_VALUE_BYTES) return omitted(`${String(kind)} of ${String(size)} bytes`);
  if (kind === "blob") return omitted(`${String(size)} bytes that are no text`);
  if (kind === "integer") return String(value);
  if (typeof value === "number") {
    return Number.isFinite(value) ? JSON.stringify(value) : omitted("a number without end");
  }
  // An empty text comes as no bytes at all.
  if (!(value instanceof Uint8Array)) return '""';
  try {
    return JSON.stringify(decoder.decode(value));
  } catch {
    return omitted(`text of ${String(size)} bytes that is not in the encoding of the database`);
  }
}

/** @param {string} why */
const omitted = (why) => JSON.stringify({ $omitted: why });

/** @param {Database} database */
function textDecoder(database) {
  const encoding = database.exec("PRAGMA encoding")[0]?.values[0]?.[0];
  const label = encoding === "UTF-16le" || encoding === "UTF-16be" ? encoding : "utf-8";
  return new TextDecoder(label, { fatal: true, ignoreBOM: true });
}

/**
 * The rows' numbers in the order of the table's first foreign key, or null where the rows already lie so
 * or there is no such key. Only numbers are sorted, not rows.
 * @param {Database} database
 * @param {Table} table
 */
function orderedNumbers(database, { name, columns, keys: [key] }) {
  if (key === undefined) return null;
  const taken = new Set(columns.map((column) => column.toLowerCase()));
  const column = ROW_NUMBERS.find((number) => !taken.has(number));
  if (column === undefined || !hasRowNumbers(database, name, column)) return null;
  const from = `FROM ${quoted(name)} NOT INDEXED`;
  if (isAscending(database, `SELECT ${quoted(key)} ${from}`)) return null;
  /** @type {number[]} */
  const list = [];
  const statement = database.prepare(`SELECT ${column} ${from} ORDER BY ${quoted(key)}, ${column}`);
  while (statement.step()) list.push(Number(statement.get()[0]));
  statement.free();
  return { column, list };
}

/** @param {Database} database @param {string} sql */
function isAscending(database, sql) {
  const statement = database.prepare(sql);
  let before = Number.NEGATIVE_INFINITY;
  let ascending = true;
  while (ascending && statement.step()) {
    const [value] = statement.get();
    ascending = typeof value === "number" && value >= before;
    before = Number(value);
  }
  statement.free();
  return ascending;
}

/**
 * A table declared WITHOUT ROWID has none.
 * @param {Database} database @param {string} table @param {string} column
 */
function hasRowNumbers(database, table, column) {
  try {
    database.prepare(`SELECT ${column} FROM ${quoted(table)}`).free();
    return true;
  } catch {
    return false;
  }
}

/** @param {readonly Uint8Array[]} parts @param {number} length */
function joined(parts, length) {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
