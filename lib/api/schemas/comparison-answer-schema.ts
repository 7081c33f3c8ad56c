import { z } from "zod";
import { makingSchema, provenanceSchema } from "./campaign-report-schema";
import { comparisonSchema } from "./comparison-schema";

/** What the compare page says: the report, when and by which version it was made, and of which sources. */
export const comparisonAnswerSchema = z.object({
  ...comparisonSchema.shape,
  made: makingSchema,
  provenance: z
    .array(provenanceSchema.extend({ name: z.string(), scoringVersion: z.number().int() }))
    .describe("One entry a campaign of either side."),
});
