import { scopeIn } from "@/db/scope";
import type { Db } from "@/db/client";
import { noteBadToken, tooManyBadTokens } from "@/db/queries/bad-tokens";
import { findToken, noteTokenUse } from "@/db/queries/tokens";
import { AppError } from "@/lib/errors";
import { accountsAreOn } from "./accounts-setting";
import { addressBlock } from "./address-block";
import type { Caller, TokenCaller } from "./caller";
import { clientAddressOf } from "./client-address";
import { personOf } from "./person-of";
import { isSameOrigin } from "./same-origin";
import { bearerToken, tokenDigest } from "./token";

/** Who sits before a page: a person, nobody, or with accounts off whoever is at this machine. */
export async function visitorOf(headers: Headers): Promise<Exclude<Caller, TokenCaller>> {
  if (!accountsAreOn()) return { kind: "local" };
  return (await personOf(headers)) ?? { kind: "nobody" };
}

/**
 * Who makes a request of the API. A token is judged by itself alone: a bad, expired or revoked one is
 * refused and never falls back to a request without one.
 *
 * @param changes a request without a token that changes something has to come from our own pages
 * @throws AppError unauthorised: the token is no good, or nobody asks; throttled: too many tokens from there
 *   were no good; forbidden: a foreign page asks for a change
 */
export async function callerOf(
  db: Db,
  headers: Headers,
  { changes }: { changes: boolean },
  now: Date = new Date(),
): Promise<Exclude<Caller, { kind: "nobody" }>> {
  const bearer = bearerToken(headers.get("authorization"));
  if (bearer !== null) {
    const address = addressBlock(clientAddressOf(headers));
    if (await tooManyBadTokens(db, address)) throw tooMany();
    const found = await tokenCaller(db, bearer, now);
    if (found !== null) return found;
    if (!(await noteBadToken(db, address))) throw tooMany();
    throw new AppError("unauthorised", "The token is unknown, expired or revoked.");
  }
  const visitor = await visitorOf(headers);
  if (visitor.kind === "nobody")
    throw new AppError("unauthorised", "Sign in, or send a token of the project.");
  if (!changes || isSameOrigin(headers)) return visitor;
  if (headers.get("origin") === null && headers.get("sec-fetch-site") === null)
    throw new AppError(
      "unauthorised",
      "A change that does not come from a page of this server needs a token.",
    );
  throw new AppError("forbidden", "The request does not come from a page of this server.");
}

function tooMany(): AppError {
  return new AppError(
    "throttled",
    "Too many bad tokens came from this address; it may try again in a minute.",
  );
}

async function tokenCaller(
  db: Db,
  bearer: { token: string } | "malformed",
  now: Date,
): Promise<TokenCaller | null> {
  // A malformed one is looked up as well, so that its answer takes as long as that of an unknown one.
  const given = bearer === "malformed" ? "" : bearer.token;
  const found = await findToken(db, tokenDigest(given));
  const good =
    found !== null &&
    found.revokedAt === null &&
    (found.expiresAt === null || found.expiresAt > now);
  if (!good) return null;
  const { id, name, projectId, scopes } = found;
  await noteTokenUse(db, scopeIn(projectId), id);
  return { kind: "token", tokenId: id, name, projectId, scopes };
}
