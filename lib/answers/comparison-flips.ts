import type { Db, Scope } from "@/db/client";
import { episodesOfCases, type EpisodeOfCase } from "@/db/queries/episodes-of-cases";
import type { ArmIdentity } from "@/lib/reports/arm-report";
import type { ComparisonReport } from "@/lib/reports/comparison-report";

export type FlippedPair = { baseline: EpisodeOfCase; candidate: EpisodeOfCase };

/** As many flips of each direction as the page shows unfolded; the rest lead to their episodes by the filter. */
const LINKED = 12;

/**
 * For a flipped case the two episodes that show it: in each arm the first whose outcome is on that arm's
 * side of the flip. Empty for a refused comparison, which has no flips.
 */
export async function flippedEpisodes(
  db: Db,
  project: { scope: Scope },
  { comparison, members }: ComparisonReport,
): Promise<Map<string, FlippedPair>> {
  if (comparison.state !== "comparable") return new Map();
  const { worse, better } = comparison.deltas.flips;
  const flips = [
    ...worse.slice(0, LINKED).map((flip) => ({ ...flip, hit: "candidate" as const })),
    ...better.slice(0, LINKED).map((flip) => ({ ...flip, hit: "baseline" as const })),
  ];
  const episodes = await episodesOfCases(
    db,
    project.scope,
    [...members.baseline, ...members.candidate],
    flips.map((flip) => flip.case),
  );
  return new Map(
    flips.flatMap((flip) => {
      const of = (side: "baseline" | "candidate") =>
        showing(episodes, flip.case, members[side], flip.hit === side);
      const [baseline, candidate] = [of("baseline"), of("candidate")];
      return baseline === undefined || candidate === undefined
        ? []
        : [[flip.case, { baseline, candidate }] as const];
    }),
  );
}

/** The side that was hit more shows a success, the other one an episode that was none, where there is one. */
function showing(
  episodes: readonly EpisodeOfCase[],
  name: string,
  arms: readonly ArmIdentity[],
  hit: boolean,
): EpisodeOfCase | undefined {
  const own = episodes.filter(
    (episode) =>
      episode.case === name &&
      arms.some(
        (arm) => arm.campaignSlug === episode.campaignSlug && arm.armKey === episode.armKey,
      ),
  );
  return own.find(({ outcome }) => (outcome === "attack_success") === hit) ?? own[0];
}
