import { randomBytes } from "node:crypto";
import { insertPerson } from "@/db/queries/people";
import type { TestDatabase } from "@/db/testing/test-database";
import { createAccounts, type Accounts } from "../accounts";
import { CLIENT_ADDRESS_HEADER } from "../client-address";
import { hashPassword } from "../password-hash";
import { signIn } from "../sign-in";

export const PASSWORD = "seven quiet herons wade";

/** Accounts on a test's database, as one server has them; two with one secret are two servers. */
export function testAccounts(
  { db }: TestDatabase,
  { publicUrl = "http://localhost:3000", secret = randomBytes(32).toString("hex") } = {},
): Accounts & { lines: string[]; secret: string } {
  const lines: string[] = [];
  const accounts = createAccounts({ db, secret, publicUrl, log: (line) => lines.push(line) });
  return { ...accounts, lines, secret };
}

let made = 0;

/** A person of their own for a test, who signs in with PASSWORD. */
export async function newPerson(
  { db }: TestDatabase,
  { name = "Ada Test", password = PASSWORD } = {},
): Promise<{ personId: string; email: string }> {
  made += 1;
  const email = `person-${made}@test.example`;
  const personId = await insertPerson(db, {
    name,
    email,
    passwordHash: await hashPassword(password),
  });
  if (personId === null) throw new Error(`${email} was there already`);
  return { personId, email };
}

/** Headers of a request from an address, with cookies that were set before. */
export function sentFrom(address: string, cookies: readonly string[] = []): Headers {
  const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: address });
  const pairs = cookies
    .filter((line) => !/;\s*max-age=0/i.test(line))
    .map((line) => line.split(";", 1)[0]);
  if (pairs.length > 0) headers.set("cookie", pairs.join("; "));
  return headers;
}

let addresses = 0;

/** An address that nobody has used, so that tests do not throttle each other. */
export function newAddress(): string {
  addresses += 1;
  return `10.${Math.floor(addresses / 65_536) % 256}.${Math.floor(addresses / 256) % 256}.${addresses % 256}`;
}

/** Signs in and returns the cookies; anything but a plain sign-in is a fault of the test. */
export async function signedInCookies(
  accounts: Accounts,
  email: string,
  password = PASSWORD,
): Promise<string[]> {
  const outcome = await signIn(accounts, { email, password }, sentFrom(newAddress()));
  if (outcome.kind !== "signed in") throw new Error(`${email} was not signed in: ${outcome.kind}`);
  return outcome.cookies;
}

/** How many of each kind. */
export function kinds(outcomes: readonly { kind: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of outcomes) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
