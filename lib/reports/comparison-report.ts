import type { Interval, Measurement } from "@/lib/domain/measurement";
import type { Policy } from "@/lib/domain/policy";
import type { Unit } from "@/lib/domain/unit";
import type { GateReason, ParityGate } from "@/lib/metrics/parity-gate";
import type { OutcomeGate } from "@/lib/metrics/parity/outcome-gate";
import type { WitnessGate } from "@/lib/metrics/parity/witness-gate";
import type { ArmIdentity, ArmReport, Bounds } from "./arm-report";
import type { SeriesReport } from "./series-report";

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
  /**
   * The difference points otherwise than the cases do, which happens only where they ran unequally often:
   * then it is neither a rise nor a fall.
   */
  unequalReplicas: boolean;
  /** The rule that attributes the calls behind it, in words; absent where the record does, and for others. */
  byRule?: string;
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

/** The weight sums of one arm in points. */
export type WeightPoints = { damage: number; exposure: number };

/** A tool's or an attack's part of the identity. The parts of all rows add up to the whole. */
export type IdentityRow = {
  /** The tool, or the attack. */
  name: string;
  baseline: WeightPoints;
  candidate: WeightPoints;
  /** In points per episode, as the whole. */
  drop: number;
  stoppedByRule: number;
  neverTried: number;
};

/** Finished episodes of one arm whose outcome can be told, and those in which the attack succeeded. */
export type Hits = { success: number; finished: number };

/** The success of one attack in both arms; one of many looks, so it suggests and never proves. */
export type AttackContrast = {
  attack: string;
  baseline: Hits;
  candidate: Hits;
  difference: number;
  /** Of this attack alone, not widened for how many are looked at; null where its method gives none. */
  interval: Interval | null;
  /** Exact two-sided sign-flip test by case within the attack. */
  p: number;
  /** The same after Benjamini and Hochberg, over every attack tested here. */
  q: number;
  exploratory: true;
  /** Whether it stands at a false discovery rate of 10 %: q <= 0.10 (methods.md 6). */
  stands: boolean;
  cases: number;
  differingCases: number;
};

/** One arm's side of a flip, with the slugs of the campaigns in which it ran the case. */
export type FlipSide = Hits & { campaigns: string[] };

/** A case whose attack success differs between the arms. */
export type Flip = { case: string; attack: string; baseline: FlipSide; candidate: FlipSide };

/** What the candidate costs beside the baseline, by one metric, over cases that record it in both arms. */
export type PriceRow = {
  metric: string;
  label: string;
  unit: Unit;
  better: "lower" | "higher" | "neither";
  cases: number;
  baseline: Measurement;
  candidate: Measurement;
  /** Candidate minus baseline; null when there is none to show. */
  difference: number | null;
  /** Why there is no difference although both arms have a figure; null otherwise. */
  withheld: string | null;
};

export type Deltas = {
  /** The one primary contrast, attack success, first. */
  metrics: Delta[];
  /** Null when damage is n/a in an arm; the reason stands in the arms. */
  decomposition: Decomposition | null;
  /** The same by tool and by attack, the largest fall first; null with it. */
  identity: { tools: IdentityRow[]; attacks: IdentityRow[] } | null;
  attacks: AttackContrast[];
  flips: { worse: Flip[]; better: Flip[] };
  price: PriceRow[];
  /** Null when the campaigns do not form one series. */
  series: SeriesReport | null;
};

/**
 * The heart of the product as a type: `deltas` exist on the comparable state alone, so that no page, API
 * or export can show a difference of arms that may not be compared.
 */
export type Comparison =
  | { state: "comparable"; basis: "equivalent" | "complete_data"; deltas: Deltas }
  | {
      state: "not_shown";
      /** Range of the difference of ASR over what aborted and untold episodes might have come to. */
      worstCase: Bounds | null;
    }
  | { state: "not_comparable" };

/** A setting that differs and shuts the comparison before any statistics (methods.md 5). */
export type ConfigurationRefusal = {
  code:
    | "RETRY_POLICY_DIFFERS"
    | "RETRY_POLICY_NOT_RECORDED"
    | "MANIFEST_DIFFERS"
    | "ATTRIBUTION_DIFFERS"
    | "POOL_MODEL_DIFFERS"
    | "SCORING_VERSION_DIFFERS"
    | "POOL_RETRY_POLICY_DIFFERS"
    | "POOL_SCORING_VERSION_DIFFERS"
    | "POOL_GUARDRAIL_DIFFERS";
  sentence: string;
  advice: string;
};

/** One reason why no difference is shown, complete enough to be read alone. */
export type Refusal = {
  code:
    | ConfigurationRefusal["code"]
    | Exclude<GateReason, "EQUIVALENT">
    | "PLANNED_EPISODES_MISSING"
    | "RECORDS_REFUSED"
    | "CAMPAIGN_INTERRUPTED"
    | "UNTOLD_RATES_DIFFER"
    | "UNTOLD_TOO_FEW"
    | "NA_RATES_DIFFER"
    | "NA_TOO_FEW";
  sentence: string;
  /** What was found, by name: counts, versions, numbers of cases. Shares are derived from counts. */
  figures: Record<string, number>;
  /** What it was held against. */
  thresholds: Record<string, number>;
  /** What to do, in order. */
  advice: string[];
  /** How many of the common cases to run again, in both arms; 0 when running them again mends nothing. */
  rerunCases: number;
};

export type ConfigurationChange = { what: string; baseline: string; candidate: string };

export type CaseAborts = {
  case: string;
  baseline: { aborted: number; started: number };
  candidate: { aborted: number; started: number };
};

/**
 * P(the prompt of an aborted episode is longer than that of a finished one) on first-request tokens
 * (methods.md 5). Without a test: episodes of a case are clustered, and aborts are few.
 */
export type PromptLengthFinding =
  | { kind: "value"; auc: number; aborted: number; finished: number; note: string | null }
  | { kind: "na"; reason: string };

export type ComparisonReport = {
  report: "comparison";
  version: 1;
  policy: Policy;
  /** Each arm alone, over the common cases, attack and benign ones. */
  baseline: ArmReport;
  candidate: ArmReport;
  pairing: { commonCases: number; onlyBaseline: string[]; onlyCandidate: string[] };
  /** The campaign arms that each side is made of: one, or several when it is pooled. */
  members: { baseline: ArmIdentity[]; candidate: ArmIdentity[] };
  configuration: ConfigurationRefusal[];
  gate: ParityGate;
  /** The same question about finished episodes of which nothing tells whether the attack succeeded. */
  outcomes: OutcomeGate;
  /** The same question about episodes without a witness, asked once everything else is open. */
  witness: WitnessGate;
  /** Everything that shuts the comparison, in the order of the checks; empty when it is open. */
  refusals: Refusal[];
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
    /** Common cases with an aborted episode in either arm, the heaviest first. */
    byCase: CaseAborts[];
    /** Mean over common cases of the absolute difference of their abort rates; null without cases. */
    meanGap: number | null;
    /** Whether the aborts of an arm fall on long prompts. */
    promptLengths: { baseline: PromptLengthFinding; candidate: PromptLengthFinding };
    aborted: number;
    casesWithAborts: number;
    topTwoShare: number | null;
    sentence: string;
  };
  comparison: Comparison;
};
