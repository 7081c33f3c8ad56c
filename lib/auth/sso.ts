import { betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
import { genericOAuth } from "better-auth/plugins";
import type { Db } from "@/db/client";
import { findInvitation } from "@/db/queries/invitations";
import { audit } from "@/lib/audit/audit";
import { NOBODY } from "@/lib/domain/actor";
import type { OidcSettings } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { accountOptions, accountTables, newSessions, type AccountSettings } from "./accounts";
import { clientAddressOf } from "./client-address";
import { profileOf } from "./id-token";
import { admitNobodysRow } from "./nobodys-rows";
import { signedInOf } from "./signed-in";
import { toldByService } from "./told-by-service";

/** The one service; part of the address that it sends people back to. */
const PROVIDER = "oidc";
/** The only path of the accounts library that is mounted. */
export const SSO_CALLBACK = `/api/auth/callback/${PROVIDER}`;

/** How long a person waits for a service that does not answer. */
const PATIENCE_MS = 10_000;

/**
 * Sign-in by the service of the house (OpenID Connect): code flow with PKCE, state bound to the browser,
 * nonce, and ID tokens checked by signature, issuer, audience and time.
 *
 * A library of its own beside that of passwords, which reads the service's discovery document when somebody
 * first goes there: a service that is down or slow keeps nobody from starting the server or from signing in
 * by password. Nobody comes in uninvited: a first sign-in needs an address that the service vouches for and
 * an open invitation for it, and one that belongs to somebody here is never joined with theirs.
 */
export function createSso(settings: AccountSettings & { oidc: OidcSettings }) {
  const { db, publicUrl, oidc } = settings;
  const options = accountOptions(settings);
  return betterAuth({
    ...options,
    database: toldByService(db, accountTables),
    emailAndPassword: { enabled: false },
    onAPIError: { errorURL: `${publicUrl}/sign-in` },
    plugins: [
      genericOAuth({
        config: [
          {
            providerId: PROVIDER,
            discoveryUrl: `${oidc.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
            clientId: oidc.clientId,
            ...(oidc.clientSecret === null ? {} : { clientSecret: oidc.clientSecret }),
            scopes: ["openid", "email", "profile"],
            pkce: true,
            requireIdTokenVerification: true,
            accountSubject: ({ profile }) => `${oidc.issuer} ${profile.sub}`,
            getUserInfo: async ({ idToken }) => profileOf(idToken, oidc),
          },
        ],
      }),
    ],
    databaseHooks: {
      session: newSessions(db),
      user: {
        create: {
          before: async ({ name, email, emailVerified, ...rest }) => {
            if (!emailVerified) throw refusal("address_not_verified");
            if ((await findInvitation(db, { email })) === null) throw refusal("not_invited");
            return { data: { ...rest, name: nameOf(name, email), email, image: undefined } };
          },
        },
      },
      account: {
        // Nothing here would use the service's tokens.
        create: {
          before: async (account) => ({
            data: {
              ...account,
              accessToken: undefined,
              refreshToken: undefined,
              idToken: undefined,
              accessTokenExpiresAt: undefined,
              refreshTokenExpiresAt: undefined,
              scope: undefined,
            },
          }),
        },
      },
    },
  });
}

export type Sso = ReturnType<typeof createSso>;

/**
 * The way to the service.
 *
 * @param next where to go afterwards: a path of ours, as `safeNext` gives it
 * @throws AppError unavailable: the service does not answer, or not as one
 */
export async function startSso(
  sso: Sso,
  { next, publicUrl }: { next: string; publicUrl: string },
  headers: Headers,
): Promise<{ location: string; cookies: string[] }> {
  const call = sso.api
    .signInSocial({
      body: { provider: PROVIDER, callbackURL: `${publicUrl}${next}`, disableRedirect: true },
      headers,
      returnHeaders: true,
    })
    .catch((cause: unknown) => {
      throw unavailable(cause);
    });
  const { headers: answered, response } = await patiently(call);
  if (!("url" in response) || response.url === undefined) throw unavailable(response);
  return { location: response.url, cookies: answered.getSetCookie() };
}

/**
 * What a request of the callback comes to: a redirect, to the page or to the sign-in with a reason. Either is
 * told of in the audit log, by one row: a sign-in together with its session, a refusal here.
 *
 * @throws AppError unavailable: the service does not answer
 */
export async function finishSso(db: Db, sso: Sso, request: Request): Promise<Response> {
  const { headers } = request;
  const response = await patiently(sso.handler(request)).catch(async (error: unknown) => {
    await tellRefused(db, headers, "unavailable");
    throw error;
  });
  const cookies = response.headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "");
  const set = new Headers({ cookie: cookies.join("; ") });
  const signedIn = await signedInOf({ auth: sso, db }, set);
  if (signedIn === null) await tellRefused(db, headers, reasonOf(response));
  return response;
}

/** Anybody may send what is refused here, any number of times. */
async function tellRefused(db: Db, headers: Headers, reason: string): Promise<void> {
  const untold = admitNobodysRow();
  if (untold === null) return;
  await audit(db, NOBODY, {
    action: "session.signed_in",
    projectId: null,
    outcome: "refused",
    detail: {
      by: "sign-in service",
      reason,
      address: clientAddressOf(headers),
      ...(untold > 0 ? { moreBefore: untold } : {}),
    },
  });
}

/** The code by which the sign-in page words it; what is none stands in the address as somebody wrote it. */
function reasonOf(response: Response): string {
  const location = response.headers.get("location") ?? "";
  const code = URL.canParse(location) ? new URL(location).searchParams.get("error") : null;
  return code !== null && /^[a-z_]{1,60}$/i.test(code) ? code : "other";
}

async function patiently<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable(null)), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function unavailable(cause: unknown): AppError {
  return new AppError("unavailable", "The sign-in service does not answer; try again later.", {
    cause,
  });
}

function refusal(code: string): APIError {
  return new APIError("FORBIDDEN", { code, message: code });
}

function nameOf(name: string, email: string): string {
  const plain = name.replaceAll(/\p{Cc}/gu, " ").trim();
  return (plain === "" ? email : plain).slice(0, 100);
}
