import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The token of a request's session cookie, or null when there is none, or none that we signed. The form is
 * better-auth's: the token, a dot, and its HMAC-SHA-256 in base64, percent-encoded.
 */
export function sessionTokenOf(
  headers: Headers,
  cookie: { name: string; secret: string },
): string | null {
  const value = cookieOf(headers, cookie.name);
  const match = /^([A-Za-z0-9]{32,64})\.([A-Za-z0-9+/]{43}=)$/.exec(value ?? "");
  const [, token, signature] = match ?? [];
  if (token === undefined || signature === undefined) return null;
  const expected = createHmac("sha256", cookie.secret).update(token).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "base64")) ? token : null;
}

/** The first cookie of this name, decoded; null when there is none or it is malformed. */
export function cookieOf(headers: Headers, name: string): string | null {
  const start = `${name}=`;
  const part = (headers.get("cookie") ?? "")
    .split(";")
    .map((one) => one.trim())
    .find((one) => one.startsWith(start));
  try {
    return part === undefined ? null : decodeURIComponent(part.slice(start.length));
  } catch {
    return null;
  }
}
