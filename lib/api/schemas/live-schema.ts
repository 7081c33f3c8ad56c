import { z } from "zod";
import { named } from "./named";

const instant = z.iso.datetime();

/** A campaign that is still being sent: it has no figures, and nothing can be compared with it. */
export const liveCampaignSchema = named(
  "LiveCampaign",
  z.object({
    id: z.string(),
    key: z.string(),
    name: z.string(),
    state: z.literal("running"),
    openedAt: instant,
    lastRecordAt: instant.nullable(),
    records: z.number().int(),
    episodes: z.number().int(),
  }),
);
export type LiveCampaignJson = z.input<typeof liveCampaignSchema>;

export const liveOpenedSchema = z.object({ id: z.string() });

/** What became of one record of a batch, in the order in which they were sent; `index` from 0. */
export const liveResultSchema = named(
  "LiveResult",
  z.object({
    index: z.number().int(),
    status: z.enum(["accepted", "repeated", "refused"]),
    reason: z.string().nullable(),
    path: z.string().nullable(),
    masked: z.number().int().describe("Credentials that were masked in it before it was kept."),
  }),
);
export type LiveResult = z.infer<typeof liveResultSchema>;

export const liveAppendedSchema = z.object({
  accepted: z.number().int(),
  repeated: z.number().int(),
  refused: z.number().int(),
  results: z.array(liveResultSchema),
});

export const liveSealedSchema = z.object({
  campaign: z.string().describe("The slug of the campaign that it became."),
  import: z.string(),
  episodes: z.number().int(),
  refused: z.number().int(),
});
