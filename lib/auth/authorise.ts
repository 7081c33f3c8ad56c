import type { Db } from "@/db/client";
import type { TokenScope } from "@/db/schema/api-tokens";
import { findToken, noteTokenUse } from "@/db/queries/tokens";
import { AppError } from "@/lib/errors";
import { isSameOrigin } from "./same-origin";
import { bearerToken, tokenDigest } from "./token";

/** What a request needs: one of the scopes, and whether it changes something. */
export type Need = { scopes: readonly TokenScope[]; changes: boolean };

/** Who asks. Nobody signs in yet, so that a request without a token is the one user of this machine. */
export type Caller =
  | { kind: "local" }
  | { kind: "token"; tokenId: string; projectId: string; scopes: readonly TokenScope[] };

/**
 * Decides who asks and whether they may: the one place for it, and the seam where accounts will come in.
 *
 * A token is judged by itself alone: a bad, expired or revoked one is refused and never falls back to a
 * request without one. Without a token the server, which listens on this machine only, lets everything be
 * read, and lets its own pages change things.
 *
 * @throws AppError unauthorised: the token is no good, or one is needed; forbidden: the token lacks the
 *   scope, or a foreign page asks for a change
 */
export async function authorise(
  db: Db,
  headers: Headers,
  need: Need,
  now: Date = new Date(),
): Promise<Caller> {
  const bearer = bearerToken(headers.get("authorization"));
  if (bearer !== null) return withToken(db, bearer, need, now);
  if (!need.changes || isSameOrigin(headers)) return { kind: "local" };
  if (headers.get("origin") === null && headers.get("sec-fetch-site") === null)
    throw new AppError(
      "unauthorised",
      `A change that does not come from a page of this server needs a token with the scope ${need.scopes.join(" or ")}.`,
    );
  throw new AppError("forbidden", "The request does not come from a page of this server.");
}

/** A token opens its own project; any other is to it as if it did not exist (security.md C3). */
export function maySee(caller: Caller, project: { id: string }): boolean {
  return caller.kind === "local" || caller.projectId === project.id;
}

async function withToken(
  db: Db,
  bearer: { token: string } | "malformed",
  need: Need,
  now: Date,
): Promise<Caller> {
  // A malformed one is looked up as well, so that its answer takes as long as that of an unknown one.
  const given = bearer === "malformed" ? "" : bearer.token;
  const found = await findToken(db, tokenDigest(given));
  const good =
    found !== null &&
    found.revokedAt === null &&
    (found.expiresAt === null || found.expiresAt > now);
  if (!good) throw new AppError("unauthorised", "The token is unknown, expired or revoked.");
  if (!need.scopes.some((scope) => found.scopes.includes(scope)))
    throw new AppError(
      "forbidden",
      `The token may not do this: it needs the scope ${need.scopes.join(" or ")}.`,
    );
  await noteTokenUse(db, { projectId: found.projectId }, found.id);
  return { kind: "token", tokenId: found.id, projectId: found.projectId, scopes: found.scopes };
}
