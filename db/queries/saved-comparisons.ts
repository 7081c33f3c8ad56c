import { and, desc, eq, inArray } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { campaigns } from "@/db/schema/campaigns";
import { deletedCampaigns, type DeletionReason } from "@/db/schema/deleted-campaigns";
import { imports } from "@/db/schema/imports";
import { savedComparisons, type ComparedInput } from "@/db/schema/saved-comparisons";
import { isUuid } from "@/lib/domain/uuid";

/** A line of the list: everything but the report. */
export type SavedComparisonRow = {
  id: string;
  name: string;
  /** The query of the compare page that it came from, without "?". */
  query: string;
  inputs: ComparedInput[];
  policyVersion: number;
  /** Of the program that computed it; null: it was saved before this was noted. */
  productVersion: string | null;
  savedAt: Date;
};

const COLUMNS = {
  id: savedComparisons.id,
  name: savedComparisons.name,
  query: savedComparisons.query,
  inputs: savedComparisons.inputs,
  policyVersion: savedComparisons.policyVersion,
  productVersion: savedComparisons.productVersion,
  savedAt: savedComparisons.savedAt,
};

/** The saved comparisons of the project, last saved first; the last 200. */
export async function listSavedComparisons(db: Db, scope: Scope): Promise<SavedComparisonRow[]> {
  return db
    .select(COLUMNS)
    .from(savedComparisons)
    .where(eq(savedComparisons.projectId, scope.projectId))
    .orderBy(desc(savedComparisons.savedAt), desc(savedComparisons.id))
    .limit(200);
}

/** The saved comparison with its report as it was stored, or null. `id` may be any text. */
export async function findSavedComparison(
  db: Db,
  scope: Scope,
  id: string,
): Promise<(SavedComparisonRow & { report: unknown }) | null> {
  if (!isUuid(id)) return null;
  const [found] = await db
    .select({ ...COLUMNS, report: savedComparisons.report })
    .from(savedComparisons)
    .where(and(eq(savedComparisons.projectId, scope.projectId), eq(savedComparisons.id, id)));
  return found ?? null;
}

/** Keeps a comparison; returns the id that its address has from then on. */
export async function insertSavedComparison(
  db: Db,
  scope: Scope,
  saved: Omit<SavedComparisonRow, "id" | "savedAt"> & { report: unknown },
): Promise<string> {
  const [row] = await db
    .insert(savedComparisons)
    .values({ ...scope, ...saved })
    .returning({ id: savedComparisons.id });
  if (row === undefined) throw new Error("the saved comparison vanished while it was made");
  return row.id;
}

/** What stands in an input's place today. */
export type InputToday =
  | { state: "stored"; fingerprint: string | null; scoringVersion: number }
  | { state: "gone"; deletedAt: Date | null; reason: DeletionReason | null };

/** What has become of the campaigns with these ids, each in the map; "gone" also for what never was. */
export async function inputsToday(
  db: Db,
  scope: Scope,
  inputs: readonly Pick<ComparedInput, "campaignId">[],
): Promise<Map<string, InputToday>> {
  const ids = [...new Set(inputs.map(({ campaignId }) => campaignId))];
  if (ids.length === 0) return new Map();
  const [stored, deleted] = await Promise.all([
    db
      .select({
        id: campaigns.id,
        fingerprint: imports.fingerprint,
        scoringVersion: campaigns.scoringVersion,
      })
      .from(campaigns)
      .leftJoin(imports, eq(imports.id, campaigns.importId))
      .where(and(eq(campaigns.projectId, scope.projectId), inArray(campaigns.id, ids))),
    db
      .select({
        id: deletedCampaigns.id,
        deletedAt: deletedCampaigns.deletedAt,
        reason: deletedCampaigns.reason,
      })
      .from(deletedCampaigns)
      .where(
        and(eq(deletedCampaigns.projectId, scope.projectId), inArray(deletedCampaigns.id, ids)),
      ),
  ]);
  const today = new Map<string, InputToday>(
    ids.map((id) => [id, { state: "gone", deletedAt: null, reason: null }]),
  );
  for (const { id, ...row } of deleted) today.set(id, { state: "gone", ...row });
  for (const { id, ...row } of stored) today.set(id, { state: "stored", ...row });
  return today;
}
