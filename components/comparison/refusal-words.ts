import type { Refusal } from "@/lib/reports/comparison-report";

/** Which check failed, in words; the code stands small beside them. Whole, so a new code has to be worded. */
export const REFUSAL_WORDS: Record<Refusal["code"], string> = {
  RETRY_POLICY_DIFFERS: "The retry policies differ",
  RETRY_POLICY_NOT_RECORDED: "A retry policy is not recorded",
  MANIFEST_DIFFERS: "The tools' declared roles or weights differ",
  ATTRIBUTION_DIFFERS: "Calls are attributed in different ways",
  SCORING_VERSION_DIFFERS: "The arms were scored by different versions",
  POOL_MODEL_DIFFERS: "A pool mixes models",
  POOL_RETRY_POLICY_DIFFERS: "A pool mixes retry policies",
  POOL_SCORING_VERSION_DIFFERS: "A pool mixes scoring versions",
  POOL_GUARDRAIL_DIFFERS: "A pool mixes guardrails",
  EMPTY_ARM: "An arm has no attack episode",
  NO_COMMON_CASES: "No case in common",
  ALL_ABORTED: "Everything was aborted in an arm",
  TOO_MANY_ABORTS: "Too many aborted episodes",
  LOST_CASES: "Too many cases lost to aborts",
  RATES_DIFFER: "The abort rates differ",
  REASONS_DIFFER: "The arms abort for different reasons",
  TOO_FEW: "Too few cases to show that the arms abort alike",
  PLANNED_EPISODES_MISSING: "Planned episodes are missing",
  RECORDS_REFUSED: "Records were refused on import",
  CAMPAIGN_INTERRUPTED: "A campaign was interrupted",
  UNTOLD_RATES_DIFFER: "The shares of untold outcomes differ",
  UNTOLD_TOO_FEW: "Too few cases to show that untold outcomes are alike",
  NA_RATES_DIFFER: "The shares of episodes without a witness differ",
  NA_TOO_FEW: "Too few cases to show that missing witnesses are alike",
};
