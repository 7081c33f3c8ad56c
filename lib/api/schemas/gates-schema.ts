import { z } from "zod";
import { PARITY_GROUPS } from "@/lib/domain/termination";
import type { ParityGate } from "@/lib/metrics/parity-gate";
import type { OutcomeGate } from "@/lib/metrics/parity/outcome-gate";
import type { WitnessGate } from "@/lib/metrics/parity/witness-gate";

const finding = z.enum(["ok", "bad", "unclear"]);

const evidence = {
  candidateRate: z.number(),
  baselineRate: z.number(),
  difference: z.number(),
  lo: z.number().nullable(),
  hi: z.number().nullable(),
  p: z.number(),
  finding,
};

const countLine = z.object({
  candidateCount: z.number(),
  baselineCount: z.number(),
  ...evidence,
});

export const parityGateSchema = z.object({
  state: z.enum(["comparable", "not_shown", "not_comparable"]),
  reason: z.enum([
    "EMPTY_ARM",
    "NO_COMMON_CASES",
    "ALL_ABORTED",
    "TOO_MANY_ABORTS",
    "LOST_CASES",
    "RATES_DIFFER",
    "REASONS_DIFFER",
    "TOO_FEW",
    "EQUIVALENT",
  ]),
  blocked: z.boolean(),
  completeData: z.boolean(),
  policy: z.object({
    margin: z.number(),
    alpha: z.number(),
    maxAbortRate: z.number(),
    requireShownParity: z.boolean(),
    // The gate is handed the whole policy, and says by which it judged.
    version: z.number().exactOptional(),
    confidence: z.number().exactOptional(),
  }),
  cases: z.number(),
  candidateStarted: z.number(),
  baselineStarted: z.number(),
  candidateAborted: z.number(),
  baselineAborted: z.number(),
  candidateRate: z.number().nullable(),
  baselineRate: z.number().nullable(),
  lostCases: z.array(z.string()),
  groups: z.array(
    z.object({
      group: z.enum(["all", ...PARITY_GROUPS]),
      candidateAborts: z.number(),
      baselineAborts: z.number(),
      ...evidence,
    }),
  ),
  direction: z.enum(["flatters_candidate", "flatters_baseline"]).nullable(),
}) satisfies z.ZodType<ParityGate>;

const missingGate = {
  state: z.enum(["not_run", "not_applicable", "open", "not_shown", "not_comparable"]),
  cases: z.number(),
  candidateStarted: z.number(),
  baselineStarted: z.number(),
  line: countLine.nullable(),
};

export const outcomeGateSchema = z.object({
  ...missingGate,
  casesUntold: z.number(),
  reason: z.enum([
    "NOT_RUN",
    "NO_OUTCOME",
    "ALL_TOLD",
    "UNTOLD_EQUIVALENT",
    "UNTOLD_TOO_FEW",
    "UNTOLD_RATES_DIFFER",
  ]),
}) satisfies z.ZodType<OutcomeGate>;

export const witnessGateSchema = z.object({
  ...missingGate,
  casesWithoutWitness: z.number(),
  reason: z.enum([
    "NOT_RUN",
    "NO_WITNESS",
    "ALL_WEIGHABLE",
    "NA_EQUIVALENT",
    "NA_TOO_FEW",
    "NA_RATES_DIFFER",
  ]),
}) satisfies z.ZodType<WitnessGate>;
