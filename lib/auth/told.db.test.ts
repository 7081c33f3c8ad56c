import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { signIn } from "./sign-in";
import { signOut } from "./sign-out";
import { newAddress, newPerson, PASSWORD, sentFrom, testAccounts } from "./testing/people";

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
