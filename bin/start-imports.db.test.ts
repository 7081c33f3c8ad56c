import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { wake } from "@/lib/ingest/import-runner";
import { startImports } from "./start-imports";

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), "aftermath-imports-"));
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AFTERMATH_DATA_DIR", folder);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** The children of this process that read uploads. */
async function children(): Promise<number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,args="]);
  return stdout.split("\n").flatMap((line) => {
    const [own, parent, ...args] = line.trim().split(/\s+/);
    const isOne = Number(parent) === process.pid && args.join(" ").includes("import-process");
    return isOne ? [Number(own)] : [];
  });
}

it("begins again one that died just as it was woken, and stops that one while it begins", async () => {
  const said: string[] = [];
  const stop = await startImports((line) => said.push(line));
  const [first = 0] = await children();
  process.kill(first, "SIGKILL");
  // Nothing is heard meanwhile, so that the message goes to one that is dead.
  const dead = performance.now() + 1000;
  while (performance.now() < dead);
  wake();
  await vi.waitFor(async () => expect([0, first]).not.toContain((await children())[0] ?? 0), {
    timeout: 20_000,
    interval: 100,
  });
  await stop();
  expect(await children()).toEqual([]);
  expect(said).toEqual(["The process that reads uploads ended (SIGKILL) and is begun again."]);
});

it("says that one could not begin", async () => {
  vi.stubEnv("DATABASE_URL", undefined); // without it the process ends at once
  await expect(startImports(() => {})).rejects.toMatchObject({ code: "unavailable" });
  vi.stubEnv("DATABASE_URL", database.url);
});
