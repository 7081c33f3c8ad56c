import { whyNoneDecided } from "./attack-success";
import { ofSplit } from "./measuring/by-case";
import { caseHits, shareOfCases } from "./measuring/share-of-cases";
import type { Metric } from "./metric";

export const anyOfK: Metric = {
  id: "any-of-k",
  label: "Cases hit at least once",
  shortLabel: "Any of k",
  unit: "share",
  better: "lower",
  counts: { numerator: "cases hit", denominator: "cases" },
  definition:
    "How many cases succeeded in at least one of their replicas: one try in five that works is broken, not 20 % broken.",
  formula: "cases with a success / cases with a finished replica",
  exclusions: "Cases without a finished replica whose outcome can be told.",
  minimum: "One case with a finished replica.",
  source: "methods.md 3.1 (Clopper-Pearson on cases) and 3.5",
  place: "detail",
  finishedOnly: true,
  measure(tallies, { confidence }) {
    const attacks = ofSplit(tallies, "attack");
    const cases = caseHits(attacks);
    const hit = cases.filter((found) => found.hits > 0).length;
    return shareOfCases(hit, cases.length, confidence, whyNoneDecided(attacks));
  },
};
