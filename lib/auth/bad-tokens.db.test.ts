import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createDb, type Database, type Db } from "@/db/client";
import { createToken, listTokens } from "@/db/queries/tokens";
import type { Scope } from "@/db/scope";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { isAppError } from "@/lib/errors";
import { figure } from "@/lib/testing/security-figure";
import { CLIENT_ADDRESS_HEADER } from "./client-address";
import { makeToken } from "./token";

// The guard of Next's bundler; there is no bundle here.
vi.mock("server-only", () => ({}));

const { callerOf } = await import("./authorise");

let database: TestDatabase;
/** Another server on the same database. */
let other: Database;
let scope: Scope;
let good: string;

beforeAll(async () => {
  database = await openTestDatabase();
  other = createDb(database.url, { max: 4 });
  scope = await database.newProject();
  const { token, ...made } = makeToken();
  good = token;
  await createToken(database.db, scope, { ...made, name: "ci", scopes: ["read"], expiresAt: null });
});
beforeEach(async () => {
  await database.sql`delete from bad_tokens`;
});
afterAll(async () => {
  await other.close();
  await database.drop();
});

/** What a request with a token comes to: "in", or the code of its refusal. */
async function ask(db: Db, token: string, address = "10.1.1.1"): Promise<string> {
  const headers = new Headers({
    authorization: `Bearer ${token}`,
    [CLIENT_ADDRESS_HEADER]: address,
  });
  try {
    await callerOf(db, headers, { changes: false });
    return "in";
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
}

const bad = (no: number) => `aft_${String(no).padStart(43, "0")}`;

test("B9: the 11th bad token of a minute is refused unread, whichever of two servers had the others", async () => {
  const answers = [];
  for (let no = 0; no < 10; no += 1)
    answers.push(await ask(no % 2 === 0 ? database.db : other.db, bad(no)));
  expect(answers).toEqual(Array<string>(10).fill("unauthorised"));
  for (const { db } of [database, other]) {
    expect(await ask(db, bad(10))).toBe("throttled");
    // Not even a good one is looked up.
    expect(await ask(db, good)).toBe("throttled");
  }
  expect((await listTokens(database.db, scope))[0]?.lastUsedAt).toBeNull();
  // What was refused unread is not counted, so that it ends a minute after the tenth.
  expect(await database.sql`select 1 from bad_tokens`).toHaveLength(10);
  expect(await ask(other.db, good, "10.1.1.2")).toBe("in");
  await figure("B9", "the 11th bad token of a minute refused unread, counted by 2 servers as one");
});

test("B9: a minute later tokens of that address are looked at again", async () => {
  for (let no = 0; no < 10; no += 1) await ask(database.db, bad(no));
  await database.sql`update bad_tokens set at = at - interval '59 seconds'`;
  expect(await ask(database.db, good)).toBe("throttled");
  await database.sql`update bad_tokens set at = at - interval '2 seconds'`;
  expect(await ask(database.db, good)).toBe("in");
  expect(await ask(database.db, bad(1))).toBe("unauthorised");
  // The old ones went.
  expect(await database.sql`select 1 from bad_tokens`).toHaveLength(1);
});

test("B9: 40 at once, of two servers, get 10 answers and no more", async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, no) =>
      ask(no % 2 === 0 ? database.db : other.db, bad(no)),
    ),
  );
  expect(answers.filter((answer) => answer === "unauthorised")).toHaveLength(10);
  expect(answers.filter((answer) => answer === "throttled")).toHaveLength(30);
});

test("B9: the /64 of an IPv6 address counts as one", async () => {
  for (let no = 0; no < 10; no += 1) await ask(database.db, bad(no), `2001:db8::${no}`);
  expect(await ask(database.db, good, "2001:db8::ffff")).toBe("throttled");
  expect(await ask(database.db, good, "2001:db8:0:1::1")).toBe("in");
});
