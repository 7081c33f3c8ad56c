import { deleteDeadSessions } from "@/db/queries/sessions";
import type { Accounts } from "./accounts";
import { clientAddressOf } from "./client-address";
import { guardedGuess } from "./guarded-guess";
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
 * a banned person.
 *
 * @param headers of the request: address and browser are noted with the session
 */
export async function signIn(
  { auth, db }: Accounts,
  given: { email: string; password: string },
  headers: Headers,
): Promise<SignInOutcome> {
  const email = given.email.trim().toLowerCase();
  const guess = async () =>
    nullWhenRefused(
      auth.api.signInEmail({
        body: { email, password: given.password },
        headers: withoutCookies(headers),
        returnHeaders: true,
      }),
    );
  const who = { account: passwordKey(email), address: clientAddressOf(headers) };
  const guarded = await guardedGuess(db, who, guess);
  if (guarded.throttled) return { kind: "throttled", retryAfterSeconds: guarded.retryAfterSeconds };
  if (guarded.answer === null) {
    await tellSignIn(db, headers, { who: { email }, by: "password", worked: false });
    return { kind: "refused" };
  }
  await deleteDeadSessions(db);
  const { headers: answered, response } = guarded.answer;
  const cookies = answered.getSetCookie();
  if ("twoFactorRedirect" in response) return { kind: "second factor", cookies };
  await tellSignIn(db, headers, { who: { email }, by: "password", worked: true });
  return { kind: "signed in", cookies };
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
