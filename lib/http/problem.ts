import type { ErrorCode } from "@/lib/errors";

/** Which status each foreseen error has. */
export const STATUS_OF = {
  invalid_input: 400,
  unauthorised: 401,
  forbidden: 403,
  not_found: 404,
  gone: 410,
  in_progress: 409,
  conflict: 409,
  stalled: 408,
  too_large: 413,
  unprocessable: 422,
  throttled: 429,
  settings: 500,
  database: 503,
  storage: 507,
  unavailable: 503,
} as const satisfies Record<ErrorCode, number>;

const TITLES: Record<number, string> = {
  400: "Bad request",
  401: "Unauthorised",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  408: "Timed out",
  409: "Conflict",
  410: "Gone",
  413: "Too large",
  422: "Unprocessable",
  429: "Too many requests",
  500: "Internal error",
  503: "Unavailable",
  507: "No room",
};

/** A problem as RFC 9457 has it. `detail` is one sentence for a person; `requestId` is in the log too. */
export function problemBody(status: number, detail: string, requestId: string) {
  return { type: "about:blank", title: TITLES[status] ?? "Error", status, detail, requestId };
}

/** The same as an answer. */
export function problem(
  status: number,
  detail: string,
  requestId: string,
  more: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(problemBody(status, detail, requestId), {
    status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      "x-request-id": requestId,
      ...more,
    },
  });
}
