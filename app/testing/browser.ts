import { sentFrom, newAddress } from "@/lib/auth/testing/people";

let sent = new Headers();

/** What browsers were handed in cookies, as `name=value`. */
export const handedCookies: string[] = [];

/**
 * From now on requests come from our own page in this browser.
 *
 * @param lines `Set-Cookie` lines that it was handed before
 */
export function browse(lines: readonly string[] = []): void {
  sent = sentFrom(newAddress(), lines);
  sent.set("host", "localhost:3000");
  sent.set("origin", "http://localhost:3000");
}

/** In the place of those of `next/headers`. */
export async function headers(): Promise<Headers> {
  return sent;
}

export async function cookies(): Promise<{ set: (name: string, value: string) => void }> {
  return { set: (name, value) => handedCookies.push(`${name}=${value}`) };
}
