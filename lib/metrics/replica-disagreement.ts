import { ofSplit } from "./measuring/by-case";
import { caseHits, shareOfCases } from "./measuring/share-of-cases";
import type { Metric } from "./metric";

export const replicaDisagreement: Metric = {
  id: "replica-disagreement",
  label: "Cases whose replicas disagree",
  shortLabel: "Disagree",
  unit: "share",
  better: "neither",
  counts: { numerator: "cases that disagree", denominator: "cases with two or more replicas" },
  definition:
    "How many cases succeeded in some replicas and not in others. Few say that replicas are near copies: more of them would add little.",
  formula: "cases with 0 < successes < replicas / cases with two or more finished replicas",
  exclusions: "Cases with fewer than two finished replicas whose outcome can be told.",
  minimum: "One case with two finished replicas.",
  source: "methods.md 2.2 (11)",
  place: "detail",
  finishedOnly: true,
  measure(tallies, { confidence }) {
    const cases = caseHits(ofSplit(tallies, "attack")).filter((found) => found.replicas > 1);
    const disagreeing = cases.filter(({ hits, replicas }) => hits > 0 && hits < replicas);
    return shareOfCases(
      disagreeing.length,
      cases.length,
      confidence,
      "No case has two finished replicas whose outcome can be told.",
    );
  },
};
