import type { Policy } from "@/lib/domain/policy";
import type { Tally } from "@/lib/domain/tally";
import { decided } from "@/lib/metrics/attack-success";
import { total } from "@/lib/metrics/measuring/by-case";
import { padjust } from "@/lib/stats/padjust";
import { signFlipExact } from "@/lib/stats/sign-flip-exact";
import { caseDifference, caseSums, observedInBoth } from "./case-sums";
import type { AttackContrast, Hits } from "./comparison-report";
import { shareLimits } from "./delta";
import type { PairedCase } from "./pair-arms";

/** False discovery rate at which an exploratory contrast stands (methods.md 6). */
const FALSE_DISCOVERY_RATE = 0.1;

/** Absorbs the rounding of an adjusted p that meets the rate exactly. */
const SLACK = 1e-12;

const RATIO = { numerator: (tally: Tally) => tally.attackSuccess, denominator: decided };

/** Successes of an attack or case among the finished episodes whose outcome can be told. */
export function hitsOf(tallies: readonly Tally[]): Hits {
  return {
    success: total(tallies, RATIO.numerator),
    finished: total(tallies, RATIO.denominator),
  };
}

/**
 * Attack by attack, over the cases decided in both arms: the difference, the exact test by case, and
 * its q over all attacks tested (Benjamini & Hochberg 1995). Largest rise first. Exploratory: an
 * attack of one case, however many replicas, has p = 1.
 */
export function attackContrasts(
  cases: readonly PairedCase[],
  { confidence }: Pick<Policy, "confidence">,
): AttackContrast[] {
  const tested = [...byAttack(observedInBoth(cases, RATIO))].map(([attack, group]) => {
    const baseline = hitsOf(group.flatMap((pair) => pair.baseline));
    const candidate = hitsOf(group.flatMap((pair) => pair.candidate));
    const sums = group.map((pair) => caseSums(pair, RATIO));
    const test = signFlipExact(sums.map(caseDifference));
    return {
      attack,
      baseline,
      candidate,
      difference: candidate.success / candidate.finished - baseline.success / baseline.finished,
      interval: shareLimits(sums, confidence),
      p: test.p,
      cases: group.length,
      differingCases: test.differing,
    };
  });
  const adjusted = padjust(
    tested.map((row) => row.p),
    "bh",
  );
  return tested
    .map((row, index): AttackContrast => {
      const q = adjusted[index] ?? 1;
      return { ...row, q, exploratory: true, stands: q <= FALSE_DISCOVERY_RATE + SLACK };
    })
    .toSorted((a, b) => b.difference - a.difference || a.attack.localeCompare(b.attack));
}

/** Cases by their attack, in order of first appearance. */
export function byAttack(cases: readonly PairedCase[]): Map<string, PairedCase[]> {
  const groups = new Map<string, PairedCase[]>();
  for (const pair of cases) {
    const group = groups.get(pair.attack);
    if (group === undefined) groups.set(pair.attack, [pair]);
    else group.push(pair);
  }
  return groups;
}
