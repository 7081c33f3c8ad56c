import { z } from "zod";
import { named } from "./named";

const instant = z.iso.datetime();
const severity = z.enum(["refused", "recoded", "warning"]);

const row = {
  id: z.string(),
  state: z.enum(["review", "uploaded", "running", "done", "failed", "duplicate", "cancelled"]),
  campaign: z.object({ slug: z.string(), name: z.string() }).nullable(),
  sourceName: z.string(),
  sha256: z.string().nullable(),
  bytes: z.number().int().nullable(),
  files: z.number().int().nullable(),
  format: z.string().nullable(),
  options: z.record(z.string(), z.string()),
  records: z.number().int(),
  episodes: z.number().int(),
  refused: z.number().int(),
  recoded: z.number().int(),
  warnings: z.number().int(),
  bytesRead: z.number().int(),
  bytesTotal: z.number().int(),
  error: z.string().nullable(),
  createdAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
};

export const importSchema = named("Import", z.object(row));
export type ImportJson = z.input<typeof importSchema>;

export const importDetailSchema = named(
  "ImportDetail",
  z.object({
    ...row,
    issueGroups: z.array(
      z.object({ severity, code: z.string(), message: z.string(), count: z.number().int() }),
    ),
    preview: z.unknown().describe("What the import would come to; null until it was looked at."),
  }),
);

export type ImportDetailJson = z.input<typeof importDetailSchema>;

/** One thing that was refused, recoded or noticed, with its place. `line` counts from 1, `byte` from 0. */
export const importIssueSchema = named(
  "ImportIssue",
  z.object({
    severity,
    code: z.string(),
    message: z.string(),
    file: z.string(),
    line: z.number().int().nullable(),
    byte: z.number().int().nullable(),
    path: z.string().nullable(),
  }),
);
export type ImportIssueJson = z.input<typeof importIssueSchema>;

/** The id of what was received, and the page that tells how it goes. */
export const importStartedSchema = z.object({ id: z.string(), url: z.string() });
