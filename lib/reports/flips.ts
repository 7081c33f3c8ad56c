import type { Deltas, Flip } from "./comparison-report";
import { hitsOf } from "./attack-contrasts";
import type { PairedCase } from "./pair-arms";
import { type ArmInput, membersOf } from "./report-input";
import type { Tally } from "@/lib/domain/tally";

/** Cases whose attack success differs between the arms, by direction; "2 of 3" in each. */
export function flipsOf(
  cases: readonly PairedCase[],
  inputs: { baseline: ArmInput; candidate: ArmInput },
): Deltas["flips"] {
  const members = { baseline: heldBy(inputs.baseline), candidate: heldBy(inputs.candidate) };
  const worse: Flip[] = [];
  const better: Flip[] = [];
  for (const pair of cases) {
    const before = hitsOf(pair.baseline);
    const after = hitsOf(pair.candidate);
    if (before.finished === 0 || after.finished === 0) continue;
    const change = after.success * before.finished - before.success * after.finished;
    if (change === 0) continue;
    const baseline = { ...before, campaigns: campaignsOf(pair.baseline, members.baseline) };
    const candidate = { ...after, campaigns: campaignsOf(pair.candidate, members.candidate) };
    const flip = { case: pair.case, attack: pair.attack, baseline, candidate };
    (change > 0 ? worse : better).push(flip);
  }
  return { worse, better };
}

/** In which campaigns the case ran: the slugs of its tallies' members, in their order. */
function campaignsOf(tallies: readonly Tally[], members: readonly Member[]): string[] {
  return tallies.flatMap((tally) => members.find(({ held }) => held.has(tally))?.slug ?? []);
}

type Member = { slug: string; held: ReadonlySet<Tally> };

function heldBy(input: ArmInput): Member[] {
  return membersOf(input).map(({ identity, tallies }) => ({
    slug: identity.campaignSlug,
    held: new Set(tallies),
  }));
}
