import { z } from "zod";
import { givenReason } from "@/lib/domain/given-reason";
import { HOLD_ACTS } from "@/lib/domain/hold";
import { named } from "./named";

const act = z.enum(HOLD_ACTS);

/** That a campaign was put on hold, or released from it. */
const holdSchema = named(
  "Hold",
  z.object({
    no: z.number().int().describe("Counts from 1 within the campaign."),
    act,
    reason: z.string(),
    by: z.string(),
    at: z.iso.datetime(),
  }),
);

export const holdsAnswer = z.object({
  held: z.boolean().describe("Whether it is on hold now."),
  items: z.array(holdSchema).describe("Newest first, the last 200."),
});

export const newHoldSchema = z.strictObject({
  act,
  reason: givenReason.describe("Why, in 1 to 500 characters."),
});
