import { z } from "zod";
import { policySchema } from "@/lib/domain/policy";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import { armIdentitySchema, armReportSchema, boundsSchema } from "./arm-report-schema";
import { deltasSchema } from "./deltas-schema";
import { outcomeGateSchema, parityGateSchema, witnessGateSchema } from "./gates-schema";
import { named } from "./named";

const CONFIGURATION_CODES = [
  "RETRY_POLICY_DIFFERS",
  "RETRY_POLICY_NOT_RECORDED",
  "MANIFEST_DIFFERS",
  "ATTRIBUTION_DIFFERS",
  "POOL_MODEL_DIFFERS",
  "SCORING_VERSION_DIFFERS",
  "POOL_RETRY_POLICY_DIFFERS",
  "POOL_SCORING_VERSION_DIFFERS",
  "POOL_GUARDRAIL_DIFFERS",
] as const;

const REFUSAL_CODES = [
  ...CONFIGURATION_CODES,
  "EMPTY_ARM",
  "NO_COMMON_CASES",
  "ALL_ABORTED",
  "TOO_MANY_ABORTS",
  "LOST_CASES",
  "RATES_DIFFER",
  "REASONS_DIFFER",
  "TOO_FEW",
  "PLANNED_EPISODES_MISSING",
  "RECORDS_REFUSED",
  "CAMPAIGN_INTERRUPTED",
  "UNTOLD_RATES_DIFFER",
  "UNTOLD_TOO_FEW",
  "NA_RATES_DIFFER",
  "NA_TOO_FEW",
] as const;

const refusal = z.object({
  code: z.enum(REFUSAL_CODES),
  sentence: z.string(),
  figures: z.record(z.string(), z.number()),
  thresholds: z.record(z.string(), z.number()),
  advice: z.array(z.string()),
  rerunCases: z.number(),
});

/** `deltas` stand on the comparable state alone: no refused comparison has a figure of difference. */
const comparison = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("comparable"),
    basis: z.enum(["equivalent", "complete_data"]),
    deltas: deltasSchema,
  }),
  z.object({ state: z.literal("not_shown"), worstCase: boundsSchema.nullable() }),
  z.object({ state: z.literal("not_comparable") }),
]);

const aborts = z.object({ aborted: z.number(), started: z.number() });

const promptLength = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("value"),
    auc: z.number(),
    aborted: z.number(),
    finished: z.number(),
    note: z.string().nullable(),
  }),
  z.object({ kind: z.literal("na"), reason: z.string() }),
]);

export const comparisonSchema = named(
  "ComparisonReport",
  z.object({
    report: z.literal("comparison"),
    version: z.literal(1),
    policy: policySchema,
    baseline: armReportSchema,
    candidate: armReportSchema,
    pairing: z.object({
      commonCases: z.number(),
      onlyBaseline: z.array(z.string()),
      onlyCandidate: z.array(z.string()),
    }),
    members: z.object({
      baseline: z.array(armIdentitySchema),
      candidate: z.array(armIdentitySchema),
    }),
    configuration: z.array(
      z.object({ code: z.enum(CONFIGURATION_CODES), sentence: z.string(), advice: z.string() }),
    ),
    gate: parityGateSchema,
    outcomes: outcomeGateSchema,
    witness: witnessGateSchema,
    refusals: z.array(refusal),
    answer: z.string(),
    headline: z.string(),
    explanation: z.string(),
    advice: z.array(z.string()),
    changes: z.array(z.object({ what: z.string(), baseline: z.string(), candidate: z.string() })),
    notRecorded: z.array(z.string()),
    changesSentence: z.string(),
    abortsFall: z.object({
      byCase: z.array(z.object({ case: z.string(), baseline: aborts, candidate: aborts })),
      meanGap: z.number().nullable(),
      promptLengths: z.object({ baseline: promptLength, candidate: promptLength }),
      aborted: z.number(),
      casesWithAborts: z.number(),
      topTwoShare: z.number().nullable(),
      sentence: z.string(),
    }),
    comparison,
  }),
) satisfies z.ZodType<ComparisonReport>;
