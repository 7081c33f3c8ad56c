import { z } from "zod";
import { roleSchema } from "@/lib/domain/role";
import { terminationSchema } from "@/lib/domain/termination";
import type { ArmReport } from "@/lib/reports/arm-report";
import { intervalSchema, measurementSchema } from "./measurement-schema";
import { named } from "./named";

export const guardrailSchema = z.object({
  name: z.string(),
  version: z.string().nullable(),
  enabled: z.boolean(),
});

export const armIdentitySchema = named(
  "ArmIdentity",
  z.object({
    campaignSlug: z.string(),
    campaignName: z.string(),
    armKey: z.string(),
    armName: z.string(),
    guardrail: guardrailSchema.nullable(),
    model: z.string().nullable(),
  }),
);

export const boundsSchema = z.object({ lo: z.number(), hi: z.number() });

const terminationCount = z.object({
  reason: terminationSchema,
  label: z.string(),
  class: z.enum(["finished", "abort"]),
  count: z.number(),
  share: z.number(),
  interval: intervalSchema.nullable(),
});

const attackRow = z.object({
  attack: z.string(),
  cases: z.number(),
  started: z.number(),
  aborted: z.number(),
  finished: z.number(),
  success: z.number(),
  asr: measurementSchema,
  damage: z.number(),
  exposure: z.number(),
});

const toolRow = z.object({
  tool: z.string(),
  role: roleSchema.nullable(),
  weight: z.number().nullable(),
  calls: z.number(),
  executed: z.number(),
  denied: z.number(),
  damage: z.number(),
  exposure: z.number(),
});

/** One arm alone: everything that can be said without another arm. */
export const armReportSchema = named(
  "ArmReport",
  z.object({
    arm: armIdentitySchema,
    verdict: z.object({ code: z.enum(["PASS", "FAIL", "INCOMPLETE"]), sentence: z.string() }),
    attributedByRule: z.string().exactOptional(),
    cases: z.number(),
    started: z.number(),
    finished: z.number(),
    aborted: z.number(),
    abortRate: z.number().nullable(),
    measurements: z
      .record(z.string(), measurementSchema)
      .describe("Every metric of the registry, by its id."),
    terminations: z.array(terminationCount),
    inferredTerminations: z.object({ count: z.number(), started: z.number() }),
    hitsBeforeAbort: z.object({
      episodes: z.number(),
      aborted: z.number(),
      points: z.number(),
    }),
    asrBounds: boundsSchema.nullable(),
    damageBounds: z.object({ lo: z.number(), hi: z.number().nullable() }).nullable(),
    damagedEpisodes: z.object({
      episodes: z.number(),
      weighable: z.number(),
      largest: z.number(),
    }),
    notWeighable: z.object({ episodes: z.number(), started: z.number() }),
    undetermined: z.number(),
    unattributed: z.object({ calls: z.number(), points: z.number() }),
    unknownTools: z.array(z.string()),
    alarms: z
      .number()
      .describe(
        "Episodes whose record contradicts itself, and the duplicate records of the campaign.",
      ),
    duplicateRecords: z
      .number()
      .exactOptional()
      .describe(
        "Of the alarms: records that the campaign's import refused as duplicates, of whichever arm; absent where none were.",
      ),
    attacks: z.array(attackRow),
    tools: z.array(toolRow),
    cautions: z.array(z.string()),
    benign: z.object({ started: z.number(), finished: z.number(), aborted: z.number() }).nullable(),
  }),
) satisfies z.ZodType<ArmReport>;
