import { z } from "zod";
import type { Interval, Measurement } from "@/lib/domain/measurement";
import { namesOf } from "@/lib/domain/names-of";
import { UNITS } from "@/lib/domain/unit";
import { named } from "./named";

export const intervalSchema = named(
  "Interval",
  z.object({ lo: z.number(), hi: z.number(), level: z.number(), method: z.string() }),
) satisfies z.ZodType<Interval>;

/** Zero is a claim, n/a is the absence of one: never null, and never a number that means nothing. */
export const measurementSchema = named(
  "Measurement",
  z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("value"),
      value: z.number(),
      numerator: z.number(),
      denominator: z.number(),
      interval: intervalSchema.nullable(),
      note: z.string().exactOptional(),
      byRule: z.string().exactOptional(),
    }),
    z.object({ kind: z.literal("na"), reason: z.string() }),
  ]),
) satisfies z.ZodType<Measurement>;

export const unitSchema = z.enum(namesOf(UNITS));
export const betterSchema = z.enum(["lower", "higher", "neither"]);
