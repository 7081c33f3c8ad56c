import { afterAll, beforeAll, expect, test } from "vitest";
import { createDb } from "@/db/client";
import { removeMember, setRole } from "@/db/queries/members";
import { endSessions, setBanned } from "@/db/queries/people";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { figure } from "@/lib/testing/security-figure";
import { hashPassword } from "./password-hash";
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
let accounts: ReturnType<typeof testAccounts>;

beforeAll(async () => {
  database = await openTestDatabase();
  accounts = testAccounts(database);
});
afterAll(() => database.drop());

const who = async (cookies: string[]) =>
  (await signedInOf(accounts, sentFrom("10.9.9.9", cookies)))?.person ?? null;

test("B6: the cookie is __Host-, Secure, HttpOnly, Lax and for the whole site; over http without the prefix", async () => {
  const { email } = await newPerson(database);
  const secure = testAccounts(database, { publicUrl: "https://aftermath.example" });
  const [line = "", ...more] = await signedInCookies(secure, email);
  expect(more).toEqual([]);
  const [pair = "", ...attributes] = line.split("; ");
  expect(pair).toMatch(/^__Host-aftermath\.session_token=[A-Za-z0-9]{32}\.[A-Za-z0-9%]+$/);
  expect(attributes.toSorted()).toEqual([
    "HttpOnly",
    "Max-Age=604800",
    "Path=/",
    "SameSite=Lax",
    "Secure",
  ]);
  const [plain = ""] = await signedInCookies(accounts, email);
  expect(plain).toMatch(/^aftermath\.session_token=.*; Path=\/; HttpOnly; SameSite=Lax$/);
});

test("B6: every sign-in has a new token of over 128 bits, and no cookie of before plays a part", async () => {
  const { email } = await newPerson(database);
  const first = await signedInCookies(accounts, email);
  const outcome = await signIn(
    accounts,
    { email, password: PASSWORD },
    sentFrom(newAddress(), first),
  );
  const second = outcome.kind === "signed in" ? outcome.cookies : [];
  expect(second).toHaveLength(1);
  expect(second).not.toEqual(first);
  expect(second[0]).toMatch(/=[A-Za-z0-9]{32}\./); // 32 × log2(62) = 190 bits
  expect(await who(first)).not.toBeNull();
});

