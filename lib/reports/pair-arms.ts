import type { Tally } from "@/lib/domain/tally";
import { ofSplit, total } from "@/lib/metrics/measuring/by-case";
import { groupBy } from "@/lib/metrics/measuring/by-case";
import type { GateCase } from "@/lib/metrics/parity-gate";

/** The attack tallies of one case in both arms; several of one arm are pooled replicas of the case. */
export type PairedCase = {
  case: string;
  attack: string;
  baseline: readonly Tally[];
  candidate: readonly Tally[];
};

export type Pairing = {
  cases: PairedCase[];
  onlyBaseline: string[];
  onlyCandidate: string[];
};

/** Pairs two arms by the attack cases that both started; the others are named, never re-used. */
export function pairArms(baseline: readonly Tally[], candidate: readonly Tally[]): Pairing {
  const first = startedCases(baseline);
  const second = startedCases(candidate);
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

function startedCases(tallies: readonly Tally[]): Map<string, Tally[]> {
  const attacks = ofSplit(tallies, "attack").filter((tally) => tally.started > 0);
  return groupBy(attacks, (tally) => tally.case);
}

/** What the abort-parity gate takes of one arm: per case the started episodes and how they ended. */
export function gateCases(tallies: readonly Tally[]): GateCase[] {
  return [...startedCases(tallies)].map(([name, group]) => {
    const aborts: Record<string, number> = {};
    for (const tally of group) {
      for (const [reason, count] of Object.entries(tally.terminations)) {
        aborts[reason] = (aborts[reason] ?? 0) + count;
      }
    }
    return { case: name, started: total(group, (tally) => tally.started), aborts };
  });
}
