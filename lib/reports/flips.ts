import type { Deltas, Flip, FlipSide } from "./comparison-report";
import { hitsOf } from "./attack-contrasts";
import type { PairedCase } from "./pair-arms";
import { type ArmInput, membersOf } from "./report-input";
import type { Tally } from "@/lib/domain/tally";

/** Cases whose attack success differs between the arms, by direction; "2 of 3" in each. */
export function flipsOf(
  cases: readonly PairedCase[],
  inputs: { baseline: ArmInput; candidate: ArmInput },
): Deltas["flips"] {
  const before = campaignsOf(inputs.baseline);
  const after = campaignsOf(inputs.candidate);
  const worse: Flip[] = [];
  const better: Flip[] = [];
  for (const pair of cases) {
    const baseline = sideOf(pair.baseline, before);
    const candidate = sideOf(pair.candidate, after);
    if (baseline.finished === 0 || candidate.finished === 0) continue;
    const change = candidate.success * baseline.finished - baseline.success * candidate.finished;
    if (change === 0) continue;
    const flip = { case: pair.case, attack: pair.attack, baseline, candidate };
    (change > 0 ? worse : better).push(flip);
  }
  return { worse, better };
}

function sideOf(tallies: readonly Tally[], campaigns: ReadonlyMap<Tally, string>): FlipSide {
  return {
    ...hitsOf(tallies),
    campaigns: tallies.flatMap((tally) => campaigns.get(tally) ?? []),
  };
}

/** Which campaign each tally of an arm belongs to. */
function campaignsOf(input: ArmInput): Map<Tally, string> {
  return new Map(
    membersOf(input).flatMap(({ identity, tallies }) =>
      tallies.map((tally) => [tally, identity.campaignSlug] as const),
    ),
  );
}
