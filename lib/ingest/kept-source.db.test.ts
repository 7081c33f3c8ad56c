import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findImport } from "@/db/queries/imports";
import { listSourceFiles, sourceOfEpisode } from "@/db/queries/source-files";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { episodeSchema, recordSchema } from "@/lib/domain/records";
import type { Importer, Source } from "@/lib/importers/importer";
import { memorySource } from "@/lib/importers/memory-source";
import { promptfoo } from "@/lib/importers/promptfoo";
import { ingestSource, type IngestResult } from "./ingest-source";
import { nativeText } from "./testing/native-text";

// The guard of Next's bundler; there is no bundle here.
vi.mock("server-only", () => ({}));

const { GET } =
  await import("@/app/api/v1/projects/[project]/campaigns/[campaign]/sources/[file]/route");
const { database: appDatabase } = await import("@/db");

/** Put together here, so that no text of the form of a credential stands in the repository. */
const KEY = ["sk-", "made-up-", "0123456789abcdefghij"].join("");
const MASKED_KEY = "[masked 1]".padEnd(KEY.length, "*");

let database: TestDatabase;
let projects = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
});

afterAll(async () => {
  await appDatabase().close();
  await database.drop();
});

async function newProject() {
  projects += 1;
  const scope = await database.newProject();
  return { scope, slug: `project-${projects}` };
}

async function ingested(
  projectId: string,
  source: Source,
  rest: { importer: Importer; keepSource?: boolean },
) {
  const result = await ingestSource({ database, projectId, source, options: {}, ...rest });
  if (result.state !== "done") throw new Error(JSON.stringify(result));
  const [campaign] = await database.sql<{ id: string }[]>`
    select id from campaigns where project_id = ${projectId} and slug = ${result.campaignSlug}`;
  return { ...result, campaignId: campaign?.id ?? "" };
}

async function download(project: string, campaign: string, file: number): Promise<Response> {
  const request = new Request("http://localhost:3000/", { headers: { host: "localhost:3000" } });
  const params = { project, campaign, file: String(file) };
  return GET(request, { params: Promise.resolve(params) });
}

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Every place of the database that holds the text: in rows as text, in bytes as they are. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await database.sql<{ name: string; raw: boolean }[]>`
    select t.tablename as name,
      exists (select from information_schema.columns c where c.table_name = t.tablename and c.column_name = 'raw') as raw
    from pg_tables t where t.schemaname = 'public'`;
  const found: string[] = [];
  for (const { name, raw } of tables) {
    const row = database.sql`position(${text} in t::text) > 0`;
    const bytes = database.sql`position(convert_to(${text}, 'UTF8') in t.raw) > 0`;
    const where = raw ? database.sql`${row} or ${bytes}` : row;
    const hits = await database.sql`select 1 from ${database.sql(name)} t where ${where} limit 1`;
    if (hits.length > 0) found.push(name);
  }
  return found;
}

/** Reads every file to its end, unless its name says only a look; one episode of its first file. */
const anything: Importer = {
  id: "anything",
  label: "Anything",
  version: 1,
  options: [],
  recognises: () => ({ recognised: true }),
  async *read(source) {
    let first = "";
    for await (const file of source.files()) {
      first ||= file.path;
      for await (const _ of file.open()) if (file.path.startsWith("look")) break;
    }
    for (const [i, line] of nativeText({ episodes: [{}] })
      .trimEnd()
      .split("\n")
      .entries()) {
      const record = recordSchema.parse(JSON.parse(line));
      const place = { file: first, line: i + 1, path: `$.runs[${i}]` };
      yield { kind: "record", record, raw: new TextEncoder().encode(line), place };
    }
  },
};

