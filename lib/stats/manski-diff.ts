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
  // Equal fractions of counts are equal doubles, so a difference of 0 is exactly 0.
  const lo = first.lo - second.hi;
  const hi = first.hi - second.lo;
  return { lo, hi, signHolds: hi < 0 || lo > 0 };
}
