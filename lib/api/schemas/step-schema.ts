import { z } from "zod";
import { STEP_FIELDS } from "@/lib/domain/episode-steps";
import { callSchema, eventSchema } from "@/lib/domain/records";
import { roleSchema } from "@/lib/domain/role";
import { named } from "./named";

export const textPartSchema = named(
  "TextPart",
  z.object({
    text: z.string(),
    form: z.enum(["text", "json"]),
    from: z.number().int().describe("Offset in bytes of the value as it is stored."),
    to: z.number().int().describe("Where the next part begins; `bytes` at the end."),
    bytes: z.number().int(),
  }),
);

const part = textPartSchema.nullable();
const index = z.number().int().describe("From 0, in the record's own list.");
const place = { index, turn: z.number().int() };

const points = z.object({
  role: roleSchema.nullable(),
  weight: z.number(),
  damage: z.number(),
  exposure: z.number(),
  friction: z.boolean(),
  unattributed: z.boolean(),
});

export const stepSchema = named(
  "EpisodeStep",
  z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("event"),
      ...place,
      event: eventSchema
        .pick({ kind: true, role: true, untrusted: true, at: true, call: true })
        .extend({ text: part }),
    }),
    z.object({
      kind: z.literal("call"),
      ...place,
      call: callSchema
        .pick({
          tool: true,
          turn: true,
          at: true,
          decision: true,
          executed: true,
          authorised: true,
          marker: true,
        })
        .extend({ args: part, result: part, error: part }),
      resultInEvent: z.boolean(),
      points: points.nullable(),
    }),
    z.object({ kind: z.literal("unreadable"), of: z.enum(["event", "call"]), ...place }),
  ]),
);

export const stepSliceSchema = z.object({
  steps: z.array(stepSchema),
  from: z.number().int(),
  next: z.number().int().nullable(),
  length: z.number().int(),
});

export const stepSearchSchema = z.object({
  hits: z.array(
    z.object({
      kind: z.enum(["event", "call"]),
      index,
      position: z.number().int(),
      field: z.enum([...STEP_FIELDS, "tool"]),
      before: z.string().describe("What stands before it, whole words; … where more does."),
      match: z.string(),
      after: z.string().describe("The same after it."),
      times: z.number().int(),
    }),
  ),
  next: z.number().int().nullable(),
  length: z.number().int(),
});
