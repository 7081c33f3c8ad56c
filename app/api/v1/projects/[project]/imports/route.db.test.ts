import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findImport, listImports } from "@/db/queries/imports";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { startImportRunner, type ImportRunner } from "@/lib/ingest/import-jobs";
import { nativeText } from "@/lib/ingest/testing/native-text";

// The guard of Next's bundler; there is no bundle here.
vi.mock("server-only", () => ({}));

const { POST } = await import("./route");
const { database: appDatabase } = await import("@/db");

let database: TestDatabase;
let dataDir: string;
let runner: ImportRunner;

beforeAll(async () => {
  database = await openTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "aftermath-route-"));
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AFTERMATH_DATA_DIR", dataDir);
  runner = startImportRunner(database, { dataDir, log: () => {} });
});

afterAll(async () => {
  await runner.stop();
  await appDatabase().close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function post(project: string, form: FormData, headers: Record<string, string> = {}) {
  const request = new Request("http://localhost:3000/", {
    method: "POST",
    body: form,
    headers: { host: "localhost:3000", origin: "http://localhost:3000", ...headers },
  });
  return POST(request, { params: Promise.resolve({ project }) });
}

function formWith(text: string): FormData {
  const form = new FormData();
  form.append("file", new Blob([text]), "folder/run.jsonl");
  return form;
}

test("a posted file is answered at once and becomes a campaign", async () => {
  const scope = await database.newProject();
  const response = await post("project-1", formWith(nativeText({ episodes: [{}] })));
  expect(response.status).toBe(202);
  const answer: unknown = await response.json();
  const [row] = await listImports(database.db, scope);
  const id = row?.id ?? "";
  expect(answer).toEqual({ id, url: `/p/project-1/imports/${id}` });
  await vi.waitFor(
    async () => {
      const found = await findImport(database.db, scope, id);
      expect(found).toMatchObject({
        state: "done",
        sourceName: "folder",
        campaign: { slug: "c1" },
        episodes: 1,
      });
    },
    { timeout: 10_000 },
  );
  await vi.waitFor(async () => expect(await readdir(join(dataDir, "uploads"))).toEqual([]));
});

test("a form may ask for the place of a stored campaign, and the same without is refused", async () => {
  const scope = await database.newProject();
  const send = async (name: string, replace: boolean) => {
    const form = new FormData();
    if (replace) form.append("replace", "true");
    form.append("file", new Blob([nativeText({ name, episodes: [{}] })]), "run.jsonl");
    expect((await post("project-2", form)).status).toBe(202);
    return vi.waitFor(
      async () => {
        const [row] = await listImports(database.db, scope);
        expect(["done", "failed"]).toContain(row?.state);
        return [row?.state, row?.campaign?.name ?? null];
      },
      { timeout: 10_000 },
    );
  };
  expect(await send("Old", false)).toEqual(["done", "Old"]);
  expect(await send("New", false)).toEqual(["failed", null]);
  expect(await send("New", true)).toEqual(["done", "New"]);
});

test("a foreign page, an unknown project and an empty form change nothing", async () => {
  const scope = await database.newProject();
  const form = () => formWith(nativeText({ episodes: [{}] }));
  expect((await post("project-3", form(), { origin: "http://evil.example" })).status).toBe(403);
  expect((await post("project-3", form(), { "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await post("nobody", form())).status).toBe(404);
  expect((await post("project-2", new FormData())).status).toBe(400);
  expect(await listImports(database.db, scope)).toEqual([]);
});
