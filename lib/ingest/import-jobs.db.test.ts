import type { Scope } from "@/db/scope";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createDb, type Database } from "@/db/client";
import { findImport } from "@/db/queries/imports";
import { newId } from "@/db/schema/columns";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { SYSTEM } from "@/lib/domain/actor";
import { memorySource } from "@/lib/importers/memory-source";
import { figure } from "@/lib/testing/security-figure";
import {
  cancelImport,
  queueImport,
  startImportRunner,
  startReviewed,
  type ImportRunner,
} from "./import-jobs";
import { ingestSource } from "./ingest-source";
import { blockSource } from "./testing/blocked-source";
import { manyEpisodes, nativeText } from "./testing/native-text";
import { spooledUpload } from "./testing/spooled-upload";
import type { Upload } from "./upload/receive-upload";

type Job = Scope & { importId: string };

let database: TestDatabase;
const running: ImportRunner[] = [];
const pools: Database[] = [];
const folders: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((runner) => runner.stop()));
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
  // What a test leaves waiting must not stand before the next one's.
  await database.owner`delete from imports where state in ('review', 'uploaded', 'running')`;
});

afterAll(async () => {
  await database.drop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "aftermath-jobs-"));
  folders.push(folder);
  return folder;
}

/** A runner as another process would have it, on a pool of its own. */
function run(dataDir: string, more: Partial<Parameters<typeof startImportRunner>[1]> = {}) {
  const pool = createDb(database.url, { max: 6 });
  const lines: string[] = [];
  const runner = startImportRunner(pool, {
    dataDir,
    log: (line) => lines.push(line),
    ...more,
    timing: { beatMs: 100, lookMs: 50, graceMs: 0, ...more.timing },
  });
  pools.push(pool);
  running.push(runner);
  return { runner, lines };
}

async function queue(
  scope: Scope,
  dataDir: string,
  text: string,
  { review = false, ...more }: Partial<Upload> & { review?: boolean } = {},
): Promise<Job> {
  const upload = await spooledUpload(dataDir, text, more);
  const { importId } = await queueImport(database, { ...scope, by: SYSTEM, upload, review });
  return { ...scope, importId };
}

const find = (job: Job) => findImport(database.db, job, job.importId);
const stateOf = async (job: Job) => (await find(job))?.state;

/** These machines may be busy: no test is about how soon something happens. */
const PATIENT = { timeout: 20_000, interval: 20 };

async function reaches(job: Job, state: string): Promise<void> {
  await vi.waitFor(async () => expect(await stateOf(job)).toBe(state), PATIENT);
}

async function isPreviewed(job: Job): Promise<void> {
  await vi.waitFor(async () => expect((await find(job))?.preview).not.toBeNull(), PATIENT);
}

async function inUploads(dataDir: string): Promise<number> {
  return (await readdir(join(dataDir, "uploads"))).length;
}

async function campaignsOf(projectId: string): Promise<number> {
  const [row] = await database.sql<{ n: number }[]>`
    select count(*)::int as n from campaigns where project_id = ${projectId}`;
  return row?.n ?? Number.NaN;
}

async function attemptsOf({ importId }: Job): Promise<number> {
  const [row] = await database.sql<{ attempts: number }[]>`
    select attempts from imports where id = ${importId}`;
  return row?.attempts ?? Number.NaN;
}

/** As if a process had begun it and died. */
async function abandon({ importId }: Job, attempts: number, leaseSeconds = -1): Promise<void> {
  await database.sql`
    update imports set state = 'running', lease_holder = ${newId()}, attempts = ${attempts},
      lease_until = now() + ${leaseSeconds}::float8 * interval '1 second'
    where id = ${importId}`;
}

const text = (key: string, episodes = 5) => nativeText({ key, episodes: manyEpisodes(episodes) });

