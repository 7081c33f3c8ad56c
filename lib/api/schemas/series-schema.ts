import { z } from "zod";
import type { SeriesReport } from "@/lib/reports/series-report";
import { unitSchema } from "./measurement-schema";

const side = z.enum(["baseline", "candidate"]);
const test = z.object({ p: z.number(), differingCases: z.number() });

const figures = z.object({
  metric: z.string(),
  label: z.string(),
  unit: unitSchema,
  byRule: z.string().exactOptional(),
  cases: z.number(),
  campaigns: z.array(
    z.object({ value: z.number(), numerator: z.number(), denominator: z.number() }),
  ),
  armDifference: z.number(),
  driftPerStep: z.number(),
  drift: test,
  repeats: z.array(z.object({ side, difference: z.number(), test })),
});

export const seriesSchema = z.object({
  name: z.string(),
  campaigns: z.array(
    z.object({
      side,
      campaignSlug: z.string(),
      campaignName: z.string(),
      order: z.number(),
    }),
  ),
  order: z.string(),
  sentence: z.string(),
  metrics: z.array(figures),
  repeats: z.array(
    z.object({
      side,
      campaigns: z.tuple([z.string(), z.string()]),
      sameOutcome: z.object({ episodes: z.number(), of: z.number(), share: z.number() }).nullable(),
    }),
  ),
  warning: z.string().nullable(),
  note: z.string().nullable(),
}) satisfies z.ZodType<SeriesReport>;
