import { z } from "zod";
import type { Deltas } from "@/lib/reports/comparison-report";
import { betterSchema, intervalSchema, measurementSchema, unitSchema } from "./measurement-schema";
import { seriesSchema } from "./series-schema";

const metric = { metric: z.string(), label: z.string(), unit: unitSchema, better: betterSchema };

const deltaSide = z.object({
  value: z.number(),
  numerator: z.number(),
  denominator: z.number(),
});

const delta = z.object({
  ...metric,
  baseline: deltaSide,
  candidate: deltaSide,
  difference: z.number(),
  interval: intervalSchema.nullable(),
  p: z.number().nullable(),
  cases: z.number(),
  differingCases: z.number(),
  unequalReplicas: z.boolean(),
  byRule: z.string().exactOptional(),
  reading: z.string(),
});

const identity = { drop: z.number(), stoppedByRule: z.number(), neverTried: z.number() };
const points = z.object({ damage: z.number(), exposure: z.number() });
const identityRow = z.object({
  name: z.string(),
  baseline: points,
  candidate: points,
  ...identity,
});

const hits = z.object({ success: z.number(), finished: z.number() });

const attackContrast = z.object({
  attack: z.string(),
  baseline: hits,
  candidate: hits,
  difference: z.number(),
  interval: intervalSchema.nullable(),
  p: z.number(),
  q: z.number(),
  exploratory: z.literal(true),
  stands: z.boolean(),
  cases: z.number(),
  differingCases: z.number(),
});

const flipSide = hits.extend({ campaigns: z.array(z.string()) });
const flip = z.object({
  case: z.string(),
  attack: z.string(),
  baseline: flipSide,
  candidate: flipSide,
});

const priceRow = z.object({
  ...metric,
  cases: z.number(),
  baseline: measurementSchema,
  candidate: measurementSchema,
  difference: z.number().nullable(),
  withheld: z.string().nullable(),
});

/** What exists of a comparison only when every gate is open. */
export const deltasSchema = z.object({
  metrics: z.array(delta),
  decomposition: z
    .object({
      ...identity,
      shareByRule: z.number().nullable(),
      points: z.object({ ...identity, episodes: z.number() }).nullable(),
    })
    .nullable(),
  identity: z.object({ tools: z.array(identityRow), attacks: z.array(identityRow) }).nullable(),
  attacks: z.array(attackContrast),
  flips: z.object({ worse: z.array(flip), better: z.array(flip) }),
  price: z.array(priceRow),
  series: seriesSchema.nullable(),
}) satisfies z.ZodType<Deltas>;
