import type { RecordedSum, Tally } from "@/lib/domain/tally";
import type { Metric, Ratio } from "../metric";
import { ofSplit } from "./by-case";
import { meanPerEpisode } from "./mean-per-episode";

/** What sets one recorded quantity apart from another: its names, its unit and where its sum stands. */
export type RecordedQuantity = Pick<
  Metric,
  "id" | "label" | "shortLabel" | "unit" | "better" | "definition"
> & {
  /** As in "an episode records its …". */
  noun: string;
  /** What the sum counts, as in "5 turns". */
  counted: string;
  recorded: (tally: Tally) => RecordedSum;
  /** How many of the stored unit make one of the metric's. */
  perUnit?: number;
};

/**
 * The metric of a quantity that episodes record: its mean over the finished attack episodes that do. All
 * belong to the price of a guardrail (methods.md 6); an abort cuts them short, so aborted ones are out.
 */
export function recordedMean(quantity: RecordedQuantity): Metric {
  const { noun, counted, recorded, perUnit = 1, ...named } = quantity;
  const ratio: Ratio = {
    numerator: (tally) => recorded(tally).sum / perUnit,
    denominator: (tally) => recorded(tally).episodes,
  };
  return {
    ...named,
    counts: { numerator: counted, denominator: "finished episodes that record it" },
    formula: `Σ ${noun} / finished episodes that record it`,
    exclusions: `Aborted episodes, which an abort cuts short, and episodes that do not record their ${noun}.`,
    minimum: `One finished episode that records its ${noun}.`,
    source: "methods.md 6 (price)",
    place: "detail",
    finishedOnly: true,
    compared: { ...ratio, contrast: null, price: "attack", series: false },
    measure: (tallies) =>
      meanPerEpisode(ofSplit(tallies, "attack"), {
        ...ratio,
        none: `No finished attack episode records its ${noun}.`,
      }),
  };
}
