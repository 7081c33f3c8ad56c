import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createDb } from "@/db/client";
import { ensureProject } from "@/db/queries/projects";
import startTestServer from "@/db/testing/global-setup";
import { openTestDatabase } from "@/db/testing/test-database";
import { ingestSource } from "@/lib/ingest/ingest-source";
import { folderSource } from "@/lib/ingest/sources/folder-source";
import { makeAgentDojo, makeNative, type Made } from "./ingest-data";
import { filesFloor, nativeFloor } from "./ingest-floor";
import { median } from "./quantile";

/**
 * `npm run bench:ingest`: what an import costs beside a floor, both measured in turns in one run, each in
 * a process and a database of its own, so that the peak of memory is the importing process's alone. The
 * bars: native at least half as fast as its floor and under 300 MB; AgentDojo 1,500 files/s or the ratio
 * to reading and parsing alone; four times the episodes in about four times the time and the same memory.
 * `--million` adds a million episodes. Times depend on the machine and its load, ratios little.
 */
const SELF = fileURLToPath(import.meta.url);
const ROUNDS = 2;
const PEAK_BAR_MB = 300;

const HEAD = [
  "case",
  "episodes",
  "calls",
  "MB",
  "seconds",
  "episodes/s",
  "rows/s",
  "MB/s",
  "peak MB",
  "floor s",
  "ratio",
];

type Work = "ingest" | "native-floor" | "files-floor";
type Measured = { seconds: number; peakMb: number };
type Case = { name: string; made: Made; rounds: number; floor: Work };

const [work, url, path] = process.argv.slice(2);
if (work !== undefined && url !== undefined && path !== undefined)
  await runAsChild(work, url, path);
else await runAll(process.argv.includes("--million"));

async function runAsChild(name: string, databaseUrl: string, source: string): Promise<void> {
  const began = performance.now();
  if (name === "native-floor") await nativeFloor(databaseUrl, source);
  else if (name === "files-floor") await filesFloor(source);
  else await ingest(databaseUrl, source);
  const seconds = (performance.now() - began) / 1000;
  // maxRSS is in kilobytes on every platform (libuv).
  const peakMb = (process.resourceUsage().maxRSS * 1024) / 1e6;
  process.stdout.write(JSON.stringify({ seconds, peakMb } satisfies Measured));
}

async function ingest(databaseUrl: string, source: string): Promise<void> {
  const database = createDb(databaseUrl);
  const { id } = await ensureProject(database.db, "bench", "Bench");
  const result = await ingestSource({
    database,
    projectId: id,
    source: await folderSource(source),
    options: {},
  });
  await database.close();
  // A refused import would be the fastest of all.
  if (result.state !== "done") throw new Error(`the import ended as ${result.state}`);
}

async function runAll(million: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "aftermath-bench-ingest-"));
  const stopServer = await startTestServer();
  try {
    const native = async (name: string, episodes: number, rounds: number): Promise<Case> => {
      const made = await makeNative(join(folder, `${episodes}.jsonl`), episodes);
      return { name, made, rounds, floor: "native-floor" };
    };
    const logs = await makeAgentDojo(join(folder, "runs"), 10_000);
    const cases: Case[] = [
      await native("native 60k", 60_000, ROUNDS),
      await native("native 240k", 240_000, 1),
      { name: "AgentDojo 10k files", made: logs, rounds: ROUNDS, floor: "files-floor" },
      ...(million ? [await native("native 1M", 1_000_000, 1)] : []),
    ];
    print(HEAD);
    for (const one of cases) print(await measure(one));
    const load = (loadavg()[0] ?? 0).toFixed(1);
    console.log(`load ${load} on ${availableParallelism()} processors; peak bar ${PEAK_BAR_MB} MB`);
  } finally {
    await stopServer();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure({ name, made, rounds, floor }: Case): Promise<string[]> {
  const floors: number[] = [];
  const products: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) {
    floors.push((await inChild(floor, made.path)).seconds);
    products.push(await inChild("ingest", made.path));
  }
  const seconds = median(products.map((one) => one.seconds));
  const peak = Math.max(...products.map((one) => one.peakMb));
  const floorSeconds = median(floors);
  // An episode is a row of episodes, of episode_records, of episode_texts and of attempts.
  const rows = made.episodes * 4 + made.calls;
  return [
    name,
    String(made.episodes),
    String(made.calls),
    (made.bytes / 1e6).toFixed(0),
    seconds.toFixed(1),
    (made.episodes / seconds).toFixed(0),
    (rows / seconds).toFixed(0),
    (made.bytes / 1e6 / seconds).toFixed(1),
    peak.toFixed(0),
    floorSeconds.toFixed(1),
    (floorSeconds / seconds).toFixed(2),
  ];
}

/** Runs one import or floor on an empty database in a process of its own. */
async function inChild(what: Work, source: string): Promise<Measured> {
  const database = await openTestDatabase();
  try {
    const args = ["--import", "tsx", SELF, what, database.url, source];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const exit = new Promise<number | null>((resolve) => {
      child.once("exit", resolve);
    });
    let out = "";
    for await (const chunk of child.stdout) out += String(chunk);
    const code = await exit;
    if (code !== 0) throw new Error(`${what} ended with ${code}`);
    return measuredIn(out);
  } finally {
    await database.drop();
  }
}

/** The child is this file: what it printed has the shape that it printed. */
function measuredIn(out: string): Measured;
function measuredIn(out: string): unknown {
  const value: unknown = JSON.parse(out);
  return value;
}

function print(cells: readonly string[]): void {
  console.log(cells.map((cell, no) => (no === 0 ? cell.padEnd(20) : cell.padStart(11))).join(""));
}
