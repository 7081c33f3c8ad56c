import { scopeIn } from "@/db/scope";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createDb, type Database } from "@/db/client";
import { startEmbeddedPostgres } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { ensureProject } from "@/db/queries/projects";
import { SYSTEM } from "@/lib/domain/actor";
import { figure } from "@/lib/testing/security-figure";
import { settleAbandoned } from "./abandoned-imports";
import { cancelImport, queueImport, startImportRunner } from "./import-jobs";
import { TIMING } from "./import-timing";
import { nativeText } from "./testing/native-text";
import { spooledUpload } from "./testing/spooled-upload";

const KILLS = 50;
/** Fifty processes start, one after the other, on a machine that may be busy. */
const PATIENT = { timeout: 900_000 };
const EPISODES = 600;
/** Of the kills that leave an import to go on with, every so many are gone on with to their end. */
const RESUMED = 8;
const PROGRAM = "import-process.mjs";
const ROOT = new URL("../..", import.meta.url).pathname;
const TABLES = ["episodes", "calls", "episode_records", "tallies", "cases", "arms", "attacks"];

let folder: string;
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let database: Database;
let projectId: string;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "aftermath-kill-"));
  await chmod(folder, 0o711);
  postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
  await migrate(postgres.url, { log: () => {} });
  database = createDb(postgres.url);
  // One file with all it needs loads in a fifth of the time: there are fifty of these processes.
  await build({
    absWorkingDir: ROOT,
    entryPoints: ["lib/ingest/testing/import-process.ts"],
    outfile: join(folder, PROGRAM),
    bundle: true,
    platform: "node",
    format: "esm",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  ({ id: projectId } = await ensureProject(database.db, "killed", "Killed"));
});

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await database.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Random numbers that a seed repeats (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const call = { tool: "send_email", executed: true, authorised: false };
const textOf = (key: string) =>
  nativeText({
    key,
    episodes: Array.from({ length: EPISODES }, (_, at) => ({
      replica: at + 1,
      calls: [call, call],
    })),
  });

type Victim = { child: ChildProcess; dataDir: string };

/** A process that has loaded all it needs and waits for its word to go. */
async function newVictim(name: string): Promise<Victim> {
  const dataDir = join(folder, name);
  await mkdir(join(dataDir, "uploads"), { recursive: true });
  const args = [join(folder, PROGRAM), postgres.url, dataDir];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  children.add(child);
  child.once("exit", () => children.delete(child));
  await once(child.stdout, "data");
  return { child, dataDir };
}

async function queue(key: string, dataDir: string): Promise<string> {
  const upload = await spooledUpload(dataDir, textOf(key));
  return (
    await queueImport(database, {
      ...scopeIn(projectId),
      by: SYSTEM,
      upload,
      review: false,
    })
  ).importId;
}

type Row = { state: string; attempts: number; campaignId: string | null };

async function rowOf(importId: string): Promise<Row> {
  const [row] = await database.sql<Row[]>`
    select state, attempts, campaign_id as "campaignId" from imports where id = ${importId}`;
  if (row === undefined) throw new Error("the import's row is gone");
  return row;
}

/** How many rows of each table the campaign of this key has; null when it is not there. */
async function rowsOf(key: string): Promise<number[] | null> {
  const [campaign] = await database.sql<{ id: string }[]>`
    select id from campaigns where key = ${key} and state = 'sealed'
      and episode_count = ${EPISODES}`;
  if (campaign === undefined) return null;
  const counts: number[] = [];
  for (const table of TABLES) {
    const [row] = await database.sql<{ n: number }[]>`
      select count(*)::int as n from ${database.sql(table)} where campaign_id = ${campaign.id}`;
    counts.push(row?.n ?? Number.NaN);
  }
  return counts;
}

/** Rows of campaigns that are not there: of half a campaign, if there ever was one. */
async function strayRows(): Promise<number> {
  let stray = 0;
  for (const table of TABLES) {
    const [row] = await database.sql<{ n: number }[]>`
      select count(*)::int as n from ${database.sql(table)} t
      where not exists (select from campaigns c where c.id = t.campaign_id)`;
    stray += row?.n ?? Number.NaN;
  }
  return stray;
}

/** Another session that looks at the campaign all the while; ends with how often it was seen in part. */
function observe(key: string) {
  const session = createDb(postgres.url, { max: 1 });
  let partial = 0;
  const stopped = new AbortController();
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      const [seen] = await session.sql<{ whole: boolean }[]>`
        select state = 'sealed' and episode_count = ${EPISODES}
          and (select count(*) from episodes e where e.campaign_id = c.id) = ${EPISODES} as whole
        from campaigns c where key = ${key}`;
      if (seen?.whole === false) partial += 1;
      await wait(20);
    }
    await session.close();
  })();
  return async () => {
    stopped.abort();
    await watching;
    return partial;
  };
}

