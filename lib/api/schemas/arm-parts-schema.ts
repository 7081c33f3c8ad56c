import { z } from "zod";
import { METER_CHECK_NAMES } from "@/lib/domain/meter-check";
import { roleSchema } from "@/lib/domain/role";
import type { ArmParts } from "@/lib/reports/arm-parts";
import type { MeterCheck } from "@/lib/reports/meter-checks";
import { measurementSchema } from "./measurement-schema";
import { named } from "./named";

/** One check of the meter; an alarm makes the figures suspect, a warning says what they leave out. */
export const meterCheckSchema = named(
  "MeterCheck",
  z.object({
    check: z.enum(METER_CHECK_NAMES),
    level: z.enum(["alarm", "warning", "note"]),
    title: z.string(),
    raised: z.boolean(),
    count: z.number(),
    of: z.number().nullable(),
    sentence: z.string(),
  }),
) satisfies z.ZodType<MeterCheck>;

const hits = { k: z.number(), n: z.number() };

const worstAttack = z.object({
  attack: z.string(),
  cases: z.number(),
  started: z.number(),
  aborted: z.number(),
  asr: measurementSchema,
  anyOfK: measurementSchema,
  exact: z.object({ ...hits, lo: z.number(), hi: z.number(), level: z.number() }).nullable(),
  worstCase: z.object({ case: z.string(), ...hits }).nullable(),
  ranked: z.boolean().describe("False: too few decided episodes for any ranking."),
  damage: z.number(),
  exposure: z.number(),
});

const parameterPair = z.object({
  tool: z.string(),
  parameter: z.string(),
  role: roleSchema,
  cases: z.number(),
  finished: z.number(),
});

/** What the campaign's page says of an arm beside its report. */
export const armPartsSchema = named(
  "ArmParts",
  z.object({
    armKey: z.string(),
    verdictBridge: z.string().nullable(),
    checks: z.array(meterCheckSchema),
    worstAttacks: z.object({ rows: z.array(worstAttack), claim: z.string() }),
    friction: z.object({
      benignCases: z.number(),
      benignStarted: z.number(),
      benignAborted: z.number(),
      deniedAuthorisedInAttacks: z.number(),
      attackFinished: z.number(),
    }),
    coverage: z.object({
      none: z.string().nullable(),
      pairs: z.array(parameterPair),
      idle: z.array(z.object({ role: roleSchema, weight: z.number(), tools: z.array(z.string()) })),
    }),
  }),
) satisfies z.ZodType<ArmParts>;
