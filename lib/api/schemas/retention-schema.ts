import { z } from "zod";
import { RETENTION_ACTS } from "@/lib/domain/retention";
import { named } from "./named";

/** What happens to the campaigns of a project by age, and which it is about now. */
export const retentionAnswer = named(
  "Retention",
  z.object({
    version: z.number().int().describe("0: nothing was ever set, and everything is kept."),
    act: z.enum(RETENTION_ACTS),
    days: z.number().int().nullable().describe("After so many days since it was sealed."),
    by: z.string().nullable(),
    at: z.iso.datetime().nullable(),
    due: z
      .array(
        z.object({
          slug: z.string(),
          name: z.string(),
          sealedAt: z.iso.datetime(),
          episodes: z.number().int(),
          held: z
            .object({ by: z.string(), at: z.iso.datetime(), reason: z.string() })
            .nullable()
            .describe("What keeps it all the same."),
        }),
      )
      .describe("The campaigns that are old enough now, oldest first."),
  }),
);
