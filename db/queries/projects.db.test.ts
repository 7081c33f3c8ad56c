import { scopeIn } from "@/db/scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import { changePolicy, ensureProject, findProject } from "./projects";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.drop());

test("a project is made once, with the default policy as its first version", async () => {
  const made = await Promise.all(
    Array.from({ length: 5 }, () => ensureProject(database.db, "once", "Once")),
  );
  expect(new Set(made.map((project) => project.id)).size).toBe(1);
  expect((await findProject(database.db, "once"))?.policy).toEqual(DEFAULT_POLICY);
});

test("a changed policy is a new version; the old one stays", async () => {
  const { id: projectId } = await ensureProject(database.db, "strict", "Strict");
  const { version: _first, ...settings } = DEFAULT_POLICY;
  const changed = await changePolicy(database.db, scopeIn(projectId), { ...settings, margin: 0.1 });
  expect(changed).toEqual({ ...DEFAULT_POLICY, version: 2, margin: 0.1 });
  expect((await findProject(database.db, "strict"))?.policy).toEqual(changed);
  const rows = await database.sql<{ version: number; margin: string }[]>`
    select version, settings ->> 'margin' as margin from policies
    where project_id = ${projectId} order by version`;
  expect(rows.map((row) => [row.version, row.margin])).toEqual([
    [1, "0.05"],
    [2, "0.1"],
  ]);
});

test("changes at once each become a version", async () => {
  const { id: projectId } = await ensureProject(database.db, "busy", "Busy");
  const { version: _first, ...settings } = DEFAULT_POLICY;
  const changes = await Promise.all(
    [0.01, 0.02, 0.03].map((margin) =>
      changePolicy(database.db, scopeIn(projectId), { ...settings, margin }),
    ),
  );
  expect(changes.map((policy) => policy.version).toSorted((a, b) => a - b)).toEqual([2, 3, 4]);
});

test("a policy out of range is refused and changes nothing", async () => {
  const { id: projectId } = await ensureProject(database.db, "wrong", "Wrong");
  const { version: _first, ...settings } = DEFAULT_POLICY;
  await expect(
    changePolicy(database.db, scopeIn(projectId), { ...settings, margin: 1.5 }),
  ).rejects.toThrow(/margin/);
  expect((await findProject(database.db, "wrong"))?.policy.version).toBe(1);
});
