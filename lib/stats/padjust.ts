import stdlibPadjust from "@stdlib/stats-padjust";
import { requireShare } from "@/lib/stats/preconditions";

export type PadjustMethod = "bh" | "holm" | "bonferroni";

/**
 * p-values adjusted for their number, in the order given: Benjamini & Hochberg 1995 ("bh", false
 * discoveries, for exploratory contrasts by attack, methods.md 6), Holm or Bonferroni. Golden
 * `padjust`. No p-value in, none out.
 * Throws RangeError for a p outside [0, 1].
 */
export function padjust(pValues: readonly number[], method: PadjustMethod): number[] {
  for (const p of pValues) requireShare("p", p);
  return pValues.length === 0 ? [] : stdlibPadjust([...pValues], method);
}
