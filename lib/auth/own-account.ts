import { endOtherSessions, endSession } from "@/db/queries/sessions";
import type { Db } from "@/db/client";
import { audit } from "@/lib/audit/audit";
import type { AuditAction } from "@/lib/domain/audit-action";
import { AppError } from "@/lib/errors";
import type { Accounts } from "./accounts";
import { actorOf } from "./actor";
import type { Person } from "./caller";
import { clientAddressOf } from "./client-address";
import { guardedGuess } from "./guarded-guess";
import { inPasswordLine } from "./password-line";
import { passwordProblem } from "./password-rules";
import { nullWhenRefused } from "./refused";
import { readCode, secondFactorKey } from "./second-factor";
import { passwordKey } from "./sign-in";
import { signedInOf, type SignedInPerson } from "./signed-in";
import { throttledError } from "./throttled";

/**
 * What a person does to their own account. Each asks for the password, and guesses at it are counted; each
 * is one transaction with the row of the audit log that tells of it.
 */
export type Own = { accounts: Accounts; headers: Headers };

/**
 * Sets a new password and ends every other session; this one gets a new token.
 *
 * @returns `Set-Cookie` lines
 * @throws AppError unauthorised: nobody is signed in; invalid_input: the present password is wrong, there is
 *   none (single sign-on), or the new one may not be used; throttled
 */
export async function changePassword(
  own: Own,
  { current, next }: { current: string; next: string },
): Promise<string[]> {
  const { person } = await self(own);
  const problem = passwordProblem(next, person);
  if (problem !== null) throw new AppError("invalid_input", problem);
  const body = { currentPassword: current, newPassword: next, revokeOtherSessions: true };
  const { headers } = await withPassword(own, person, "person.password_changed", (auth) =>
    auth.api.changePassword({ body, headers: own.headers, returnHeaders: true }),
  );
  return headers.getSetCookie();
}

/** What an authenticator app needs, and the codes for the day when it is lost. Shown once. */
export type NewSecondFactor = { uri: string; secret: string; recoveryCodes: string[] };

/** Begins a second factor. It counts once a first code was right. @throws AppError as above */
export async function beginSecondFactor(own: Own, password: string): Promise<NewSecondFactor> {
  const { person } = await self(own);
  const { response } = await withPassword(own, person, "person.second_factor_begun", (auth) =>
    auth.api.enableTwoFactor({
      body: { password, method: "totp" },
      headers: own.headers,
      returnHeaders: true,
    }),
  );
  if (!("totpURI" in response)) throw new Error("the second factor came without an address");
  const { totpURI: uri, backupCodes: recoveryCodes } = response;
  return { uri, secret: new URL(uri).searchParams.get("secret") ?? "", recoveryCodes };
}

/** Turns the second factor on by its first code and ends every other session. @returns `Set-Cookie` lines */
export async function confirmSecondFactor(own: Own, code: string): Promise<string[]> {
  const { accounts, headers } = own;
  const { person } = await self(own);
  const who = { account: secondFactorKey(person.personId), address: clientAddressOf(headers) };
  const guarded = await guardedGuess(accounts.db, who, async () => {
    // Spent before the transaction: right or wrong, a code is looked at once.
    const plain = await readCode(accounts.db, person.personId, { kind: "app", code });
    if (plain === null) return null;
    return toldChange(own, person, "person.second_factor_added", async (auth, tx) => {
      const call = { body: { code: plain }, headers, returnHeaders: true as const };
      const cookies = (await auth.api.verifyTOTP(call)).headers.getSetCookie();
      const fresh = await signedInOf({ auth, db: tx }, cookieHeaders(cookies));
      if (fresh !== null) await endOtherSessions(tx, person.personId, fresh.sessionId);
      return cookies;
    });
  });
  if (guarded.throttled) throw throttledError(guarded.retryAfterSeconds);
  if (guarded.answer === null)
    throw new AppError(
      "invalid_input",
      "That is not the app's present code. Wait for its next one.",
    );
  return guarded.answer;
}

/** New recovery codes; the old ones open nothing any more. @throws AppError as above */
export async function renewRecoveryCodes(own: Own, password: string): Promise<string[]> {
  const { person } = await self(own);
  const { response } = await withPassword(own, person, "person.recovery_codes_made", (auth) =>
    auth.api.generateBackupCodes({
      body: { password },
      headers: own.headers,
      returnHeaders: true,
    }),
  );
  return response.backupCodes;
}

/** Takes the second factor off. @returns `Set-Cookie` lines @throws AppError as above */
export async function endSecondFactor(own: Own, password: string): Promise<string[]> {
  const { person } = await self(own);
  const { headers } = await withPassword(own, person, "person.second_factor_dropped", (auth) =>
    auth.api.disableTwoFactor({
      body: { password },
      headers: own.headers,
      returnHeaders: true,
    }),
  );
  return headers.getSetCookie();
}

/**
 * Ends one session, or all but this one.
 *
 * @returns false: there is no other
 * @throws AppError unauthorised: nobody is signed in; not_found: the one has ended already
 */
export async function endOwnSessions(own: Own, id: string | null): Promise<boolean> {
  const { person, sessionId } = await self(own);
  return own.accounts.db.transaction(async (tx) => {
    const anyEnded =
      id === null
        ? await endOtherSessions(tx, person.personId, sessionId)
        : await endSession(tx, person.personId, id);
    if (id !== null && !anyEnded)
      throw new AppError("not_found", "This session has ended already.");
    if (anyEnded) await audit(tx, actorOf(person), { action: "session.ended", projectId: null });
    return anyEnded;
  });
}

/** Who is signed in, by our own rules of idle time and bans, before the library is asked for anything. */
export async function self({ accounts, headers }: Own): Promise<SignedInPerson> {
  const found = await signedInOf(accounts, headers);
  if (found === null) throw new AppError("unauthorised", "The session is over; sign in again.");
  return found;
}

/** A change that the library makes only with the right password. */
async function withPassword<T>(
  own: Own,
  person: Person,
  action: AuditAction,
  change: (auth: Accounts["auth"]) => Promise<T>,
): Promise<T> {
  const who = { account: passwordKey(person.email), address: clientAddressOf(own.headers) };
  const guarded = await guardedGuess(own.accounts.db, who, () =>
    inPasswordLine(() => toldChange(own, person, action, change)),
  );
  if (guarded.throttled) throw throttledError(guarded.retryAfterSeconds);
  if (guarded.answer === null)
    throw new AppError("invalid_input", "That is not the present password.");
  return guarded.answer;
}

/**
 * A change by the library, in one transaction with its row in the audit log; null when the library refused.
 * A refusal ends the transaction without taking it back, for the library may count what it refuses.
 *
 * @param change asks nothing of the pool: a transaction that waits for another connection may wait for ever
 */
async function toldChange<T>(
  { accounts }: Own,
  person: Person,
  action: AuditAction,
  change: (auth: Accounts["auth"], tx: Db) => Promise<T>,
): Promise<T | null> {
  return accounts.db.transaction(async (tx) => {
    const done = await nullWhenRefused(change(accounts.authWithin(tx), tx));
    if (done !== null) await audit(tx, actorOf(person), { action, projectId: null });
    return done;
  });
}

function cookieHeaders(lines: readonly string[]): Headers {
  return new Headers({ cookie: lines.map((line) => line.split(";", 1)[0]).join("; ") });
}
