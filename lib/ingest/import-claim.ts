import type { Sql } from "@/db/client";
import type { ImportScope } from "./import-rows";
import { AT_ONCE, type ImportTiming } from "./import-timing";
import type { Transaction } from "./insert-rows";

/** What a process may begin: the uploads of its folder, or the one import that it noted itself. */
export type Claimable = { spools: readonly string[] } | { importId: string };

export type Claim = ImportScope & {
  spool: string | null;
  sourceName: string;
  options: Record<string, string>;
  replace: boolean;
  keepSource: boolean;
  manifest: unknown;
};

/** One at a time over all processes, so that nobody counts the running imports while another begins one. */
export async function lockQueue(tx: Transaction): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('aftermath imports', 0))`;
}

/**
 * Begins the oldest waiting import that this process may begin, when its turn has come: at most two run at
 * once over all processes, and older ones that a living process waits for go first.
 */
export async function claimImport(
  sql: Sql,
  holder: string,
  what: Claimable,
  { leaseMs }: ImportTiming,
): Promise<Claim | null> {
  return sql.begin(async (tx) => {
    await lockQueue(tx);
    const [claim] = await tx<Claim[]>`
      with queue as (
        select id, row_number() over (order by created_at, id) as place
        from imports where state = 'uploaded' and lease_until > now()
      ), turn as (
        select i.id
        from imports i join queue using (id)
        where queue.place <= ${AT_ONCE} - (
            select count(*) from imports where state = 'running' and lease_until > now())
          and ${"spools" in what ? tx`i.spool = any(${[...what.spools]}::text[])` : tx`i.id = ${what.importId}`}
        order by queue.place limit 1
        for update of i skip locked
      )
      update imports set
        state = 'running',
        lease_holder = ${holder},
        lease_until = now() + ${leaseMs}::float8 * interval '1 millisecond',
        attempts = attempts + 1,
        started_at = now()
      where id = (select id from turn) and state = 'uploaded'
      returning ${claimed(tx)}`;
    return claim ?? null;
  });
}

/**
 * Begins to look at the oldest upload that waits for its review. One at a time over all processes, beside
 * the two imports: somebody sits before the page, and must not wait for other people's files.
 */
export async function claimPreview(
  sql: Sql,
  holder: string,
  spools: readonly string[],
  { leaseMs }: ImportTiming,
): Promise<Claim | null> {
  return sql.begin(async (tx) => {
    await lockQueue(tx);
    const [claim] = await tx<Claim[]>`
      update imports set
        lease_holder = ${holder},
        lease_until = now() + ${leaseMs}::float8 * interval '1 millisecond',
        attempts = attempts + 1
      where id = (
          select id from imports
          where state = 'review' and preview is null and lease_holder is null
            and spool = any(${[...spools]}::text[])
          order by created_at, id limit 1
          for update skip locked)
        and not exists (
          select from imports
          where state = 'review' and lease_holder is not null and lease_until > now())
      returning ${claimed(tx)}`;
    return claim ?? null;
  });
}

/** Says of what waits that a living process has it, so that it keeps its place in the queue. */
export async function vouchFor(sql: Sql, what: Claimable, { vouchMs }: ImportTiming) {
  await sql`
    update imports set lease_until = now() + ${vouchMs}::float8 * interval '1 millisecond'
    where ${"spools" in what ? sql`spool = any(${[...what.spools]}::text[])` : sql`id = ${what.importId}`}
      and (state = 'uploaded' or (state = 'review' and preview is null)) and lease_holder is null
      and (lease_until is null
        or lease_until < now() + ${vouchMs / 2}::float8 * interval '1 millisecond')`;
}

function claimed(tx: Transaction) {
  return tx`id as "importId", project_id as "projectId", lease_holder as holder, spool,
    source_name as "sourceName", options, replace, keep_source as "keepSource", manifest`;
}
