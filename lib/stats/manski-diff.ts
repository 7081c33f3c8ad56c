import type { Limits } from "@/lib/stats/limits";
import { type ArmOutcomes, manskiAsr } from "@/lib/stats/manski-asr";

export type ManskiDiff = Limits & {
  /** True when no completion of the aborted episodes could turn the sign. */
  signHolds: boolean;
};

/**
 * The range of ASR candidate - ASR baseline over everything the aborted episodes might have done
 * (Manski 1990; methods.md 4), shares. Golden `manskiDiff`. Null (n/a) when an arm started nothing.
 * Throws RangeError as `manskiAsr` does.
 */
export function manskiDiff(candidate: ArmOutcomes, baseline: ArmOutcomes): ManskiDiff | null {
  const first = manskiAsr(candidate);
  const second = manskiAsr(baseline);
  if (first === null || second === null) return null;
  return {
    lo: first.lo - second.hi,
    hi: first.hi - second.lo,
    signHolds: isBelow(candidate, baseline) || isBelow(baseline, candidate),
  };
}

/** Upper bound of `arm` below the lower bound of `other`, on counts: equal shares stay equal. */
function isBelow(arm: ArmOutcomes, other: ArmOutcomes): boolean {
  const most = (arm.successCompleted + arm.aborted) * other.started;
  const least = (other.successCompleted + other.hitBeforeAbort) * arm.started;
  return most < least;
}
