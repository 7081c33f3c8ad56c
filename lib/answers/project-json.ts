import type { ProjectRow } from "@/db/queries/projects";
import type { ProjectJson } from "@/lib/api/schemas/project-schema";

/** A project as the API hands it out. */
export function projectJson(project: ProjectRow): ProjectJson {
  return {
    slug: project.slug,
    name: project.name,
    policy: project.policy,
    campaigns: project.campaignCount,
    attacks: project.attackCount,
    episodes: project.episodeCount,
  };
}
