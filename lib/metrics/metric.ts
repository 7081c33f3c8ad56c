import type { Measurement } from "@/lib/domain/measurement";
import type { Manifest, Split } from "@/lib/domain/records";
import type { Tally } from "@/lib/domain/tally";
import type { Unit } from "@/lib/domain/unit";

/**
 * One metric, with all that a page, an export or the methods page needs to know of it. Shared code never
 * switches on an id: what a place needs to know, the metric declares.
 */
export type Metric = {
  id: string;
  label: string;
  /** For table heads and tiles, at most two words. */
  shortLabel: string;
  unit: Unit;
  better: "lower" | "higher" | "neither";
  /** What numerator and denominator count, in words that fit beside "5 of 42". */
  counts: { numerator: string; denominator: string };
  definition: string;
  formula: string;
  exclusions: string;
  /** The least data for a value; below it the metric is n/a with the reason. */
  minimum: string;
  /** Section of the methods that defines it. */
  source: string;
  /** `headline` metrics stand in tables and tiles, `detail` metrics on the campaign and in exports. */
  place: "headline" | "detail";
  /** False for the few figures that are about aborted episodes too: those change with an abort. */
  finishedOnly: boolean;
  /** It rests on weights, so on whose each call was: how that is known stands beside the figure. */
  ofWeights?: true;
  /** How two arms are held against each other by it; absent, each arm's figure stands alone. */
  compared?: Compared;
  /** Tallies of any splits; the metric takes those that it is about. */
  measure(tallies: readonly Tally[], settings: MeasureSettings): Measurement;
};

/** Two sums over tallies whose quotient is the metric's value. */
export type Ratio = { numerator: (tally: Tally) => number; denominator: (tally: Tally) => number };

/** What a comparison makes of a metric, case by case, once the gates are open (methods.md 6 and 7). */
export type Compared = Ratio & {
  /** The one primary contrast, or one beside it; null: a difference without interval and test. */
  contrast: "primary" | "secondary" | null;
  /** The split whose cases pay it, for what belongs to the price of a guardrail; null otherwise. */
  price: Split | null;
  /** Followed along a series of campaigns for drift. */
  series: boolean;
};

/** `confidence` is a share; `manifest` is the campaign's, for metrics of what the corpus covers. */
export type MeasureSettings = { confidence: number; manifest?: Manifest | undefined };
