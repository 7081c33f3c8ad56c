import { padjust } from "@/lib/stats/padjust";
import type { ArmIdentity } from "./arm-report";
import type { ComparisonReport, Delta } from "./comparison-report";

/**
 * One candidate of several against the same baseline. As in the whole report, a difference is there on
 * the comparable state alone.
 */
export type FamilyRow =
  | {
      state: "comparable";
      candidate: ArmIdentity;
      answer: string;
      /** The primary contrast with its q over the open comparisons of the family; null without one. */
      primary: (Delta & { q: number | null }) | null;
      damage: Delta | null;
    }
  | { state: "not_shown" | "not_comparable"; candidate: ArmIdentity; answer: string };

/**
 * The summary of a family of comparisons, in the order given. The exact p of each open comparison's
 * primary contrast is adjusted for their number (Benjamini & Hochberg 1995, methods.md 6); a refused
 * one is not tested, so it does not count.
 */
export function comparisonFamily(reports: readonly ComparisonReport[]): FamilyRow[] {
  const tested = reports.flatMap((report) => primaryOf(report)?.p ?? []);
  const adjusted = padjust(tested, "bh");
  let next = 0;
  return reports.map((report): FamilyRow => {
    const { comparison, answer } = report;
    const candidate = report.candidate.arm;
    if (comparison.state !== "comparable") return { state: comparison.state, candidate, answer };
    const primary = primaryOf(report);
    const q = primary === null || primary.p === null ? null : (adjusted[next++] ?? null);
    return {
      state: "comparable",
      candidate,
      answer,
      primary: primary === null ? null : { ...primary, q },
      damage: comparison.deltas.metrics.find(({ metric }) => metric === "damage") ?? null,
    };
  });
}

function primaryOf({ comparison }: ComparisonReport): Delta | null {
  if (comparison.state !== "comparable") return null;
  return comparison.deltas.metrics.find(({ metric }) => metric === "asr") ?? null;
}