test("each upload is read in its turn, says how it went and is deleted", async () => {
  const scope = await database.newProject();
  const dataDir = await newFolder();
  run(dataDir);
  const texts = [text("a", 40), text("b", 40), text("c", 40), "no record at all"];
  const jobs: Job[] = [];
  for (const one of texts) jobs.push(await queue(scope, dataDir, one));
  await vi.waitFor(
    async () =>
      expect(
        (await Promise.all(jobs.map(find))).map((end) => [
          end?.state,
          end?.campaign?.slug ?? null,
          end?.episodes,
        ]),
      ).toEqual([
        ["done", "a", 40],
        ["done", "b", 40],
        ["done", "c", 40],
        ["failed", null, 0],
      ]),
    { timeout: 15_000 },
  );
  const [first] = await Promise.all(jobs.map(find));
  expect(first).toMatchObject({ format: "aftermath", bytesRead: first?.bytesTotal });
  await vi.waitFor(async () => expect(await inUploads(dataDir)).toBe(0), PATIENT);
});

test("a new upload is begun at once, not with the next look", async () => {
  const scope = await database.newProject();
  const dataDir = await newFolder();
  const { runner } = run(dataDir, { timing: { lookMs: 60_000 } });
  await runner.ready;
  const job = await queue(scope, dataDir, text("now"));
  await reaches(job, "done");
  expect(await attemptsOf(job)).toBe(1);
});

describe("two at once", () => {
  test("E11: over two processes and a command; the others wait in order and say their place", async () => {
    const scope = await database.newProject();
    const dirs = [await newFolder(), await newFolder()];
    const keys = ["one", "two", "three", "four"];
    const blocks = await Promise.all(
      keys.map((key) => blockSource(database, scope.projectId, text(key))),
    );
    const jobs: Job[] = [];
    for (const [at, key] of keys.entries())
      jobs.push(await queue(scope, dirs[at % 2] ?? "", text(key)));
    for (const dir of dirs) run(dir);
    let waited = 0;
    const command = ingestSource({
      database,
      projectId: scope.projectId,
      source: memorySource("run.jsonl", { "run.jsonl": text("command") }),
      options: {},
      onWaiting: () => (waited += 1),
    });

    for (const job of jobs.slice(0, 2)) await reaches(job, "running");
    await new Promise((resolve) => setTimeout(resolve, 500));
    const places = await Promise.all(jobs.map(find));
    expect(places.map((job) => [job?.state, job?.queuePlace])).toEqual([
      ["running", null],
      ["running", null],
      ["uploaded", 1],
      ["uploaded", 2],
    ]);
    expect(waited).toBe(1);

    await blocks[0]?.free();
    await reaches(jobs[2] ?? { ...scope, importId: "" }, "running");
    expect(await Promise.all(jobs.map(stateOf))).toEqual([
      "done",
      "running",
      "running",
      "uploaded",
    ]);
    for (const block of blocks.slice(1)) await block.free();
    for (const job of jobs) await reaches(job, "done");
    expect((await command).state).toBe("done");
  });

  test("E11: pages are answered while both wait for the database", async () => {
    const scope = await database.newProject();
    const dataDir = await newFolder();
    const keys = ["held", "held too"];
    const blocks = await Promise.all(
      keys.map((key) => blockSource(database, scope.projectId, text(key))),
    );
    const jobs: Job[] = [];
    for (const key of keys) jobs.push(await queue(scope, dataDir, text(key)));
    // The server's own pool, which its pages and its imports share.
    const pool = createDb(database.url);
    pools.push(pool);
    running.push(startImportRunner(pool, { dataDir, log: () => {} }));
    for (const job of jobs) await reaches(job, "running");
    const times = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const since = performance.now();
        await pool.sql`select count(*) from imports where project_id = ${scope.projectId}`;
        return performance.now() - since;
      }),
    );
    expect(await Promise.all(jobs.map(stateOf))).toEqual(["running", "running"]);
    const p95 = times.toSorted((a, b) => a - b)[189] ?? Number.NaN;
    await figure(
      "E11",
      `200 queries at once while 2 imports stand still: all answered, 95 % within ${Math.round(p95)} ms`,
    );
    for (const block of blocks) await block.free();
    for (const job of jobs) await reaches(job, "done");
  });

  test("a waiting import whose process is gone keeps nobody waiting", async () => {
    const scope = await database.newProject();
    const dataDir = await newFolder();
    const dead = await queue(scope, await newFolder(), text("dead"));
    await database.sql`update imports set lease_until = now() - interval '1 second' where id = ${dead.importId}`;
    const living = await queue(scope, dataDir, text("living"));
    run(dataDir, { timing: { graceMs: 60_000 } });
    await reaches(living, "done");
    expect(await stateOf(dead)).toBe("uploaded");
  });
});

