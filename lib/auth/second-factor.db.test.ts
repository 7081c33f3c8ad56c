import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { figure } from "@/lib/testing/security-figure";
import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
} from "./own-account";
import { makeResetLink, resetPassword } from "./reset-links";
import { answerSecondFactor } from "./second-factor";
import { signIn } from "./sign-in";
import { signedInOf } from "./signed-in";
import {
  kinds,
  newAddress,
  newPerson,
  PASSWORD,
  sentFrom,
  signedInCookies,
  testAccounts,
} from "./testing/people";
import { totp } from "./testing/totp";

let database: TestDatabase;
let accounts: ReturnType<typeof testAccounts>;

beforeAll(async () => {
  database = await openTestDatabase();
  accounts = testAccounts(database);
});
// Codes of one half minute are handed in by many tests, and guesses of one are not those of another.
beforeEach(() => database.sql`delete from sign_in_attempts`);
afterAll(() => database.drop());

const from = (cookies: string[] = []) => sentFrom(newAddress(), cookies);
const who = async (cookies: string[]) => signedInOf(accounts, from(cookies));

/** A person with a second factor; its codes of now are not spent. */
async function withSecondFactor() {
  const person = await newPerson(database);
  const cookies = await signedInCookies(accounts, person.email);
  const own = { accounts, headers: from(cookies) };
  const factor = await beginSecondFactor(own, PASSWORD);
  const confirmed = await confirmSecondFactor(own, totp(factor.secret));
  await database.sql`delete from spent_codes`;
  return { ...person, ...factor, before: cookies, cookies: confirmed };
}

async function waiting(email: string): Promise<string[]> {
  const outcome = await signIn(accounts, { email, password: PASSWORD }, from());
  if (outcome.kind !== "second factor") throw new Error(`no second step: ${outcome.kind}`);
  return outcome.cookies;
}

const answer = (cookies: string[], code: string, kind: "app" | "recovery" = "app") =>
  answerSecondFactor(accounts, { kind, code }, from(cookies));

test("B7: with the second factor pending nobody is signed in, and only the code ends that", async () => {
  const { email, secret } = await withSecondFactor();
  const cookies = await waiting(email);
  expect(
    cookies.filter((line) => line.includes("session_token=") && !line.includes("Max-Age=0")),
  ).toEqual([]);
  expect(await who(cookies)).toBeNull();
  const [sessions] = await database.sql<{ n: number }[]>`
    select count(*)::int as n from sessions s join people p on p.id = s.person_id where p.email = ${email}`;
  expect(sessions?.n).toBe(1); // the one from which it was set up; the sign-in has none
  const outcome = await answer(cookies, totp(secret));
  expect(outcome.kind).toBe("signed in");
  expect((await who(outcome.kind === "signed in" ? outcome.cookies : []))?.person.email).toBe(
    email,
  );
});

test("B7: it counts only once a first code was right, and then ends the other sessions", async () => {
  const { email } = await newPerson(database);
  const other = await signedInCookies(accounts, email);
  const cookies = await signedInCookies(accounts, email);
  const own = { accounts, headers: from(cookies) };
  const { secret, uri } = await beginSecondFactor(own, PASSWORD);
  expect(uri).toMatch(
    /^otpauth:\/\/totp\/Aftermath:person-\d+%40test\.example\?secret=[A-Z2-7]+&issuer=Aftermath/,
  );
  await signedInCookies(accounts, email);
  await expect(confirmSecondFactor(own, "000000")).rejects.toMatchObject({ code: "invalid_input" });
  const fresh = await confirmSecondFactor(own, totp(secret));
  expect(await who(other)).toBeNull();
  expect(await who(cookies)).toBeNull();
  expect((await who(fresh))?.secondFactor).toBe(true);
});

test("B7: a code is taken once, also by another sign-in and at the same moment", async () => {
  const { email, secret } = await withSecondFactor();
  const code = totp(secret);
  const both = await Promise.all([waiting(email), waiting(email)]);
  const outcomes = await Promise.all(both.map((cookies) => answer(cookies, code)));
  expect(kinds(outcomes)).toEqual({ "signed in": 1, refused: 1 });
  expect(await answer(await waiting(email), code)).toEqual({ kind: "refused" });
  // The window: one step of 30 s before and after now, and no more.
  expect(await answer(await waiting(email), totp(secret, 1))).toMatchObject({ kind: "signed in" });
  expect(await answer(await waiting(email), totp(secret, 3))).toEqual({ kind: "refused" });
});

test("B7: five wrong codes lock the second factor, over sign-ins, for the right code as well", async () => {
  const { email, personId, secret } = await withSecondFactor();
  const right = totp(secret);
  const wrongOnes = Array.from({ length: 9 }, (_, at) => String(100_000 + at)).filter(
    (code) => ![-1, 0, 1].some((step) => totp(secret, step) === code),
  );
  const outcomes = [];
  for (const code of wrongOnes.slice(0, 7)) outcomes.push(await answer(await waiting(email), code));
  expect(kinds(outcomes)).toEqual({ refused: 5, throttled: 2 });
  await database.sql`delete from sign_in_attempts`; // five minutes later
  expect(await answer(await waiting(email), right)).toEqual({ kind: "refused" });
  const [row] = await database.sql<{ minutes: number }[]>`
    select round(extract(epoch from locked_until - now()) / 60)::int as minutes
    from second_factors where person_id = ${personId}`;
  expect(row?.minutes).toBe(15);
  await database.sql`update second_factors set locked_until = now() - interval '1 second'`;
  await database.sql`delete from spent_codes`;
  expect(await answer(await waiting(email), totp(secret))).toMatchObject({ kind: "signed in" });
  await figure("B7", "locked after 5 wrong codes for 15 min; each code and recovery code once");
});

