import { type Measurement, notAvailable } from "@/lib/domain/measurement";
import type { Tally } from "@/lib/domain/tally";
import { clopperPearson } from "@/lib/stats/clopper-pearson";
import { decided } from "../attack-success";
import { sumsByCase } from "./by-case";

/** One case over its replicas: how many hit, of how many whose outcome can be told. */
export type CaseHits = { hits: number; replicas: number };

/** The cases of attack tallies with at least one decided replica; pooled campaigns are one case. */
export function caseHits(attacks: readonly Tally[]): CaseHits[] {
  const { num, den } = sumsByCase(attacks, {
    numerator: (tally) => tally.attackSuccess,
    denominator: decided,
  });
  return den
    .map((replicas, place) => ({ hits: num[place] ?? 0, replicas }))
    .filter((found) => found.replicas > 0);
}

/** A share of cases with its exact interval: cases are the sample, so Clopper-Pearson holds. */
export function shareOfCases(
  count: number,
  cases: number,
  confidence: number,
  none: string,
): Measurement {
  const limits = clopperPearson(count, cases, confidence);
  if (limits === null) return notAvailable(none);
  return {
    kind: "value",
    value: count / cases,
    numerator: count,
    denominator: cases,
    interval: {
      lo: limits.lo,
      hi: limits.hi,
      level: confidence,
      method: "Clopper-Pearson on cases",
    },
  };
}
