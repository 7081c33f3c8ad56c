import { afterAll, beforeAll, expect, test } from "vitest";
import type { Scope } from "@/db/scope";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import { changePolicy, policyHistory } from "./policies";

const { version: _version, ...DEFAULTS } = DEFAULT_POLICY;
let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.drop());

const change = (scope: Scope, from: number, margin: number, by = "Ada") =>
  database.db.transaction(async (tx) =>
    changePolicy(tx, scope, { from, settings: { ...DEFAULTS, margin }, by, reason: " stricter " }),
  );

test("a changed policy is a new version; every version stays, with who and why", async () => {
  const scope = await database.newProject();
  expect(await change(scope, 1, 0.1)).toEqual({
    before: DEFAULT_POLICY,
    after: { ...DEFAULT_POLICY, version: 2, margin: 0.1 },
  });
  await change(scope, 2, 0.03, "Bert");
  const history = await policyHistory(database.db, scope);
  expect(
    history.map(({ policy, by, reason }) => [policy.version, policy.margin, by, reason]),
  ).toEqual([
    [3, 0.03, "Bert", "stricter"],
    [2, 0.1, "Ada", "stricter"],
    [1, 0.05, null, null],
  ]);
});

test("of changes at once one becomes a version, and the others are told whose", async () => {
  const scope = await database.newProject();
  const outcomes = await Promise.allSettled(
    ["Ada", "Bert", "Cyd", "Dee"].map((by, no) => change(scope, 1, 0.01 * (no + 1), by)),
  );
  const [winner] = await policyHistory(database.db, scope);
  expect(winner?.policy.version).toBe(2);
  const refusals = outcomes.flatMap((one): unknown[] =>
    one.status === "rejected" ? [one.reason] : [],
  );
  expect(refusals).toHaveLength(3);
  for (const refusal of refusals)
    expect(refusal).toMatchObject({
      code: "conflict",
      message: `Version 2 was saved meanwhile, by ${winner?.by}. Nothing of yours was saved, and what you changed still stands here: see what it would change now, and save again.`,
    });
  expect(await policyHistory(database.db, scope)).toHaveLength(2);
});

test("what is out of bounds, the same, from no version, or without a reason changes nothing", async () => {
  const scope = await database.newProject();
  const good = { from: 1, settings: { ...DEFAULTS, margin: 0.1 }, by: "Ada", reason: "why not" };
  for (const [wrong, code] of [
    [{ settings: { ...DEFAULTS, margin: 1.5 } }, "invalid_input"],
    [{ settings: { ...DEFAULTS, alpha: 0.5 } }, "invalid_input"],
    [{ settings: DEFAULTS }, "invalid_input"],
    [{ reason: "  " }, "invalid_input"],
    [{ reason: "x".repeat(501) }, "invalid_input"],
    [{ reason: "a\0b" }, "invalid_input"],
    [{ from: 0 }, "conflict"],
    [{ from: 2 }, "conflict"],
    [{ from: Number.NaN }, "conflict"],
  ] as const)
    await expect(
      changePolicy(database.db, scope, { ...good, ...wrong }),
      JSON.stringify(wrong),
    ).rejects.toMatchObject({ code });
  expect(await policyHistory(database.db, scope)).toHaveLength(1);
  expect((await changePolicy(database.db, scope, good)).after.version).toBe(2);
});

test("the application can change or delete no version", async () => {
  await expect(database.sql`update policies set reason = 'another'`).rejects.toMatchObject({
    code: "42501",
  });
  await expect(database.sql`delete from policies`).rejects.toMatchObject({ code: "42501" });
});
