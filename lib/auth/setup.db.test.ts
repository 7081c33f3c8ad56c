import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { figure } from "@/lib/testing/security-figure";
import { isAppError } from "@/lib/errors";
import { isFirstRun, makeSetupCode, setUp } from "./setup";
import { PASSWORD, testAccounts } from "./testing/people";
import { signIn } from "./sign-in";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const codeOf = (error: unknown) => (isAppError(error) ? error.code : "unforeseen");

const person = (at: number) => ({
  name: `Person ${at}`,
  email: `first-${at}@test.example`,
  password: PASSWORD,
});

test("B1: a code of 160 bits is kept as a digest, and a wrong or old one sets nothing up", async () => {
  const code = (await makeSetupCode(database.db)) ?? "";
  expect(code).toMatch(/^[0-9a-f]{40}$/);
  const stored = JSON.stringify(await database.sql`select * from setup_codes`);
  expect(stored).not.toContain(code);
  const wrong = code.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
  for (const bad of [wrong, "", "0", code.slice(1), `${code}0`])
    await expect(setUp(database.db, { code: bad, ...person(0) })).rejects.toMatchObject({
      code: "forbidden",
    });
  await database.sql`update setup_codes set expires_at = now() - interval '1 second'`;
  await expect(setUp(database.db, { code, ...person(0) })).rejects.toMatchObject({
    code: "forbidden",
  });
  expect(await isFirstRun(database.db)).toBe(true);
});

test("B1: 50 set-ups at once make one admin; afterwards there is no set-up, with any code", async () => {
  await database.sql`delete from setup_codes`;
  const codes = await Promise.all([1, 2].map(() => makeSetupCode(database.db)));
  const [life] = await database.sql<{ minutes: number }[]>`
    select round(extract(epoch from max(expires_at) - now()) / 60)::int as minutes from setup_codes`;
  expect(life?.minutes).toBe(60);
  const tries = await Promise.allSettled(
    Array.from({ length: 50 }, (_, at) =>
      setUp(database.db, { code: codes[at % 2] ?? "", ...person(at) }),
    ),
  );
  const people = await database.sql<{ email: string; instance_admin: boolean }[]>`
    select email, instance_admin from people`;
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(people.map((row) => row.instance_admin)).toEqual([true]);
  const refused = tries.flatMap((one) => (one.status === "rejected" ? [codeOf(one.reason)] : []));
  expect(new Set(refused)).toEqual(new Set(["not_found"]));

  expect(await isFirstRun(database.db)).toBe(false);
  expect(await makeSetupCode(database.db)).toBeNull(); // what a restart would print
  expect(await database.sql`select 1 from setup_codes`).toHaveLength(0);
  const email = people[0]?.email ?? "";
  const signedIn = await signIn(
    testAccounts(database),
    { email, password: PASSWORD },
    new Headers(),
  );
  expect(signedIn.kind).toBe("signed in");
  await figure(
    "B1",
    `50 parallel set-ups made ${people.length} admin (bar: 1); code 160 bits, 60 min`,
  );
});

test("B1: the database itself holds one admin only, and never a banned one", async () => {
  await expect(
    database.sql`insert into people (id, name, email, instance_admin)
      values (gen_random_uuid(), 'Second', 'second@test.example', true)`,
  ).rejects.toThrow(/people_one_instance_admin/);
  await expect(
    database.sql`update people set banned_at = now() where instance_admin`,
  ).rejects.toThrow(/people_admin_not_banned/);
});

test("a weak password or no address makes nobody", async () => {
  const fresh = await openTestDatabase();
  const code = (await makeSetupCode(fresh.db)) ?? "";
  for (const change of [{ password: "short" }, { email: "nobody" }, { name: " " }])
    await expect(setUp(fresh.db, { code, ...person(1), ...change })).rejects.toMatchObject({
      code: "invalid_input",
    });
  expect(await isFirstRun(fresh.db)).toBe(true);
  await fresh.drop();
});
