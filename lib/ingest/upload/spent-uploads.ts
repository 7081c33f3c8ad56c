import { readdir } from "node:fs/promises";
import type { Sql } from "@/db/client";
import { MAX_ATTEMPTS } from "../import-timing";
import { deleteSpool } from "./spool";
import { uploadsFolder } from "./uploads-folder";

/** The uploads that are in the data folder, by the names of their folders. */
export async function listSpools(dataDir: string): Promise<string[]> {
  return readdir(uploadsFolder(dataDir)).catch(() => []);
}

/**
 * Deletes the uploads whose import has ended. One that was given up, because its process died of it, stays
 * a week for whoever wants to know why.
 */
export async function deleteSpent(
  sql: Sql,
  dataDir: string,
  spools: readonly string[],
): Promise<void> {
  if (spools.length === 0) return;
  const spent = await sql<{ spool: string }[]>`
    select spool from imports
    where spool = any(${[...spools]}::text[])
      and state in ('done', 'failed', 'duplicate', 'cancelled')
      and (state <> 'failed' or attempts < ${MAX_ATTEMPTS} or finished_at < now() - interval '7 days')`;
  for (const { spool } of spent) {
    await deleteSpool(dataDir, spool);
    await sql`update imports set spool = null where spool = ${spool}`;
  }
}

/**
 * Deletes uploads that no import knows: they broke off with the process that received them. To be called
 * when nothing is being received.
 */
export async function deleteUnknown(
  sql: Sql,
  dataDir: string,
  spools: readonly string[],
): Promise<void> {
  if (spools.length === 0) return;
  const known = await sql<{ spool: string }[]>`
    select spool from imports where spool = any(${[...spools]}::text[])`;
  const names = new Set(known.map(({ spool }) => spool));
  for (const spool of spools) if (!names.has(spool)) await deleteSpool(dataDir, spool);
}
