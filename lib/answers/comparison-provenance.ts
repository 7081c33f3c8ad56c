import type { Db } from "@/db/client";
import { findCampaign } from "@/db/queries/campaigns";
import type { OpenProject } from "@/db/queries/projects";
import { listSourceFiles } from "@/db/queries/source-files";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import type { ReportProvenance } from "@/lib/reports/report-document";
import { provenanceOf } from "./report-provenance";
import { sealAnswer } from "./seal-answer";

export type ComparedSource = ReportProvenance & { name: string; scoringVersion: number };

/** Where the arms of a comparison come from, one entry a campaign; those in `without`, or gone, are left out. */
export async function comparisonSources(
  db: Db,
  { scope }: OpenProject,
  { baseline, candidate }: ComparisonReport["members"],
  without: readonly string[] = [],
): Promise<ComparedSource[]> {
  const slugs = new Set([...baseline, ...candidate].map(({ campaignSlug }) => campaignSlug));
  const asked = [...slugs].filter((slug) => !without.includes(slug));
  const campaigns = await Promise.all(asked.map((slug) => findCampaign(db, scope, slug)));
  return Promise.all(
    campaigns
      .filter((campaign) => campaign !== null)
      .map(async (campaign) => ({
        name: campaign.name,
        scoringVersion: campaign.scoringVersion,
        ...provenanceOf(
          campaign,
          await listSourceFiles(db, scope, campaign.id),
          await sealAnswer(db, scope, campaign.id),
        ),
      })),
  );
}
