import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { z } from "zod";
import { AppError } from "@/lib/errors";

/** The SQL that drizzle-kit wrote. */
const FOLDER = fileURLToPath(new URL("../drizzle", import.meta.url));

/** One lock for the whole database; a number like any other, only never to be used elsewhere. */
const LOCK = 5_417_620_260_111;

const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })) });

type Options = {
  readonly log: (line: string) => void;
  /** Another folder of migrations, for tests. */
  readonly folder?: string;
};

/**
 * Brings the schema of a database up to this code. Any number of processes may call it at once:
 * the first one works, the others wait for it (drizzle's migrator has no lock of its own). Each
 * run is one transaction: a crash in the middle leaves the schema that was there.
 *
 * @param url of the database
 * @throws AppError database, when the database has a migration that this version does not know
 */
export async function migrate(url: string, { log, folder = FOLDER }: Options): Promise<void> {
  // One connection: the lock belongs to it, and goes with it when this process is killed.
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    await lock(sql, log);
    const applied = await appliedMigrations(sql);
    const known = knownMigrations(folder);
    if (applied.some((when) => !known.includes(when))) {
      throw new AppError(
        "database",
        "The database was made by a newer or another version of Aftermath, whose migrations this one does not know: use that version, or another database.",
      );
    }
    const missing = known.filter((when) => !applied.includes(when)).length;
    if (missing === 0) return;
    log(`Migrating the database (${missing} of ${known.length} steps) …`);
    await apply(sql, folder);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Drizzle is hundreds of files, and most starts have nothing to migrate: read only when needed. */
async function apply(sql: postgres.Sql, folder: string): Promise<void> {
  const [{ drizzle }, { migrate: run }] = await Promise.all([
    import("drizzle-orm/postgres-js"),
    import("drizzle-orm/postgres-js/migrator"),
  ]);
  await run(drizzle(sql), { migrationsFolder: folder });
}

async function lock(sql: postgres.Sql, log: (line: string) => void): Promise<void> {
  const [row] = await sql<{ got: boolean }[]>`select pg_try_advisory_lock(${LOCK}) as got`;
  if (row?.got === true) return;
  log("Another process migrates the database: waiting for it …");
  await sql`select pg_advisory_lock(${LOCK})`;
}

/** Times in ms, as the journal has them: they name a migration. */
async function appliedMigrations(sql: postgres.Sql): Promise<number[]> {
  const [table] = await sql<{ name: string | null }[]>`
    select to_regclass('drizzle.__drizzle_migrations')::text as name`;
  if (table === undefined || table.name === null) return [];
  const rows = await sql<{ when: string }[]>`
    select created_at::text as "when" from drizzle.__drizzle_migrations`;
  return rows.map((row) => Number(row.when));
}

function knownMigrations(folder: string): number[] {
  const journal: unknown = JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8"));
  return journalSchema.parse(journal).entries.map((entry) => entry.when);
}