describe("a process that dies", () => {
  test("E7: its import is taken by another one when the lease has run out, once", async () => {
    const scope = await database.newProject();
    const dataDir = await newFolder();
    const job = await queue(scope, dataDir, text("taken"));
    await abandon(job, 1);
    const { lines } = run(dataDir);
    await reaches(job, "done");
    expect(await attemptsOf(job)).toBe(2);
    expect(lines).toEqual(["Imports that a stopped process left unfinished, begun again: 1."]);
  });

  test("E7: its import goes on at once when the server is started again", async () => {
    const scope = await database.newProject();
    const dataDir = await newFolder();
    const job = await queue(scope, dataDir, text("restarted"));
    await abandon(job, 1, 3600);
    run(dataDir);
    await reaches(job, "done");
    expect(await attemptsOf(job)).toBe(2);
  });

  test("an import that lives elsewhere is left alone", async () => {
    const scope = await database.newProject();
    const dataDir = await newFolder();
    const job = await queue(scope, dataDir, text("alive"));
    await abandon(job, 1, 3600);
    await database.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended(${job.importId}::text, 0))`;
      const { runner } = run(dataDir);
      await runner.ready;
      expect(await stateOf(job)).toBe("running");
    });
  });

  test("E7: one that hangs loses its import to another, and writes nothing any more", async () => {
    const scope = await database.newProject();
    const dataDir = await newFolder();
    const block = await blockSource(database, scope.projectId, text("hung"));
    const job = await queue(scope, dataDir, text("hung"));
    // It never renews its lease.
    run(dataDir, { timing: { leaseMs: 700, beatMs: 60_000, lookMs: 60_000 } });
    await reaches(job, "running");
    run(dataDir, { timing: { leaseMs: 30_000 } });
    await vi.waitFor(async () => expect(await attemptsOf(job)).toBe(2), PATIENT);
    await block.free();
    await reaches(job, "done");
    expect(await campaignsOf(scope.projectId)).toBe(1);
  });

  test("one that hangs for good is cut off from the database", async () => {
    const scope = await database.newProject();
    const dataDir = await newFolder();
    const job = await queue(scope, dataDir, text("stopped"));
    await abandon(job, 1);
    const hung = createDb(database.url, { max: 1 });
    const connection = await hung.sql.reserve();
    await connection`select pg_advisory_lock(hashtextextended(${job.importId}::text, 0))`;
    run(dataDir);
    await reaches(job, "done");
    expect(await campaignsOf(scope.projectId)).toBe(1);
    await hung.close();
  });

  test("E12: what brought it down twice is failed, its upload stays, and the next one goes on", async () => {
    const scope = await database.newProject();
    const dataDir = await newFolder();
    const poison = await queue(scope, dataDir, text("poison"));
    await abandon(poison, 2);
    const next = await queue(scope, dataDir, text("next"));
    run(dataDir);
    await reaches(next, "done");
    expect(await find(poison)).toMatchObject({
      state: "failed",
      error:
        "Reading it ended the server's process 2 times, so that it is not tried again; nothing of it was kept. The upload stays in the server's uploads folder for a week.",
    });
    await vi.waitFor(async () => expect(await inUploads(dataDir)).toBe(1), PATIENT);
    expect(await readdir(join(dataDir, "uploads"))).toEqual([poison.importId]);
    await figure(
      "E12",
      "set aside after 2 deaths of the process, its upload kept; the next was read",
    );
  });

  test("a command's import is failed, since nobody else has its file", async () => {
    const scope = await database.newProject();
    const job = await queue(scope, await newFolder(), text("command"));
    await database.sql`update imports set spool = null where id = ${job.importId}`;
    await abandon(job, 1);
    run(await newFolder(), { timing: { graceMs: 60_000 } });
    await reaches(job, "failed");
    expect((await find(job))?.error).toMatch(/^The process that read it ended/);
  });

  test("an upload that is nowhere any more is failed; one that another server has waits", async () => {
    const scope = await database.newProject();
    const nowhere = await queue(scope, await newFolder(), text("nowhere"));
    await database.sql`update imports set lease_until = now() - interval '1 second' where id = ${nowhere.importId}`;
    const elsewhere = await queue(scope, await newFolder(), text("elsewhere"));
    run(await newFolder());
    await reaches(nowhere, "failed");
    expect((await find(nowhere))?.error).toMatch(/^The upload is no longer on the server/);
    expect(await stateOf(elsewhere)).toBe("uploaded");
  });

  test("uploads that broke off with it are deleted at the start", async () => {
    const scope = await database.newProject();
    const dataDir = await newFolder();
    await spooledUpload(dataDir, "half");
    const job = await queue(scope, dataDir, text("known"), { review: true });
    const { runner } = run(dataDir);
    await runner.ready;
    expect(await readdir(join(dataDir, "uploads"))).toEqual([job.importId]);
  });
});

test("E7: a server that stops gives its import back, uncounted, and the next start goes on with it", async () => {
  const scope = await database.newProject();
  const dataDir = await newFolder();
  const block = await blockSource(database, scope.projectId, text("parked"));
  const job = await queue(scope, dataDir, text("parked"));
  const { runner } = run(dataDir);
  await reaches(job, "running");
  const before = performance.now();
  await runner.stop();
  expect(performance.now() - before).toBeLessThan(5000);
  expect(await stateOf(job)).toBe("uploaded");
  expect(await attemptsOf(job)).toBe(0);
  expect(await inUploads(dataDir)).toBe(1);
  await block.free();
  expect(await campaignsOf(scope.projectId)).toBe(0);
  run(dataDir);
  await reaches(job, "done");
  expect(await attemptsOf(job)).toBe(1);
});

/** Ends the connection on which an import runs, as a Postgres does that is restarted. */
async function breakConnection({ importId }: Job): Promise<void> {
  await vi.waitFor(async () => {
    const { count } = await database.sql`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and objsubid = 1 and granted
        and ((classid::bigint << 32) | objid::bigint) = hashtextextended(${importId}::text, 0)`;
    expect(count).toBe(1);
  }, PATIENT);
}

test("F1: an import whose connection breaks is read again from its upload, and a second time is told", async () => {
  const scope = await database.newProject();
  const dataDir = await newFolder();
  const block = await blockSource(database, scope.projectId, text("broken"));
  const job = await queue(scope, dataDir, text("broken"));
  run(dataDir);
  await breakConnection(job);
  await vi.waitFor(async () => expect(await attemptsOf(job)).toBe(2), PATIENT);
  await block.free();
  await reaches(job, "done");
  expect(await campaignsOf(scope.projectId)).toBe(1);

  const again = await blockSource(database, scope.projectId, text("broken again"));
  const twice = await queue(scope, dataDir, text("broken again"));
  await breakConnection(twice);
  await vi.waitFor(async () => expect(await attemptsOf(twice)).toBe(2), PATIENT);
  await breakConnection(twice);
  await reaches(twice, "failed");
  expect((await find(twice))?.error).toBe(
    "The database went away during the import; nothing of it was kept. Import it again.",
  );
  await again.free();
  expect(await campaignsOf(scope.projectId)).toBe(1);
});

describe("cancelImport", () => {
  test("what waits is cancelled at once, also for its review, and is deleted", async () => {
    const scope = await database.newProject();
    const dataDir = await newFolder();
    const jobs = [
      await queue(scope, dataDir, text("a")),
      await queue(scope, dataDir, text("b"), { review: true }),
    ];
    for (const job of jobs) {
      await cancelImport(database, { ...job, by: SYSTEM });
      expect(await stateOf(job)).toBe("cancelled");
      await cancelImport(database, { ...job, by: SYSTEM });
    }
    run(dataDir);
    await vi.waitFor(async () => expect(await inUploads(dataDir)).toBe(0), PATIENT);
    expect(await campaignsOf(scope.projectId)).toBe(0);
  });

  test("what runs ends within two seconds, with nothing of it kept", async () => {
    const scope = await database.newProject();
    const dataDir = await newFolder();
    const block = await blockSource(database, scope.projectId, text("c"));
    const job = await queue(scope, dataDir, text("c"));
    run(dataDir);
    await reaches(job, "running");
    const before = performance.now();
    await cancelImport(database, { ...job, by: SYSTEM });
    await cancelImport(database, { ...job, by: SYSTEM });
    expect(await find(job)).toMatchObject({ state: "running", isCancelling: true });
    const told = await database.sql<{ action: string }[]>`
      select action from audit_entries where object_id = ${job.importId} order by id`;
    expect(told.map(({ action }) => action)).toEqual(["import.queued", "import.cancelled"]);
    await reaches(job, "cancelled");
    expect(performance.now() - before).toBeLessThan(2000);
    await block.free();
    expect(await campaignsOf(scope.projectId)).toBe(0);
    expect(await find(job)).toMatchObject({ error: null, campaign: null });
  });

  test("a command's import too: it is told", async () => {
    const scope = await database.newProject();
    const block = await blockSource(database, scope.projectId, text("d"));
    const result = ingestSource({
      database,
      projectId: scope.projectId,
      source: memorySource("run.jsonl", { "run.jsonl": text("d") }),
      options: {},
    });
    const importId = await vi.waitFor(async () => {
      const [row] = await database.sql<{ id: string }[]>`
        select id from imports where project_id = ${scope.projectId} and state = 'running'`;
      expect(row).toBeDefined();
      return row?.id ?? "";
    });
    await cancelImport(database, { ...scope, by: SYSTEM, importId });
    expect(await result).toMatchObject({
      state: "refused",
      reason: "The import was cancelled; nothing of it was kept.",
    });
    expect(await stateOf({ ...scope, importId })).toBe("cancelled");
    await block.free();
  });

  test("one whose process died is cancelled, not begun again", async () => {
    const scope = await database.newProject();
    const dataDir = await newFolder();
    const job = await queue(scope, dataDir, text("e"));
    await abandon(job, 1);
    await cancelImport(database, { ...job, by: SYSTEM });
    run(dataDir);
    await reaches(job, "cancelled");
    expect(await campaignsOf(scope.projectId)).toBe(0);
  });

  test("what has ended, and what is not there, is refused", async () => {
    const scope = await database.newProject();
    const dataDir = await newFolder();
    run(dataDir);
    const job = await queue(scope, dataDir, text("f"));
    await reaches(job, "done");
    await expect(cancelImport(database, { ...job, by: SYSTEM })).rejects.toMatchObject({
      code: "conflict",
      message: "This import cannot be cancelled any more: it is imported.",
    });
    const other = await database.newProject();
    for (const unknown of [
      { ...job, ...other },
      { ...scope, importId: "no id" },
    ])
      await expect(cancelImport(database, { ...unknown, by: SYSTEM })).rejects.toMatchObject({
        code: "not_found",
      });
  });
});

describe("review", () => {
  const seen = { format: "aftermath", note: "a\0b" };

  test("an upload is only looked at until its reviewer starts it, as he says", async () => {
    const scope = await database.newProject();
    const dataDir = await newFolder();
    const preview = vi.fn<() => Promise<unknown>>(async () => seen);
    run(dataDir, { preview });
    const manifest = { tools: [{ name: "send_email", role: "send" as const }] };
    const job = await queue(scope, dataDir, text("r"), { review: true });
    await isPreviewed(job);
    expect(await find(job)).toMatchObject({
      state: "review",
      preview: { format: "aftermath", note: "a\uFFFDb" },
    });
    expect(preview).toHaveBeenCalledOnce();
    expect(await campaignsOf(scope.projectId)).toBe(0);

    const choices = { options: { x: "y" }, replace: true, keepSource: false, manifest };
    await startReviewed(database, { ...job, by: SYSTEM, ...choices });
    await reaches(job, "done");
    expect(await find(job)).toMatchObject({ ...choices, campaign: { slug: "r" } });
    await expect(startReviewed(database, { ...job, by: SYSTEM, ...choices })).rejects.toMatchObject(
      {
        code: "conflict",
        message: "This import does not wait for a review: it is imported.",
      },
    );
    const unknown = { ...job, importId: newId() };
    await expect(
      startReviewed(database, { ...unknown, by: SYSTEM, ...choices }),
    ).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("an upload that nobody starts for a week is failed and deleted, a younger one waits", async () => {
    const scope = await database.newProject();
    const folder = await newFolder();
    const old = await queue(scope, folder, text("old"), { review: true });
    const young = await queue(scope, folder, text("young"), { review: true });
    run(folder);
    await isPreviewed(young);
    await isPreviewed(old);
    const age = async (job: Job, time: string) => {
      await database.sql`
        update imports set created_at = now() - ${time}::interval where id = ${job.importId}`;
    };
    await age(young, "6 days 23 hours");
    await age(old, "7 days 1 minute");
    await reaches(old, "failed");
    expect((await find(old))?.error).toBe(
      "Nobody started it within a week of its upload, so that the upload was deleted; nothing was imported. Upload it again.",
    );
    await vi.waitFor(async () => expect(await inUploads(folder)).toBe(1), PATIENT);
    expect(await stateOf(young)).toBe("review");
  });

  test("does not wait for imports, ends when it is cancelled, and fails with a sentence", async () => {
    const scope = await database.newProject();
    const dataDir = await newFolder();
    const blocks = await Promise.all(
      ["x", "y"].map((key) => blockSource(database, scope.projectId, text(key))),
    );
    for (const key of ["x", "y"]) await queue(scope, dataDir, text(key));
    let aborted = false;
    run(dataDir, {
      preview: async ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => {
            aborted = true;
            reject(new Error("stopped"));
          });
        }),
    });
    const job = await queue(scope, dataDir, text("z"), { review: true });
    await vi.waitFor(async () => expect(await attemptsOf(job)).toBe(1), PATIENT);
    await cancelImport(database, { ...job, by: SYSTEM });
    await vi.waitFor(() => expect(aborted).toBe(true), PATIENT);
    expect(await stateOf(job)).toBe("cancelled");
    for (const block of blocks) await block.free();
  });

  test("a look that fails ends the import with a sentence", async () => {
    const scope = await database.newProject();
    const dataDir = await newFolder();
    const { lines } = run(dataDir, {
      preview: async () => {
        throw new Error("broke");
      },
    });
    const job = await queue(scope, dataDir, text("q"), { review: true });
    await reaches(job, "failed");
    expect((await find(job))?.error).toMatch(/^The import stopped at a fault/);
    expect(lines.join("\n")).toContain("broke");
  });
});

test("the same bytes with another manifest are read otherwise", async () => {
  const scope = await database.newProject();
  const dataDir = await newFolder();
  run(dataDir);
  const roles = (role: "send" | "read") => ({ tools: [{ name: "t", role }] });
  const states: [string | undefined, string | null | undefined][] = [];
  for (const manifest of [roles("send"), roles("send"), roles("read"), null]) {
    const job = await queue(scope, dataDir, text("m"), { manifest });
    await vi.waitFor(async () => expect((await find(job))?.finishedAt).not.toBeNull(), PATIENT);
    const end = await find(job);
    states.push([end?.state, /manifest[^,.]*/.exec(end?.error ?? "")?.[0]]);
  }
  expect(states).toEqual([
    ["done", undefined],
    ["duplicate", undefined],
    ["failed", "manifest was another one"],
    ["failed", "manifest was given and none is now"],
  ]);
});
