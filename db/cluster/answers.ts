import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { DATABASE_NAME } from "@/db/cluster/folder";
import { readPostmaster } from "@/db/cluster/postmaster";
import { AppError } from "@/lib/errors";

const POLL_MS = 100;

/** "The database system is starting up", "… is shutting down". */
const CANNOT_CONNECT_NOW = "57P03";

/** The address of a database of the embedded server. */
export function embeddedUrl(port: number, password: string, database = DATABASE_NAME): string {
  return `postgres://${DATABASE_NAME}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/**
 * Waits until the server on this folder answers to our password, as long as it lives: it may be
 * starting, recovering, or just about to stop.
 *
 * @returns its port, or null when no server runs (any more)
 * @throws AppError database, when it refuses the password or serves another folder
 */
export async function untilAnswers(folder: string, password: string): Promise<number | null> {
  for (;;) {
    const running = await readPostmaster(folder);
    if (running === null) return null;
    if (running.port !== 0 && (await answers(running.port, password, folder))) return running.port;
    await wait(POLL_MS);
  }
}

async function answers(port: number, password: string, folder: string): Promise<boolean> {
  return withServer(port, password, async (sql) => {
    const [row] = await sql<{ data_directory: string }[]>`show data_directory`;
    if (row?.data_directory === folder) return true;
    throw new AppError(
      "database",
      `Port ${port} is served by the database of another folder (${row?.data_directory}).`,
    );
  }).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === CANNOT_CONNECT_NOW || code.startsWith("E") || code.startsWith("CONN")) {
      return false;
    }
    if (!code.startsWith("28")) throw error;
    throw new AppError(
      "database",
      `The database that runs on ${folder} refuses the password kept in embedded.json.`,
      { cause: error },
    );
  });
}

/** Makes the application's database when it is missing. */
export async function ensureDatabase(port: number, password: string): Promise<void> {
  await withServer(port, password, async (sql) => {
    const found = await sql`select 1 from pg_database where datname = ${DATABASE_NAME}`;
    if (found.length === 0) await sql`create database ${sql(DATABASE_NAME)}`;
  });
}

async function withServer<T>(
  port: number,
  password: string,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const sql = postgres(embeddedUrl(port, password, "postgres"), {
    max: 1,
    connect_timeout: 10,
    onnotice: () => {},
  });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
