import type postgres from "postgres";
import type { Database, Scope } from "@/db/client";
import { audit } from "@/lib/audit/audit";
import type { Actor } from "@/lib/domain/actor";
import type { HoldAct } from "@/lib/domain/hold";
import type { DeletionReason } from "@/db/schema/deleted-campaigns";
import { AppError } from "@/lib/errors";
import { holdSentence } from "@/lib/format/hold-sentence";
import type { Transaction } from "./insert-rows";
import { publishCheckpoint } from "./publish-checkpoint";

/** `explanation`: why, in 1 to 500 characters (`lib/domain/given-reason.ts`). */
export type DeletionInput = Scope & { campaignId: string; by: Actor; explanation: string };

/**
 * Deletes a campaign with all its records and leaves a tombstone (`db/queries/deleted-campaigns.ts`). The
 * imports that made it stay, pointing to nothing.
 *
 * One transaction: whoever reads meanwhile sees the campaign whole and does not wait. An import of the
 * same key or bytes waits for it and then finds the place free.
 *
 * @returns the name it had
 * @throws AppError not_found: the project has no such campaign, any more; conflict: it is on hold
 */
export async function deleteCampaign(
  { sql }: Pick<Database, "sql">,
  input: DeletionInput,
): Promise<{ name: string }> {
  const name = await sql.begin((tx) => deleteWithin(tx, input));
  await publishCheckpoint(sql);
  return { name };
}

/** The same in a transaction that is there already; its log is signed by whoever commits it. */
export async function deleteWithin(
  tx: Transaction,
  { projectId, campaignId, by, explanation }: DeletionInput,
): Promise<string> {
  // A million episodes take longer than a page may.
  await tx`set local statement_timeout = 0`;
  const [name] = await removeCampaigns(tx, projectId, tx`id = ${campaignId}`, {
    reason: "deleted",
    by: by.name,
    explanation,
  });
  if (name === undefined)
    throw new AppError("not_found", "There is no such campaign in this project.");
  await audit(tx, by, {
    action: "campaign.deleted",
    projectId,
    object: { kind: "campaign", id: campaignId },
    detail: { name, reason: explanation },
  });
  return name;
}

/**
 * Deletes the campaigns of the project to which the condition applies, and buries them: the one way, which
 * the database itself keeps (drizzle/0006_seal_rules.sql). Their tombstones are in the log when the
 * transaction commits.
 *
 * @param how by whom, by name, and why, in words; null where another campaign takes the place
 * @returns their names
 * @throws AppError conflict: one of them is on hold, and so none is deleted
 */
export async function removeCampaigns(
  tx: Transaction,
  projectId: string,
  condition: postgres.PendingQuery<postgres.Row[]>,
  how: { reason: DeletionReason; by: string | null; explanation: string | null },
): Promise<string[]> {
  const found = await tx<{ id: string }[]>`
    select id from campaigns where project_id = ${projectId} and ${condition} order by id`;
  const names: string[] = [];
  for (const { id } of found) {
    await refuseHeld(tx, projectId, id);
    const [removed] = await tx<{ name: string | null }[]>`
      select delete_campaign(${projectId}, ${id}, ${how.reason}, ${how.by}, ${how.explanation}) as name`;
    // Null: somebody else deleted it meanwhile.
    if (removed?.name !== undefined && removed.name !== null) names.push(removed.name);
  }
  return names;
}

/**
 * Locks the campaign until the transaction ends and looks whether it is on hold: whoever puts it on hold
 * now waits, and then finds what became of it. The database would refuse as well, in fewer words.
 *
 * @throws AppError conflict: it is on hold
 */
export async function refuseHeld(
  tx: Transaction,
  projectId: string,
  campaignId: string,
): Promise<void> {
  await tx`select lock_campaign(${projectId}, ${campaignId})`;
  const [last] = await tx<{ act: HoldAct; reason: string; by: string; at: string; name: string }[]>`
    select act, reason, done_by as by, log_instant(done_at) as at, c.name
    from campaign_holds h join campaigns c on c.id = h.campaign_id
    where c.project_id = ${projectId} and h.campaign_id = ${campaignId} order by no desc limit 1`;
  if (last?.act === "held")
    throw new AppError("conflict", holdSentence(last.name, { ...last, at: new Date(last.at) }));
}
