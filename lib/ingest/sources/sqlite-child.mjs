// Reads one SQLite file as data, in a process of its own, and answers its parent over the channel.
// Nothing of the file is executed: plain tables only, by lists of their stored columns (sqlite.org,
// "Defense Against The Dark Arts"). SQLite itself is WebAssembly here and has no file system.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import initSqlJs from "sql.js";
import { createRowWriter, quoted } from "./sqlite-rows.mjs";

/** Leaves when nobody has asked for so long and no table is being read. */
const IDLE_MS = 2000;
/** Pages and sorting of SQLite together; a file cannot make it take more. */
const HEAP_BYTES = 256 * 2 ** 20;
/** A row's values together, as a record's bytes in any other format. */
const MAX_ROW_BYTES = 64 * 2 ** 20;
const MAX_TABLES = 1000;
/** Offsets of the read and write version in the header: 1 rollback journal, 2 write-ahead log. */
const VERSION_BYTES = [18, 19];

/**
 * The file as the bytes that sql.js asks of its memory file system, read when they are asked for: a
 * database of 512 MiB takes no more memory than a small one. `slice` would be a copy and is none.
 * A file in write-ahead mode says it is an ordinary one, since there is no log to share here.
 * @param {number} descriptor
 * @param {number} length
 */
function fileBytes(descriptor, length) {
  /** @param {number} from @param {number} to */
  const subarray = (from, to) => {
    const bytes = new Uint8Array(Math.max(0, to - from));
    for (let at = 0; at < bytes.length;) {
      const read = readSync(descriptor, bytes, at, bytes.length - at, from + at);
      if (read === 0) break;
      at += read;
    }
    for (const offset of VERSION_BYTES) {
      if (offset >= from && offset < to && bytes[offset - from] === 2) bytes[offset - from] = 1;
    }
    return bytes;
  };
  const bytes = { length, subarray, slice: () => bytes };
  return bytes;
}

/**
 * How many bytes the file lacks by what its header says of it (sqlite.org/fileformat2.html, 1.3.2 and
 * 1.3.8): SQLite itself takes the missing end of the last page for zeros.
 * @param {Uint8Array} header
 * @param {number} size
 */
function missingBytes(header, size) {
  const view = new DataView(header.buffer);
  const written = view.getUint16(16);
  const pageBytes = written === 1 ? 65_536 : written;
  // An old program leaves the number of pages behind; then whole pages are all that can be asked for.
  const isCurrent = view.getUint32(24) === view.getUint32(92);
  const pages = isCurrent ? view.getUint32(28) : Math.ceil(size / Math.max(pageBytes, 1));
  return pages * pageBytes - size;
}

/** @param {string} path */
async function openDatabase(path) {
  const descriptor = openSync(path, "r");
  const { size } = fstatSync(descriptor);
  const header = new Uint8Array(100);
  readSync(descriptor, header, 0, header.length, 0);
  if (!Buffer.from(header).toString("latin1").startsWith("SQLite format 3\0"))
    throw new Error("file is not a database");
  const missing = missingBytes(header, size);
  if (missing > 0) throw new Error(`${missing} bytes are missing at its end`);
  const { Database } = await initSqlJs();
  const database = new Database(fileBytes(descriptor, size));
  for (const setting of [
    "trusted_schema=OFF",
    "cell_size_check=ON",
    "query_only=ON",
    "writable_schema=OFF",
    // A check is an expression of the file's author; quick_check would run it.
    "ignore_check_constraints=ON",
    "temp_store=MEMORY",
    "mmap_size=0",
    `hard_heap_limit=${HEAP_BYTES}`,
  ]) {
    database.exec(`PRAGMA ${setting}`);
  }
  return { database, descriptor, isWal: header[VERSION_BYTES[0] ?? 0] === 2 };
}

/**
 * @param {import("sql.js").Database} database
 * @param {string} sql
 * @param {import("sql.js").BindParams} [parameters]
 */
function rowsOf(database, sql, parameters) {
  return database.exec(sql, parameters)[0]?.values ?? [];
}

/**
 * The plain tables with their stored columns. SQLite has compared name and kind of each entry with its
 * statement by now; views, triggers and virtual tables (which have no root page) are left alone.
 * @param {import("sql.js").Database} database
 */
