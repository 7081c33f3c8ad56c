import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";

/** The driver's own client: for bulk writes, locks and transactions of ingest. */
export type Sql = postgres.Sql;

/** What the queries read through. */
export type Db = PostgresJsDatabase;

export type { Scope } from "./scope";

export type Database = { sql: Sql; db: Db; close(): Promise<void> };

/**
 * Opens a pool on a Postgres. Nothing is connected until the first query.
 *
 * In: `url` as postgres://user:password@host:port/name; `max` connections (12: ten for pages, two for
 * imports). Times out a page's statement after 15 s; ingest lifts that for its own transaction.
 */
export function createDb(url: string, options: { max?: number } = {}): Database {
  const sql = postgres(url, {
    max: options.max ?? 12,
    idle_timeout: 60,
    connect_timeout: 10,
    backoff: secondsUntilRetry,
    connection: {
      application_name: "aftermath",
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 60_000,
      TimeZone: "UTC",
    },
    onnotice: () => {},
  });
  return databaseOf(sql);
}

/**
 * How long a connection waits before it tries again after so many failures of the pool. The driver's own
 * goes up to 20 s, for which pages would fail while Postgres is there again (security.md F1).
 */
function secondsUntilRetry(failures: number): number {
  return Math.min(2 ** failures / 100, 1);
}

/**
 * The queries' view of a client that is open already. From then on the client takes and gives instants
 * as text: drizzle replaces its parsers.
 */
export function databaseOf(sql: Sql): Database {
  return { sql, db: drizzle(sql), close: () => sql.end({ timeout: 5 }) };
}
