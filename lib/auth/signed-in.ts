import { findSignedIn } from "@/db/queries/sessions";
import type { Accounts } from "./accounts";
import type { Person } from "./caller";
import { sessionTokenDigest } from "./hashed-session-tokens";
import { sessionTokenOf } from "./session-cookie";

export type SignedInPerson = { person: Person; sessionId: string; secondFactor: boolean };

/** The person and the session of a request's cookies, or null. */
export async function signedInOf(
  { auth, db }: Accounts,
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
