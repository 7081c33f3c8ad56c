import { z } from "zod";
import {
  jsonAnswer,
  noParams,
  operation,
  PAGE_LIMIT,
  pageOf,
  pageQuery,
  slugParam,
  type Answer,
} from "../operation";
import { auditEntrySchema, auditFilter } from "../schemas/audit-schema";

export const auditPageSchema = pageOf(auditEntrySchema);

const page = z.strictObject({
  ...auditFilter,
  after: z.coerce
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe("The `next` of the page before; absent for the first page."),
  limit: pageQuery.limit.describe(`How many entries a page has, ${PAGE_LIMIT.most} at most.`),
});
const file = z.strictObject({ ...auditFilter, format: z.enum(["csv", "jsonl"]).default("csv") });

const download: Record<number, Answer> = {
  200: {
    description: "A download, oldest first",
    content: {
      "application/x-ndjson": { bytes: "One entry a line, with its hash" },
      "text/csv": {
        bytes: "RFC 4180, one entry a row; cells that a spreadsheet would compute are made inert",
      },
    },
  },
};

export const listProjectAudit = operation({
  id: "listProjectAudit",
  method: "GET",
  path: "/projects/{project}/audit",
  tag: "audit",
  summary: "Who changed, exported or was refused what in the project, newest first",
  needs: ["read"],
  params: z.object({ project: slugParam }),
  query: page,
  answers: { 200: jsonAnswer("One page", auditPageSchema) },
});

export const exportProjectAudit = operation({
  id: "exportProjectAudit",
  method: "GET",
  path: "/projects/{project}/audit/export",
  tag: "audit",
  summary: "Every entry of the project that the filter holds, streamed",
  needs: ["administer"],
  params: z.object({ project: slugParam }),
  query: file,
  answers: download,
  handsOut: { action: "export.audit", of: [] },
});

export const listAudit = operation({
  id: "listAudit",
  method: "GET",
  path: "/audit",
  tag: "audit",
  summary: "Who changed, exported or was refused what in the installation, newest first",
  needs: ["instance"],
  params: noParams,
  query: page,
  answers: { 200: jsonAnswer("One page", auditPageSchema) },
});

export const exportAudit = operation({
  id: "exportAudit",
  method: "GET",
  path: "/audit/export",
  tag: "audit",
  summary: "Every entry of the installation that the filter holds, streamed: the whole chain",
  needs: ["instance"],
  params: noParams,
  query: file,
  answers: download,
  handsOut: { action: "export.audit", of: [] },
});
