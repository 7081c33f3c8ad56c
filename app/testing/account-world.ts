import type { TestDatabase } from "@/db/testing/test-database";
import { accounts } from "@/lib/auth/instance";
import { beginSecondFactor, confirmSecondFactor } from "@/lib/auth/own-account";
import { signIn } from "@/lib/auth/sign-in";
import {
  newAddress,
  newPerson,
  PASSWORD,
  sentFrom,
  signedInCookies,
} from "@/lib/auth/testing/people";
import { totp } from "@/lib/auth/testing/totp";

/** Somebody who is signed in. `cookies`: the `Set-Cookie` lines of that. */
export type SignedInVisitor = { personId: string; email: string; cookies: string[] };

/** Who is there before a change of accounts: the instance's admin, and a person in none of two projects. */
export type AccountWorld = {
  database: TestDatabase;
  admin: SignedInVisitor;
  person: SignedInVisitor;
  /** Whose address nobody has yet. */
  newcomer: string;
  projects: [string, string];
  /** What nobody may find in the log; whoever makes such a thing adds it. */
  secrets: string[];
};

let worlds = 0;

export async function accountWorld(
  database: TestDatabase,
  secrets: string[],
): Promise<AccountWorld> {
  worlds += 1;
  await database.sql`update people set instance_admin = false where instance_admin`;
  const [admin, person] = [await signedIn(database), await signedIn(database)];
  await database.sql`update people set instance_admin = true where id = ${admin.personId}`;
  const [one, two] = [await database.newProject(), await database.newProject()];
  return {
    database,
    admin,
    person,
    newcomer: `newcomer-${worlds}@test.example`,
    projects: [one.projectId, two.projectId],
    secrets,
  };
}

async function signedIn(database: TestDatabase): Promise<SignedInVisitor> {
  const made = await newPerson(database);
  return { ...made, cookies: await signedInCookies(accounts(), made.email) };
}

/** Begins a second factor for the person; it counts when a first code was right. */
export async function begunSecondFactor({ person, secrets }: AccountWorld) {
  const own = { accounts: accounts(), headers: sentFrom(newAddress(), person.cookies) };
  const { secret, recoveryCodes } = await beginSecondFactor(own, PASSWORD);
  secrets.push(secret, ...recoveryCodes);
  return { own, secret, recoveryCodes };
}

/** The same with a first code that was right. `cookies`: of the session that was begun anew by it. */
export async function addedSecondFactor(at: AccountWorld) {
  const { own, ...factor } = await begunSecondFactor(at);
  return { ...factor, cookies: await confirmSecondFactor(own, totp(factor.secret)) };
}

/** The cookies of a sign-in of the person's that waits for its second step. */
export async function halfSignedIn({ person }: AccountWorld): Promise<string[]> {
  const given = { email: person.email, password: PASSWORD };
  const outcome = await signIn(accounts(), given, sentFrom(newAddress()));
  if (outcome.kind !== "second factor") throw new Error(`the sign-in is ${outcome.kind}`);
  return outcome.cookies;
}
