import type { EpisodeRecord, Manifest, Split } from "@/lib/domain/records";
import type { Tally } from "@/lib/domain/tally";
import { scoreEpisode } from "@/lib/metrics/scoring/score-episode";
import { addToTally, emptyTally } from "@/lib/metrics/scoring/tally-episodes";
import { SUPPORT_MANIFEST } from "@/lib/reports/worked-campaigns";

/** One case of a made-up campaign with its episodes; what an episode leaves out is a plain quiet one. */
export type CaseSketch = {
  case: string;
  attack?: string;
  split?: Split;
  ceiling?: number;
  episodes: readonly Partial<EpisodeRecord>[];
};

/** An episode that finished with a witness and in which nothing happened. */
export const QUIET: Partial<EpisodeRecord> = {
  termination: "task_done",
  marker: { planted: true, witnessed: true },
  attackerAction: false,
  taskCompleted: true,
};

/** Scores and tallies sketched cases as ingest does, so that tests start from episodes. */
export function talliesOf(
  cases: readonly CaseSketch[],
  options: { arm?: string; manifest?: Manifest; guardrail?: boolean } = {},
): Tally[] {
  const { arm = "arm", manifest = SUPPORT_MANIFEST, guardrail } = options;
  return cases.map((sketch) => {
    const context = {
      arm: {
        type: "arm" as const,
        key: arm,
        name: arm,
        ...(guardrail !== undefined && { guardrail: { name: "guard", enabled: guardrail } }),
      },
      case: {
        type: "case" as const,
        key: sketch.case,
        attack: sketch.attack ?? sketch.case,
        split: sketch.split ?? ("attack" as const),
        ...(sketch.ceiling !== undefined && { ceiling: sketch.ceiling }),
      },
      manifest,
    };
    const tally = emptyTally({ arm, case: context.case });
    sketch.episodes.forEach((episode, replica) => {
      addToTally(tally, scoreEpisode(episodeOf(sketch.case, replica, arm, episode), context));
    });
    return tally;
  });
}

/** A whole episode record from what a test says of it. */
export function episodeOf(
  caseKey: string,
  replica: number,
  arm: string,
  said: Partial<EpisodeRecord>,
): EpisodeRecord {
  return {
    type: "episode",
    arm,
    case: caseKey,
    replica,
    termination: "unknown",
    terminationSource: "recorded",
    ...said,
  };
}
