import { z } from "zod";
import { named } from "./named";

/** A problem as RFC 9457 has it. */
export const problemSchema = named(
  "Problem",
  z.object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string().describe("One sentence for a person."),
    requestId: z.string().describe("The log of the server has it too."),
  }),
);
