import type { Unit } from "@/lib/domain/unit";

export type Side = "baseline" | "candidate";

/** One campaign of a series, in run order. */
export type SeriesCampaign = {
  side: Side;
  campaignSlug: string;
  campaignName: string;
  order: number;
};

/** An exact two-sided sign-flip test by case. Fewer than 6 differing cases cannot reach 0.05. */
export type SeriesTest = { p: number; differingCases: number };

/** One metric along the series A, B, B, A (or B, A, A, B), in its own unit (methods.md 7). */
export type SeriesFigures = {
  metric: string;
  label: string;
  unit: Unit;
  /** The rule that attributes the calls behind it, in words; absent where the record does. */
  byRule?: string;
  /** Cases observed in all four campaigns, over which everything here is computed. */
  cases: number;
  /** In run order. */
  campaigns: { value: number; numerator: number; denominator: number }[];
  /** Candidate minus baseline; a linear drift cancels from it. */
  armDifference: number;
  /** Slope per campaign; the arm cancels from it. */
  driftPerStep: number;
  drift: SeriesTest;
  /** Each side's second campaign minus its first. */
  repeats: { side: Side; difference: number; test: SeriesTest }[];
};

/** A side's two campaigns: how many episodes ended alike, counted case by case. */
export type SeriesRepeat = {
  side: Side;
  campaigns: [string, string];
  sameOutcome: { episodes: number; of: number; share: number } | null;
};

/** What the order in which campaigns ran says about the setup. Only where the arms may be compared. */
export type SeriesReport = {
  name: string;
  campaigns: SeriesCampaign[];
  /** Run order, A the candidate and B the baseline: "ABBA". */
  order: string;
  /** What the order can tell, in words. */
  sentence: string;
  /** Empty unless the order is ABBA or BAAB. */
  metrics: SeriesFigures[];
  repeats: SeriesRepeat[];
  /** "The setup did not hold still: …", or null. A warning, not a block. */
  warning: string | null;
  /** What identical repeats say, or null. */
  note: string | null;
};
