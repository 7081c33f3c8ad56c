import { endSession } from "@/db/queries/sessions";
import { audit } from "@/lib/audit/audit";
import { actorOf } from "./actor";
import type { Accounts } from "./accounts";
import { signedInOf } from "./signed-in";

/** Ends the session of a request. @returns `Set-Cookie` lines that make the browser forget it */
export async function signOut(accounts: Accounts, headers: Headers): Promise<string[]> {
  const found = await signedInOf(accounts, headers);
  if (found !== null)
    await accounts.db.transaction(async (tx) => {
      if (await endSession(tx, found.person.personId, found.sessionId))
        await audit(tx, actorOf(found.person), { action: "session.signed_out", projectId: null });
    });
  const { headers: answered } = await accounts.auth.api.signOut({ headers, returnHeaders: true });
  return answered.getSetCookie();
}
