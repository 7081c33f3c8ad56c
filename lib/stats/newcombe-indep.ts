import type { DifferenceLimits } from "@/lib/stats/limits";
import { rateDifference } from "@/lib/stats/rate-difference";
import { wilson } from "@/lib/stats/wilson";

/**
 * k1/n1 - k0/n0 for two INDEPENDENT groups of independent units, with Newcombe's hybrid score
 * limits (Stat Med 1998, 17:873). Golden `newcombeIndep`. Null (n/a) when a group is empty.
 * Throws RangeError unless the counts are hits among units and conf is in (0, 1).
 */
export function newcombeIndep(
  k1: number,
  n1: number,
  k0: number,
  n0: number,
  conf: number,
): DifferenceLimits | null {
  const first = wilson(k1, n1, conf);
  const second = wilson(k0, n0, conf);
  if (first === null || second === null) return null;
  return rateDifference({ value: k1 / n1, ...first }, { value: k0 / n0, ...second });
}
