import type { Sql } from "@/db/client";
import { isAppError } from "@/lib/errors";
import {
  checkpointBody,
  keyId,
  signNote,
  verifierKey,
  type AuditHead,
  type Signer,
} from "@/lib/integrity/checkpoint";
import type { Transaction } from "./insert-rows";
import { keptFile, readKept, writeKept } from "./kept-checkpoint";
import { continuedLog } from "./log-continues";
import { readSigner } from "./signing-key";

/** Who signs, and where what was signed last is kept; null: nowhere. */
export type Signing = { signer: Signer; keptAt: string | null };

/**
 * Signs the log as it is now, when this process has the key and nobody signed it at this length, as long as
 * the log continues what was signed last. Called after what put an entry there was committed, which a
 * signature that fails does not take back: that is told on the error output, and the next one makes up for
 * it.
 *
 * @param given the key, and where the checkpoint is kept; by default both are those of this instance
 * @returns whether a checkpoint was written
 */
export async function publishCheckpoint(sql: Sql, given?: Signing | null): Promise<boolean> {
  try {
    const signing = given === undefined ? ownSigning() : given;
    return signing !== null && (await signingInTurn(sql, (tx) => signLog(tx, signing)));
  } catch (error) {
    console.error(
      isAppError(error) && error.code === "conflict"
        ? "The log was not signed, since it does not continue what was signed:"
        : "The log was not signed at its new length; the next signature makes up for it:",
      error,
    );
    return false;
  }
}

function ownSigning(): Signing | null {
  const signer = readSigner(process.env);
  return signer === null ? null : { signer, keptAt: keptFile(process.env) };
}

/**
 * One at a time over all processes, so that a kept checkpoint never gives way to an older one. Each
 * statement sees what was committed before it: a snapshot of before the lock would lack what was signed
 * since.
 */
export async function signingInTurn<T>(
  sql: Sql,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const done: { result?: { value: T } } = {};
  await sql.begin("isolation level read committed", async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('aftermath checkpoint', 0))`;
    done.result = { value: await work(tx) };
  });
  if (done.result === undefined) throw new Error("a signature ended without its result");
  return done.result.value;
}

/**
 * The file is written before the row is committed: whoever gets the checkpoint gets one that is kept. A
 * process that is killed between leaves a kept one without its row, which the log continues as well.
 */
async function signLog(tx: Transaction, { signer, keptAt }: Signing): Promise<boolean> {
  const kept = keptAt === null ? null : readKept(keptAt, signer);
  const { origin, size, root } = await continuedLog(tx, kept);
  if (origin === null) return false;
  const audit = await auditHead(tx);
  const note = signNote(checkpointBody({ origin, size, root, audit }), signer);
  const written = await tx`
    insert into checkpoints (size, key_id, note, verifier_key)
    values (${size}, ${keyId(signer)}, ${note}, ${verifierKey(signer)})
    on conflict do nothing`;
  if (keptAt !== null && kept?.note !== note) writeKept(keptAt, note);
  return written.count === 1;
}

/**
 * A chain alone does not show that its end was cut off, or all of it made anew. Entries become visible in the
 * order of their numbers, so that whatever stands before the last one is there.
 */
async function auditHead(tx: Transaction): Promise<AuditHead | null> {
  const [row] = await tx<AuditHead[]>`
    select id::float8 as id, encode(hash, 'hex') as hash from audit_entries order by id desc limit 1`;
  return row === undefined ? null : { id: row.id, hash: row.hash };
}
