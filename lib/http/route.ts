import { randomUUID } from "node:crypto";
import { isAppError } from "@/lib/errors";
import { problem, STATUS_OF } from "./problem";
import { isSameOrigin } from "./same-origin";

/** Methods that change nothing (RFC 9110, 9.2.1) may come from anywhere. */
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The one place that turns errors into answers of the API: a foreseen one to its status and sentence,
 * any other to 500 without a word of what is inside. Each answer has a request id; the log has it too.
 * Requests that change something are let through from our own pages only.
 */
export function route<Context>(
  handler: (request: Request, context: Context) => Promise<Response>,
): (request: Request, context: Context) => Promise<Response> {
  return async (request, context) => {
    const requestId = randomUUID();
    if (!SAFE_METHODS.has(request.method) && !isSameOrigin(request.headers))
      return problem(403, "The request does not come from a page of this server.", requestId);
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

function answer(error: unknown, requestId: string): Response {
  if (isAppError(error)) {
    const status = STATUS_OF[error.code];
    if (status >= 500) console.error(`request ${requestId} failed`, error);
    return problem(status, error.message, requestId);
  }
  console.error(`request ${requestId} failed`, error);
  return problem(500, "Something went wrong on the server; its log says more.", requestId);
}
