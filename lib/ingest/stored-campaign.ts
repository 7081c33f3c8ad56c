import { isDeepStrictEqual } from "node:util";
import type { Manifest } from "@/lib/domain/records";
import type { Importer } from "@/lib/importers/importer";
import { visibleText } from "@/lib/importers/visible-text";
import { SCORING_VERSION } from "@/lib/metrics/scoring/scoring-version";
import { removeCampaigns } from "./delete-campaign";
import type { Transaction } from "./insert-rows";

/** A campaign that the project has from the same bytes, and how these were read. */
export type StoredCampaign = {
  id: string;
  slug: string;
  name: string;
  scoringVersion: number;
  format: string | null;
  importerVersion: number | null;
  options: Readonly<Record<string, string>> | null;
  manifest: unknown;
};

/** How a source is read, as far as the user decides it. */
type Reading = { options: Readonly<Record<string, string>>; manifest?: Manifest };

/** What a refused import can do about the campaign that stands in its way. */
export const HOW_TO_REPLACE =
  'to import it in the place of that campaign, give --replace on the command line, or tick "Replace the campaign of the same file or key" on the page of imports. Nothing was imported.';

export async function findSameBytes(
  tx: Transaction,
  projectId: string,
  fingerprint: string,
): Promise<StoredCampaign | null> {
  const [stored] = await tx<StoredCampaign[]>`
    select c.id, c.slug, c.name, c.scoring_version as "scoringVersion",
      i.format, i.importer_version as "importerVersion", i.options, i.manifest
    from campaigns c
    left join imports i on i.project_id = c.project_id and i.id = c.import_id
    where c.project_id = ${projectId} and c.fingerprint = ${fingerprint}`;
  return stored ?? null;
}

/**
 * In what the same bytes would be read otherwise than they were, in words; empty when the same campaign
 * would come of them. Only the importer's own options count, an absent one as its default.
 */
export function readingDifferences(
  stored: StoredCampaign,
  importer: Importer,
  { options, manifest }: Reading,
): string[] {
  const found: string[] = [];
  const compare = (what: string, before: string | number | null, now: string | number) => {
    if (before !== now) found.push(`${what} was ${before ?? "not recorded"} and is ${now} now`);
  };
  compare("the format", stored.format, importer.id);
  compare("the importer's version", stored.importerVersion, importer.version);
  for (const option of importer.options) {
    const before = stored.options?.[option.id] ?? option.default;
    const now = options[option.id] ?? option.default;
    compare(`the option ${option.id}`, visibleText(before, 80), visibleText(now, 80));
  }
  // Through JSON, as it was stored: what is undefined is not there.
  const now: unknown = manifest === undefined ? null : JSON.parse(JSON.stringify(manifest));
  if (!isDeepStrictEqual(stored.manifest, now))
    found.push(manifestDifference(stored.manifest !== null, manifest !== undefined));
  compare("the version of the scoring rules", stored.scoringVersion, SCORING_VERSION);
  return found;
}

function manifestDifference(before: boolean, now: boolean): string {
  if (before && now) return "the manifest was another one";
  return before ? "a manifest was given and none is now" : "no manifest was given and one is now";
}

/**
 * Keeps a campaign from being deleted until the transaction ends, so that an import may point to it.
 * Waits for whoever is just deleting it.
 *
 * @returns false when it is gone
 */
export async function holdStored(
  tx: Transaction,
  scope: { projectId: string; campaignId: string },
): Promise<boolean> {
  const [row] = await tx<{ held: boolean }[]>`
    select hold_campaign(${scope.projectId}, ${scope.campaignId}) as held`;
  return row?.held === true;
}

/**
 * Deletes what a new campaign takes the place of, the campaign of the same bytes and that of the same key,
 * and leaves a tombstone of each. Whoever reads meanwhile sees them whole until the transaction ends.
 * Their imports stay. Imports that are to replace the same key do so one after the other.
 *
 * @returns their names
 */
export async function removeReplaced(
  tx: Transaction,
  projectId: string,
  by: { fingerprint: string; key: string },
): Promise<string[]> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`${projectId} key ${by.key}`}::text, 0))`;
  const condition = tx`(fingerprint = ${by.fingerprint} or key = ${by.key})`;
  const how = { reason: "replaced", by: null, explanation: null } as const;
  return removeCampaigns(tx, projectId, condition, how);
}
