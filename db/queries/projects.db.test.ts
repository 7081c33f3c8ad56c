import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import { ensureProject, findProject } from "./projects";

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
