import { z } from "zod";
import { policySchema } from "@/lib/domain/policy";
import { roleSchema } from "@/lib/domain/role";
import type { CampaignReport } from "@/lib/reports/campaign-report";
import { armPartsSchema, meterCheckSchema } from "./arm-parts-schema";
import { armReportSchema } from "./arm-report-schema";
import { named } from "./named";

const reportSchema = named(
  "CampaignReport",
  z.object({
    report: z.literal("campaign"),
    version: z.literal(1),
    scoringVersion: z.number().int(),
    policy: policySchema,
    campaign: z.object({
      slug: z.string(),
      name: z.string(),
      target: z.string(),
      corpus: z.string(),
      harness: z.string(),
      startedAt: z.string().nullable(),
      finishedAt: z.string().nullable(),
      interrupted: z.boolean(),
      limits: z.record(z.string(), z.number()),
      plannedReplicas: z.number().nullable(),
    }),
    headline: z.string(),
    checks: z.array(meterCheckSchema),
    arms: z.array(armReportSchema),
    parts: z.array(armPartsSchema).describe("Of each arm, in the same order."),
  }),
) satisfies z.ZodType<CampaignReport>;

/** An act that did damage; one of `callNo` and `effectNo` says where it stands in its episode. */
const heavyAct = z.object({
  seq: z.number().int(),
  armKey: z.string(),
  caseKey: z.string(),
  replica: z.number().int(),
  tool: z.string(),
  role: roleSchema.nullable(),
  damage: z.number(),
  attemptNo: z.number().int(),
  callNo: z.number().int().nullable(),
  effectNo: z.number().int().nullable(),
});

/** What the campaign's page says: the report, and what hurt, heaviest first. */
export const campaignReportAnswer = z.object({
  report: reportSchema,
  heaviestActs: z.array(heavyAct),
});
