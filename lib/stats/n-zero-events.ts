import { requireFinite, requireOpenShare } from "@/lib/stats/preconditions";

/**
 * Cases without a single hit that are needed to say "the rate is below `upper`" at level 1 - alpha:
 * ceil(ln alpha / ln(1 - upper)) (methods.md 8). Golden `nZeroEvents`; 59 for 5 %.
 * Throws RangeError unless upper and alpha are in (0, 1).
 */
export function nZeroEvents(upper: number, alpha: number): number {
  requireOpenShare("upper", upper);
  requireOpenShare("alpha", alpha);
  return requireFinite("nZeroEvents", Math.ceil(Math.log(alpha) / Math.log1p(-upper)));
}
