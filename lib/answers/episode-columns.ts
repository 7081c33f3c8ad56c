import type { EpisodeJson } from "@/lib/api/schemas/episode-schema";
import { OUTCOMES } from "@/lib/domain/outcome";
import { TERMINATIONS } from "@/lib/domain/termination";
import type { CsvColumn } from "./csv";

/** An episode without a witness has no weights to count: the cell is empty and the reason stands beside. */
const weighed = (pick: (row: EpisodeJson) => number) => (row: EpisodeJson) =>
  row.weighable ? pick(row) : null;

/** The columns of an export of episodes: what the list shows, and the names behind its labels. */
export const EPISODE_COLUMNS: readonly CsvColumn<EpisodeJson>[] = [
  { name: "campaign", cell: (row) => row.campaign },
  { name: "campaign_name", cell: (row) => row.campaignName },
  { name: "seq", cell: (row) => row.seq },
  { name: "arm", cell: (row) => row.arm },
  { name: "arm_name", cell: (row) => row.armName },
  { name: "case", cell: (row) => row.case },
  { name: "attack", cell: (row) => row.attack },
  { name: "split", cell: (row) => row.split },
  { name: "replica", cell: (row) => row.replica },
  { name: "outcome", cell: (row) => row.outcome },
  { name: "outcome_label", cell: (row) => OUTCOMES[row.outcome].label },
  { name: "dispute", cell: (row) => row.dispute },
  { name: "termination", cell: (row) => row.termination },
  { name: "termination_label", cell: (row) => TERMINATIONS[row.termination].label },
  { name: "termination_class", cell: (row) => TERMINATIONS[row.termination].class },
  { name: "termination_source", cell: (row) => row.terminationSource },
  { name: "hit_before_abort", cell: (row) => row.hitBeforeAbort },
  { name: "damage_points", cell: weighed((row) => row.damage) },
  { name: "exposure_points", cell: weighed((row) => row.exposure) },
  { name: "weights_na_because", cell: whyNoWeights },
  { name: "weights_attributed_by_rule", cell: (row) => row.attributedByRule },
  { name: "calls", cell: (row) => row.calls },
  { name: "denied", cell: (row) => row.denied },
  { name: "turns", cell: (row) => row.turns },
  { name: "duration_ms", cell: (row) => row.durationMs },
  { name: "started_at", cell: (row) => row.startedAt },
  { name: "alarms", cell: (row) => row.alarms.join(" ") },
  { name: "record", cell: (row) => row.record },
];

function whyNoWeights({ weighable, damage, exposure }: EpisodeJson): string | null {
  if (weighable) return null;
  const seen = damage + exposure > 0 ? `; seen: damage ${damage}, exposure ${exposure}` : "";
  return `no witness: in no rate${seen}`;
}
