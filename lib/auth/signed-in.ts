import { findSignedIn } from "@/db/queries/sessions";
import type { Db } from "@/db/client";
import type { Person } from "./caller";
import { sessionTokenDigest } from "./hashed-session-tokens";
import { sessionTokenOf } from "./session-cookie";

export type SignedInPerson = { person: Person; sessionId: string; secondFactor: boolean };

/** By what the accounts library names and signs the cookie of a session. */
type CookieMaker = {
  $context: Promise<{ secret: string; authCookies: { sessionToken: { name: string } } }>;
};

/** The person and the session of a request's cookies, or null. */
export async function signedInOf(
  { auth, db }: { auth: CookieMaker; db: Db },
  headers: Headers,
): Promise<SignedInPerson | null> {
  const { authCookies, secret } = await auth.$context;
  const token = sessionTokenOf(headers, { name: authCookies.sessionToken.name, secret });
  if (token === null) return null;
  const found = await findSignedIn(db, sessionTokenDigest(token));
  if (found === null) return null;
  const { sessionId, secondFactor, roles, ...person } = found;
  return {
    person: { kind: "person", ...person, roles: new Map(Object.entries(roles)) },
    sessionId,
    secondFactor,
  };
}
