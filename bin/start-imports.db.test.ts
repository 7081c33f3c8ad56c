import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { wake } from "@/lib/ingest/import-runner";
import { listDeleted } from "@/db/queries/deleted-campaigns";
import { SYSTEM } from "@/lib/domain/actor";
import { setRetention } from "@/lib/retention/set-retention";
import { importTelling } from "@/lib/retention/testing/telling-campaign";
import { startImports } from "./start-imports";

let database: TestDatabase;
let folder: string;

const PATIENT = { timeout: 20_000, interval: 100 };

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
  await vi.waitFor(
    async () => expect([0, first]).not.toContain((await children())[0] ?? 0),
    PATIENT,
  );
  await stop();
  expect(await children()).toEqual([]);
  expect(said).toEqual(["The process that reads uploads ended (SIGKILL) and is begun again."]);
});

it("goes on with retention on another pool when its connection broke in the middle", async () => {
  const { owner } = database;
  const scope = await database.newProject();
  await importTelling(database, scope, "word");
  await setRetention(database, scope, SYSTEM, { act: "delete", days: 30 });
  await owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update campaigns set imported_at = now() - interval '31 days'
      where project_id = ${scope.projectId}`;
  });
  const other = await owner.reserve();
  await other`begin`;
  await other`select from campaigns where project_id = ${scope.projectId} for update`;
  const stop = await startImports(() => {});
  const waiting = () => owner<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database()
      and application_name = 'aftermath' and wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), PATIENT);
  const [deleting] = await waiting();
  await owner`select pg_terminate_backend(${deleting?.pid ?? 0}, 5000)`;
  await other`rollback`;
  other.release();
  await vi.waitFor(async () => {
    expect(await listDeleted(database.db, scope)).toMatchObject([{ reason: "deleted" }]);
  }, PATIENT);
  await stop();
  expect(await children()).toEqual([]);
});

it("says that one could not begin", async () => {
  vi.stubEnv("DATABASE_URL", undefined); // without it the process ends at once
  await expect(startImports(() => {})).rejects.toMatchObject({ code: "unavailable" });
  vi.stubEnv("DATABASE_URL", database.url);
});
