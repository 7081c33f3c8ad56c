import type { TestDatabase } from "./test-database";

/** The processes that wait for a lock in this database: the server has those of other test files as well. */
export async function lockWaiters({ owner }: TestDatabase): Promise<number[]> {
  const rows = await owner<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return rows.map(({ pid }) => pid);
}

/** Ends them, as a Postgres does that is restarted. */
export async function endLockWaiters(database: TestDatabase): Promise<void> {
  for (const pid of await lockWaiters(database))
    await database.owner`select pg_terminate_backend(${pid})`;
}
