import { requireOpenShare, requireShare } from "@/lib/stats/preconditions";
import { wilsonOfRate } from "@/lib/stats/wilson-of-rate";

/**
 * The least number of cases at which Wilson's interval around a rate `p` is at most `half` to each
 * side on average (methods.md 8). Golden `nWilsonHalfWidth`. The width falls with n, so doubling
 * and halving find it.
 * Throws RangeError unless p is a share, half and conf are in (0, 1), and the answer is a safe integer.
 */
export function nWilsonHalfWidth(p: number, half: number, conf: number): number {
  requireShare("p", p);
  requireOpenShare("half", half);
  const enough = (n: number): boolean => {
    const { lo, hi } = wilsonOfRate(p, n, conf);
    return (hi - lo) / 2 <= half;
  };
  let above = 1;
  while (!enough(above)) above *= 2;
  if (!Number.isSafeInteger(above)) throw new RangeError(`half is too small, got ${half}`);
  let below = Math.floor(above / 2);
  while (above - below > 1) {
    const middle = Math.floor((above + below) / 2);
    if (enough(middle)) above = middle;
    else below = middle;
  }
  return above;
}
