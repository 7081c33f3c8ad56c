import type { ErrorCode } from "@/lib/errors";

/** Which status each foreseen error has. */
export const STATUS_OF = {
  invalid_input: 400,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  settings: 500,
  database: 503,
  storage: 507,
  unavailable: 503,
} as const satisfies Record<ErrorCode, number>;

const TITLES: Record<number, string> = {
  400: "Bad request",
  403: "Forbidden",
  404: "Not found",
  409: "Conflict",
  413: "Too large",
  500: "Internal error",
  503: "Unavailable",
  507: "No room",
};

/** A problem as RFC 9457 has it. `detail` is one sentence for a person; `requestId` is in the log too. */
export function problem(status: number, detail: string, requestId: string): Response {
  const body = { type: "about:blank", title: TITLES[status] ?? "Error", status, detail, requestId };
  return Response.json(body, {
    status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      "x-request-id": requestId,
    },
  });
}
