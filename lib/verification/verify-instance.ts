import type { Sql } from "@/db/client";
import type { Transaction } from "@/lib/ingest/insert-rows";
import type { Checkpoint, Verifier } from "@/lib/integrity/checkpoint";
import { hex } from "@/lib/integrity/hex";
import { checkAnnotations } from "./check-annotations";
import { checkGone } from "./check-gone";
import type { Finding, VerifiedCampaign } from "./finding";
import { recomputeFigures, recountFacets } from "./recompute-figures";
import { verifyLog, type VerifiedLog } from "./verify-log";
import { campaignRows, verifySealed } from "./verify-seal";

/** A campaign that the log says was deleted: who, when, and what it was. */
export type DeletedEntry = {
  id: string;
  at: string;
  by: string | null;
  reason: string;
  /** In the words of whoever did it; null where nobody was asked. */
  why: string | null;
  episodes: number;
  root: string | null;
};

export type Verification = {
  log: Pick<VerifiedLog, "size" | "origin" | "checkpoints" | "foreign"> & { root: string };
  /** What its checkpoints say of the audit log, which `verifyAudit` holds against them. */
  audited: VerifiedLog["audited"];
  campaigns: VerifiedCampaign[];
  deleted: DeletedEntry[];
  /** What is wrong beyond a single campaign's own data. */
  findings: Finding[];
};

export type VerifyInput = {
  /** One campaign, by id; null: everything that the instance holds. */
  campaignId: string | null;
  /** This instance's key, where it is here. */
  key: Verifier | null;
  /** A checkpoint that was kept elsewhere: a signed note. */
  kept?: string | undefined;
  /**
   * The checkpoint that the server keeps, or in one sentence why it cannot be read; null: it keeps none. To
   * be read before, since the log may grow past what is seen here.
   */
  server?: Checkpoint | string | null | undefined;
  /** Score every record again and hold tallies and counts against it: some ten times the time. */
  recompute?: boolean;
  onProgress?: (episodes: number) => void;
};

/**
 * Reads what is stored and says whether it is what was sealed: the log and every checkpoint, then each
 * campaign from its bytes up. In one snapshot, beside whoever imports or deletes meanwhile; of each episode
 * digests alone are kept, 32 bytes, or 96 where its content was dropped.
 */
export async function verifyInstance(sql: Sql, input: VerifyInput): Promise<Verification> {
  const done: { verification?: Verification } = {};
  await sql.begin("isolation level repeatable read read only", async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`set local idle_in_transaction_session_timeout = 0`;
    done.verification = await verifyWithin(tx, input);
  });
  if (done.verification === undefined) throw new Error("a verification ended without its result");
  return done.verification;
}

/** The same within a transaction, which has to see one state from its beginning to its end. */
export async function verifyWithin(tx: Transaction, input: VerifyInput): Promise<Verification> {
  const { campaignId } = input;
  const { key, kept, server } = input;
  const log = await verifyLog(tx, { key, kept, server });
  const rows = await campaignRows(tx, campaignId);
  const campaigns: VerifiedCampaign[] = [];
  let before = 0;
  for (const row of rows) {
    const told = before;
    const onProgress = (episodes: number) => input.onProgress?.(told + episodes);
    const verified = await verifySealed(tx, row, log, { onProgress });
    const of = { projectId: row.projectId, campaignId: row.id };
    const notes = await checkAnnotations(tx, of);
    if (notes.length > 0) {
      verified.findings.push(...notes);
      verified.state = "changed";
    }
    if (input.recompute === true) {
      // Of a record that was dropped nothing can be computed: only rows are counted again.
      const drift = await (verified.dropped === null ? recomputeFigures : recountFacets)(tx, of);
      if (drift !== null) {
        verified.findings.push({ kind: "figures", seq: null, message: drift });
        verified.state = "changed";
      }
    }
    campaigns.push(verified);
    before += row.episodes;
  }
  const there = new Set(rows.map(({ id }) => id));
  const { size, origin, checkpoints, foreign } = log;
  return {
    log: { size, origin, checkpoints, foreign, root: hex(log.root) },
    audited: log.audited,
    campaigns,
    deleted: deletedOf(log, campaignId),
    findings: [...log.findings, ...(await checkGone(tx, log, there, campaignId))],
  };
}

function deletedOf({ campaigns }: VerifiedLog, campaignId: string | null): DeletedEntry[] {
  return [...campaigns].flatMap(([id, { deleted }]) => {
    if (deleted === null || (campaignId !== null && campaignId !== id)) return [];
    const { at, by, reason, why, episodes, root } = deleted;
    return [{ id, at, by, reason, why, episodes, root }];
  });
}
