import type { Scope, Sql } from "@/db/client";
import { AppError } from "@/lib/errors";
import { keptToVerify } from "@/lib/ingest/kept-checkpoint";
import { readSigner } from "@/lib/ingest/signing-key";
import type { DroppedContent, Finding } from "./finding";
import { verifyInstance } from "./verify-instance";

export type AddressVerification = {
  state: "proven" | "changed" | "unsealed" | "deleted" | "dropped";
  episodes: number;
  root: string | null;
  findings: Finding[];
  dropped: DroppedContent | null;
  deleted: { at: string; by: string | null; reason: string; why: string | null } | null;
  log: { size: number; root: string; checkpoints: number };
};

/** A lock of the database: over all processes one verification is asked for by the API or a page at a time. */
const LOCK = 5_417_620_260_113;

/**
 * Verifies the campaign that has an address, or says of one that had it what the log says.
 *
 * @returns null: the project never had such a campaign
 * @throws AppError in_progress: somebody else's verification runs
 */
export async function verifyAddress(
  sql: Sql,
  scope: Scope,
  slug: string,
): Promise<AddressVerification | null> {
  const [known] = await sql<{ id: string }[]>`
    select id from (
      select id, slug, project_id, 1 as there from campaigns
      union all select id, slug, project_id, 0 from deleted_campaigns
    ) known
    where slug = ${slug} and project_id = ${scope.projectId} order by there desc, id desc limit 1`;
  if (known === undefined) return null;
  return oneAtATime(sql, async (): Promise<AddressVerification> => {
    const key = readSigner(process.env);
    const { log, campaigns, deleted, findings } = await verifyInstance(sql, {
      campaignId: known.id,
      key,
      server: keptToVerify(process.env, key),
    });
    const { size, root, checkpoints } = log;
    const [campaign] = campaigns;
    const [gone] = deleted;
    const all = [...findings, ...(campaign?.findings ?? [])];
    return {
      state: all.length > 0 ? "changed" : campaign === undefined ? "deleted" : campaign.state,
      episodes: campaign?.episodes ?? gone?.episodes ?? 0,
      root: campaign?.root ?? gone?.root ?? null,
      findings: all,
      dropped: campaign?.dropped ?? null,
      deleted:
        gone === undefined
          ? null
          : { at: gone.at, by: gone.by, reason: gone.reason, why: gone.why },
      log: { size, root, checkpoints },
    };
  });
}

async function oneAtATime<T extends object>(sql: Sql, work: () => Promise<T>): Promise<T> {
  const done: { result?: T } = {};
  await sql.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    const [row] = await tx<{ mine: boolean }[]>`select pg_try_advisory_xact_lock(${LOCK}) as mine`;
    if (row?.mine !== true)
      throw new AppError("in_progress", "Another verification runs; ask again shortly.");
    done.result = await work();
  });
  if (done.result === undefined) throw new Error("a verification ended without its result");
  return done.result;
}
