import { randomUUID } from "node:crypto";
import { isSameOrigin } from "@/lib/auth/same-origin";
import { type AppError, isAppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { problem, STATUS_OF } from "./problem";

/** Methods that change nothing (RFC 9110, 9.2.1) may come from anywhere. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** What an answer of one status says besides its sentence (RFC 9110, 11.6.1 and 10.2.3). */
const HEADERS: Partial<Record<AppError["code"], Record<string, string>>> = {
  unauthorised: { "www-authenticate": "Bearer" },
  in_progress: { "retry-after": "1" },
  throttled: { "retry-after": "60" },
};

/**
 * The one place that turns errors into answers of the API: a foreseen one to its status and sentence,
 * any other to 500 without a word of what is inside. Each answer has a request id; the log has it too.
 */
export function answering<Context>(
  handler: (request: Request, context: Context) => Promise<Response>,
): (request: Request, context: Context) => Promise<Response> {
  return async (request, context) => {
    const requestId = requestIdOf(request);
    try {
      const response = await handler(request, context);
      response.headers.set("x-request-id", requestId);
      response.headers.set("cache-control", "no-store");
      return response;
    } catch (error) {
      return answer(error, requestId);
    }
  };
}

/** A route outside of the table of operations: what it changes it changes for our own pages only. */
export function route<Context>(
  handler: (request: Request, context: Context) => Promise<Response>,
): (request: Request, context: Context) => Promise<Response> {
  const answered = answering(handler);
  return async (request, context) =>
    SAFE_METHODS.has(request.method) || isSameOrigin(request.headers)
      ? answered(request, context)
      : problem(403, "The request does not come from a page of this server.", requestIdOf(request));
}

/** Our HTTP server has given the request its id; only without it (next dev) none is there. */
function requestIdOf(request: Request): string {
  return request.headers.get("x-request-id") ?? randomUUID();
}

function answer(error: unknown, requestId: string): Response {
  if (isAppError(error)) {
    const status = STATUS_OF[error.code];
    if (status >= 500) log.error("a request failed", error, { requestId });
    return problem(status, error.message, requestId, HEADERS[error.code]);
  }
  log.error("a request failed", error, { requestId });
  return problem(500, "Something went wrong on the server; its log says more.", requestId);
}