test("B7: a recovery code is taken once, and new ones void the old", async () => {
  const { email, cookies, recoveryCodes } = await withSecondFactor();
  expect(recoveryCodes).toHaveLength(10);
  expect(new Set(recoveryCodes).size).toBe(10);
  const [first = "", second = "", third = ""] = recoveryCodes;
  const race = await Promise.all([waiting(email), waiting(email)]);
  const outcomes = await Promise.all(race.map((one) => answer(one, first, "recovery")));
  expect(kinds(outcomes)["signed in"]).toBe(1);
  expect(await answer(await waiting(email), first, "recovery")).toEqual({ kind: "refused" });
  expect(await answer(await waiting(email), second.replace("-", ""), "recovery")).toMatchObject({
    kind: "signed in",
  });
  await database.sql`delete from sign_in_attempts`;
  const fresh = await renewRecoveryCodes({ accounts, headers: from(cookies) }, PASSWORD);
  expect(await answer(await waiting(email), third, "recovery")).toEqual({ kind: "refused" });
  expect(await answer(await waiting(email), fresh[0] ?? "", "recovery")).toMatchObject({
    kind: "signed in",
  });
});

test("B7: neither secret nor recovery codes nor the waiting sign-in stand readable in the database", async () => {
  const { email, secret, recoveryCodes } = await withSecondFactor();
  const cookies = await waiting(email);
  const identifier = /two_factor=(2fa-[^.]+)\./.exec(cookies.join())?.[1] ?? "missing";
  const stored = JSON.stringify([
    await database.sql`select * from second_factors`,
    await database.sql`select * from verifications`,
  ]);
  expect(identifier).not.toBe("missing");
  for (const text of [secret, ...recoveryCodes, identifier]) expect(stored).not.toContain(text);
});

test("B7: a new password by link keeps the second factor and ends every session", async () => {
  const { email, personId, cookies, secret } = await withSecondFactor();
  const link = await makeResetLink(database.db, personId);
  const password = "eleven slow otters drift";
  await resetPassword(database.db, { secret: link, password });
  expect(await who(cookies)).toBeNull();
  const outcome = await signIn(accounts, { email, password }, from());
  expect(outcome.kind).toBe("second factor");
  const left = outcome.kind === "second factor" ? outcome.cookies : [];
  expect(await who(left)).toBeNull();
  expect(await answer(left, totp(secret))).toMatchObject({ kind: "signed in" });
  await expect(resetPassword(database.db, { secret: link, password })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("B7: turning it off needs the password, and a waiting sign-in cannot", async () => {
  const { email, cookies } = await withSecondFactor();
  const half = await waiting(email);
  await expect(endSecondFactor({ accounts, headers: from(half) }, PASSWORD)).rejects.toMatchObject({
    code: "unauthorised",
  });
  await expect(
    endSecondFactor({ accounts, headers: from(cookies) }, "five loud geese march past"),
  ).rejects.toMatchObject({ code: "invalid_input" });
  const after = await endSecondFactor({ accounts, headers: from(cookies) }, PASSWORD);
  expect((await who(after))?.secondFactor).toBe(false);
  await signedInCookies(accounts, email);
});

test("B6: a changed password ends every other session and gives this one a new token", async () => {
  const { email } = await newPerson(database);
  const other = await signedInCookies(accounts, email);
  const cookies = await signedInCookies(accounts, email);
  const own = { accounts, headers: from(cookies) };
  const next = "eleven slow otters drift";
  await expect(changePassword(own, { current: "wrong", next })).rejects.toMatchObject({
    code: "invalid_input",
  });
  await expect(changePassword(own, { current: PASSWORD, next: "short" })).rejects.toMatchObject({
    code: "invalid_input",
  });
  expect(await who(other)).not.toBeNull();
  const fresh = await changePassword(own, { current: PASSWORD, next });
  expect(await who(other)).toBeNull();
  expect(await who(cookies)).toBeNull();
  expect((await who(fresh))?.person.email).toBe(email);
  expect(await signIn(accounts, { email, password: PASSWORD }, from())).toEqual({
    kind: "refused",
  });
  await signedInCookies(accounts, email, next);
});

test("B2: guesses at the present password from an open session are counted as sign-ins are", async () => {
  const { email } = await newPerson(database);
  const own = { accounts, headers: from(await signedInCookies(accounts, email)) };
  const codes = [];
  for (let at = 0; at < 7; at += 1)
    codes.push(
      await changePassword(own, { current: `guess ${at}`, next: "eleven slow otters drift" }).then(
        () => "changed",
        (error: unknown) => (error instanceof Error && "code" in error ? error.code : "unforeseen"),
      ),
    );
  expect(codes).toEqual([...Array<string>(5).fill("invalid_input"), "throttled", "throttled"]);
});
