import type { Scope } from "@/db/scope";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { findCampaign } from "@/db/queries/campaigns";
import { findDeleted } from "@/db/queries/deleted-campaigns";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { aftermath } from "@/lib/importers/aftermath";
import { memorySource } from "@/lib/importers/memory-source";
import { ingestSource } from "@/lib/ingest/ingest-source";
import { nativeText } from "@/lib/ingest/testing/native-text";

vi.mock("server-only", () => ({}));
const gone: string[] = [];
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));
const thrown = (status: number) => () => {
  throw new Error(String(status));
};
vi.mock("next/navigation", () => ({
  redirect: (path: string) => gone.push(path),
  notFound: thrown(404),
  forbidden: thrown(403),
}));
const page = { host: "localhost:3000", origin: "http://localhost:3000" };
let sent: Record<string, string> = page;
vi.mock("next/headers", () => ({ headers: async () => new Headers(sent) }));

const { deleteByName } = await import("./delete-action");
const { database: appDatabase } = await import("@/db");

let database: TestDatabase;
let scope: Scope;

beforeAll(async () => {
  database = await openTestDatabase();
  scope = await database.newProject();
  vi.stubEnv("DATABASE_URL", database.url);
  const text = nativeText({ key: "run", name: "Nightly <1>", episodes: [{}] });
  const source = memorySource("run.jsonl", { "run.jsonl": text });
  const common = { database, projectId: scope.projectId, importer: aftermath, options: {} };
  await ingestSource({ ...common, source });
});

afterAll(async () => {
  await appDatabase().close();
  await database.drop();
});

const empty = { problem: null, done: null };
const typing = (name: string, reason = "a wrong corpus", campaign = "run") => {
  const form = new FormData();
  form.set("name", name);
  form.set("reason", reason);
  return deleteByName("project-1", campaign, empty, form);
};

it("deletes nothing by another name, and says so", async () => {
  expect(await typing("nightly <1>")).toEqual({
    problem: "That is not its name, so nothing was deleted.",
    done: null,
  });
  expect(await findCampaign(database.db, scope, "run")).not.toBeNull();
  expect(gone).toEqual([]);
});

it("deletes nothing for a foreign page, or in a project that there is not", async () => {
  sent = { ...page, origin: "http://evil.example" };
  await expect(typing("Nightly <1>")).rejects.toThrow("403");
  sent = page;
  await expect(deleteByName("nobody", "run", empty, new FormData())).rejects.toThrow("404");
  expect(await findCampaign(database.db, scope, "run")).not.toBeNull();
});

it("A9: deletes nothing without a reason of 1 to 500 characters", async () => {
  for (const [reason, why] of [
    ["  ", "say why, in 1 to 500 characters"],
    ["x".repeat(501), "it may have 500 characters"],
    ["a\0b", "it has to be text"],
  ] as const)
    expect(await typing("Nightly <1>", reason)).toEqual({
      problem: `The reason cannot be used: ${why}.`,
      done: null,
    });
  expect(await findCampaign(database.db, scope, "run")).not.toBeNull();
});

it("deletes by its name and leads to its address, where a tombstone says when and why", async () => {
  await typing(" Nightly <1> ", ` ${"x".repeat(500)} `);
  expect(gone).toEqual(["/p/project-1/campaigns/run"]);
  expect(await findCampaign(database.db, scope, "run")).toBeNull();
  expect(await findDeleted(database.db, scope, "run")).toMatchObject({
    name: "Nightly <1>",
    episodeCount: 1,
    reason: "deleted",
    deletedBy: "local",
    explanation: "x".repeat(500),
  });
});

it("says of one that is not there any more that it is not", async () => {
  expect((await typing("Nightly <1>")).problem).toBe(
    "This campaign is not there any more; reload the page.",
  );
});
