import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { arms } from "@/db/schema/arms";
import { attacks } from "@/db/schema/attacks";
import { attempts } from "@/db/schema/attempts";
import { calls } from "@/db/schema/calls";
import { campaignRecords } from "@/db/schema/campaign-records";
import { campaigns } from "@/db/schema/campaigns";
import { cases } from "@/db/schema/cases";
import { effects } from "@/db/schema/effects";
import { episodeRecords } from "@/db/schema/episode-records";
import { episodeTexts } from "@/db/schema/episode-texts";
import { episodes } from "@/db/schema/episodes";
import { facetCounts } from "@/db/schema/facet-counts";
import { sourceFiles } from "@/db/schema/source-files";
import { tallies } from "@/db/schema/tallies";
import { isUuid } from "@/lib/domain/uuid";

/**
 * Which form of the rows a seal is over. A column more or less, or in another place, is another form: raise
 * it, and keep the columns of the former for the campaigns that were sealed by it (sealed-tables.test.ts has
 * the list of each).
 */
export const SEALED_FORM = 1;

/** What an episode's derived digest covers, in this order; of the record's row what stands behind its bytes. */
export const EPISODE_TABLES = {
  episodes: { table: episodes, order: "seq" },
  records: { table: episodeRecords, order: "seq" },
  texts: { table: episodeTexts, order: "seq" },
  attempts: { table: attempts, order: "episode_seq, attempt_no" },
  calls: { table: calls, order: "episode_seq, attempt_no, call_no" },
  effects: { table: effects, order: "episode_seq, effect_no" },
} as const satisfies Record<string, { table: PgTable; order: string }>;

/** What a campaign's manifest has a digest of, table by table. */
export const CAMPAIGN_TABLES = {
  campaign: { table: campaigns, order: "id" },
  records: { table: campaignRecords, order: "record_no" },
  arms: { table: arms, order: "arm_no" },
  attacks: { table: attacks, order: "attack_no" },
  cases: { table: cases, order: "case_no" },
  tallies: { table: tallies, order: "arm_no, case_no" },
  facetCounts: { table: facetCounts, order: "no" },
  sourceFiles: { table: sourceFiles, order: "file_no" },
} as const satisfies Record<string, { table: PgTable; order: string }>;

/** The columns of a table by their names in the database, in the order in which a COPY writes them. */
export function columnNames(table: PgTable): string[] {
  return Object.values(getTableColumns(table)).map((column) => column.name);
}

/**
 * The rows of a campaign in a table, for `copyOut`.
 *
 * @param where more of a condition; of ours, without anything from outside
 */
export function sealedRows(
  { table, order }: { table: PgTable; order: string },
  campaignId: string,
  where = "true",
): string {
  if (!isUuid(campaignId)) throw new Error("a campaign is named by a uuid");
  const names = columnNames(table).map((name) => `"${name}"`);
  const key = getTableName(table) === "campaigns" ? "id" : "campaign_id";
  return `select ${names.join(", ")} from "${getTableName(table)}" where ${key} = '${campaignId}' and (${where}) order by ${order}`;
}
