import { createHash, randomBytes } from "node:crypto";

/** What a token of ours begins with, so that scanners for leaked credentials can know it. */
const PREFIX = "aft_";
/** 32 random bytes in base64url: nothing slower than SHA-256 is needed to store it (security.md B9). */
const FORM = /^aft_[A-Za-z0-9_-]{43}$/;
/** Characters by which people tell tokens apart; what is left has still more than 200 bits. */
const SHOWN = 10;

export type NewToken = { token: string; prefix: string; sha256: Uint8Array };

/** A new token: `token` is shown once and never stored. */
export function makeToken(): NewToken {
  const token = PREFIX + randomBytes(32).toString("base64url");
  return { token, prefix: token.slice(0, SHOWN), sha256: tokenDigest(token) };
}

export function tokenDigest(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}

/**
 * The token of an `Authorization` header (RFC 6750, 2.1). Null when there is no such header; a header
 * that holds no token of ours is `malformed`, never the same as none.
 */
export function bearerToken(header: string | null): { token: string } | "malformed" | null {
  if (header === null) return null;
  const token = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  return token !== undefined && FORM.test(token) ? { token } : "malformed";
}
