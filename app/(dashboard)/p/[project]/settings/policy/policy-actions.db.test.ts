import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { policyHistory } from "@/db/queries/policies";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";

vi.mock("server-only", () => ({}));
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ host: "localhost:3000", origin: "http://localhost:3000" }),
}));
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));

const { database: appDatabase } = await import("@/db");
const { changePolicyNow } = await import("./policy-actions");

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
});
afterAll(async () => {
  await appDatabase().close();
  await database.drop();
});

const idle = { problem: null, done: null };

function save(fields: Record<string, string>) {
  const form = new FormData();
  const all = {
    margin: "5",
    alpha: "5",
    maxAbortRate: "20",
    confidence: "95",
    from: "1",
    reason: "for the release",
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  return changePolicyNow("project-1", idle, form);
}

it("saves what was typed as a version, tells of it once, and refuses a form that is stale", async () => {
  const scope = await database.newProject();
  expect(await save({ margin: "3", requireShownParity: "on" })).toEqual({
    problem: null,
    done: "Version 2 holds from now on.",
  });
  const stale = await save({ margin: "4" });
  expect(stale.done).toBeNull();
  expect(stale.problem).toMatch(
    /^Version 2 was saved meanwhile, by .+\. Nothing of yours was saved, /,
  );
  expect(await save({ margin: "0", confidence: "x" })).toEqual({
    done: null,
    problem:
      "Margin: a number of percentage points above 0 and below 100, with at most two decimals. Confidence: a number of percent above 0 and below 100, with at most two decimals.",
  });
  expect((await policyHistory(database.db, scope)).map(({ policy }) => policy)).toEqual([
    {
      version: 2,
      margin: 0.03,
      alpha: 0.05,
      maxAbortRate: 0.2,
      requireShownParity: true,
      confidence: 0.95,
    },
    {
      version: 1,
      margin: 0.05,
      alpha: 0.05,
      maxAbortRate: 0.2,
      requireShownParity: false,
      confidence: 0.95,
    },
  ]);
  const told = await database.sql`
    select action, object_id as version, detail::jsonb as detail from audit_entries`;
  expect([...told]).toEqual([
    {
      action: "policy.changed",
      version: "2",
      detail: {
        reason: "for the release",
        Margin: "± 5 points → ± 3 points",
        "Strict parity": "off → on",
      },
    },
  ]);
});
