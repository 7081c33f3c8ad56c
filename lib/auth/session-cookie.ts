import { createHmac, timingSafeEqual } from "node:crypto";

/** 32 letters and digits: 190 random bits. */
const TOKEN = /^[A-Za-z0-9]{32}$/;

/** The token of a request's session cookie, or null when there is none, or none that we signed. */
export function sessionTokenOf(
  headers: Headers,
  cookie: { name: string; secret: string },
): string | null {
  const token = signedCookieOf(headers, cookie);
  return token !== null && TOKEN.test(token) ? token : null;
}

/**
 * What a cookie of ours says, or null when it is missing or not signed by us. The form is better-auth's: the
 * value, a dot, and its HMAC-SHA-256 in base64, percent-encoded.
 */
export function signedCookieOf(
  headers: Headers,
  { name, secret }: { name: string; secret: string },
): string | null {
  const match = /^(.+)\.([A-Za-z0-9+/]{43}=)$/.exec(cookieOf(headers, name) ?? "");
  const [, value, signature] = match ?? [];
  if (value === undefined || signature === undefined) return null;
  const expected = createHmac("sha256", secret).update(value).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "base64")) ? value : null;
}

/** The headers with one cookie alone, where there is such a one. */
export function withCookieOnly(headers: Headers, name: string): Headers {
  const plain = new Headers(headers);
  const pair = pairOf(headers, name);
  if (pair === undefined) plain.delete("cookie");
  else plain.set("cookie", pair);
  return plain;
}

/** The first cookie of this name, decoded; null when there is none or it is malformed. */
function cookieOf(headers: Headers, name: string): string | null {
  try {
    const pair = pairOf(headers, name);
    return pair === undefined ? null : decodeURIComponent(pair.slice(name.length + 1));
  } catch {
    return null;
  }
}

function pairOf(headers: Headers, name: string): string | undefined {
  return (headers.get("cookie") ?? "")
    .split(";")
    .map((one) => one.trim())
    .find((one) => one.startsWith(`${name}=`));
}
