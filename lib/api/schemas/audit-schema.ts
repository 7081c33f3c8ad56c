import { z } from "zod";
import { AUDIT_ACTION_NAMES, AUDIT_OUTCOMES } from "@/lib/domain/audit-action";
import { named } from "./named";

export const auditEntrySchema = named(
  "AuditEntry",
  z.object({
    id: z.number().int().describe("Counts from 1 over the whole installation, without gaps."),
    at: z.iso.datetime(),
    actor: z.object({
      kind: z.enum(["local", "person", "token", "system", "nobody"]),
      id: z.string().nullable(),
      name: z.string(),
    }),
    action: z.enum(AUDIT_ACTION_NAMES),
    outcome: z.enum(AUDIT_OUTCOMES),
    project: z
      .string()
      .nullable()
      .describe("Its slug; null when it is gone, or when there is none."),
    projectId: z.uuid().nullable(),
    object: z.object({ kind: z.string().nullable(), id: z.string().nullable() }),
    detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    previous: z.string().nullable().describe("The hash of the entry before it, in hexadecimal."),
    hash: z
      .string()
      .describe(
        "SHA-256, in hexadecimal, of the canonical JSON (RFC 8785) of {v: 1, id, at, actor, action, project: projectId, object, detail, outcome, previous}.",
      ),
  }),
);
export type AuditEntryJson = z.input<typeof auditEntrySchema>;

const day = z.iso.date();

/** A day, or an instant with its zone. */
const moment = z.union([day, z.iso.datetime({ offset: true })]);

/** Which entries: the same words as in the address of the audit page. */
export const auditFilter = {
  actor: z
    .string()
    .min(1)
    .max(200)
    .refine((text) => !text.includes("\0"), "no name has a NUL")
    .optional()
    .describe("Part of the name of who did it, or their id."),
  action: z.enum(AUDIT_ACTION_NAMES).optional(),
  outcome: z.enum(AUDIT_OUTCOMES).optional(),
  from: moment
    .transform((given) => new Date(given))
    .optional()
    .describe("From this day or instant on, in UTC."),
  until: moment
    .transform((given) => new Date(new Date(given).getTime() + (isDay(given) ? DAY_MS : 0)))
    .optional()
    .describe("Up to the end of this day, or before this instant, in UTC."),
};

const DAY_MS = 24 * 60 * 60 * 1000;

function isDay(given: string): boolean {
  return day.safeParse(given).success;
}
