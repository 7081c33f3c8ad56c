import quantile from "@stdlib/stats-base-dists-normal-quantile";
import { requireOpenShare } from "@/lib/stats/preconditions";

/** Below this tail the library's rational approximation is off by more than 1e-10. */
const FAR_TAIL = 1e-8;

/**
 * The standard normal quantile: x with P(Z <= x) = p, for p in (0, 1). Golden `qnorm`.
 *
 * @stdlib is right to 1e-10 except far out (2e-9 at p = 1e-10, methods.md 9; NaN at 1e-300), where
 * our own root of the log of the tail takes over. Throws RangeError for p outside (0, 1).
 */
export function normalQuantile(p: number): number {
  requireOpenShare("p", p);
  const tail = Math.min(p, 1 - p);
  if (tail >= FAR_TAIL) return quantile(p, 0, 1);
  return p < 0.5 ? -farQuantile(tail) : farQuantile(tail);
}

/**
 * Solves ln P(Z > z) = ln tail, whose slope is -1/R(z), R being Mills' ratio. The log of the tail is
 * concave, so Newton's method comes down to the root from this start without passing it.
 */
function farQuantile(tail: number): number {
  let z = Math.sqrt(-2 * Math.log(tail));
  for (let step = 0; step < 8; step++) {
    const ratio = millsRatio(z);
    const logDensity = -(z * z) / 2 - Math.log(2 * Math.PI) / 2;
    z += ratio * (logDensity + Math.log(ratio) - Math.log(tail));
  }
  return z;
}

/** P(Z > z)/density(z) by Laplace's continued fraction; for z > 5 forty levels reach 1e-16. */
function millsRatio(z: number): number {
  let fraction = z;
  for (let level = 40; level >= 1; level--) fraction = z + level / fraction;
  return 1 / fraction;
}
