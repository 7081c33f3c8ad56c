import type { ComparisonLinks } from "@/components/comparison/comparison-links";
import { database } from "@/db";
import type { Scope } from "@/db/client";
import { flippedEpisodes } from "@/lib/answers/comparison-flips";
import { besideName } from "@/lib/format/episode-moment";
import { campaignPath, checkPath, encodePart, episodePath, episodesPath } from "@/lib/format/paths";
import type { ComparisonReport } from "@/lib/reports/comparison-report";

/** Where the figures of a comparison lead in this project; a flip to both of its transcripts side by side. */
export async function comparisonLinks(
  project: { slug: string; scope: Scope },
  report: ComparisonReport,
): Promise<ComparisonLinks> {
  const flipped = await flippedEpisodes(database().db, project, report);
  return {
    episodes: (of) => episodesPath(project.slug, of),
    campaign: (slug) => campaignPath(project.slug, slug),
    hitsBeforeAbort: ({ campaign, arm }) =>
      checkPath(project.slug, campaign, "hit_before_abort", { arm }),
    sideBySide: (name) => {
      const pair = flipped.get(name);
      if (pair === undefined) return null;
      const { baseline, candidate } = pair;
      const beside = encodePart(besideName(baseline));
      return episodePath(project.slug, candidate.campaignSlug, candidate.seq, `beside=${beside}`);
    },
  };
}