test("B6: a copy of the database opens nothing", async () => {
  const { email } = await newPerson(database);
  const cookies = await signedInCookies(accounts, email);
  const token = /=([A-Za-z0-9]{32})\./.exec(cookies[0] ?? "")?.[1] ?? "";
  const tables = await database.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`;
  for (const { name } of tables) {
    const rows = await database.sql`select to_jsonb(t)::text as row from ${database.sql(name)} t`;
    expect(JSON.stringify(rows)).not.toContain(token);
  }
  const [row] = await database.sql<{ token_sha256: string }[]>`
    select token_sha256 from sessions where person_id = (select id from people where email = ${email})`;
  // What stands there, sent as a token: unsigned, and signed by somebody with the secret as well.
  expect(await who([`aftermath.session_token=${row?.token_sha256}.x`])).toBeNull();
  expect(await who([(cookies[0] ?? "").replace(token, row?.token_sha256 ?? "")])).toBeNull();
});

test("B6: a token without our signature, or with another's, is nobody's", async () => {
  const { email } = await newPerson(database);
  const [line = ""] = await signedInCookies(accounts, email);
  const token = /=([A-Za-z0-9]{32})\./.exec(line)?.[1] ?? "";
  const other = await signedInCookies(testAccounts(database), email);
  for (const cookie of [
    `aftermath.session_token=${token}`,
    `aftermath.session_token=${token}.`,
    ...other,
    "aftermath.session_token=%ff",
    "aftermath.session_token=",
  ])
    expect(await who([cookie])).toBeNull();
  expect(await who([line])).not.toBeNull();
});

test("B6: sign-out, ban, ended sessions and a changed role count at the next request", async () => {
  const scope = await database.newProject();
  const { email, personId } = await newPerson(database);
  const cookies = await signedInCookies(accounts, email);
  expect((await who(cookies))?.roles).toEqual(new Map());
  for (const role of ["viewer", "admin", "editor"] as const) {
    await setRole(database.db, scope, { personId, role });
    expect((await who(cookies))?.roles).toEqual(new Map([[scope.projectId, role]]));
  }
  await removeMember(database.db, scope, personId);
  expect((await who(cookies))?.roles).toEqual(new Map());

  const before = performance.now();
  expect(await setBanned(database.db, personId, true)).toBe(true);
  expect(await who(cookies)).toBeNull();
  const banMs = performance.now() - before;
  expect(banMs).toBeLessThan(1000);
  const banned = await signIn(accounts, { email, password: PASSWORD }, sentFrom(newAddress()));
  expect(banned).toEqual({ kind: "refused" });
  await setBanned(database.db, personId, false);
  expect(await who(cookies)).toBeNull(); // let in again means to sign in again

  const again = await signedInCookies(accounts, email);
  await endSessions(database.db, personId);
  expect(await who(again)).toBeNull();

  const last = await signedInCookies(accounts, email);
  const lines = await signOut(accounts, sentFrom(newAddress(), last));
  expect(lines[0]).toMatch(/^aftermath\.session_token=; Max-Age=0;/);
  expect(await who(last)).toBeNull();
  await figure("B6", `a ban counts after ${Math.ceil(banMs)} ms (bar: 1 s)`);
});

test("B6: a session is over after 8 hours without use, and after 7 days with any", async () => {
  const { email, personId } = await newPerson(database);
  const cookies = await signedInCookies(accounts, email);
  const unused = async (hours: string) =>
    database.sql`update sessions set last_used_at = now() - ${hours}::interval where person_id = ${personId}`;
  await unused("7 hours 59 minutes");
  expect(await who(cookies)).not.toBeNull();
  await unused("7 hours 59 minutes"); // the look before counted as use
  expect(await who(cookies)).not.toBeNull();
  await unused("8 hours 1 minute");
  expect(await who(cookies)).toBeNull();

  await unused("0 minutes");
  expect(await who(cookies)).not.toBeNull();
  await database.sql`update sessions set created_at = now() - interval '7 days 1 minute' where person_id = ${personId}`;
  expect(await who(cookies)).toBeNull();
  await database.sql`update sessions set created_at = now(), expires_at = now() - interval '1 second' where person_id = ${personId}`;
  expect(await who(cookies)).toBeNull();
});

test("B6: use is noted once a minute at most", async () => {
  const { email, personId } = await newPerson(database);
  const cookies = await signedInCookies(accounts, email);
  const noted = async () =>
    (
      await database.sql<{ at: string }[]>`
        select last_used_at::text as at from sessions where person_id = ${personId}`
    )[0]?.at;
  const first = await noted();
  await who(cookies);
  expect(await noted()).toBe(first);
  await database.sql`update sessions set last_used_at = now() - interval '61 seconds' where person_id = ${personId}`;
  const stale = await noted();
  await who(cookies);
  expect(await noted()).not.toBe(stale);
});

test.each([
  ["15 characters", "heronswadeslow."],
  ["64 characters", "k7".repeat(32)],
  ["128 characters", "Zq3;".repeat(32)],
  ["Unicode as it was typed", "Straße zum Kahn ő 🛶 ｆｕｌｌ"],
  ["spaces at both ends", "  quiet herons  "],
])("B5: a password of %s signs in unchanged, and nothing else does", async (_, password) => {
  const { email } = await newPerson(database, { password });
  await signedInCookies(accounts, email, password);
  for (const other of [
    password.trim(),
    password.normalize("NFKC"),
    password.slice(0, -1),
    password.toLowerCase(),
    `${password} `,
  ]) {
    if (other === password) continue;
    const outcome = await signIn(accounts, { email, password: other }, sentFrom(newAddress()));
    expect(outcome).toEqual({ kind: "refused" });
  }
});

test("B5: what is kept is Argon2id with 19 MiB, two passes, one lane", async () => {
  const hash = await hashPassword(PASSWORD);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const times: number[] = [];
  for (let at = 0; at < 10; at += 1) {
    const start = performance.now();
    await hashPassword(PASSWORD);
    times.push(performance.now() - start);
  }
  const median = times.toSorted((a, b) => a - b)[5] ?? 0;
  await figure("B5", `Argon2id m=19 MiB t=2 p=1: median ${Math.round(median)} ms`);
});

test("sign-ins that come at once wait for one another, and pages do not wait for them", async () => {
  const few = createDb(database.url, { max: 5 });
  try {
    const one = testAccounts({ ...database, db: few.db });
    let ended = 0;
    const all = Array.from({ length: 40 }, async (_, at) => {
      const given = { email: `nobody-${at}@test.example`, password: PASSWORD };
      const outcome = await signIn(one, given, sentFrom(newAddress()));
      ended += 1;
      return outcome.kind;
    });
    await few.sql`select 1`;
    await few.sql`select 1`;
    expect(ended).toBeLessThan(12);
    expect(await Promise.all(all)).toEqual(all.map(() => "refused"));
  } finally {
    await few.close();
  }
});

test("B4: an unknown address and a wrong password differ neither in the answer nor in time", async () => {
  const { email } = await newPerson(database);
  const tries = 200;
  const answers = new Set<string>();
  const measured = async () => {
    const times: Record<string, number[]> = { known: [], unknown: [] };
    for (let at = 0; at < tries * 2; at += 1) {
      const known = at % 2 === 0;
      // Each try alone: the throttle is another test's.
      await database.sql`delete from sign_in_attempts`;
      const given = {
        email: known ? email : `nobody-${at}@test.example`,
        password: "five loud geese march past",
      };
      const start = performance.now();
      const outcome = await signIn(accounts, given, sentFrom("10.0.0.1"));
      times[known ? "known" : "unknown"]?.push(performance.now() - start);
      answers.add(JSON.stringify(outcome));
    }
    const median = (list: number[] = []) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0;
    const [known, unknown] = [median(times["known"]), median(times["unknown"])];
    return { known, unknown, share: Math.abs(known - unknown) / known };
  };
  // What else the machine does can part the two by chance; a difference that is there stands in each series.
  const series = [await measured()];
  while (series.length < 3 && (series.at(-1)?.share ?? 1) >= 0.1) series.push(await measured());
  const { known, unknown, share } = series.at(-1) ?? (await measured());
  expect([...answers]).toEqual(['{"kind":"refused"}']);
  expect(share).toBeLessThan(0.1);
  await figure(
    "B4",
    `medians of ${tries} tries: known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms, ${(share * 100).toFixed(1)} % apart (bar: 10 %), in series ${series.length}`,
  );
}, 480_000);