function plainTables(database) {
  const found = rowsOf(
    database,
    `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND rootpage > 0
     AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
  );
  return found.flatMap(([name, sql]) => {
    if (typeof name !== "string" || typeof sql !== "string") return [];
    if (!/^CREATE\s+TABLE/i.test(sql)) return [];
    const columns = rowsOf(database, `PRAGMA table_info(${quoted(name)})`).map((column) =>
      String(column[1]),
    );
    return columns.length === 0 ? [] : [{ name, columns, keys: foreignKeys(database, name) }];
  });
}

/**
 * The columns by which a table names rows of another, the first declared first.
 * @param {import("sql.js").Database} database
 * @param {string} table
 */
function foreignKeys(database, table) {
  const list = rowsOf(database, `PRAGMA foreign_key_list(${quoted(table)})`);
  // The list counts down: what was declared first has the highest number.
  return list
    .toSorted((a, b) => Number(b[0]) - Number(a[0]) || Number(a[1]) - Number(b[1]))
    .map((key) => String(key[3]));
}

/** @param {import("sql.js").Database} database @param {string} table */
function checkTable(database, table) {
  const [finding] = rowsOf(database, `PRAGMA quick_check(${quoted(table)})`);
  const text = String(finding?.[0]);
  if (text !== "ok") throw new Error(text.split("\n").slice(0, 2).join("; "));
}

const [, , path = ""] = process.argv;
const opened = openDatabase(path);
/** @type {Map<number, ReturnType<typeof createRowWriter>>} */
const cursors = new Map();

async function inspect() {
  const { database, isWal } = await opened;
  const number = (/** @type {string} */ pragma) => Number(rowsOf(database, pragma)[0]?.[0]);
  const tables = plainTables(database);
  if (tables.length > MAX_TABLES) throw new Error(`it has more than ${MAX_TABLES} tables`);
  return {
    userVersion: number("PRAGMA user_version"),
    journal: isWal ? "wal" : "rollback",
    tables: tables.map(({ name, columns }) => {
      checkTable(database, name);
      const lengths = columns.map((column) => `coalesce(octet_length(${quoted(column)}), 4)`);
      const row = lengths.join(" + ");
      const sums = `SELECT count(*), total(${row}), max(${row}) FROM ${quoted(name)} NOT INDEXED`;
      const [rows = 0, bytes = 0, longest = 0] = rowsOf(database, sums)[0] ?? [];
      if (Number(longest) > MAX_ROW_BYTES)
        throw new Error(
          `a row of the table ${name} has ${String(longest)} bytes, and ${MAX_ROW_BYTES} are allowed`,
        );
      const names = columns.reduce((total, column) => total + column.length + 4, 2);
      return { name, columns, rows: Number(rows), bytes: Number(bytes) + Number(rows) * names };
    }),
  };
}

/** @param {{ op: string, cursor: number, table: string }} request */
async function answer({ op, cursor, table }) {
  if (op === "inspect") return inspect();
  const { database } = await opened;
  if (op === "open") {
    const plain = plainTables(database).find(({ name }) => name === table);
    if (plain === undefined) throw new Error(`there is no plain table "${table}"`);
    cursors.set(cursor, createRowWriter(database, plain));
    return null;
  }
  if (op === "next") {
    const rows = cursors.get(cursor);
    // A process that was started anew knows nothing of what the one before it was reading.
    if (rows === undefined) throw new Error("the table is no longer open");
    return rows.next();
  }
  cursors.get(cursor)?.close();
  cursors.delete(cursor);
  return null;
}

/** @type {NodeJS.Timeout | undefined} */
let idle;
process.on(
  "message",
  (/** @type {{ id: number, op: string, cursor: number, table: string }} */ request) => {
    clearTimeout(idle);
    void answer(request)
      .then(
        (value) => ({ id: request.id, ok: true, value }),
        (error) => ({
          id: request.id,
          ok: false,
          value: error instanceof Error ? error.message : String(error),
        }),
      )
      .then((message) => process.send?.(message))
      .finally(() => {
        if (cursors.size === 0) idle = setTimeout(() => process.exit(0), IDLE_MS);
      });
  },
);
process.on("disconnect", () => process.exit(0));
void opened.then(
  ({ descriptor }) => process.on("exit", () => closeSync(descriptor)),
  () => {},
);
