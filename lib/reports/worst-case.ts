import { manskiDiff } from "@/lib/stats/manski-diff";
import type { Bounds } from "./arm-report";
import { armOutcomes } from "./bounds";
import { type PairedCase, talliesOfSide } from "./pair-arms";

/**
 * The range of the difference of ASR over what aborted and untold episodes might have come to (methods.md 4
 * and 5). Null when an arm has nothing, and when nothing is open: a range without width is the
 * difference itself, which a shut comparison does not show.
 */
export function worstCaseOf(cases: readonly PairedCase[]): Bounds | null {
  const range = manskiDiff(
    armOutcomes(talliesOfSide(cases, "candidate")),
    armOutcomes(talliesOfSide(cases, "baseline")),
  );
  return range === null || range.lo === range.hi ? null : { lo: range.lo, hi: range.hi };
}
