import type { Measurement } from "@/lib/domain/measurement";
import type { Tally } from "@/lib/domain/tally";

/**
 * One metric, with all that a page, an export or the methods page needs to know of it. Shared code never
 * switches on an id: what a place needs to know, the metric declares.
 */
export type Metric = {
  id: string;
  label: string;
  /** For table heads and tiles, at most two words. */
  shortLabel: string;
  unit: "share" | "weight points per weighable episode";
  better: "lower" | "higher" | "neither";
  /** What numerator and denominator count, in words that fit beside "5 of 42". */
  counts: { numerator: string; denominator: string };
  definition: string;
  formula: string;
  exclusions: string;
  /** Section of the methods that defines it. */
  source: string;
  /** Tallies of any splits; the metric takes those that it is about. `confidence` is a share. */
  measure(tallies: readonly Tally[], settings: { confidence: number }): Measurement;
};
