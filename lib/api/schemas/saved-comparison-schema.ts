import { z } from "zod";
import { comparisonSchema } from "./comparison-schema";
import { named } from "./named";

const input = z.object({
  slug: z.string(),
  name: z.string(),
  fingerprint: z.string().describe("SHA-256 of its source, hex."),
  scoringVersion: z.number().int(),
  root: z
    .string()
    .nullable()
    .describe("Over the leaves of its episodes when it was saved, hex; null: none was noted."),
  changed: z.string().nullable().describe("What has become of it since; null: stored as it was."),
});

/** A comparison as it was answered on the day when it was saved. */
export const savedComparisonSchema = named(
  "SavedComparison",
  z.object({
    name: z.string(),
    at: z.iso.datetime().describe("When it was computed and saved."),
    policyVersion: z.number().int(),
    productVersion: z
      .string()
      .nullable()
      .describe("The version of Aftermath that computed and saved it; null: it was not noted."),
    inputs: z.array(input),
    report: comparisonSchema,
  }),
);
