import { z } from "zod";

/**
 * Why somebody removes or holds evidence, or decides on another policy, in their own words: asked for and
 * kept with what was done.
 */
export const givenReason = z
  .string()
  .trim()
  .min(1, "say why, in 1 to 500 characters")
  .max(500, "it may have 500 characters")
  .refine((text) => !/[\0\p{Cs}]/u.test(text), "it has to be text");

/** Of a form: the reason, or one sentence that says what is wrong with it. */
export function readReason(
  given: FormDataEntryValue | null,
): { reason: string } | { problem: string } {
  const read = givenReason.safeParse(typeof given === "string" ? given : "");
  return read.success
    ? { reason: read.data }
    : { problem: `The reason cannot be used: ${read.error.issues[0]?.message ?? "it is wrong"}.` };
}
