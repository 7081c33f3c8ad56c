import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";

vi.mock("server-only", () => ({}));
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ host: "localhost:3000", origin: "http://localhost:3000" }),
}));
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));

const { database: appDatabase } = await import("@/db");
const { setRetentionNow } = await import("./retention-actions");

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
});
afterAll(async () => {
  await appDatabase().close();
  await database.drop();
});

async function save(act: string, days: string): Promise<string | null> {
  const form = new FormData();
  form.set("act", act);
  form.set("days", days);
  const { done, problem } = await setRetentionNow("project-1", { problem: null, done: null }, form);
  expect(problem).toBeNull();
  return done;
}

it("says what was set, and of a save that changes nothing that nothing changed", async () => {
  await database.newProject();
  expect(await save("keep", "")).toBe("Nothing changed: everything is kept already.");
  expect(await save("drop", "30")).toBe("Set, as version 1.");
  expect(await save("drop", "30")).toBe("Nothing changed: it is set so already, as version 1.");
  expect(await save("keep", "")).toBe("Set, as version 2.");
});
