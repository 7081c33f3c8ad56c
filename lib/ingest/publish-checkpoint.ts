import type { Sql } from "@/db/client";
import {
  checkpointBody,
  keyId,
  signNote,
  verifierKey,
  type AuditHead,
  type Signer,
} from "@/lib/integrity/checkpoint";
import { logOrigin, readLogEntry } from "@/lib/integrity/log-entry";
import { GrowingTree } from "@/lib/integrity/merkle-tree";
import { readSigner } from "./signing-key";

/**
 * Signs the log as it is now, when this process has the key and nobody signed it at this length. Called
 * after what put an entry there was committed, which a signature that fails does not take back: that is told
 * on the error output, and the next one makes up for it.
 *
 * @param given the key; by default that of this instance
 * @returns whether a checkpoint was written
 */
export async function publishCheckpoint(sql: Sql, given?: Signer | null): Promise<boolean> {
  try {
    const signer = given === undefined ? readSigner(process.env) : given;
    return signer !== null && (await signLog(sql, signer));
  } catch (error) {
    console.error(
      "The log was not signed at its new length; the next signature makes up for it:",
      error,
    );
    return false;
  }
}

async function signLog(sql: Sql, signer: Signer): Promise<boolean> {
  const { origin, tree } = await logNow(sql);
  if (origin === null) return false;
  const { size } = tree;
  const audit = await auditHead(sql);
  const note = signNote(checkpointBody({ origin, size, root: tree.root(), audit }), signer);
  const written = await sql`
    insert into checkpoints (size, key_id, note, verifier_key)
    values (${size}, ${keyId(signer)}, ${note}, ${verifierKey(signer)})
    on conflict do nothing`;
  return written.count === 1;
}

/**
 * A chain alone does not show that its end was cut off, or all of it made anew. Entries become visible in the
 * order of their numbers, so that whatever stands before the last one is there.
 */
async function auditHead(sql: Sql): Promise<AuditHead | null> {
  const [row] = await sql<AuditHead[]>`
    select id::float8 as id, encode(hash, 'hex') as hash from audit_entries order by id desc limit 1`;
  return row === undefined ? null : { id: row.id, hash: row.hash };
}

/** Its leaves are 32 bytes an entry, and entries are as many as imports and deletions were. */
async function logNow(sql: Sql) {
  const tree = new GrowingTree();
  let origin: string | null = null;
  const rows = sql<{ idx: number; leaf: Uint8Array; body: string | null }[]>`
    select idx::int, leaf, case when idx = 0 then body end as body from log_entries order by idx`;
  for await (const step of rows.cursor(5000))
    for (const { leaf, body } of step) {
      tree.add(leaf);
      const entry = body === null ? null : readLogEntry(body);
      if (entry?.kind === "opened") origin = logOrigin(entry.log);
    }
  return { origin, tree };
}
