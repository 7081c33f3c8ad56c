import { z } from "zod";
import { named } from "./named";

/** That the content of a campaign was dropped. */
export const contentDropSchema = named(
  "ContentDrop",
  z.object({
    at: z.iso.datetime(),
    by: z.string(),
    reason: z.string(),
    records: z.number().int().describe("How many episodes' records were dropped."),
    bytes: z.number().int().describe("That all of the campaign's records had."),
  }),
);

export type ContentDropJson = z.infer<typeof contentDropSchema>;
