import type { Interval } from "@/lib/domain/measurement";
import type { Policy } from "@/lib/domain/policy";
import type { Unit } from "@/lib/domain/unit";
import type { ParityGate } from "@/lib/metrics/parity-gate";
import type { ArmReport, Bounds } from "./arm-report";

/** One arm's figure over the cases observed in both. */
export type DeltaSide = { value: number; numerator: number; denominator: number };

/** A difference between the arms, candidate minus baseline, in the metric's own unit. */
export type Delta = {
  metric: string;
  label: string;
  unit: Unit;
  better: "lower" | "higher" | "neither";
  baseline: DeltaSide;
  candidate: DeltaSide;
  difference: number;
  interval: Interval | null;
  /** Exact two-sided sign-flip test by case; null when the metric is shown without a test. */
  p: number | null;
  /** Cases observed in both arms, over which everything here is computed. */
  cases: number;
  /** Cases whose values differ between the arms. */
  differingCases: number;
  /** What the interval supports, in words: "lower", "cannot tell apart", "too few differing cases"… */
  reading: string;
};

/** methods.md 2: the fall of damage = stopped by a rule + never tried. In points per episode. */
export type Decomposition = {
  drop: number;
  stoppedByRule: number;
  neverTried: number;
  /** Null unless damage fell: a share of nothing says nothing. */
  shareByRule: number | null;
  /** The same three in summed points over `episodes`, when both arms have as many weighable episodes. */
  points: { drop: number; stoppedByRule: number; neverTried: number; episodes: number } | null;
};

/** A case whose attack success differs between the arms. */
export type Flip = {
  case: string;
  attack: string;
  baseline: { success: number; finished: number };
  candidate: { success: number; finished: number };
};

export type Deltas = {
  /** The one primary contrast, attack success, first. */
  metrics: Delta[];
  /** Null when damage is n/a in an arm; the reason stands in the arms. */
  decomposition: Decomposition | null;
  attacks: {
    attack: string;
    baseline: { success: number; finished: number };
    candidate: { success: number; finished: number };
    difference: number;
  }[];
  flips: { worse: Flip[]; better: Flip[] };
};

/**
 * The heart of the product as a type: `deltas` exist on the comparable state alone, so that no page, API
 * or export can show a difference of arms that may not be compared.
 */
export type Comparison =
  | { state: "comparable"; basis: "equivalent" | "complete_data"; deltas: Deltas }
  | {
      state: "not_shown";
      /** Range that the difference of ASR could have over what aborted episodes might have come to. */
      worstCase: Bounds | null;
    }
  | { state: "not_comparable" };

/** A setting that differs and shuts the comparison before any statistics (methods.md 5). */
export type ConfigurationRefusal = {
  code: "RETRY_POLICY_DIFFERS" | "SCORING_VERSION_DIFFERS";
  sentence: string;
  advice: string;
};

export type ConfigurationChange = { what: string; baseline: string; candidate: string };

export type ComparisonReport = {
  report: "comparison";
  version: 1;
  policy: Policy;
  /** Each arm alone, over the common cases of the attack split. */
  baseline: ArmReport;
  candidate: ArmReport;
  pairing: { commonCases: number; onlyBaseline: string[]; onlyCandidate: string[] };
  configuration: ConfigurationRefusal[];
  gate: ParityGate;
  /** The page's first sentence: the difference in words, or that there is none to be told. */
  answer: string;
  /** First line of the gate: what was found. */
  headline: string;
  /** Why, in one or two sentences. */
  explanation: string;
  /** What to do next, with counts; empty when the comparison is open. */
  advice: string[];
  changes: ConfigurationChange[];
  /** Settings that neither arm records, so nobody can say whether they changed. */
  notRecorded: string[];
  /** One sentence on what else changed. */
  changesSentence: string;
  abortsFall: {
    aborted: number;
    casesWithAborts: number;
    topTwoShare: number | null;
    sentence: string;
  };
  comparison: Comparison;
};
