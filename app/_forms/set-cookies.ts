import "server-only";
import { parseSetCookieHeader } from "better-auth/cookies";
import { cookies } from "next/headers";

/** Hands the browser cookies that the accounts made, given as `Set-Cookie` lines. */
export async function setCookies(lines: readonly string[]): Promise<void> {
  const jar = await cookies();
  for (const line of lines) {
    for (const [name, cookie] of parseSetCookieHeader(line)) {
      const { value, path, secure, httponly, samesite } = cookie;
      jar.set(name, value, {
        path: path ?? "/",
        httpOnly: httponly ?? true,
        secure: secure ?? false,
        sameSite: samesite ?? "lax",
        ...(cookie["max-age"] === undefined ? {} : { maxAge: cookie["max-age"] }),
      });
    }
  }
}
