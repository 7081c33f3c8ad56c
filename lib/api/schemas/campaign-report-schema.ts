import { z } from "zod";
import { LOST_PROOFS } from "@/lib/domain/lost-proof";
import { policySchema } from "@/lib/domain/policy";
import { roleSchema } from "@/lib/domain/role";
import type { CampaignReport } from "@/lib/reports/campaign-report";
import type { ReportMaking, ReportProvenance } from "@/lib/reports/report-document";
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

/** Which project, made when and by which version. */
export const makingSchema = z.object({
  project: z.string(),
  at: z.string(),
  version: z.string(),
}) satisfies z.ZodType<ReportMaking>;

/** A signed head of the log. */
export const checkpointSchema = named(
  "Checkpoint",
  z.object({
    size: z.number().int().describe("How many entries the log had."),
    root: z.string().describe("Hexadecimal."),
    note: z
      .string()
      .describe("A checkpoint of C2SP tlog-checkpoint, signed with Ed25519: keep it."),
    publicKey: z.string().describe("name+id+key, as C2SP signed-note has it."),
  }),
);

/** Where the figures come from; digests are SHA-256, hex, of the bytes with secrets masked. */
export const provenanceSchema = z.object({
  slug: z.string(),
  key: z.string(),
  importedAt: z.string(),
  source: z.string().nullable(),
  format: z.string().nullable(),
  sha256: z.string().nullable(),
  refused: z.number(),
  recoded: z.number(),
  warnings: z.number(),
  maskedSecrets: z.number(),
  files: z
    .array(
      z.object({
        path: z.string(),
        sizeBytes: z.number(),
        sha256: z.string(),
        masked: z.number(),
      }),
    )
    .describe("The first files of the source; `fileCount` says how many there are."),
  fileCount: z.number(),
  dropped: z
    .object({ at: z.string(), by: z.string(), reason: z.string() })
    .nullable()
    .describe("That its records, texts and source files were dropped; null: they are kept."),
  seal: z
    .object({
      root: z.string(),
      entry: z.number(),
      checkpoint: checkpointSchema.nullable(),
    })
    .or(z.enum(LOST_PROOFS))
    .nullable()
    .describe(
      "By what it can be proven that nothing changed, or what is gone of that; null: imported before seals.",
    ),
}) satisfies z.ZodType<ReportProvenance>;

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
  made: makingSchema,
  provenance: provenanceSchema,
});
