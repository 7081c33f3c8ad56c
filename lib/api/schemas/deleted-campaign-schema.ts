import { z } from "zod";
import { named } from "./named";

/** What is left of a campaign. */
export const deletedCampaignSchema = named(
  "DeletedCampaign",
  z.object({
    id: z.string(),
    slug: z.string(),
    key: z.string(),
    name: z.string(),
    sha256: z.string().describe("Of the source that it was read from."),
    episodes: z.number().int(),
    importedAt: z.iso.datetime(),
    deletedAt: z.iso.datetime(),
    what: z.enum(["deleted", "replaced"]).describe("replaced: another import took its place."),
    by: z
      .string()
      .nullable()
      .describe("Null where another import took its place, or it was not noted."),
    reason: z
      .string()
      .nullable()
      .describe("In the words of whoever deleted it; null where nobody was asked."),
  }),
);

export type DeletedCampaignJson = z.infer<typeof deletedCampaignSchema>;
