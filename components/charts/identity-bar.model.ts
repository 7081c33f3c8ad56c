import { percent, points, signedWeight, weightRate } from "@/lib/format/numbers";
import type { Decomposition } from "@/lib/reports/comparison-report";

export type IdentityBar = {
  /** Shares of the drop; null when a part is negative, for then no bar can show the sum. */
  parts: { byRule: number; neverTried: number } | null;
  sentence: string;
  rows: { label: string; perEpisode: string; inPoints: string }[];
};

/** drop = stopped by rule + never tried (methods.md 2), in points per episode and summed points. */
export function identityBar(decomposition: Decomposition): IdentityBar {
  const { drop, stoppedByRule, neverTried, points: summed } = decomposition;
  const drawn = drop > 0 && stoppedByRule >= 0 && neverTried >= 0;
  const inPoints = (value: number | undefined) =>
    summed === null || value === undefined
      ? "n/a: the arms have different numbers of episodes"
      : `${points(value)} in ${points(summed.episodes)} episodes`;
  return {
    parts: drawn ? { byRule: stoppedByRule / drop, neverTried: neverTried / drop } : null,
    sentence: sentenceOf(decomposition),
    rows: [
      { label: "Drop", perEpisode: signedWeight(drop), inPoints: inPoints(summed?.drop) },
      {
        label: "= stopped by rule",
        perEpisode: signedWeight(stoppedByRule),
        inPoints: inPoints(summed?.stoppedByRule),
      },
      {
        label: "+ never tried",
        perEpisode: signedWeight(neverTried),
        inPoints: inPoints(summed?.neverTried),
      },
    ],
  };
}

function sentenceOf({ drop, neverTried, shareByRule }: Decomposition): string {
  if (shareByRule === null) {
    return `Damage did not fall (${signedWeight(-drop)} per episode), so there is no share of a fall.`;
  }
  const fell = `Damage fell by ${weightRate(drop)} per episode`;
  if (shareByRule < 0) return `${fell}, none of it by a rule: less was stopped and less was tried.`;
  if (neverTried < 0) return `${fell}: rules stopped more than the whole fall, for more was tried.`;
  return `${fell}: ${percent(shareByRule, 0)} of the fall was stopped by a rule, the rest was never tried.`;
}
