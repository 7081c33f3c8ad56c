import { open, stat } from "node:fs/promises";
import { basename } from "node:path";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import type { Source, SourceFile } from "@/lib/importers/importer";
import { createSqliteProcess, type Patience, type SqliteProcess } from "./sqlite-process";

const MIB = 2 ** 20;
/** Largest database, in bytes. */
export const MAX_DATABASE_BYTES = 512 * MIB;
/** How long SQLite may work on the check of a file, or on one reading of a table, in milliseconds. */
export const MAX_WORK_MS = 60_000;

/** The first bytes of every SQLite 3 database (sqlite.org/fileformat2.html, 1.3.1). */
const MAGIC = "SQLite format 3\0";

/** True when the file begins like a SQLite database; its name does not matter. */
export async function isSqlite(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const head = Buffer.alloc(MAGIC.length);
    await handle.read(head, 0, head.length, 0);
    return head.toString("latin1") === MAGIC;
  } finally {
    await handle.close();
  }
}

const inspectionSchema = z.object({
  userVersion: z.number(),
  journal: z.enum(["wal", "rollback"]),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      bytes: z.number(),
    }),
  ),
});

type Inspection = z.infer<typeof inspectionSchema>;
type Limits = { databaseBytes: number; workMs: number };

/**
 * A SQLite database as a source of JSON Lines: `schema.json` (version, journal mode, tables with their
 * columns and numbers of rows), then `tables/<name>.jsonl` for each plain table, one object a row, in the
 * order of the table's first foreign key. So importers need to know nothing of SQLite. The file is read
 * as data in a process of its own (sqlite-child.mjs), and first of all checked.
 *
 * What is wrong with the file comes from `files` and `open`, as AppError invalid_input, so that it is noted
 * with the import like any other reason.
 */
export function sqliteSource(
  path: string,
  name = basename(path),
  limits: Limits = { databaseBytes: MAX_DATABASE_BYTES, workMs: MAX_WORK_MS },
): Source {
  const reader = createSqliteProcess(path);
  let inspected: Promise<Inspection> | null = null;
  return {
    name,
    async *files() {
      inspected ??= inspect(path, reader, limits);
      const { userVersion, journal, tables } = await inspected;
      const schema = { sqlite: "3", userVersion, journal, tables };
      yield textFile("schema.json", `${JSON.stringify(schema)}\n`);
      for (const table of tables) {
        yield {
          path: `tables/${table.name}.jsonl`,
          sizeBytes: table.bytes,
          open: () => rowsOf(reader, table.name, { leftMs: limits.workMs }),
        };
      }
    },
  };
}

async function inspect(path: string, reader: SqliteProcess, limits: Limits): Promise<Inspection> {
  const { size } = await stat(path);
  if (size > limits.databaseBytes) {
    // Not as too_large, which speaks of an upload as a whole: the import is noted with this reason.
    throw new AppError(
      "invalid_input",
      `The SQLite database has ${size} bytes; it may have ${limits.databaseBytes}.`,
    );
  }
  return inspectionSchema.parse(await reader.ask({ op: "inspect" }, { leftMs: limits.workMs }));
}

let lastCursor = 0;

async function* rowsOf(
  reader: SqliteProcess,
  table: string,
  patience: Patience,
): AsyncGenerator<Uint8Array> {
  lastCursor += 1;
  const cursor = lastCursor;
  await reader.ask({ op: "open", cursor, table }, patience);
  try {
    for (;;) {
      const chunk = await reader.ask({ op: "next", cursor }, patience);
      if (!(chunk instanceof Uint8Array)) return;
      yield chunk;
    }
  } finally {
    // Whatever became of the reading: its process goes when nothing is open.
    await reader.ask({ op: "close", cursor }, { leftMs: MAX_WORK_MS }).catch(() => {});
  }
}

function textFile(path: string, text: string): SourceFile {
  const bytes = new TextEncoder().encode(text);
  return {
    path,
    sizeBytes: bytes.length,
    async *open() {
      yield bytes;
    },
  };
}
