import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readPostmaster } from "@/db/cluster/postmaster";
import { startEmbeddedPostgres } from "@/db/embedded";
import { PROJECT_ROOT } from "./data-folder.mjs";

/** One data folder for all: its first start loads the example project, which takes a while. */
let dataDir = "";
const alive = new Set<ChildProcess>();

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "aftermath-start-"));
  chmodSync(dataDir, 0o711); // as makeDataFolder leaves it, so that root's Postgres gets through
});

afterEach(async () => {
  for (const child of alive) child.kill("SIGTERM");
  await Promise.all([...alive].map((child) => once(child, "exit")));
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

type Started = { child: ChildProcess; out: () => string; err: () => string };

/** `npm start` without npm: what is printed, and the process. */
const launch = (env: Record<string, string> = {}): Started => {
  const child = spawn(process.execPath, ["bin/start.mjs"], {
    cwd: PROJECT_ROOT,
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      AFTERMATH_DATA_DIR: dataDir,
      NODE_ENV: "production",
      AFTERMATH_LOG: "text",
      AFTERMATH_ACCOUNTS: "off",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  alive.add(child);
  child.once("exit", () => alive.delete(child));
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  return { child, out: () => out, err: () => err };
};

/** The address, once it is printed. */
const ready = async ({ child, out, err }: Started): Promise<string> => {
  for (;;) {
    const address = /^Aftermath is ready: (\S+)$/m.exec(out())?.[1];
    if (address !== undefined) return address;
    if (child.exitCode !== null) throw new Error(`ended before it was ready: ${out()}${err()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const printed = async ({ child, out }: Started, words: string): Promise<void> => {
  while (!out().includes(words) && child.exitCode === null) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

const ended = async ({ child }: Started): Promise<number | null> => {
  if (child.exitCode === null) await once(child, "exit");
  return child.exitCode;
};

/** A start that has to fail: its exit code and everything that it said on stderr. */
const refusal = async (env: Record<string, string>): Promise<[number | null, string]> => {
  const started = launch(env);
  const code = await ended(started);
  return [code, started.err()];
};

const stop = async (started: Started): Promise<void> => {
  started.child.kill("SIGTERM");
  expect(await ended(started)).toBe(0);
  expect(started.err()).toBe("");
  expect(started.out()).toMatch(/Stopping …\nStopped\.\n$/);
};

const postgresOf = (folder: string) => readPostmaster(join(folder, "postgres"));

/** The status of one GET, with a Host header of our choosing. */
const statusOf = (address: string, host: string, path = "/"): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    request({ hostname, port, path, headers: { host } }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode));
    })
      .once("error", reject)
      .end();
  });

describe("npm start", () => {
  test("on an empty folder says what it does, serves, and stops with nothing left", async () => {
    const started = launch();
    const address = await ready(started);
    expect(started.out()).toContain("Starting the database …\n");
    expect(started.out()).toContain("Making the database in ");
    expect(started.out()).toContain("Migrating the database (");
    expect((await fetch(address)).status).toBe(200);
    expect(await postgresOf(dataDir)).not.toBeNull();
    await stop(started);
    expect(await postgresOf(dataDir)).toBeNull();
  });

  test("a later start makes nothing again, and shows the page (its time: npm run bench:start)", async () => {
    const first = launch();
    await ready(first);
    await stop(first);
    const started = launch();
    expect((await fetch(await ready(started))).status).toBe(200);
    expect(started.out()).not.toMatch(/Making the database|Migrating|Installing|Building/);
    await stop(started);
  });

  test("a second one on the same folder says so and exits, and the first goes on", async () => {
    const first = launch();
    const address = await ready(first);
    expect(await refusal({})).toEqual([
      1,
      `Aftermath is already running on ${dataDir} (process ${first.child.pid}, ${address}): stop it first, or set AFTERMATH_DATA_DIR to another folder.\n`,
    ]);
    expect((await fetch(address)).status).toBe(200);
  });

  test("D10: answers to its own names only, on pages and on files", async () => {
    const address = await ready(launch());
    const { port } = new URL(address);
    const page = await (await fetch(address)).text();
    const file = /\/_next\/static\/[^"]+\.(?:js|css)/.exec(page)?.[0] ?? "";
    for (const path of ["/", file, "/no-such-page"]) {
      expect(await statusOf(address, `127.0.0.1:${port}`, path)).not.toBe(421);
      expect(await statusOf(address, "evil.example", path)).toBe(421);
      expect(await statusOf(address, `evil.example:${port}`, path)).toBe(421);
    }
    expect(await statusOf(address, `localhost:${port}`, file)).toBe(200);
  });

  test("answers to a name that ALLOWED_HOSTS adds", async () => {
    const address = await ready(launch({ ALLOWED_HOSTS: "box.example" }));
    expect(await statusOf(address, "box.example")).not.toBe(421);
    expect(await statusOf(address, "other.example")).toBe(421);
  });

  test("Ctrl-C twice, the second one at once, still stops the database", async () => {
    const started = launch();
    await ready(started);
    started.child.kill("SIGINT");
    await printed(started, "Stopping …");
    started.child.kill("SIGINT");
    expect(await ended(started)).toBe(0);
    expect(started.out()).toMatch(/Stopped\.\n$/);
    expect(await postgresOf(dataDir)).toBeNull();
  });

  test("Ctrl-C in the middle of a first start leaves no process and no half database", async () => {
    const folder = mkdtempSync(join(tmpdir(), "aftermath-start-"));
    chmodSync(folder, 0o711);
    const started = launch({ AFTERMATH_DATA_DIR: folder });
    await printed(started, "Making the database");
    started.child.kill("SIGINT");
    expect(await ended(started)).toBe(0);
    expect(started.err()).toBe("");
    expect(await postgresOf(folder)).toBeNull();
    const again = launch({ AFTERMATH_DATA_DIR: folder });
    expect((await fetch(await ready(again))).status).toBe(200);
    await stop(again);
    rmSync(folder, { recursive: true });
  });

  test("after kill -9 the next start adopts the database and serves", async () => {
    const killed = launch();
    await ready(killed);
    const before = await postgresOf(dataDir);
    killed.child.kill("SIGKILL");
    await ended(killed);
    const next = launch();
    const address = await ready(next);
    expect(next.out()).toContain("Adopted the database that was still running.\n");
    expect((await postgresOf(dataDir))?.pid).toBe(before?.pid);
    expect((await fetch(address)).status).toBe(200);
    await stop(next);
    expect(await postgresOf(dataDir)).toBeNull();
  });

  test("works on a Postgres of one's own, and leaves it running", async () => {
    const folder = mkdtempSync(join(tmpdir(), "aftermath-own-"));
    chmodSync(folder, 0o711);
    const own = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
    const started = launch({ DATABASE_URL: own.url });
    expect((await fetch(await ready(started))).status).toBe(200);
    expect(await postgresOf(dataDir)).toBeNull();
    await stop(started);
    expect(await postgresOf(folder)).not.toBeNull();
    await own.stop();
    rmSync(folder, { recursive: true });
  });
});

describe("npm start refuses with one sentence, without a stack", () => {
  test("a port that is taken, before it starts anything", async () => {
    const stranger = createServer();
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
    const address = stranger.address();
    const port = typeof address === "object" ? address?.port : 0;
    expect(await refusal({ PORT: String(port) })).toEqual([
      1,
      `Port ${port} of 127.0.0.1 cannot be used (another program listens there): set PORT to another one.\n`,
    ]);
    stranger.close();
    expect(await postgresOf(dataDir)).toBeNull();
  });

  test("a DATABASE_URL that leads nowhere, and one that is no address", async () => {
    expect(await refusal({ DATABASE_URL: "postgres://me:secret@127.0.0.1:1/x" })).toEqual([
      1,
      "DATABASE_URL leads to 127.0.0.1:1/x, and nothing listens there.\n",
    ]);
    expect(await refusal({ DATABASE_URL: "secret" })).toEqual([
      1,
      "DATABASE_URL has to look like postgres://user:password@host:5432/database, and it does not.\n",
    ]);
  });

  test("D10: an address that others could reach", async () => {
    const [code, said] = await refusal({ HOST: "0.0.0.0" });
    expect(code).toBe(1);
    expect(said).toMatch(/^HOST has to be an address of this machine, .*; it is "0\.0\.0\.0"\.\n$/);
  });

  test("a data folder that cannot be made or written", async () => {
    const file = join(dataDir, "a-file");
    writeFileSync(file, "");
    expect(await refusal({ AFTERMATH_DATA_DIR: join(file, "below") })).toEqual([
      1,
      `The data folder ${file}/below cannot be made (ENOTDIR: not a directory, mkdir '${file}/below').\n`,
    ]);
    expect(await refusal({ AFTERMATH_DATA_DIR: file })).toEqual([
      1,
      `The data folder ${file} cannot be written (ENOTDIR: not a directory, open '${file}/instance.lock').\n`,
    ]);
  });

  test("a schema that is newer than the code, and stops the database again", async () => {
    const own = await startEmbeddedPostgres({ dataDir, log: () => {} });
    const sql = postgres(own.url, { max: 1 });
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9e12)`;
    await sql.end();
    await own.stop();
    expect(await refusal({})).toEqual([
      1,
      "The database was made by a newer or another version of Aftermath, whose migrations this one does not know: use that version, or another database.\n",
    ]);
    expect(await postgresOf(dataDir)).toBeNull();
  });
});

test("npm passes SIGTERM on: the server stops cleanly and npm exits with 0", async () => {
  const folder = mkdtempSync(join(tmpdir(), "aftermath-npm-"));
  chmodSync(folder, 0o711);
  const child = spawn("npm", ["start"], {
    cwd: PROJECT_ROOT,
    env: {
      ...process.env,
      PORT: "0",
      AFTERMATH_DATA_DIR: folder,
      AFTERMATH_LOG: "text",
      AFTERMATH_ACCOUNTS: "off",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  const started: Started = { child, out: () => out, err: () => "" };
  await ready(started);
  child.kill("SIGTERM");
  expect(await ended(started)).toBe(0);
  expect(out).toMatch(/Stopped\.\n$/);
  expect(await postgresOf(folder)).toBeNull();
  rmSync(folder, { recursive: true });
});
