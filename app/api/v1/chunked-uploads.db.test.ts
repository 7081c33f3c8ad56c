import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { listImports } from "@/db/queries/imports";
import type { Scope } from "@/db/scope";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { startImportRunner, type ImportRunner } from "@/lib/ingest/import-jobs";
import { manyEpisodes, nativeText } from "@/lib/ingest/testing/native-text";
import { seededRandom } from "@/lib/stats/seeded-random";
import { figure } from "@/lib/testing/security-figure";

// The guard of Next's bundler; there is no bundle here.
vi.mock("server-only", () => ({}));

const { ask, SEEN } = await import("./testing/api-client");
const { database: appDatabase } = await import("@/db");

const CHUNKS = 500;
const DROPPED = 0.01;

let database: TestDatabase;
let dataDir: string;
let runner: ImportRunner;
let scopes: [Scope, Scope];

beforeAll(async () => {
  database = await openTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "aftermath-chunks-"));
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AFTERMATH_DATA_DIR", dataDir);
  scopes = [await database.newProject(), await database.newProject()];
  runner = startImportRunner(database, { dataDir, log: () => {}, preview: async () => null });
});

afterAll(async () => {
  await runner.stop();
  await appDatabase().close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const BYTES = Buffer.from(nativeText({ key: "parts", episodes: manyEpisodes(2000) }));
const CHUNK_BYTES = Math.ceil(BYTES.length / CHUNKS);
const home = (project: number) => `/projects/project-${project}`;

const stateSchema = z.object({
  id: z.string(),
  chunks: z.number(),
  received: z.number(),
  missing: z.array(z.number()),
});
const stateOf = async (response: Response) => stateSchema.parse(await response.json());

async function open(project: number) {
  const body = JSON.stringify({
    name: "parts.jsonl",
    sizeBytes: BYTES.length,
    chunkBytes: CHUNK_BYTES,
  });
  const response = await ask(`${home(project)}/uploads`, { method: "POST", body });
  expect(response.status).toBe(201);
  return stateOf(response);
}

function send(address: string, index: number, bytes?: Buffer, stated?: string) {
  const chunk = bytes ?? BYTES.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES);
  const sha256 = stated ?? createHash("sha256").update(chunk).digest("hex");
  return ask(`${address}/chunks/${index}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream", "x-chunk-sha256": sha256 },
    body: new Uint8Array(chunk),
  });
}

async function ended(scope: Scope) {
  return vi.waitFor(
    async () => {
      const rows = await listImports(database.db, scope);
      expect(rows.filter(({ state }) => state === "uploaded" || state === "running")).toEqual([]);
      return rows;
    },
    { timeout: 30_000, interval: 100 },
  );
}

/** The digest of every record's bytes, in their order. */
async function recordsOf({ projectId }: Scope): Promise<string> {
  const [row] = await database.sql<{ digest: string }[]>`
    select encode(sha256(string_agg(raw, ''::bytea order by seq)), 'hex') as digest
    from episode_records where project_id = ${projectId}`;
  return row?.digest ?? "";
}

it(`E10: ${CHUNKS} chunks in any order with lost ones become the campaign of the whole file`, async () => {
  const random = seededRandom(20_261_130);
  const [inParts, whole] = scopes;
  const { id, chunks } = await open(1);
  expect(chunks).toBe(CHUNKS);
  const address = `${home(1)}/uploads/${id}`;

  const seen = { sent: 0, lost: 0, unanswered: 0 };
  for (;;) {
    const { missing } = await stateOf(await ask(address));
    if (missing.length === 0) break;
    const order = missing.toSorted(() => random() - 0.5);
    for (const index of order) {
      // A request is lost, or its answer: then whoever sends does not know that it came, and sends again.
      if (random() < DROPPED) {
        seen.lost += 1;
        continue;
      }
      const response = await send(address, index);
      seen.sent += 1;
      expect(response.status).toBe(200);
      if (random() < DROPPED) {
        seen.unanswered += 1;
        expect((await send(address, index)).status).toBe(200);
      }
    }
  }
  expect(seen.lost).toBeGreaterThan(0);
  expect(seen.unanswered).toBeGreaterThan(0);

  const complete = () => ask(`${address}/complete`, { method: "POST" });
  const answers = await Promise.all([complete(), complete(), complete()]);
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  const [row] = await ended(inParts);
  expect(row).toMatchObject({ id, state: "done", episodes: 2000, sourceName: "parts.jsonl" });
  expect(row?.fingerprint).toBe(createHash("sha256").update(BYTES).digest("hex"));
  expect((await complete()).status).toBe(202);
  expect(await ended(inParts)).toHaveLength(1);

  const post = (project: number) =>
    ask(`${home(project)}/imports`, {
      method: "POST",
      body: new Uint8Array(BYTES),
      headers: { "content-type": "application/x-ndjson", "x-file-name": "whole.jsonl" },
    });
  expect((await post(2)).status).toBe(202);
  expect(await ended(whole)).toMatchObject([{ state: "done", fingerprint: row?.fingerprint }]);
  expect(await recordsOf(inParts)).toBe(await recordsOf(whole));
  // In its own project the whole file is known by its digest.
  expect((await post(1)).status).toBe(202);
  expect((await ended(inParts)).map(({ state }) => state).toSorted()).toEqual([
    "done",
    "duplicate",
  ]);
  await figure(
    "E10",
    `${CHUNKS} chunks in random order, ${seen.lost} lost, ${seen.unanswered} sent twice: one campaign, the same bytes and records as the whole file`,
  );
});

it("E10: a chunk that is not what it states changes nothing, and an upload may be given up", async () => {
  const { id } = await open(1);
  const address = `${home(1)}/uploads/${id}`;
  const statuses = [
    await send(address, 0, undefined, "0".repeat(64)),
    await send(address, 0, undefined, "no digest"),
    await send(address, 0, BYTES.subarray(0, 3)),
    await send(address, CHUNKS + 1, BYTES.subarray(0, 3)),
    await send(address, 0),
    await send(address, 0, BYTES.subarray(1, CHUNK_BYTES + 1)),
    await ask(`${address}/complete`, { method: "POST" }),
    await ask(address, { method: "DELETE" }),
    await ask(address),
    await send(address, 0),
    await ask(`${address}/complete`, { method: "POST" }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([400, 400, 400, 400, 200, 409, 409, 200, 404, 404, 404]);
  expect(await readdir(join(dataDir, "chunked-uploads", scopes[0].projectId))).toEqual([]);
});

it("has answered for every operation of chunked uploads, as the document says", () => {
  const ops = ["openUpload", "readUpload", "sendChunk", "completeUpload", "dropUpload"];
  expect(ops.filter((name) => !SEEN.has(name))).toEqual([]);
});
