import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { isAppError } from "@/lib/errors";
import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  endOwnSessions,
  endSecondFactor,
  renewRecoveryCodes,
} from "./own-account";
import { answerSecondFactor } from "./second-factor";
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
import { totp } from "./testing/totp";
import { untold } from "./testing/untold";

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

it("A8: a change of one's own account and its row are there together, or neither is", async () => {
  const accounts = testAccounts(database);
  const { personId, email } = await newPerson(database);
  const own = { accounts, headers: sentFrom(newAddress(), await signedInCookies(accounts, email)) };
  const told = async () => {
    const rows = await database.sql<{ action: string }[]>`
      select action from audit_entries
      where actor_id = ${personId} and action like 'person.%' order by id`;
    return rows.map(({ action }) => action);
  };
  const kept = async () => {
    const [row] = await database.sql<{ state: string }[]>`
      select concat_ws(' ',
        (select jsonb_agg(to_jsonb(a) order by a.id) from sign_in_accounts a where a.person_id = ${personId}),
        (select jsonb_agg(to_jsonb(f) order by f.id) from second_factors f where f.person_id = ${personId}),
        (select jsonb_agg(to_jsonb(s) order by s.id) from sessions s where s.person_id = ${personId}),
        (select to_jsonb(p) from people p where p.id = ${personId})) as state`;
    return row?.state;
  };
  const refusing = async (work: () => Promise<unknown>) => {
    const before = await kept();
    await expect(untold(database, "person.%", work)).rejects.toThrow("append_audit_entry");
    expect(await kept()).toBe(before);
  };
  const next = `${PASSWORD} and more`;
  await refusing(() => changePassword(own, { current: PASSWORD, next }));
  await refusing(() => beginSecondFactor(own, PASSWORD));
  expect(await told()).toEqual([]);
  const { secret } = await beginSecondFactor(own, PASSWORD);
  const confirmed = await confirmSecondFactor(own, totp(secret));
  const after = { accounts, headers: sentFrom(newAddress(), confirmed) };
  await refusing(() => renewRecoveryCodes(after, PASSWORD));
  await renewRecoveryCodes(after, PASSWORD);
  await refusing(() => endSecondFactor(after, PASSWORD));
  const ended = await endSecondFactor(after, PASSWORD);
  const last = { accounts, headers: sentFrom(newAddress(), ended) };
  await changePassword(last, { current: PASSWORD, next });
  expect(await told()).toEqual([
    "person.second_factor_begun",
    "person.second_factor_added",
    "person.recovery_codes_made",
    "person.second_factor_dropped",
    "person.password_changed",
  ]);
});

it("A8: a sign-in by password and its row are there together, or neither is, and the guess stays counted", async () => {
  const accounts = testAccounts(database);
  const { personId, email } = await newPerson(database);
  const attempt = (password: string) => () =>
    signIn(accounts, { email, password }, sentFrom(newAddress()));
  const kept = async () => {
    const [row] = await database.sql<{ sessions: number; guesses: number; told: number }[]>`
      select
        (select count(*)::int from sessions where person_id = ${personId}) as sessions,
        (select count(*)::int from sign_in_attempts where account_sha256 = sha256(${`password ${email}`}::bytea)) as guesses,
        (select count(*)::int from audit_entries where object_id = ${personId}) as told`;
    return row;
  };
  for (const password of [PASSWORD, "wrong and secret"])
    await expect(untold(database, "session.signed_in", attempt(password))).rejects.toThrow(
      "append_audit_entry",
    );
  expect(await kept()).toEqual({ sessions: 0, guesses: 2, told: 0 });
  expect((await attempt("wrong and secret")()).kind).toBe("refused");
  expect(await kept()).toEqual({ sessions: 0, guesses: 3, told: 1 });
  expect((await attempt(PASSWORD)()).kind).toBe("signed in");
  expect(await kept()).toEqual({ sessions: 1, guesses: 3, told: 2 });
});

it("A8: a sign-in by code and its row are there together, or neither is, and the code opens nothing again", async () => {
  const accounts = testAccounts(database);
  const { personId, email } = await newPerson(database);
  const own = { accounts, headers: sentFrom(newAddress(), await signedInCookies(accounts, email)) };
  const { secret, recoveryCodes } = await beginSecondFactor(own, PASSWORD);
  await confirmSecondFactor(own, totp(secret));
  await database.sql`delete from sessions where person_id = ${personId}`;
  const halfway = await signIn(accounts, { email, password: PASSWORD }, sentFrom(newAddress()));
  if (halfway.kind !== "second factor") throw new Error(halfway.kind);
  const answer = (kind: "app" | "recovery", code: string) => () =>
    answerSecondFactor(accounts, { kind, code }, sentFrom(newAddress(), halfway.cookies));
  const kept = async () => {
    const [row] = await database.sql<{ state: string }[]>`
      select concat_ws(' ',
        (select jsonb_agg(to_jsonb(f) order by f.id) from second_factors f where f.person_id = ${personId}),
        (select jsonb_agg(to_jsonb(v) order by v.id) from verifications v),
        (select count(*) from sessions where person_id = ${personId}),
        (select count(*) from audit_entries where object_id = ${personId})) as state`;
    return row?.state;
  };
  const before = await kept();
  const next = totp(secret, 1);
  const [recovery = ""] = recoveryCodes;
  for (const attempt of [answer("app", next), answer("recovery", recovery)])
    await expect(untold(database, "session.signed_in", attempt)).rejects.toThrow(
      "append_audit_entry",
    );
  expect(await kept()).toBe(before);
  expect((await answer("app", next)()).kind).toBe("refused");
  expect((await answer("recovery", recovery)()).kind).toBe("signed in");
});
