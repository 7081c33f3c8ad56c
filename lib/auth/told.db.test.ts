import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { isAppError } from "@/lib/errors";
import { endOwnSessions } from "./own-account";
import { signIn } from "./sign-in";
import { signOut } from "./sign-out";
import { signedInOf } from "./signed-in";
import {
  newAddress,
  newPerson,
  PASSWORD,
  sentFrom,
  signedInCookies,
  testAccounts,
} from "./testing/people";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

it("A8: tells of each sign-in, each that failed, and each sign-out, and of nothing that was typed", async () => {
  const accounts = testAccounts(database);
  const { personId, email } = await newPerson(database);
  const headers = () => sentFrom(newAddress());
  const typed = { email: "my-password-here", password: "wrong and secret" };
  expect((await signIn(accounts, { email, password: typed.password }, headers())).kind).toBe(
    "refused",
  );
  expect((await signIn(accounts, typed, headers())).kind).toBe("refused");
  const outcome = await signIn(accounts, { email, password: PASSWORD }, headers());
  if (outcome.kind !== "signed in") throw new Error(outcome.kind);
  await signOut(accounts, sentFrom(newAddress(), outcome.cookies));
  const rows = await database.sql`
    select actor_kind as kind, actor_id as by, object_id as of, action, outcome
    from audit_entries order by id`;
  expect([...rows]).toEqual([
    { kind: "nobody", by: null, of: personId, action: "session.signed_in", outcome: "refused" },
    { kind: "nobody", by: null, of: null, action: "session.signed_in", outcome: "refused" },
    { kind: "person", by: personId, of: personId, action: "session.signed_in", outcome: "done" },
    { kind: "person", by: personId, of: null, action: "session.signed_out", outcome: "done" },
  ]);
  const [all] = await database.sql<{ text: string }[]>`
    select string_agg(t::text, ' ') as text from audit_entries t`;
  for (const secret of [PASSWORD, typed.email, typed.password, ...outcome.cookies])
    expect(all?.text).not.toContain(secret);
});

it("A8: tells of a session that was ended once, and of none where nothing ended", async () => {
  const accounts = testAccounts(database);
  const { personId, email } = await newPerson(database);
  const [here, there] = [
    await signedInCookies(accounts, email),
    await signedInCookies(accounts, email),
  ];
  const own = { accounts, headers: sentFrom(newAddress(), here) };
  const other = await signedInOf(accounts, sentFrom(newAddress(), there));
  const end = (id: string | null) =>
    endOwnSessions(own, id).catch((error: unknown) =>
      isAppError(error) ? error.code : String(error),
    );
  const byWord = (one: unknown, two: unknown) => String(one).localeCompare(String(two));
  const told = async (action: string) =>
    (
      await database.sql`
      select from audit_entries where actor_id = ${personId} and action = ${action}`
    ).length;
  const twice = await Promise.all([1, 2].map(() => end(other?.sessionId ?? "")));
  expect(twice.toSorted(byWord)).toEqual(["not_found", true]);
  expect([await end(null), await told("session.ended")]).toEqual([false, 1]);
  await signedInCookies(accounts, email);
  expect([await end(null), await told("session.ended")]).toEqual([true, 2]);
  await Promise.all([1, 2, 3].map(() => signOut(accounts, own.headers)));
  expect(await told("session.signed_out")).toBe(1);
});
