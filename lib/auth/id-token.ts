import { z } from "zod";
import type { OidcSettings } from "@/lib/env";

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
  email: z.email().max(254),
  email_verified: z.union([z.boolean(), z.enum(["true", "false"])]).default(false),
  name: z.string().default(""),
});

/**
 * The person that an ID token speaks of, or null. Signature, time, nonce, and issuer and audience by the
 * discovery document were checked by the library before; what it leaves open is checked here: that the issuer
 * is the one of our settings (OpenID Connect Discovery 1.0, 4.3), that a token for several is ours (Core,
 * 3.1.3.7), and that there is a token at all (the library would ask the user-info endpoint instead, which no
 * nonce binds).
 */
export function profileOf(idToken: string | undefined, { issuer, clientId }: OidcSettings) {
  const claims = claimsSchema.safeParse(payloadOf(idToken ?? ""));
  if (!claims.success) return null;
  const { iss, sub, aud, azp, email, email_verified: verified, name } = claims.data;
  const audiences = Array.isArray(aud) ? aud : [aud];
  const isOurs =
    iss === issuer &&
    audiences.includes(clientId) &&
    (azp === undefined ? audiences.length === 1 : azp === clientId);
  if (!isOurs) return null;
  return { sub, email, emailVerified: verified === true || verified === "true", name };
}

function payloadOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
  } catch {
    return null;
  }
}
