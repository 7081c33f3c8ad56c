import { z } from "zod";
import { manifestSchema } from "@/lib/domain/records";
import {
  importDetailSchema,
  importIssueSchema,
  importSchema,
  importStartedSchema,
} from "../schemas/import-schema";
import {
  idParam,
  jsonAnswer,
  noQuery,
  operation,
  pageOf,
  pageQuery,
  slugParam,
} from "../operation";

const ofProject = z.object({ project: slugParam });
const ofImport = z.object({ project: slugParam, import: idParam });

export const importPageSchema = pageOf(importSchema);
export const issuesSchema = z.object({ items: z.array(importIssueSchema) });

const started = jsonAnswer("Received; the import goes on by itself", importStartedSchema);

export const postImport = operation({
  id: "postImport",
  method: "POST",
  path: "/projects/{project}/imports",
  tag: "imports",
  summary: "Import one file or one folder, streamed",
  description:
    "Either a form with the fields `option.<id>`, `replace`, `keepSource`, `manifest` and then one part named `file` for each file, whose filename is its path; or the bytes of one file, named by the header X-File-Name, percent-encoded. Answered when all bytes are here; the import is then read in its turn.",
  needs: ["ingest"],
  idempotent: true,
  params: ofProject,
  query: z.strictObject({
    review: z.enum(["yes", "no"]).default("no").describe("Only look at it, until it is started."),
    replace: z
      .enum(["yes", "no"])
      .default("no")
      .describe("It may take the place of the campaign of the same file or key."),
  }),
  body: {
    "multipart/form-data": { bytes: "The form" },
    "application/x-ndjson": { bytes: "One native file" },
    "application/octet-stream": { bytes: "One file of any known format" },
  },
  answers: { 202: started },
});

export const listImports = operation({
  id: "listImports",
  method: "GET",
  path: "/projects/{project}/imports",
  tag: "imports",
  summary: "Imports, newest first",
  needs: ["read"],
  params: ofProject,
  query: z.strictObject(pageQuery),
  answers: { 200: jsonAnswer("One page", importPageSchema) },
});

export const readImport = operation({
  id: "readImport",
  method: "GET",
  path: "/projects/{project}/imports/{import}",
  tag: "imports",
  summary: "How an import goes, or what came of it",
  needs: ["read", "ingest"],
  params: ofImport,
  query: noQuery,
  answers: { 200: jsonAnswer("The import", importDetailSchema) },
});

export const readImportIssues = operation({
  id: "readImportIssues",
  method: "GET",
  path: "/projects/{project}/imports/{import}/issues",
  tag: "imports",
  summary: "What was refused, recoded or noticed, with its place; the first 1,000 are kept",
  needs: ["read", "ingest"],
  params: ofImport,
  query: z.strictObject({ format: z.enum(["json", "jsonl", "csv"]).default("json") }),
  answers: {
    200: {
      description: "Every issue that was kept",
      content: {
        "application/json": { schema: issuesSchema },
        "application/x-ndjson": { bytes: "One issue a line" },
        "text/csv": {
          bytes: "RFC 4180, one issue a row; cells that a spreadsheet would compute are made inert",
        },
      },
    },
  },
  handsOut: { action: "export.issues", of: ["import"], formats: ["csv", "jsonl"] },
});

/** Answers to what an import leaves open. */
export const importChoices = z.strictObject({
  options: z.record(z.string(), z.string()).default({}),
  replace: z.boolean().default(false),
  keepSource: z.boolean().default(true),
  manifest: manifestSchema.nullable().default(null),
});

export const startImport = operation({
  id: "startImport",
  method: "POST",
  path: "/projects/{project}/imports/{import}/start",
  tag: "imports",
  summary: "Import what waits for review, with the answers to its questions",
  needs: ["ingest"],
  params: ofImport,
  query: noQuery,
  body: { "application/json": { schema: importChoices } },
  answers: { 202: started },
});

export const previewImport = operation({
  id: "previewImport",
  method: "POST",
  path: "/projects/{project}/imports/{import}/preview",
  tag: "imports",
  summary: "Look again at what waits for review, with other answers",
  description: "The import's `preview` is empty until it has been looked at again.",
  needs: ["ingest"],
  params: ofImport,
  query: noQuery,
  body: { "application/json": { schema: importChoices } },
  answers: { 202: started },
});

export const cancelImport = operation({
  id: "cancelImport",
  method: "POST",
  path: "/projects/{project}/imports/{import}/cancel",
  tag: "imports",
  summary: "Give an import up; nothing of it is kept",
  needs: ["ingest"],
  params: ofImport,
  query: noQuery,
  answers: { 202: started },
});
