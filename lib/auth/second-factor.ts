import { isBanned } from "@/db/queries/people";
import { spendCode } from "@/db/queries/spent-codes";
import type { Accounts } from "./accounts";
import { clientAddressOf } from "./client-address";
import { guardedGuess, type Guarded } from "./guarded-guess";
import { nullWhenRefused } from "./refused";
import { signedCookieOf, withCookieOnly } from "./session-cookie";
import type { SignInOutcome } from "./sign-in";
import { tellSignIn } from "./tell-sign-in";

/** `expired`: no sign-in waits for a code, or it waited for more than ten minutes. */
export type SecondFactorOutcome =
  | Exclude<SignInOutcome, { kind: "second factor" }>
  | { kind: "expired" };

/** What is handed in: six digits of the app, or one of the codes that were shown once. */
export type SecondFactorAnswer = { kind: "app" | "recovery"; code: string };

/**
 * Ends a sign-in that waits for its second factor. Until then there is no session at all, so that nothing
 * else opens (security.md B7).
 *
 * A code of the app is looked at once, right or wrong: the library would take the same one again for 90 s.
 * Five wrong ones shut the second factor for a quarter of an hour, over any number of sign-ins. The session
 * and the row of the audit log that tells of it are one transaction; so is a refusal and its row.
 *
 * @param headers of the request; of its cookies only the waiting sign-in counts
 */
export async function answerSecondFactor(
  accounts: Accounts,
  answer: SecondFactorAnswer,
  headers: Headers,
): Promise<SecondFactorOutcome> {
  const { authWithin, db } = accounts;
  const waiting = await waitingSignIn(accounts, headers);
  if (waiting === null) return { kind: "expired" };
  const { personId, cookieName } = waiting;
  const who = { account: secondFactorKey(personId), address: clientAddressOf(headers) };
  const by = answer.kind === "app" ? ("code" as const) : ("recovery code" as const);
  const guarded = await guardedGuess(db, who, async () => {
    // Spent before the transaction: right or wrong, a code is looked at once.
    const code = await readCode(db, personId, answer);
    return db.transaction(async (tx) => {
      const signedIn =
        code === null || (await isBanned(tx, personId))
          ? null
          : await askLibrary(authWithin(tx), answer.kind, {
              body: { code },
              headers: withCookieOnly(headers, cookieName),
              returnHeaders: true,
            });
      await tellSignIn(tx, who.address, { who: { id: personId }, by, worked: signedIn !== null });
      return signedIn;
    });
  });
  return outcomeOf(guarded);
}

/** What the guesses at a person's codes are counted under. */
export function secondFactorKey(personId: string): string {
  return `code ${personId}`;
}

/** A code as it may be looked at, or null: malformed, or handed in before. */
export async function readCode(
  db: Accounts["db"],
  personId: string,
  { kind, code }: SecondFactorAnswer,
): Promise<string | null> {
  const plain = code.replaceAll(/\s/g, "");
  if (kind === "recovery")
    return /^[A-Za-z0-9]{5}-?[A-Za-z0-9]{5}$/.test(plain) ? hyphened(plain) : null;
  return /^\d{6}$/.test(plain) && (await spendCode(db, personId, plain)) ? plain : null;
}

function askLibrary(
  auth: Accounts["auth"],
  kind: SecondFactorAnswer["kind"],
  call: { body: { code: string }; headers: Headers; returnHeaders: true },
): Promise<{ headers: Headers } | null> {
  return nullWhenRefused(
    kind === "app" ? auth.api.verifyTOTP(call) : auth.api.verifyBackupCode(call),
  );
}

async function waitingSignIn(
  { auth }: Accounts,
  headers: Headers,
): Promise<{ personId: string; cookieName: string } | null> {
  const { createAuthCookie, secret, internalAdapter } = await auth.$context;
  const { name } = createAuthCookie("two_factor");
  const identifier = signedCookieOf(headers, { name, secret });
  if (identifier === null) return null;
  const waiting = await internalAdapter.findVerificationValue(identifier);
  if (waiting === null || waiting.expiresAt < new Date()) return null;
  return { personId: waiting.value, cookieName: name };
}

function outcomeOf(guarded: Guarded<{ headers: Headers } | null>): SecondFactorOutcome {
  if (guarded.throttled) return { kind: "throttled", retryAfterSeconds: guarded.retryAfterSeconds };
  if (guarded.answer === null) return { kind: "refused" };
  return { kind: "signed in", cookies: guarded.answer.headers.getSetCookie() };
}

function hyphened(code: string): string {
  return code.includes("-") ? code : `${code.slice(0, 5)}-${code.slice(5)}`;
}
