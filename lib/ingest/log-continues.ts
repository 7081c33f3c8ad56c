import type { Sql } from "@/db/client";
import { auditDifference } from "@/lib/audit/verify-audit";
import { AppError, isAppError } from "@/lib/errors";
import { headDifference } from "@/lib/integrity/head-difference";
import { logOrigin, readLogEntry } from "@/lib/integrity/log-entry";
import { GrowingTree, type Hash } from "@/lib/integrity/merkle-tree";
import { keptFile, readKept, SERVERS_CHECKPOINT, type KeptCheckpoint } from "./kept-checkpoint";
import { readSigner } from "./signing-key";
import type { Transaction } from "./insert-rows";

/** The log as it stands. */
export type LogNow = {
  /** Null: there is none, or its first entry does not name it. */
  origin: string | null;
  size: number;
  root: Hash;
};

const HOW_ON =
  "Nothing is signed until the log continues it, or after an older backup was put back: aftermath set-checkpoint-aside.";

/**
 * Reads the log and holds it against the checkpoint that the server keeps: both it and the audit log have to
 * continue that. The kept one is read before the log, so that whatever is signed meanwhile is in the log.
 *
 * @throws AppError conflict: they do not, in one sentence
 */
export async function continuedLog(
  sql: Sql | Transaction,
  kept: KeptCheckpoint | null,
): Promise<LogNow> {
  const { log, difference } = await heldLog(sql, kept);
  if (difference !== null) throw new AppError("conflict", `${difference} ${HOW_ON}`);
  return log;
}

/** In one sentence, why the log does not continue the kept checkpoint; null: it does. */
export async function keptDifference(
  sql: Sql | Transaction,
  kept: KeptCheckpoint,
): Promise<string | null> {
  return (await heldLog(sql, kept)).difference;
}

/**
 * Why this process signs nothing: one sentence for a page; null: nothing keeps it from signing, or it has no
 * key and signs nothing anyway.
 */
export async function signingFault(
  sql: Sql,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<string | null> {
  try {
    const path = keptFile(env);
    const signer = readSigner(env);
    if (path === null || signer === null) return null;
    await continuedLog(sql, readKept(path, signer));
    return null;
  } catch (error) {
    if (isAppError(error)) return error.message;
    throw error;
  }
}

async function heldLog(
  sql: Sql | Transaction,
  kept: KeptCheckpoint | null,
): Promise<{ log: LogNow; difference: string | null }> {
  const wanted = kept?.checkpoint.size ?? 0;
  const { origin, tree, root } = await logNow(sql, wanted);
  const log = { origin, size: tree.size, root: tree.root() };
  if (kept === null) return { log, difference: null };
  const { checkpoint } = kept;
  const rootAt = (size: number) => (size === wanted ? root : undefined);
  const difference =
    headDifference(SERVERS_CHECKPOINT, checkpoint, { ...log, rootAt }) ??
    (await auditLogDifference(sql, checkpoint.audit));
  return { log, difference };
}

async function auditLogDifference(
  sql: Sql | Transaction,
  head: KeptCheckpoint["checkpoint"]["audit"],
): Promise<string | null> {
  if (head === null) return null;
  const [row] = await sql<{ hash: string }[]>`
    select encode(hash, 'hex') as hash from audit_entries where id = ${head.id}`;
  const what = auditDifference({ ...head, where: SERVERS_CHECKPOINT }, row?.hash);
  return what === null ? null : `Entry ${head.id} of the audit log: ${what}`;
}

/**
 * The log, and its root at a size; undefined: it is shorter.
 *
 * Its leaves are 32 bytes an entry, and entries are as many as imports and deletions were.
 */
async function logNow(sql: Sql | Transaction, wanted: number) {
  const tree = new GrowingTree();
  let origin: string | null = null;
  let root: Hash | undefined = wanted === 0 ? tree.root() : undefined;
  const rows = sql<{ idx: number; leaf: Uint8Array; body: string | null }[]>`
    select idx::int, leaf, case when idx = 0 then body end as body from log_entries order by idx`;
  for await (const step of rows.cursor(5000))
    for (const { leaf, body } of step) {
      tree.add(leaf);
      if (tree.size === wanted) root = tree.root();
      const entry = body === null ? null : readLogEntry(body);
      if (entry?.kind === "opened") origin = logOrigin(entry.log);
    }
  return { origin, tree, root };
}
