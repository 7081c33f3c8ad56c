import type { Db, Scope } from "@/db/client";
import { claimKey, releaseKey, settleKey } from "@/db/queries/idempotency";
import { AppError } from "@/lib/errors";

/** A request that may name a key: its answer is the same however often it is sent. */
export type KeyedRequest = {
  db: Db;
  scope: Scope;
  request: Request;
  /** SHA-256 of what the body says. */
  bodySha256: Uint8Array;
};

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Does the work of a request once for each Idempotency-Key (security.md E9). Without the header it is
 * done at every request. What fails is not kept: the next request with the key does it anew.
 *
 * @param work gives the status and the plain JSON of the answer
 * @throws AppError unprocessable: the key was used with another body; in_progress: the first request
 *   is still at work (409 with Retry-After); invalid_input: no usable key; and whatever `work` throws
 */
export async function idempotent(
  { db, scope, request, bodySha256 }: KeyedRequest,
  work: () => Promise<{ status: number; answer: unknown }>,
): Promise<Response> {
  const key = idempotencyKey(request);
  if (key === null) return toResponse(await work());
  const { pathname, search } = new URL(request.url);
  const use = { route: `${request.method} ${pathname}${search}`, key, bodySha256 };
  const claim = await claimKey(db, scope, use);
  if (claim.state === "other_body")
    throw new AppError(
      "unprocessable",
      "The Idempotency-Key was used with another body; take a new key for a new request.",
    );
  if (claim.state === "running")
    throw new AppError(
      "in_progress",
      "A request with this Idempotency-Key is still at work; ask again in a second.",
    );
  if (claim.state === "answered") return toResponse(claim);
  try {
    const done = await work();
    await settleKey(db, scope, use, done);
    return toResponse(done);
  } catch (error) {
    await releaseKey(db, scope, use);
    throw error;
  }
}

/** @throws AppError invalid_input: it is empty, too long or no visible ASCII */
export function idempotencyKey(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null || KEY.test(key)) return key;
  throw new AppError(
    "invalid_input",
    "The header Idempotency-Key has to be 1 to 255 visible ASCII characters.",
  );
}

function toResponse({ status, answer }: { status: number; answer: unknown }): Response {
  return Response.json(answer, { status });
}
