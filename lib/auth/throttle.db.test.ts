import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { figure } from "@/lib/testing/security-figure";
import { guardedGuess } from "./guarded-guess";
import { signIn } from "./sign-in";
import { kinds, newAddress, newPerson, PASSWORD, sentFrom, testAccounts } from "./testing/people";

let database: TestDatabase;
const WRONG = "five loud geese march past";

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.sql`delete from sign_in_attempts`);
afterAll(() => database.drop());

const later = (seconds: number) =>
  database.sql`update sign_in_attempts set at = at - make_interval(secs => ${seconds})`;

test("B2: 1,000 guesses at one account from 1,000 addresses, 25 at once: 5 are looked at", async () => {
  const account = "victim@test.example";
  let evaluated = 0;
  const guess = async () => {
    evaluated += 1;
    return null;
  };
  for (let round = 0; round < 40; round += 1)
    await Promise.all(
      Array.from({ length: 25 }, () =>
        guardedGuess(database.db, { account, address: newAddress() }, guess),
      ),
    );
  expect(evaluated).toBe(5);
  await figure(
    "B2",
    `1,000 guesses at one account from 1,000 addresses: ${evaluated} evaluated (bar: 5)`,
  );
});

test("B2: 1,000 guesses at 1,000 accounts from one /64 of IPv6: 20 are looked at", async () => {
  let evaluated = 0;
  const guess = async () => {
    evaluated += 1;
    return null;
  };
  for (let round = 0; round < 40; round += 1)
    await Promise.all(
      Array.from({ length: 25 }, (_, at) =>
        guardedGuess(
          database.db,
          {
            account: `somebody-${round}-${at}@test.example`,
            address: `2001:db8:1:2:${round}:${at.toString(16)}:${at}:1`,
          },
          guess,
        ),
      ),
    );
  expect(evaluated).toBe(20);
  await figure(
    "B2",
    `1,000 guesses from one IPv6 /64 at 1,000 accounts: ${evaluated} evaluated (bar: 20)`,
  );
});

test("B2: two servers share the count; after the window the right password is let in, before it is not", async () => {
  const one = testAccounts(database);
  const two = testAccounts(database, { secret: one.secret });
  const { email } = await newPerson(database);
  const wrong = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      signIn(at % 2 === 0 ? one : two, { email, password: WRONG }, sentFrom(newAddress())),
    ),
  );
  expect(kinds(wrong)).toEqual({ refused: 5, throttled: 7 });
  const home = newAddress();
  const early = await signIn(two, { email, password: PASSWORD }, sentFrom(home));
  const wait = early.kind === "throttled" ? early.retryAfterSeconds : 0;
  expect(wait).toBeGreaterThan(280);
  expect(wait).toBeLessThanOrEqual(300);
  await later(290);
  expect(await signIn(one, { email, password: PASSWORD }, sentFrom(home))).toMatchObject({
    kind: "throttled",
  });
  await later(11);
  expect(await signIn(one, { email, password: PASSWORD }, sentFrom(home))).toMatchObject({
    kind: "signed in",
  });
});

test("B2: somebody who is not there is throttled just so, and letters of another case are no other account", async () => {
  const accounts = testAccounts(database);
  const forms = ["Nobody@test.example", "nobody@TEST.example", " nobody@test.example "];
  const outcomes = [];
  for (let at = 0; at < 9; at += 1)
    outcomes.push(
      await signIn(
        accounts,
        { email: forms[at % 3] ?? "", password: WRONG },
        sentFrom(newAddress()),
      ),
    );
  expect(kinds(outcomes)).toEqual({ refused: 5, throttled: 4 });
});

test("B2: only failures count, and what is refused does not lengthen the window", async () => {
  const accounts = testAccounts(database);
  const { email } = await newPerson(database);
  const address = newAddress();
  for (let at = 0; at < 25; at += 1)
    expect((await signIn(accounts, { email, password: PASSWORD }, sentFrom(address))).kind).toBe(
      "signed in",
    );
  for (let at = 0; at < 30; at += 1)
    await signIn(accounts, { email, password: WRONG }, sentFrom(address));
  const [row] = await database.sql<
    { n: number }[]
  >`select count(*)::int as n from sign_in_attempts`;
  expect(row?.n).toBe(5);
});
