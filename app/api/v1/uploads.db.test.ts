import type { Scope } from "@/db/scope";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { listCampaigns } from "@/db/queries/campaigns";
import { listImports } from "@/db/queries/imports";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { startImportRunner, type ImportRunner } from "@/lib/ingest/import-jobs";
import { nativeText } from "@/lib/ingest/testing/native-text";
import { figure } from "@/lib/testing/security-figure";

// The guard of Next's bundler; there is no bundle here.
vi.mock("server-only", () => ({}));

const { ask, SEEN } = await import("./testing/api-client");
const { database: appDatabase } = await import("@/db");

let database: TestDatabase;
let dataDir: string;
let runner: ImportRunner;
let scope: Scope;
let home: string;
let projects = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "aftermath-uploads-"));
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AFTERMATH_DATA_DIR", dataDir);
  runner = startImportRunner(database, { dataDir, log: () => {}, preview: async () => null });
});

afterAll(async () => {
  await runner.stop();
  await appDatabase().close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

beforeEach(async () => {
  projects += 1;
  scope = await database.newProject();
  home = `/projects/project-${projects}`;
});

const started = z.object({ id: z.string(), url: z.string() });
const idOf = async (response: Response) => started.parse(await response.json()).id;
const key = (name: string) => ({ "idempotency-key": name });

function postForm(text: string, headers: Record<string, string> = {}, query = "") {
  const form = new FormData();
  form.append("file", new Blob([text]), "folder/run.jsonl");
  return ask(`${home}/imports${query}`, { method: "POST", body: form, headers });
}

function postBytes(text: string, headers: Record<string, string> = {}) {
  const raw = { "content-type": "application/x-ndjson", "x-file-name": "L%C3%A4uf%22e.jsonl" };
  return ask(`${home}/imports`, { method: "POST", body: text, headers: { ...raw, ...headers } });
}

async function settled() {
  return vi.waitFor(
    async () => {
      const rows = await listImports(database.db, scope);
      expect(rows.filter(({ state }) => state === "uploaded" || state === "running")).toEqual([]);
      return rows;
    },
    { timeout: 20_000 },
  );
}

it("takes the bytes of one file under the name of its header", async () => {
  const response = await postBytes(nativeText({ episodes: [{}, { replica: 2 }] }));
  const id = await idOf(response);
  expect(response.status).toBe(202);
  expect(await settled()).toMatchObject([
    { id, sourceName: "Läuf_e.jsonl", state: "done", episodes: 2, campaign: { slug: "c1" } },
  ]);
  const noName = await ask(`${home}/imports`, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/octet-stream" },
  });
  const noType = await postBytes("{}", { "content-type": "text/plain" });
  expect([noName.status, noType.status]).toEqual([400, 400]);
});

it("E9: makes one campaign of twenty posts at once that name one key", async () => {
  const text = nativeText({ episodes: [{}] });
  const responses = await Promise.all(Array.from({ length: 20 }, () => postForm(text, key("k1"))));
  const statuses = responses.map(({ status }) => status);
  expect(statuses.every((status) => status === 202 || status === 409)).toBe(true);
  expect(statuses).toContain(202);
  const busy = responses.find(({ status }) => status === 409);
  if (busy !== undefined) expect(busy.headers.get("retry-after")).toBe("1");
  const ids = await Promise.all(responses.filter(({ status }) => status === 202).map(idOf));
  expect(new Set(ids).size).toBe(1);
  expect(await idOf(await postForm(text, key("k1")))).toBe(ids[0]);
  expect(await settled()).toHaveLength(1);
  expect(await listCampaigns(database.db, scope)).toHaveLength(1);
  await vi.waitFor(async () => expect(await readdir(join(dataDir, "uploads"))).toEqual([]));
  const done = statuses.filter((status) => status === 202).length;
  await figure(
    "E9",
    `20 posts at once: ${done} answered alike, ${20 - done} told to wait, 1 campaign`,
  );
});

it("E9: refuses the key with another body, and forgets the bytes", async () => {
  const [one, other] = [nativeText({ episodes: [{}] }), nativeText({ episodes: [{ turns: 1 }] })];
  expect((await postBytes(one, key("k"))).status).toBe(202);
  expect((await postBytes(other, key("k"))).status).toBe(422);
  expect((await postBytes(one, { ...key("k"), "x-file-name": "b.jsonl" })).status).toBe(422);
  expect((await postBytes(one, key("an\u00e9"))).status).toBe(400);
  expect((await postBytes(other, key("k2"))).status).toBe(202);
  expect(await settled()).toHaveLength(2);
  await vi.waitFor(async () => expect(await readdir(join(dataDir, "uploads"))).toEqual([]));
});

it("keeps what waits for review until it is started, looked at again or given up", async () => {
  const waiting = await idOf(await postForm(nativeText({ episodes: [{}] }), {}, "?review=yes"));
  const address = `${home}/imports/${waiting}`;
  expect(await (await ask(address)).json()).toMatchObject({ state: "review", campaign: null });
  const post = (what: string, body = "{}") => ask(`${address}/${what}`, { method: "POST", body });
  await vi.waitFor(async () =>
    expect((await post("preview", '{"options":{"a":"b"}}')).status).toBe(202),
  );
  expect((await post("start", '{"replace":"yes"}')).status).toBe(400);
  expect((await post("start", '{"nothing":1}')).status).toBe(400);
  expect((await post("start", "{")).status).toBe(400);
  expect((await post("start")).status).toBe(202);
  expect(await settled()).toMatchObject([{ state: "done" }]);
  expect((await post("start")).status).toBe(409);
  expect((await post("preview")).status).toBe(409);
  expect((await post("cancel")).status).toBe(409);

  const second = await idOf(
    await postForm(nativeText({ key: "c2", episodes: [{}] }), {}, "?review=yes"),
  );
  const cancel = () => ask(`${home}/imports/${second}/cancel`, { method: "POST" });
  expect([(await cancel()).status, (await cancel()).status]).toEqual([202, 202]);
  expect(await (await ask(`${home}/imports/${second}`)).json()).toMatchObject({
    state: "cancelled",
  });
});

it("takes a live campaign from its opening to its seal, each request once for its key", async () => {
  const [campaign = "", arm = "", one = ""] = nativeText({ episodes: [] }).split("\n");
  const episode = JSON.stringify({ type: "episode", arm: "on", case: "k1", replica: 1 });
  const open = () =>
    ask(`${home}/live-campaigns`, { method: "POST", body: campaign, headers: key("o") });
  const opened = await open();
  expect(opened.status).toBe(201);
  const live: unknown = await opened.json();
  expect(await (await open()).json()).toEqual(live);
  const { id } = z.object({ id: z.string() }).parse(live);
  const address = `${home}/live-campaigns/${id}`;
  const append = (body: string, type: string, headers = {}) =>
    ask(`${address}/records`, {
      method: "POST",
      body,
      headers: { "content-type": type, ...headers },
    });
  const lines = await append(`${arm}\n${one}\n`, "application/x-ndjson", key("a"));
  expect(await lines.json()).toMatchObject({ accepted: 2, repeated: 0, refused: 0 });
  const same = await append(`${arm}\n${one}\n`, "application/x-ndjson", key("a"));
  expect(await same.json()).toMatchObject({ accepted: 2, repeated: 0 });
  const array = await append(`[${episode}, ${arm}, {"type":"end"}]`, "application/json");
  expect(await array.json()).toMatchObject({
    results: [
      { index: 0, status: "accepted" },
      { index: 1, status: "repeated" },
      { index: 2, status: "refused", path: "$.type" },
    ],
  });
  expect((await append("{}", "text/plain")).status).toBe(400);
  expect((await append("{}\n".repeat(1001), "application/x-ndjson")).status).toBe(413);
  expect((await append("x".repeat(8 * 2 ** 20 + 1), "application/json")).status).toBe(413);
  expect(await (await ask(`${home}/live-campaigns`)).json()).toMatchObject({
    items: [{ id, state: "running", records: 3, episodes: 1 }],
  });
  expect((await ask(address)).status).toBe(200);
  expect(await (await ask(`${home}/campaigns`)).json()).toMatchObject({ items: [] });
  expect((await ask(`${home}/comparison?baseline=c1/on&candidate=c1/off`)).status).toBe(404);

  const seal = () => ask(`${address}/seal`, { method: "POST", headers: key("s") });
  const sealed: unknown = await (await seal()).json();
  expect(sealed).toMatchObject({ campaign: "c1", episodes: 1, refused: 0 });
  expect(await (await seal()).json()).toEqual(sealed);
  expect((await ask(address)).status).toBe(404);
  expect((await ask(`${home}/campaigns/c1`)).status).toBe(200);
});

it("gives a live campaign up with all that was sent", async () => {
  const [campaign = ""] = nativeText({ key: "dropped", episodes: [] }).split("\n");
  const opened = await ask(`${home}/live-campaigns`, { method: "POST", body: campaign });
  const { id } = z.object({ id: z.string() }).parse(await opened.json());
  const drop = () => ask(`${home}/live-campaigns/${id}`, { method: "DELETE" });
  expect(await (await drop()).json()).toEqual({ name: "Campaign 1" });
  expect((await drop()).status).toBe(404);
});

it("E9: forgets keys after thirty days, and frees one whose request died", async () => {
  const text = nativeText({ episodes: [{}] });
  const first = await idOf(await postBytes(text, key("old")));
  await settled();
  await database.sql`update idempotency_keys set status = null, created_at = now() - interval '1 hour'
    where project_id = ${scope.projectId}`;
  const second = await idOf(await postBytes(text, key("old")));
  expect(second).not.toBe(first);
  await database.sql`update idempotency_keys set status = null where project_id = ${scope.projectId}`;
  expect((await postBytes(text, key("old"))).status).toBe(409);
  await database.sql`update idempotency_keys set created_at = now() - interval '31 days'
    where project_id = ${scope.projectId}`;
  expect((await postBytes(nativeText({ episodes: [{ turns: 2 }] }), key("old"))).status).toBe(202);
  await settled();
});

it("has answered for every operation of uploads and live campaigns, as the document says", () => {
  const here = [
    "postImport",
    "startImport",
    "previewImport",
    "cancelImport",
    "openLive",
    "listLive",
  ];
  const more = ["readLive", "appendLive", "sealLive", "dropLive"];
  expect([...here, ...more].filter((id) => !SEEN.has(id))).toEqual([]);
});
