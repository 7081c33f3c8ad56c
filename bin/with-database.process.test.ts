import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readPostmaster } from "@/db/cluster/postmaster";
import { startEmbeddedPostgres } from "@/db/embedded";
import { takeInstanceLock, tryInstanceLock } from "./instance-lock.mjs";
import { withDatabase } from "./with-database";

let dataDir = "";
let said: string[] = [];
const log = (line: string) => said.push(line);

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "aftermath-with-"));
  chmodSync(dataDir, 0o711);
  said = [];
  vi.stubEnv("AFTERMATH_DATA_DIR", dataDir);
  vi.stubEnv("DATABASE_URL", "");
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

const server = () => readPostmaster(join(dataDir, "postgres"));

/** Proves that it is migrated, too. */
const countProjects = async (url: string): Promise<number> => {
  const sql = postgres(url, { max: 1 });
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from projects`;
  await sql.end();
  return row?.count ?? -1;
};

test("without a server: starts the database, migrates, works, and stops it", async () => {
  expect(await withDatabase(countProjects, log)).toBe(0);
  expect(await server()).toBeNull();
  const lock = tryInstanceLock(dataDir, "server");
  expect(lock).not.toBeNull();
  lock?.release();
});

test("stops it also when the work fails, and passes the fault on", async () => {
  const fault = new Error("of the work");
  await expect(withDatabase(() => Promise.reject(fault), log)).rejects.toBe(fault);
  expect(await server()).toBeNull();
});

test("two commands at once: the second waits for the first and says so", async () => {
  const order: string[] = [];
  const command = (name: string) =>
    withDatabase(async (url) => {
      order.push(`${name} in`);
      await countProjects(url);
      order.push(`${name} out`);
    }, log);
  await Promise.all([command("a"), command("b")]);
  expect(order).toEqual(["a in", "a out", "b in", "b out"]);
  expect(said.filter((line) => line.startsWith("Another process"))).toHaveLength(1);
});

test("while a server runs: borrows its database and leaves it running", async () => {
  const lock = takeInstanceLock(dataDir);
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const before = await server();
  lock.note({ what: "server", address: "http://localhost:3000" });
  expect(await withDatabase(countProjects, log)).toBe(0);
  expect(await server()).toEqual(before);
  await embedded.stop();
  lock.release();
});

test("does not touch the database of a server that is not up yet", async () => {
  const lock = takeInstanceLock(dataDir);
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const commanded = withDatabase(countProjects, log);
  await wait(600);
  expect(said).toEqual(["Another process starts or uses the database: waiting for it …"]);
  lock.note({ what: "server", address: "http://localhost:3000" });
  expect(await commanded).toBe(0);
  await embedded.stop();
  lock.release();
});

test("says where the data are when the server uses another Postgres, instead of waiting for ever", async () => {
  const lock = takeInstanceLock(dataDir);
  lock.note({ what: "server", address: "http://localhost:3000", database: "external" });
  await expect(withDatabase(countProjects, log)).rejects.toThrow(
    "The server at http://localhost:3000 uses the Postgres of its DATABASE_URL: set the same DATABASE_URL for this command.",
  );
  lock.release();
});

test("waits for a server that is still starting, until it is told to stop", async () => {
  const lock = takeInstanceLock(dataDir);
  const stop = new AbortController();
  const waiting = withDatabase(countProjects, log, stop.signal);
  await wait(300);
  expect(said).toEqual(["Another process starts or uses the database: waiting for it …"]);
  stop.abort();
  await expect(waiting).rejects.toThrow("The operation was aborted");
  lock.release();
});

test("with DATABASE_URL: uses that, and takes no lock", async () => {
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {} });
  vi.stubEnv("DATABASE_URL", embedded.url);
  const lock = takeInstanceLock(dataDir);
  expect(await withDatabase(countProjects, log)).toBe(0);
  lock.release();
  await embedded.stop();
});
