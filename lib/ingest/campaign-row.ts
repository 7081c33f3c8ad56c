import { campaigns, type CampaignState } from "@/db/schema/campaigns";
import { newId } from "@/db/schema/columns";
import type { CampaignRecord } from "@/lib/domain/records";
import { AppError } from "@/lib/errors";
import { visibleText } from "@/lib/importers/visible-text";
import { SCORING_VERSION } from "@/lib/metrics/scoring/scoring-version";
import { campaignSlugs } from "./campaign-slug";
import type { CampaignSums } from "./campaign-writer";
import { insertRows, type Transaction } from "./insert-rows";
import { HOW_TO_REPLACE } from "./stored-campaign";
import { storedInstant } from "./stored-instant";

type Source = { projectId: string; importId: string; fingerprint: string };

/**
 * Writes the row of a campaign whose episodes follow in the same transaction. Waits when another import
 * is just writing the same key.
 *
 * @throws AppError conflict: its key is that of a stored campaign
 */
export async function insertCampaign(
  tx: Transaction,
  source: Source,
  record: CampaignRecord,
): Promise<{ campaignId: string; slug: string }> {
  const campaignId = newId();
  for (const slug of campaignSlugs(record.key)) {
    try {
      await tx.savepoint((inner) =>
        insertRows(inner, campaigns, [rowOf({ campaignId, slug, source, record })]),
      );
      return { campaignId, slug };
    } catch (error) {
      const constraint = brokenConstraint(error);
      if (constraint === "campaigns_key") throw await keyTaken(tx, source.projectId, record, error);
      if (constraint !== "campaigns_slug") throw error;
    }
  }
  throw new AppError(
    "conflict",
    `No free address was found for the campaign key "${visibleText(record.key, 80)}"; give it another key.`,
  );
}

/** Completes the row when all of the source has been read. */
export async function completeCampaign(
  tx: Transaction,
  scope: { projectId: string; campaignId: string },
  sums: CampaignSums,
): Promise<void> {
  const state: CampaignState = sums.ended ? "sealed" : "interrupted";
  const [row] = await tx<{ done: boolean }[]>`
    select complete_campaign(${scope.projectId}, ${scope.campaignId}, ${sums.episodes},
      ${state}, ${sums.earliestStart?.toISOString() ?? null}) as done`;
  if (row?.done !== true) throw new Error("a campaign was complete before its records were read");
}

function rowOf(input: {
  campaignId: string;
  slug: string;
  source: Source;
  record: CampaignRecord;
}): typeof campaigns.$inferInsert {
  const { campaignId, slug, source, record } = input;
  return {
    id: campaignId,
    ...source,
    slug,
    key: record.key,
    name: record.name,
    targetName: record.target.name,
    targetVersion: record.target.version ?? null,
    corpusName: record.corpus.name,
    corpusVersion: record.corpus.version ?? null,
    harnessName: record.harness.name,
    harnessVersion: record.harness.version ?? null,
    startedAt: storedInstant(record.startedAt),
    finishedAt: storedInstant(record.finishedAt),
    series: record.series ?? null,
    seriesOrder: record.order ?? null,
    state: "interrupted",
    record,
    scoringVersion: SCORING_VERSION,
    importedAt: new Date(),
    episodeCount: 0,
  };
}

async function keyTaken(
  tx: Transaction,
  projectId: string,
  record: CampaignRecord,
  cause: unknown,
): Promise<AppError> {
  const [stored] = await tx<{ name: string }[]>`
    select name from campaigns where project_id = ${projectId} and key = ${record.key}`;
  return new AppError(
    "conflict",
    `The key "${visibleText(record.key, 80)}" is that of the stored campaign "${visibleText(stored?.name ?? record.name, 80)}", which came from other bytes. Give the new campaign a key of its own, or ${HOW_TO_REPLACE}`,
    { cause },
  );
}

/** The unique constraint that an insert broke (SQLSTATE 23505), or null. */
function brokenConstraint(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "23505") return null;
  return "constraint_name" in error && typeof error.constraint_name === "string"
    ? error.constraint_name
    : null;
}
