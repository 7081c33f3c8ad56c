import { endSession } from "@/db/queries/sessions";
import type { Accounts } from "./accounts";
import { signedInOf } from "./signed-in";

/** Ends the session of a request. @returns `Set-Cookie` lines that make the browser forget it */
export async function signOut(accounts: Accounts, headers: Headers): Promise<string[]> {
  const found = await signedInOf(accounts, headers);
  if (found !== null) await endSession(accounts.db, found.person.personId, found.sessionId);
  const { headers: answered } = await accounts.auth.api.signOut({ headers, returnHeaders: true });
  return answered.getSetCookie();
}
