import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { createDb, type Database } from "@/db/client";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "@/db/embedded";
import { nativeText } from "@/lib/ingest/testing/native-text";
import { figure } from "@/lib/testing/security-figure";
import { verifyInstance } from "@/lib/verification/verify-instance";
import { startOwnServer, type OwnServer } from "./testing/own-server";

/** Long enough that the driver's own patience would have grown to its longest: 20 s a try. */
const AWAY_MS = 12_000;
const BAR_MS = 10_000;
const EPISODES = 6000;
/** An import that nobody gave back is taken up when its lease of 30 s has run out. */
const PATIENT = { timeout: 150_000, interval: 250 };

let folder: string;
let postgres: EmbeddedPostgres;
let server: OwnServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "aftermath-restart-"));
  chmodSync(folder, 0o711); // so that root's Postgres gets through
  postgres = await startPostgres();
  server = await startOwnServer({ DATABASE_URL: postgres.url });
});

afterAll(async () => {
  await server.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const startPostgres = () => startEmbeddedPostgres({ dataDir: folder, log: () => {} });

async function query<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = createDb(postgres.url, { max: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Sends a campaign that takes seconds to import. @returns the import's id */
async function beginImport(key: string): Promise<string> {
  const episodes = Array.from({ length: EPISODES }, (_, no) => ({
    replica: no,
    finalAnswer: `${key} ${no} `.repeat(200),
    calls: [{ tool: "send_email", executed: true }],
  }));
  const form = new FormData();
  form.append("file", new Blob([nativeText({ key, episodes })]), `${key}.jsonl`);
  const sent = new Response(form);
  const { status, text } = await server.ask("/api/v1/projects/support-agent/imports", {
    method: "POST",
    headers: {
      origin: server.origin,
      "content-type": sent.headers.get("content-type") ?? "",
    },
    body: new Uint8Array(await sent.arrayBuffer()),
  });
  expect(status).toBe(202);
  return z.object({ id: z.string() }).parse(JSON.parse(text)).id;
}

type Row = { state: string; episodes: number; attempts: number };

const rowOf = (id: string) =>
  query(async ({ sql }) => {
    const [row] = await sql<Row[]>`select state, episodes, attempts from imports where id = ${id}`;
    if (row === undefined) throw new Error("the import's row is gone");
    return row;
  });

/** The import is in the middle of its records. */
async function inTheMiddle(id: string): Promise<void> {
  await vi.waitFor(async () => {
    const row = await rowOf(id);
    expect(row.state).toBe("running");
    expect(row.episodes).toBeGreaterThan(0);
  }, PATIENT);
  expect((await rowOf(id)).episodes).toBeLessThan(EPISODES);
}

const PAGE = "/p/support-agent";
const API = "/api/v1/projects/support-agent/campaigns";
const statusOf = async (path: string) => (await server.ask(path)).status;

/** How long it takes, from now on, until page, API and readiness answer well. */
async function untilWellMs(): Promise<number> {
  const began = performance.now();
  for (const path of [PAGE, API, "/api/ready"])
    while ((await statusOf(path)) !== 200) await wait(50);
  return performance.now() - began;
}

/** The import came to its end, by its second attempt, and the campaign is there once and whole. */
async function isSealed(id: string, key: string): Promise<void> {
  await vi.waitFor(async () => expect((await rowOf(id)).state).toBe("done"), PATIENT);
  expect((await rowOf(id)).attempts).toBe(2);
  await query(async ({ sql }) => {
    const campaigns = await sql<{ id: string; n: number }[]>`
      select id, (select count(*) from episodes e where e.campaign_id = c.id)::int as n
      from campaigns c where key = ${key}`;
    expect(campaigns.map(({ n }) => n)).toEqual([EPISODES]);
    const { campaigns: proven, findings } = await verifyInstance(sql, {
      campaignId: campaigns[0]?.id ?? "",
      key: null,
    });
    expect([proven.map(({ state }) => state), findings]).toEqual([["proven"], []]);
  });
}

test("F1: while Postgres is away the server says so, and then goes on by itself, its import too", async () => {
  expect(await untilWellMs()).toBeLessThan(BAR_MS);
  const id = await beginImport("away");
  await inTheMiddle(id);
  // Pages are asked for all the while: some are in the middle when the connections end.
  const seen: { path: string; status: number }[] = [];
  const asking = new AbortController();
  const visitors = [PAGE, PAGE, API].map(async (path) => {
    while (!asking.signal.aborted) {
      seen.push({ path, status: await statusOf(path) });
      await wait(100);
    }
  });
  const before = postgres.url;
  await postgres.stop();
  const notReady: number[] = [];
  const since = performance.now();
  while (performance.now() - since < AWAY_MS) {
    notReady.push(await statusOf("/api/ready"));
    expect(await statusOf("/api/health")).toBe(200);
    await wait(500);
  }
  expect(new Set(notReady)).toEqual(new Set([503]));
  postgres = await startPostgres();
  expect(postgres.url).toBe(before);
  const wellMs = await untilWellMs();
  asking.abort();
  await Promise.all(visitors);
  expect(wellMs).toBeLessThan(BAR_MS);
  const failed = seen.filter(({ status }) => status !== 200);
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.filter(({ status }) => status !== 500 && status !== 503)).toEqual([]);
  await isSealed(id, "away");
  expect(server.said().match(/Aftermath is ready/g)).toHaveLength(1);
  await figure(
    "F1",
    `Postgres away for ${AWAY_MS / 1000} s in mid-page and mid-import: not ready meanwhile, well ${(wellMs / 1000).toFixed(1)} s after it was back (bar: 10 s), import sealed by its 2nd attempt`,
  );
});

test("F1: a Postgres that is back at once costs an import its first attempt and nothing else", async () => {
  const id = await beginImport("at-once");
  await inTheMiddle(id);
  await postgres.stop();
  postgres = await startPostgres();
  const wellMs = await untilWellMs();
  expect(wellMs).toBeLessThan(BAR_MS);
  await isSealed(id, "at-once");
  await figure("F1", `restarted at once: well after ${(wellMs / 1000).toFixed(1)} s (bar: 10 s)`);
});
