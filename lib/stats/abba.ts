import { requireFinite } from "@/lib/stats/preconditions";

export type Abba = {
  /** Arm A minus arm B; a linear drift cancels from it. */
  armDiff: number;
  /** Slope per campaign, least squares beside the arm; orthogonal to it. */
  driftPerStep: number;
  /** Second campaign of the arm minus its first. */
  repeatA: number;
  repeatB: number;
};

/**
 * Four campaigns in the order A, B, B, A: arm effect, drift and repeats of any metric, in its own
 * unit (methods.md 7). Golden `abba`. Least squares on arm and t = -1.5, -0.5, 0.5, 1.5.
 * Throws RangeError on an input that is not finite.
 */
export function abba(a1: number, b2: number, b3: number, a4: number): Abba {
  for (const y of [a1, b2, b3, a4]) requireFinite("campaign value", y);
  const repeatA = a4 - a1;
  const repeatB = b3 - b2;
  return {
    armDiff: (a1 + a4) / 2 - (b2 + b3) / 2,
    driftPerStep: (3 * repeatA + repeatB) / 10,
    repeatA,
    repeatB,
  };
}
