import { and, asc, count, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { arms } from "@/db/schema/arms";
import { campaigns, type CampaignState } from "@/db/schema/campaigns";
import { cases } from "@/db/schema/cases";
import { imports, type IssueGroup } from "@/db/schema/imports";
import { dropsOf } from "./content-drops";
import type { ContentDrop } from "@/lib/domain/content-drop";
import type { ArmRecord, CampaignRecord } from "@/lib/domain/records";

type Versioned = { name: string; version: string | null };

export type ArmRow = {
  armNo: number;
  key: string;
  name: string;
  /** Null when the source says nothing of a guardrail. */
  guardrail: (Versioned & { enabled: boolean }) | null;
  /** The arm's own model, else the campaign's. */
  model: string | null;
  /** The model that the arm records for itself; null where it runs the campaign's. */
  modelRecord: NonNullable<ArmRecord["model"]> | null;
  config: unknown;
};

export type CampaignRow = {
  id: string;
  slug: string;
  key: string;
  name: string;
  target: Versioned;
  corpus: Versioned;
  harness: Versioned;
  startedAt: Date | null;
  finishedAt: Date | null;
  importedAt: Date;
  series: string | null;
  order: number | null;
  state: CampaignState;
  scoringVersion: number;
  episodeCount: number;
  /** Attack cases that the corpus declares, run or not. */
  attackCases: number;
  /** For reading: text with NUL or half a surrogate shows U+FFFD. */
  record: CampaignRecord;
  arms: ArmRow[];
  /** How its content was dropped; null: it was not. */
  dropped: ContentDrop | null;
  import: {
    id: string;
    sourceName: string;
    fingerprint: string | null;
    format: string | null;
    importerVersion: number | null;
    refused: number;
    /** Of the refused: records of an arm, case and replica that was there already. */
    duplicates: number;
    recoded: number;
    warnings: number;
  } | null;
};

/** Every campaign of the project, newest start first, then newest import. */
export async function listCampaigns(db: Db, scope: Scope): Promise<CampaignRow[]> {
  const rows = await db
    .select()
    .from(campaigns)
    .where(eq(campaigns.projectId, scope.projectId))
    .orderBy(sql`${campaigns.startedAt} desc nulls last`, desc(campaigns.id));
  return withArmsAndImport(db, scope, rows);
}

/** The campaign of this address, or null. */
export async function findCampaign(
  db: Db,
  scope: Scope,
  slug: string,
): Promise<CampaignRow | null> {
  const rows = await db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.projectId, scope.projectId), eq(campaigns.slug, slug)));
  const [campaign] = await withArmsAndImport(db, scope, rows);
  return campaign ?? null;
}

async function withArmsAndImport(
  db: Db,
  scope: Scope,
  rows: (typeof campaigns.$inferSelect)[],
): Promise<CampaignRow[]> {
  if (rows.length === 0) return [];
  const campaignIds = rows.map((row) => row.id);
  const [armRows, importRows, caseCounts, drops] = await Promise.all([
    db
      .select()
      .from(arms)
      .where(and(eq(arms.projectId, scope.projectId), inArray(arms.campaignId, campaignIds)))
      .orderBy(asc(arms.campaignId), asc(arms.armNo)),
    db
      .select()
      .from(imports)
      .where(
        and(
          eq(imports.projectId, scope.projectId),
          inArray(
            imports.id,
            rows.map((row) => row.importId),
          ),
        ),
      ),
    db
      .select({ campaignId: cases.campaignId, attackCases: count() })
      .from(cases)
      .where(
        and(
          eq(cases.projectId, scope.projectId),
          inArray(cases.campaignId, campaignIds),
          eq(cases.split, "attack"),
        ),
      )
      .groupBy(cases.campaignId),
    dropsOf(db, scope, campaignIds),
  ]);
  const importOf = new Map(importRows.map((row) => [row.id, row]));
  const attackCasesOf = new Map(caseCounts.map((row) => [row.campaignId, row.attackCases]));
  return rows.map((row) => ({
    ...toCampaign(
      row,
      armRows.filter((arm) => arm.campaignId === row.id),
      importOf.get(row.importId) ?? null,
      attackCasesOf.get(row.id) ?? 0,
    ),
    dropped: drops.get(row.id) ?? null,
  }));
}

function toCampaign(
  row: typeof campaigns.$inferSelect,
  armRows: (typeof arms.$inferSelect)[],
  importRow: typeof imports.$inferSelect | null,
  attackCases: number,
): Omit<CampaignRow, "dropped"> {
  return {
    id: row.id,
    slug: row.slug,
    key: row.key,
    name: row.name,
    target: { name: row.targetName, version: row.targetVersion },
    corpus: { name: row.corpusName, version: row.corpusVersion },
    harness: { name: row.harnessName, version: row.harnessVersion },
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    importedAt: row.importedAt,
    series: row.series,
    order: row.seriesOrder,
    state: row.state,
    scoringVersion: row.scoringVersion,
    episodeCount: row.episodeCount,
    attackCases,
    record: row.record,
    arms: armRows.map(toArm),
    import: importRow === null ? null : toImport(importRow),
  };
}

function toArm(row: typeof arms.$inferSelect): ArmRow {
  const guardrail =
    row.guardrailName === null
      ? null
      : {
          name: row.guardrailName,
          version: row.guardrailVersion,
          enabled: row.guardrailEnabled ?? false,
        };
  return {
    armNo: row.armNo,
    key: row.key,
    name: row.name,
    guardrail,
    model: row.model,
    modelRecord: row.modelRecord,
    config: row.config,
  };
}

function toImport(row: typeof imports.$inferSelect): NonNullable<CampaignRow["import"]> {
  return {
    id: row.id,
    sourceName: row.sourceName,
    fingerprint: row.fingerprint,
    format: row.format,
    importerVersion: row.importerVersion,
    refused: row.refused,
    duplicates: duplicatesIn(row.issueGroups),
    recoded: row.recoded,
    warnings: row.warnings,
  };
}

/** The groups count every issue; those that are kept with their places are the first thousand. */
function duplicatesIn(groups: readonly IssueGroup[]): number {
  return groups
    .filter(({ code }) => code === "duplicate-episode")
    .reduce((sum, group) => sum + group.count, 0);
}
