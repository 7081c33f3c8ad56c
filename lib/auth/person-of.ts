import { accounts } from "./instance";
import type { Person } from "./caller";
import { signedInOf } from "./signed-in";

/**
 * Who is signed in by the session cookie of a request, or null. Read anew at every request: what ended,
 * changed or was banned a moment ago counts.
 */
export async function personOf(headers: Headers): Promise<Person | null> {
  const found = await signedInOf(accounts(), headers);
  return found?.person ?? null;
}