describe("a foreign format", () => {
  const path = fileURLToPath(new URL("../../fixtures/promptfoo/endings.json", import.meta.url));
  const given = readFileSync(path, "utf8").replace('"config": {', `"config": {"apiKey": "${KEY}",`);

  test("is kept as it was read: masked, by its digest, and given back byte for byte", async () => {
    const { scope, slug } = await newProject();
    const source = memorySource("run", { "results.json": given });
    const result = await ingested(scope.projectId, source, { importer: promptfoo });
    expect(given).toContain(KEY);
    const expected = given.replaceAll(KEY, MASKED_KEY);
    expect(await listSourceFiles(database.db, scope, result.campaignId)).toEqual({
      files: [
        {
          fileNo: 1,
          path: "results.json",
          sizeBytes: Buffer.byteLength(given),
          sha256: sha256(expected),
          masked: 1,
          kept: true,
        },
      ],
      count: 1,
      keptCount: 1,
      masked: 1,
      sizeBytes: Buffer.byteLength(given),
    });
    const response = await download(slug, result.campaignSlug, 1);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="${result.campaignSlug}-source-1"`,
    );
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
    expect(response.headers.get("content-length")).toBe(String(Buffer.byteLength(given)));
    expect(await response.text()).toBe(expected);
    expect(await tablesWith(KEY)).toEqual([]);
    const row = await findImport(database.db, scope, result.importId);
    expect(row?.fingerprint).toBe(sha256(given));
    expect(result.issues.filter(({ code }) => code === "secret-masked")).toEqual([
      {
        severity: "warning",
        code: "secret-masked",
        message: "A key, a token or a password was masked before anything was kept.",
        place: {
          file: "results.json",
          line: given.slice(0, given.indexOf(KEY)).split("\n").length,
          byte: Buffer.byteLength(given.slice(0, given.indexOf(KEY))),
        },
      },
    ]);
    const episode = await sourceOfEpisode(database.db, scope, result.campaignSlug, 1);
    expect(episode).toMatchObject({ format: "promptfoo", file: { fileNo: 1, kept: true } });
    expect(await sourceOfEpisode(database.db, scope, result.campaignSlug, 999)).toBeNull();
  });

  test("has its row alone when its bytes are not to be kept", async () => {
    const { scope, slug } = await newProject();
    const source = memorySource("run", { "results.json": given });
    const rest = { importer: promptfoo, keepSource: false };
    const result = await ingested(scope.projectId, source, rest);
    const files = await listSourceFiles(database.db, scope, result.campaignId);
    expect(files).toMatchObject({ count: 1, keptCount: 0, masked: 1 });
    expect(files.files[0]?.sha256).toBe(sha256(given.replaceAll(KEY, MASKED_KEY)));
    const response = await download(slug, result.campaignSlug, 1);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("were not kept");
    const chunks = await database.sql`
      select 1 from source_chunks where project_id = ${scope.projectId}`;
    expect(chunks).toHaveLength(0);
  });
});

describe("what an importer read", () => {
  test("is kept in chunks of less than 1 MiB, however large or small the files are", async () => {
    const { scope, slug } = await newProject();
    const random = Buffer.alloc(3_500_000);
    for (let i = 0, state = 1; i < random.length; i += 1) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      random[i] = state >>> 24;
    }
    const small = Array.from({ length: 1201 }, (_, i) => [`small/${i}.txt`, `n ${i}`] as const);
    const source = memorySource("run", {
      "large.bin": random,
      "empty.txt": "",
      "look.txt": "x".repeat(400_000),
      ...Object.fromEntries(small),
    });
    const result = await ingested(scope.projectId, source, { importer: anything });
    const files = await listSourceFiles(database.db, scope, result.campaignId, 3);
    expect(files).toMatchObject({ count: 1203, keptCount: 1203, masked: 0 });
    expect(files.files.map(({ path }) => path)).toEqual(["large.bin", "empty.txt", "small/0.txt"]);
    const sizes = await database.sql<{ fileNo: number; bytes: number }[]>`
      select file_no as "fileNo", octet_length(gzip) as bytes from source_chunks
      where project_id = ${scope.projectId} order by file_no, chunk_no`;
    expect(sizes.filter(({ fileNo }) => fileNo === 1)).toHaveLength(4);
    expect(Math.max(...sizes.map(({ bytes }) => bytes))).toBeLessThanOrEqual(2 ** 20);
    expect(sizes).toHaveLength(4 + 1201);
    const bytes = Buffer.from(await (await download(slug, result.campaignSlug, 1)).arrayBuffer());
    expect(bytes.equals(random)).toBe(true);
    expect(await (await download(slug, result.campaignSlug, 2)).text()).toBe("");
    expect(await (await download(slug, result.campaignSlug, 1203)).text()).toBe("n 1200");
    expect((await download(slug, result.campaignSlug, 1204)).status).toBe(404);
    expect(await sourceOfEpisode(database.db, scope, result.campaignSlug, 1)).toMatchObject({
      format: "anything",
      path: "large.bin",
      line: 5,
      jsonPath: "$.runs[4]",
      file: { fileNo: 1 },
    });
  });

  test("is not given out when what is stored was changed", async () => {
    const { scope, slug } = await newProject();
    const source = memorySource("run", { "a.txt": "first", "b.txt": "second" });
    const { campaignSlug } = await ingested(scope.projectId, source, { importer: anything });
    await database.owner`
      update source_chunks set gzip = (
        select gzip from source_chunks where project_id = ${scope.projectId} and file_no = 2
      ) where project_id = ${scope.projectId} and file_no = 1`;
    const response = await download(slug, campaignSlug, 1);
    await expect(response.text()).rejects.toThrow("a kept file is not what was stored");
  });

  test("goes with its campaign", async () => {
    const { scope } = await newProject();
    const source = memorySource("run", { "a.txt": "first" });
    const { campaignId } = await ingested(scope.projectId, source, { importer: anything });
    await database.owner`delete from campaigns where id = ${campaignId}`;
    const left = await database.sql`
      select 1 from source_files where project_id = ${scope.projectId}`;
    expect(left).toHaveLength(0);
  });
});

test("a native line is kept masked, and what is wrong behind it keeps its place", async () => {
  const { scope, slug } = await newProject();
  const event = { kind: "message" as const, text: `use ${KEY}\n${KEY} or password: hunter2-2` };
  const refused = '{"type":"episode","arm":"on","case":"k1","replica":7,"termination":"secure"}';
  const text = nativeText({ episodes: [{ events: [event] }, refused] });
  const source = memorySource("run.jsonl", { "run.jsonl": text });
  const { aftermath } = await import("@/lib/importers/aftermath");
  const result: IngestResult & { campaignId: string } = await ingested(scope.projectId, source, {
    importer: aftermath,
  });
  const masked = text.replaceAll(KEY, MASKED_KEY).replace("hunter2-2", "*".repeat(9));
  const [stored] = await database.sql<{ raw: Uint8Array; sha256: Uint8Array }[]>`
    select raw, sha256 from episode_records where project_id = ${scope.projectId}`;
  const raw = Buffer.from(stored?.raw ?? []).toString();
  expect(raw).toBe(masked.split("\n")[4]);
  expect(Buffer.from(stored?.sha256 ?? []).toString("hex")).toBe(sha256(raw));
  expect(episodeSchema.parse(JSON.parse(raw)).events?.[0]).toMatchObject({
    text: `use ${MASKED_KEY}\n${MASKED_KEY} or password: *********`,
  });
  expect(await tablesWith(KEY)).toEqual([]);
  const at = (needle: string, from = 0) => text.indexOf(needle, from);
  expect(
    result.issues
      .filter(({ severity, code }) => severity === "refused" || code === "secret-masked")
      .map(({ code, place }) => ({ code, line: place.line, byte: place.byte })),
  ).toEqual([
    { code: "invalid-record", line: 6, byte: at(refused) },
    { code: "secret-masked", line: 5, byte: at(KEY) },
    { code: "secret-masked", line: 5, byte: at(KEY, at(KEY) + 1) },
    { code: "secret-masked", line: 5, byte: at("hunter2-2") },
  ]);
  expect(result.issueGroups.find(({ code }) => code === "secret-masked")?.count).toBe(3);
  const files = await listSourceFiles(database.db, scope, result.campaignId);
  expect(files).toMatchObject({ count: 1, keptCount: 0, masked: 3 });
  expect(files.files[0]?.sha256).toBe(sha256(masked));
  expect((await download(slug, result.campaignSlug, 1)).status).toBe(404);
  expect(await sourceOfEpisode(database.db, scope, result.campaignSlug, 1)).toMatchObject({
    format: "aftermath",
    path: "run.jsonl",
    line: 5,
    file: { fileNo: 1, kept: false },
  });
});

test("more credentials than are told with their places are all counted", async () => {
  const { scope } = await newProject();
  const text = Array.from({ length: 1300 }, (_, i) => `password: made-up-${i}x\n`).join("");
  const source = memorySource("run", { "a.txt": text });
  const result = await ingested(scope.projectId, source, { importer: anything });
  expect(result.issues.filter(({ code }) => code === "secret-masked")).toHaveLength(1000);
  expect(result.issueGroups).toEqual([
    expect.objectContaining({ code: "secret-masked", severity: "warning", count: 1300 }),
  ]);
  expect(result.counts.warnings).toBe(1300);
});
