import { betterAuth, type GenericEndpointContext } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { twoFactor } from "better-auth/plugins";
import type { Db } from "@/db/client";
import { isBanned } from "@/db/queries/people";
import { newId } from "@/db/schema/columns";
import { people } from "@/db/schema/people";
import { secondFactors } from "@/db/schema/second-factors";
import { sessions } from "@/db/schema/sessions";
import { signInAccounts } from "@/db/schema/sign-in-accounts";
import { verifications } from "@/db/schema/verifications";
import { ABSOLUTE_DAYS } from "@/db/queries/sessions";
import { CLIENT_ADDRESS_HEADER, clientAddressOf } from "./client-address";
import { hashedSessionTokens } from "./hashed-session-tokens";
import { hashPassword, verifyPassword } from "./password-hash";
import { MAX_PASSWORD, MIN_PASSWORD } from "./password-rules";

export type AccountSettings = {
  db: Db;
  /** At least 32 bytes: signs cookies and encrypts second factors. */
  secret: string;
  /** Where browsers find us, without a path: with https, cookies are Secure and `__Host-`. */
  publicUrl: string;
  /** Gets one line for what went wrong inside; none holds a secret or what somebody typed. */
  log: (line: string) => void;
};

/** Wrong codes at a sign-in, over all its tries, until the second factor is shut, and for how long. */
const WRONG_CODES = 5;
const CODE_LOCK_SECONDS = 15 * 60;

/**
 * The accounts library on our tables, with its doors shut: nobody signs up, nothing is mailed, nothing is
 * sent home, nothing is remembered in a cookie. None of its routes is mounted by this; pages call it.
 *
 * Throttle, idle end and bans are ours (db/queries): the library counts by address alone, keeps sessions
 * alive by use without end, and knows no ban.
 */
export function createAccounts(settings: AccountSettings) {
  const { db, publicUrl } = settings;
  return {
    db,
    publicUrl,
    auth: betterAuth(accountOptions(settings)),
    /**
     * The library with a transaction of ours in the place of the pool, so that what it writes is there with
     * what we write beside it, or not at all: its own transactions become savepoints. Made anew for each
     * (about a millisecond), for the library takes its tables once and for all.
     */
    authWithin: (tx: Db) => betterAuth(accountOptions({ ...settings, db: tx })),
  };
}

export type Accounts = ReturnType<typeof createAccounts>;

export function accountOptions({ db, secret, publicUrl, log }: AccountSettings) {
  const secure = publicUrl.startsWith("https:");
  return {
    appName: "Aftermath",
    baseURL: publicUrl,
    basePath: "/api/auth",
    secret,
    trustedOrigins: [publicUrl],
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    database: accountTables(db),
    user: { modelName: "people" },
    session: {
      modelName: "sessions",
      fields: { userId: "personId" },
      expiresIn: ABSOLUTE_DAYS * 24 * 60 * 60,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: "signInAccounts",
      fields: { userId: "personId" },
      accountLinking: { enabled: false },
      updateAccountOnSignIn: false,
    },
    verification: { modelName: "verifications", storeIdentifier: "hashed" as const },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    advanced: {
      useSecureCookies: false, // its prefix would be the weaker `__Secure-`
      cookiePrefix: secure ? "__Host-aftermath" : "aftermath",
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: "lax" as const, path: "/" },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: () => newId() },
    },
    databaseHooks: { session: newSessions(db) },
    logger: {
      level: "error" as const,
      log: (_level: unknown, message: string) => log(`accounts: ${message}`),
    },
    plugins: [
      twoFactor({
        issuer: "Aftermath",
        accountLockout: { maxFailedAttempts: WRONG_CODES, durationSeconds: CODE_LOCK_SECONDS },
        schema: { twoFactor: { modelName: "secondFactors", fields: { userId: "personId" } } },
      }),
    ],
  };
}

/** The library's tables as it sees them, through the pool or a transaction of ours. */
export function accountTables(db: Db) {
  return hashedSessionTokens(
    drizzleAdapter(db, {
      provider: "pg",
      schema: { people, sessions, signInAccounts, verifications, secondFactors },
      transaction: true,
    }),
  );
}

/** What the library asks before it makes a session: who is banned gets none, whatever they know. */
export function newSessions(db: Db) {
  const before = async <Session extends { userId: string }>(
    session: Session,
    context: GenericEndpointContext | null,
  ) => {
    if (await isBanned(db, session.userId)) return false;
    // The whole address: the library would keep an IPv6 address's network alone.
    const headers = context?.headers ?? context?.request?.headers ?? new Headers();
    return { data: { ...session, ipAddress: clientAddressOf(headers) } };
  };
  return { create: { before } };
}
