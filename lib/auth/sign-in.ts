import { deleteDeadSessions } from "@/db/queries/sessions";
import type { Accounts } from "./accounts";
import { clientAddressOf } from "./client-address";
import { guardedGuess } from "./guarded-guess";
import { inPasswordLine } from "./password-line";
import { nullWhenRefused } from "./refused";
import { tellSignIn } from "./tell-sign-in";

/** What came of a sign-in. `cookies` are `Set-Cookie` lines for the browser. */
export type SignInOutcome =
  | { kind: "signed in"; cookies: string[] }
  | { kind: "second factor"; cookies: string[] }
  | { kind: "refused" }
  | { kind: "throttled"; retryAfterSeconds: number };

/**
 * Signs in by password. An unknown address takes as long as a wrong password and is answered alike; so is
 * a banned person. The session and the row of the audit log that tells of it are one transaction; so is a
 * refusal and its row. The guess is counted outside of it, whatever becomes of the transaction.
 *
 * @param headers of the request: address and browser are noted with the session
 */
export async function signIn(
  { authWithin, db }: Accounts,
  given: { email: string; password: string },
  headers: Headers,
): Promise<SignInOutcome> {
  const email = given.email.trim().toLowerCase();
  const guess = () =>
    inPasswordLine(() =>
      db.transaction(async (tx) => {
        const call = authWithin(tx).api.signInEmail({
          body: { email, password: given.password },
          headers: withoutCookies(headers),
          returnHeaders: true,
        });
        const answer = await nullWhenRefused(call);
        // Half a sign-in is none yet: its second factor is told of.
        if (answer === null || !("twoFactorRedirect" in answer.response))
          await tellSignIn(tx, who.address, {
            who: { email },
            by: "password",
            worked: answer !== null,
          });
        return answer;
      }),
    );
  const who = { account: passwordKey(email), address: clientAddressOf(headers) };
  const guarded = await guardedGuess(db, who, guess);
  if (guarded.throttled) return { kind: "throttled", retryAfterSeconds: guarded.retryAfterSeconds };
  if (guarded.answer === null) return { kind: "refused" };
  await deleteDeadSessions(db);
  const cookies = guarded.answer.headers.getSetCookie();
  return "twoFactorRedirect" in guarded.answer.response
    ? { kind: "second factor", cookies }
    : { kind: "signed in", cookies };
}

/** What the guesses at a password are counted under. @param email in lower case */
export function passwordKey(email: string): string {
  return `password ${email}`;
}

/** A sign-in begins anew: no cookie of the browser plays a part in it. */
function withoutCookies(headers: Headers): Headers {
  const plain = new Headers(headers);
  plain.delete("cookie");
  return plain;
}
