import type postgres from "postgres";
import type { Database, Scope } from "@/db/client";
import { audit } from "@/lib/audit/audit";
import type { Actor } from "@/lib/domain/actor";
import type { DeletionReason } from "@/db/schema/deleted-campaigns";
import { AppError } from "@/lib/errors";
import type { Transaction } from "./insert-rows";
import { publishCheckpoint } from "./publish-checkpoint";

/**
 * Deletes a campaign with all its records and leaves a tombstone (`db/queries/deleted-campaigns.ts`). The
 * imports that made it stay, pointing to nothing.
 *
 * One transaction: whoever reads meanwhile sees the campaign whole and does not wait. An import of the
 * same key or bytes waits for it and then finds the place free.
 *
 * @returns the name it had
 * @throws AppError not_found: the project has no such campaign, any more
 */
export async function deleteCampaign(
  { sql }: Database,
  { projectId, campaignId, by }: Scope & { campaignId: string; by: Actor },
): Promise<{ name: string }> {
  const [name] = await sql.begin(async (tx) => {
    // A million episodes take longer than a page may.
    await tx`set local statement_timeout = 0`;
    const names = await removeCampaigns(tx, projectId, tx`id = ${campaignId}`, "deleted", by.name);
    for (const gone of names)
      await audit(tx, by, {
        action: "campaign.deleted",
        projectId,
        object: { kind: "campaign", id: campaignId },
        detail: { name: gone },
      });
    return names;
  });
  if (name === undefined)
    throw new AppError("not_found", "There is no such campaign in this project.");
  await publishCheckpoint(sql);
  return { name };
}

/**
 * Deletes the campaigns of the project to which the condition applies, and buries them: the one way, which
 * the database itself keeps (drizzle/0006_seal_rules.sql). Their tombstones are in the log when the
 * transaction commits.
 *
 * @param by who does it, by name
 * @returns their names
 */
export async function removeCampaigns(
  tx: Transaction,
  projectId: string,
  condition: postgres.PendingQuery<postgres.Row[]>,
  reason: DeletionReason,
  by: string | null = null,
): Promise<string[]> {
  const found = await tx<{ id: string }[]>`
    select id from campaigns where project_id = ${projectId} and ${condition} order by id`;
  const names: string[] = [];
  for (const { id } of found) {
    const [removed] = await tx<{ name: string | null }[]>`
      select delete_campaign(${projectId}, ${id}, ${reason}, ${by}) as name`;
    // Null: somebody else deleted it meanwhile.
    if (removed?.name !== undefined && removed.name !== null) names.push(removed.name);
  }
  return names;
}
