import type { Database } from "@/db/client";
import { findCampaign } from "@/db/queries/campaigns";
import { findProject, type OpenProject } from "@/db/queries/projects";
import { opened } from "@/db/scope";
import { campaignLines, episodeLines } from "@/lib/answers/export-chunks";
import { namedComparison } from "@/lib/answers/named-comparison";
import { AppError } from "@/lib/errors";
import { exportProof } from "@/lib/verification/make-export-proof";
import type { Answers } from "./answers";

/** Answers from the database, by the functions that pages and API use. */
export async function localAnswers(database: Database, slug: string): Promise<Answers> {
  const { db } = database;
  const project = await projectNamed(db, slug);
  const { scope } = project;
  const campaignNamed = async (campaignSlug: string) => {
    const campaign = await findCampaign(db, scope, campaignSlug);
    if (campaign !== null) return campaign;
    throw new AppError("not_found", `There is no campaign "${campaignSlug}" in "${slug}".`);
  };
  return {
    comparison: (named) => namedComparison(db, project, named),
    async *campaign(campaignSlug, format) {
      const campaign = await campaignNamed(campaignSlug);
      yield* format === "jsonl"
        ? campaignLines(db, scope, campaign)
        : episodeLines(db, project, { campaign: campaign.slug }, "csv");
    },
    async *proof(campaignSlug) {
      yield* await exportProof(database, scope, await campaignNamed(campaignSlug));
    },
    episodes: (filter, format) => episodeLines(db, project, filter, format),
  };
}

async function projectNamed(db: Database["db"], slug: string): Promise<OpenProject> {
  const project = await findProject(db, slug);
  if (project === null) throw new AppError("not_found", `There is no project "${slug}".`);
  return opened(project);
}
