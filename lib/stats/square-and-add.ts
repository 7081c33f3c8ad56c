import type { DifferenceLimits, Limits } from "@/lib/stats/limits";
import { requireFinite } from "@/lib/stats/preconditions";

/** An estimate between its own limits, any unit. */
export type Estimate = Limits & { value: number };

/**
 * Limits of first - second from the limits of each: square-and-add (Newcombe 1998; MOVER, Zou &
 * Donner 2008; methods.md 6). `rho` is the correlation of the two estimates; 0 ignores pairing and
 * is wider for cases that move together. Same unit out as in.
 * Throws RangeError on an input that is not finite.
 */
export function squareAndAdd(first: Estimate, second: Estimate, rho = 0): DifferenceLimits {
  const diff = requireFinite("difference", first.value - second.value);
  const below = combine(first.value - first.lo, second.hi - second.value, rho);
  const above = combine(first.hi - first.value, second.value - second.lo, rho);
  return { diff, lo: diff - below, hi: diff + above };
}

function combine(a: number, b: number, rho: number): number {
  return requireFinite("limit", Math.sqrt(Math.max(0, a * a - 2 * rho * a * b + b * b)));
}
