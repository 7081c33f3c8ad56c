import { z } from "zod";
import { guardrailSchema } from "./arm-report-schema";
import { contentDropSchema } from "./content-drop-schema";
import { named } from "./named";

const versioned = z.object({ name: z.string(), version: z.string().nullable() });
const instant = z.iso.datetime();

/** A stored campaign, without its figures: those are its report's. */
export const campaignSchema = named(
  "Campaign",
  z.object({
    slug: z.string(),
    key: z.string(),
    name: z.string(),
    state: z.enum(["sealed", "interrupted"]),
    target: versioned,
    corpus: versioned,
    harness: versioned,
    startedAt: instant.nullable(),
    finishedAt: instant.nullable(),
    importedAt: instant,
    scoringVersion: z.number().int(),
    episodes: z.number().int(),
    attackCases: z.number().int(),
    contentDropped: contentDropSchema
      .nullable()
      .describe("Null: its records, texts and source files are kept."),
    arms: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        reference: z.string().describe("How a comparison names it: campaign-slug/arm-key."),
        guardrail: guardrailSchema.nullable(),
        model: z.string().nullable(),
      }),
    ),
    import: z
      .object({
        id: z.string(),
        sourceName: z.string(),
        sha256: z.string().nullable(),
        format: z.string().nullable(),
        refused: z.number().int(),
        recoded: z.number().int(),
        warnings: z.number().int(),
      })
      .nullable(),
  }),
);

export type CampaignJson = z.input<typeof campaignSchema>;
