import { REPORT_FORMATS } from "@/lib/domain/report-format";
import { z } from "zod";
import type { AuditAction } from "@/lib/domain/audit-action";
import type { Permission } from "@/lib/auth/permissions";

/** What one content type holds: JSON of a schema, or bytes in words. */
export type Content = { schema: z.ZodType } | { bytes: string };

export type Answer = {
  description: string;
  /** By content type; absent: an answer without a body. */
  content?: Readonly<Record<string, Content>>;
};

/**
 * One operation of the API: what the route parses by, what it may be asked by, and what the OpenAPI
 * document says of it. Problems (RFC 9457) of status 400, 401, 403, 404 and 500 are every operation's.
 */
export type Operation<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
> = {
  id: string;
  method: "GET" | "POST" | "DELETE";
  /** Below /api/v1, with {names} for what varies. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  /** One of them is needed. Empty: anybody who reaches the server. */
  needs: readonly Permission[];
  params: Params;
  query: Query;
  /** By content type; absent: no body is read. */
  body?: Readonly<Record<string, Content>>;
  /** The header Idempotency-Key is looked at. */
  idempotent?: boolean;
  answers: Readonly<Record<number, Answer>>;
  /** What it hands out of the instance, which the audit log tells of: an export, or evidence itself. */
  handsOut?: {
    action: AuditAction;
    /** The parameters of the path that name it, the last one by what it is. */
    of: readonly string[];
    /** Only when it is asked for in one of these. */
    formats?: readonly string[];
  };
};

/** Keeps the types of the parameters, which a plain annotation would widen. */
export function operation<Params extends z.ZodObject, Query extends z.ZodObject>(
  given: Operation<Params, Query>,
): Operation<Params, Query> {
  return given;
}

export const noParams = z.strictObject({});
export const noQuery = z.strictObject({});

/** An answer of JSON by its schema. */
export function jsonAnswer(description: string, schema: z.ZodType): Answer {
  return { description, content: { "application/json": { schema } } };
}

/** Of what reads the content of a campaign, beside its answer. */
export const contentGone = {
  410: {
    description: "The content of the campaign was dropped; `detail` says by whom, when and why",
  },
} as const satisfies Readonly<Record<number, Answer>>;

/** Most rows of one page, and how many come unasked. */
export const PAGE_LIMIT = { most: 1000, unasked: 100 };

/** The parameters of a list that is read page by page. */
export const pageQuery = {
  after: z
    .string()
    .max(200)
    .optional()
    .describe("The `next` of the page before; absent for the first page."),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(PAGE_LIMIT.most)
    .default(PAGE_LIMIT.unasked)
    .describe("How many rows a page has."),
};

/** A page of a list: `next` is the cursor of the page after it, null on the last one. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.string().nullable() });
}

/** The forms in which a report is handed out. */
export const reportFormat = z.enum(REPORT_FORMATS).default("json");

/** A report in the forms that are downloads. */
export const reportFiles = {
  "text/csv": { bytes: "RFC 4180, one figure or fact a line, inert in a spreadsheet" },
  "application/octet-stream": {
    bytes: "One HTML document without script, with a policy that lets it request nothing",
  },
};

export const slugParam = z.string().min(1).max(200);
/** An id of ours; any other text is nobody's, and answered as an unknown one. */
export const idParam = z.uuid();
export const seqParam = z.coerce.number().int().min(1).max(2_147_483_647);
