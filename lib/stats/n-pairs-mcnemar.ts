import { normalQuantile } from "@/lib/stats/normal-quantile";
import { requireFinite, requireOpenShare, requireShare } from "@/lib/stats/preconditions";

export type PairsPlan = {
  /** Share of cases that differ between the arms, either way. */
  discordant: number;
  /** The difference of rates to be found, a share. */
  diff: number;
  alpha: number;
  power: number;
};

/**
 * Cases needed in both arms to find `diff` with McNemar's test: Connor 1987 (methods.md 8). Golden
 * `nPairsMcNemar`. `nRaw` before rounding up.
 * Throws RangeError unless 0 < |diff| <= discordant <= 1 and alpha, power are in (0, 1).
 */
export function nPairsMcNemar(plan: PairsPlan): { nRaw: number; n: number } {
  const { discordant, alpha, power } = plan;
  const diff = Math.abs(plan.diff);
  requireShare("discordant", discordant);
  requireOpenShare("alpha", alpha);
  requireOpenShare("power", power);
  if (!(diff > 0 && diff <= discordant)) {
    throw new RangeError(`diff must be in (0, discordant], got ${plan.diff} of ${discordant}`);
  }
  const z = normalQuantile(1 - alpha / 2);
  const zPower = normalQuantile(power);
  const root = z * Math.sqrt(discordant) + zPower * Math.sqrt(discordant - diff * diff);
  const nRaw = requireFinite("nPairsMcNemar", root ** 2 / diff ** 2);
  return { nRaw, n: Math.ceil(nRaw) };
}
