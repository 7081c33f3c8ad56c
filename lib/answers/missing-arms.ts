import type { Db } from "@/db/client";
import { findDeleted, type DeletedCampaign } from "@/db/queries/deleted-campaigns";
import type { OpenProject } from "@/db/queries/projects";
import { findCampaign } from "@/db/queries/campaigns";
import type { CompareQuery } from "./compared-sides";
import { MOST_CAMPAIGNS } from "./comparison-answer";

/**
 * An arm that an address names and the project has not. Its campaign is stored without that arm, was deleted
 * (or replaced) as its tombstone says, or never had this address.
 */
export type MissingArm = { reference: string; slug: string } & (
  | { because: "arm"; campaign: string }
  | { because: "deleted"; tombstone: DeletedCampaign }
  | { because: "never" }
);

/** What became of every arm that the query names and that is not among the found ones, in its order. */
export async function missingArms(
  db: Db,
  project: OpenProject,
  query: Pick<CompareQuery, "baseline" | "candidate" | "also">,
  found: readonly { reference: string }[],
): Promise<MissingArm[]> {
  const known = new Set(found.map(({ reference }) => reference));
  const named = [...query.baseline, ...query.candidate, ...query.also];
  const missing = [...new Set(named)].filter((reference) => !known.has(reference));
  return Promise.all(
    missing.slice(0, MOST_CAMPAIGNS).map((reference) => whyMissing(db, project, reference)),
  );
}

async function whyMissing(db: Db, project: OpenProject, reference: string): Promise<MissingArm> {
  const slug = reference.split("/")[0] ?? "";
  const arm = { reference, slug };
  if (slug === "" || slug.includes("\0")) return { ...arm, because: "never" };
  const campaign = await findCampaign(db, project.scope, slug);
  if (campaign !== null) return { ...arm, because: "arm", campaign: campaign.name };
  const tombstone = await findDeleted(db, project.scope, slug);
  return tombstone === null
    ? { ...arm, because: "never" }
    : { ...arm, because: "deleted", tombstone };
}
