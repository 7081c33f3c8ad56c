import { z } from "zod";

export const RETENTION_ACTS = ["keep", "drop", "delete"] as const;
export type RetentionAct = (typeof RETENTION_ACTS)[number];

/** What happens to the campaigns of a project by age, in words. */
export const RETENTION_WORDS = {
  keep: "keep everything",
  drop: "drop the content, keep the figures",
  delete: "delete the campaign",
} as const satisfies Record<RetentionAct, string>;

/** A hundred years: more is to keep. */
export const MOST_DAYS = 36_500;

/** What is set: nothing, or an act and how many days after a campaign was sealed. */
export const retentionSchema = z
  .strictObject({
    act: z.enum(RETENTION_ACTS),
    days: z.number().int().min(1).max(MOST_DAYS).nullable(),
  })
  .refine(
    ({ act, days }) => (act === "keep") === (days === null),
    `to keep takes no number of days, and anything else takes one from 1 to ${MOST_DAYS}`,
  );

export type Retention = z.infer<typeof retentionSchema>;

/** Kept with what retention did, as the reason of it. */
export function retentionReason(days: number, version: number): string {
  return `retention: older than ${days} ${days === 1 ? "day" : "days"} (setting version ${version})`;
}
