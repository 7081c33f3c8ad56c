import type { Split } from "@/lib/domain/records";
import type { Tally } from "@/lib/domain/tally";
import { groupBy, ofSplit, total } from "@/lib/metrics/measuring/by-case";
import type { GateCase } from "@/lib/metrics/parity-gate";
import type { CountPair } from "@/lib/metrics/parity/compare-counts";
import type { OutcomePair } from "@/lib/metrics/parity/outcome-gate";
import { decided } from "@/lib/metrics/attack-success";

/** The tallies of one case in both arms; several of one arm are pooled replicas of the case. */
export type PairedCase = {
  case: string;
  attack: string;
  baseline: readonly Tally[];
  candidate: readonly Tally[];
};

/** All tallies of one side, in order of the cases. A plain loop: every metric of a comparison asks. */
export function talliesOfSide(
  cases: readonly PairedCase[],
  side: "baseline" | "candidate",
): readonly Tally[] {
  const all: Tally[] = [];
  for (const pair of cases) for (const tally of pair[side]) all.push(tally);
  return all;
}

export type Pairing = {
  cases: PairedCase[];
  onlyBaseline: string[];
  onlyCandidate: string[];
};

/** Pairs two arms by the cases of a split that both started; the others are named, never re-used. */
export function pairArms(
  baseline: readonly Tally[],
  candidate: readonly Tally[],
  split: Split = "attack",
): Pairing {
  const first = startedCases(baseline, split);
  const second = startedCases(candidate, split);
  const cases: PairedCase[] = [];
  for (const [name, group] of first) {
    const other = second.get(name);
    const attack = group[0]?.attack;
    if (other === undefined || attack === undefined) continue;
    cases.push({ case: name, attack, baseline: group, candidate: other });
  }
  return {
    cases,
    onlyBaseline: [...first.keys()].filter((name) => !second.has(name)),
    onlyCandidate: [...second.keys()].filter((name) => !first.has(name)),
  };
}

function startedCases(tallies: readonly Tally[], split: Split): Map<string, Tally[]> {
  const started = ofSplit(tallies, split).filter((tally) => tally.started > 0);
  return groupBy(started, (tally) => tally.case);
}

/** What the abort-parity gate takes of one arm: per case the started episodes and how they ended. */
export function gateCases(tallies: readonly Tally[], split: Split = "attack"): GateCase[] {
  return [...startedCases(tallies, split)].map(([name, group]) => {
    const aborts: Record<string, number> = {};
    for (const tally of group) {
      for (const [reason, count] of Object.entries(tally.terminations)) {
        aborts[reason] = (aborts[reason] ?? 0) + count;
      }
    }
    return { case: name, started: total(group, (tally) => tally.started), aborts };
  });
}

/** What the witness gate takes: per common case the episodes without a witness, of those started. */
export function witnessPairs(cases: readonly PairedCase[]): CountPair[] {
  const counts = (tallies: readonly Tally[]) => {
    const started = total(tallies, (tally) => tally.started);
    return {
      count: started - total(tallies, (tally) => tally.weighable + tally.weighableAborted),
      started,
    };
  };
  return cases.map((pair) => ({
    candidate: counts(pair.candidate),
    baseline: counts(pair.baseline),
  }));
}

/** What the outcome gate takes: per common case the finished episodes of which nothing tells the outcome. */
export function outcomePairs(cases: readonly PairedCase[]): OutcomePair[] {
  const counts = (tallies: readonly Tally[]) => ({
    count: total(tallies, (tally) => tally.undetermined),
    started: total(tallies, (tally) => tally.started),
  });
  return cases.map((pair) => ({
    candidate: counts(pair.candidate),
    baseline: counts(pair.baseline),
    decided: total(pair.candidate, decided) + total(pair.baseline, decided),
  }));
}
