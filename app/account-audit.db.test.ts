import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { verifyAudit } from "@/lib/audit/verify-audit";
import { PASSWORD } from "@/lib/auth/testing/people";
import { untold } from "@/lib/auth/testing/untold";
import { figure } from "@/lib/testing/security-figure";
import { NEXT, type ToldRow } from "./testing/account-change";
import { ACCOUNT_CHANGES, OTHER_ACCOUNT_CHANGES } from "./testing/account-changes";
import { accountWorld, addedSecondFactor, type AccountWorld } from "./testing/account-world";
import { browse, handedCookies } from "./testing/browser";
import {
  changedTables,
  everything,
  formOf,
  idle,
  lastEntry,
  secretsIn,
  throughTo,
} from "./testing/changes";
import { isOfAccounts, serverActions } from "./testing/server-actions";

vi.mock("server-only", () => ({}));
vi.mock("next/headers", () => import("./testing/browser"));
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));
vi.mock("next/navigation", () => import("./testing/navigation"));

const { database: appDatabase } = await import("@/db");
const { signInNow } = await import("./(auth)/sign-in/sign-in-now");

let database: TestDatabase;
const secrets = [PASSWORD, NEXT];

beforeAll(async () => {
  database = await openTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AFTERMATH_ACCOUNTS", "on");
  vi.stubEnv("AFTERMATH_SECRET", randomBytes(32).toString("hex"));
  vi.stubEnv("AFTERMATH_ADDRESS", "http://localhost:3000");
});
afterAll(async () => {
  await appDatabase().close();
  await database.drop();
});

const CHANGES = { ...ACCOUNT_CHANGES, ...OTHER_ACCOUNT_CHANGES };

/** Rows with the address of whom they name, in place of an id. */
async function toldAfter(id: number) {
  const rows = await database.sql`
    select coalesce(p.email, e.actor_kind) as by, e.action, e.project_id as project, e.outcome
    from audit_entries e left join people p on p.id::text = e.actor_id
    where e.id > ${id} order by e.id`;
  return [...rows];
}

function rowOf({ by, action, project, outcome = "done" }: ToldRow, at: AccountWorld) {
  const addresses = {
    admin: at.admin.email,
    person: at.person.email,
    newcomer: at.newcomer,
    nobody: "nobody",
  };
  return {
    by: addresses[by],
    action,
    project: project === undefined ? null : at.projects[project],
    outcome,
  };
}

describe("changes of accounts", () => {
  it("A8: has a row in the table for each server action about accounts", () => {
    expect(Object.keys(ACCOUNT_CHANGES).toSorted()).toEqual(
      serverActions().filter(isOfAccounts).toSorted(),
    );
  });

  it.each(Object.entries(CHANGES))("A8: %s writes one row a change", async (_, change) => {
    const at = await accountWorld(database, secrets);
    const run = await change.ready(at);
    const before = await lastEntry(database);
    await throughTo(run);
    expect(await toldAfter(before)).toEqual(change.told.map((row) => rowOf(row, at)));
  });

  it.each(Object.entries(CHANGES))(
    "A8: %s leaves nothing when the log does not take it",
    async (_, change) => {
      const run = await change.ready(await accountWorld(database, secrets));
      const before = await everything(database);
      await expect(untold(database, "%", run)).rejects.toThrow("append_audit_entry");
      expect(changedTables(before, await everything(database))).toEqual(change.traces ?? []);
    },
  );

  it.each(["invitation/accept-now.ts#acceptNow", "setup/set-up-now.ts#setUpNow"])(
    "A8: %s is told of, and the sign-in that follows it is nothing when the log does not take that",
    async (action) => {
      const change = CHANGES[`app/(auth)/${action}`];
      if (change === undefined) throw new Error(`there is no ${action}`);
      const at = await accountWorld(database, secrets);
      const run = await change.ready(at);
      const before = await lastEntry(database);
      await expect(untold(database, "session.signed_in", run)).rejects.toThrow(
        "append_audit_entry",
      );
      expect(await toldAfter(before)).toEqual(change.told.slice(0, 1).map((row) => rowOf(row, at)));
      const found = await database.sql`
        select count(s.id)::int as sessions from people p left join sessions s on s.person_id = p.id
        where p.email = ${at.newcomer} group by p.id`;
      expect([...found]).toEqual([{ sessions: 0 }]);
    },
  );

  it("A8: a sign-in that waits for its second step is not told of: it opens nothing yet", async () => {
    const at = await accountWorld(database, secrets);
    await addedSecondFactor(at);
    browse();
    const [last, before] = [await lastEntry(database), await everything(database)];
    const form = formOf({ email: at.person.email, password: PASSWORD, next: "/" });
    await throughTo(() => signInNow(idle, form));
    expect(await toldAfter(last)).toEqual([]);
    expect(changedTables(before, await everything(database))).toEqual(["verifications"]);
  });
});

it("A8: is one whole chain after all changes of accounts, and holds no secret", async () => {
  const { entries, faults } = await verifyAudit(database.db);
  expect(faults).toEqual([]);
  expect(entries).toBeGreaterThan(100);
  const handed = handedCookies.flatMap((pair) => /=([A-Za-z0-9]{32})\b/.exec(pair)?.[1] ?? []);
  expect(handed.length).toBeGreaterThan(5);
  const looked = [...secrets, ...handed];
  expect(await secretsIn(database, looked)).toEqual([]);
  const changes = Object.keys(CHANGES).length;
  await figure(
    "A8",
    `${changes} of ${changes} changes of accounts: 1 row each, 0 when rolled back (bar: 1 and 0); ${looked.length} secrets looked for in ${entries} rows: 0 found (bar: 0)`,
  );
});