/** The row after the next look of a process that lives. */
async function settled(importId: string): Promise<Row> {
  const input = { spools: [importId], timing: TIMING, restarted: true, failMissing: false };
  // The dead process's session may take a moment to end.
  await vi.waitFor(
    async () => {
      await settleAbandoned(database.sql, input);
      expect((await rowOf(importId)).state).not.toBe("running");
    },
    { timeout: 20_000, interval: 20 },
  );
  return rowOf(importId);
}

test(
  `E7: kill -9 at ${KILLS} random moments: the campaign is there whole or not at all`,
  PATIENT,
  async () => {
    const seed = Number(process.env["AFTERMATH_KILL_SEED"] ?? Date.now() % 1e9);
    const random = randomOf(seed);
    process.stdout.write(`killed imports: AFTERMATH_KILL_SEED=${seed}\n`);

    const whole = [EPISODES, EPISODES * 2, EPISODES, 1, 2, 1, 2];
    const measure = await newVictim("measure");
    const first = await queue("measure", measure.dataDir);
    const since = performance.now();
    measure.child.stdin?.write("go\n");
    while ((await rowOf(first)).state !== "done") await wait(5);
    const runMs = performance.now() - since;
    measure.child.kill("SIGKILL");
    expect(await rowsOf("measure")).toEqual(whole);

    const seen = { before: 0, during: 0, after: 0 };
    let next = newVictim("0");
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { child, dataDir } = await next;
      const key = `kill-${kill}`;
      const importId = await queue(key, dataDir);
      const stop = observe(key);
      // Each in its part of the run, so that the kills are spread over all of it and a little beyond.
      const moment = ((kill + random()) / KILLS) * runMs * 1.2;
      child.stdin?.write("go\n");
      await wait(moment);
      child.kill("SIGKILL");
      await once(child, "exit");
      // The next one loads while this one's rest is looked at.
      if (kill + 1 < KILLS) next = newVictim(String(kill + 1));
      const row = await settled(importId);
      const rows = await rowsOf(key);
      const says = `kill ${kill} after ${Math.round(moment)} of ${Math.round(runMs)} ms, seed ${seed}`;
      expect(await stop(), says).toBe(0);
      expect(rows, says).toEqual(row.state === "done" ? whole : null);
      expect([row.state, row.campaignId !== null], says).toEqual(
        rows === null ? ["uploaded", false] : ["done", true],
      );
      if (row.state === "done") seen.after += 1;
      else if (row.attempts === 0) seen.before += 1;
      else seen.during += 1;
      if (row.state === "uploaded") await goOn(importId, key, dataDir, seen.during % RESUMED === 1);
    }
    expect(await strayRows()).toBe(0);
    process.stdout.write(
      `killed imports: ${JSON.stringify(seen)}, a run took ${Math.round(runMs)} ms\n`,
    );
    expect(seen.during).toBeGreaterThan(KILLS / 4);
    await figure(
      "E7",
      `${KILLS} of ${KILLS} whole or absent: killed ${seen.before} before, ${seen.during} during, ${seen.after} after the import; 0 rows left over, 0 partial views`,
    );

    async function goOn(importId: string, key: string, dataDir: string, toItsEnd: boolean) {
      if (!toItsEnd) return cancelImport(database, { ...scopeIn(projectId), by: SYSTEM, importId });
      const runner = startImportRunner(database, { dataDir, log: () => {} });
      await vi.waitFor(async () => expect((await rowOf(importId)).state).toBe("done"), 20_000);
      await runner.stop();
      expect(await rowsOf(key)).toEqual(whole);
    }
  },
);
