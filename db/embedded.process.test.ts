import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readPostmaster } from "@/db/cluster/postmaster";
import { readRecord } from "@/db/cluster/record";
import { connectEmbeddedUrl, startEmbeddedPostgres, type EmbeddedPostgres } from "@/db/embedded";

const ROOT = process.getuid?.() === 0;

let dataDir = "";
let running: EmbeddedPostgres | null = null;
let said: string[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "aftermath-embedded-"));
  chmodSync(dataDir, 0o711); // as makeDataFolder leaves it, so that root's Postgres gets through
  said = [];
});

afterEach(async () => {
  await running?.stop();
  running = null;
  rmSync(dataDir, { recursive: true, force: true });
});

const start = async () => {
  running = await startEmbeddedPostgres({ dataDir, log: (line) => said.push(line) });
  return running;
};

const query = async <T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> => {
  const sql = postgres(url, { max: 1, connect_timeout: 10 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
};

const write = (url: string) =>
  query(url, (sql) => sql`create table kept as select 'still here' as word`);
const read = (url: string) =>
  query(url, async (sql) => (await sql<{ word: string }[]>`select word from kept`)[0]?.word);

/** Gone, or ended and only not collected yet by whoever is the parent. */
const isGone = (pid: number): boolean => {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() === "" || stdout.startsWith("Z");
};

const pidOf = async (folder = join(dataDir, "postgres")) =>
  (await readPostmaster(folder))?.pid ?? -1;

describe("a first start", () => {
  test("makes a database that only its password opens, in UTF-8 and locale C", async () => {
    const { url, adopted } = await start();
    expect(adopted).toBe(false);
    const shown = await query(url, async (sql) => {
      const [row] = await sql`
        select current_database() as database, current_setting('server_encoding') as encoding,
               current_setting('listen_addresses') as listens,
               current_setting('unix_socket_directories') as sockets,
               (select datcollate from pg_database where datname = current_database()) as collation,
               (select string_agg(distinct auth_method, ',') from pg_hba_file_rules) as methods,
               (select left(rolpassword, 13) from pg_authid where rolname = 'aftermath') as secret`;
      return row;
    });
    expect(shown).toEqual({
      database: "aftermath",
      encoding: "UTF8",
      listens: "127.0.0.1",
      sockets: "",
      collation: "C",
      methods: "scram-sha-256",
      secret: "SCRAM-SHA-256",
    });
    const wrong = new URL(url);
    wrong.password = "password";
    await expect(query(wrong.href, (sql) => sql`select 1`)).rejects.toMatchObject({
      code: "28P01",
    });
  });

  test("keeps port and password for the owner's eyes only, and the password nowhere else", async () => {
    const { url, port } = await start();
    const record = await readRecord(dataDir);
    expect(record).toEqual({
      port,
      password: new URL(url).password,
      folder: "postgres",
      initialised: true,
    });
    expect(record?.password).toMatch(/^[\w-]{32}$/);
    expect(statSync(join(dataDir, "embedded.json")).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, "postgres.log")).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, "postgres")).mode & 0o777).toBe(0o700);
    expect(existsSync(join(dataDir, "postgres.password"))).toBe(false);
    expect(readFileSync(join(dataDir, "postgres.log"), "utf8")).not.toContain(record?.password);
  });

  test("in a folder that root's Postgres cannot enter goes elsewhere and says where", async () => {
    chmodSync(dataDir, 0o700);
    const { url } = await start();
    await write(url);
    const folder = (await readRecord(dataDir))?.folder ?? "";
    expect(folder).toMatch(ROOT ? /^\/var\/lib\/aftermath\/.+\/postgres$/ : /^postgres$/);
    expect(said.some((line) => line.includes("cannot enter"))).toBe(ROOT);
    await running?.stop();
    chmodSync(dataDir, 0o711); // reachable meanwhile: it stays where it is
    expect(await read((await start()).url)).toBe("still here");
    await running?.stop();
    if (ROOT) rmSync(dirname(folder), { recursive: true });
  });

  test("clears away what an initdb that was cut off left behind", async () => {
    writeFileSync(join(dataDir, "postgres.half"), "in the way of nothing");
    await start();
    expect(existsSync(join(dataDir, "postgres.half"))).toBe(false);
  });
});

describe("a later start", () => {
  test("finds the data and the port again, and stop leaves no process", async () => {
    const first = await start();
    await write(first.url);
    const pid = await pidOf();
    await first.stop();
    expect(isGone(pid)).toBe(true);
    expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
    expect(await connectEmbeddedUrl({ dataDir })).toBeNull();
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(second.adopted).toBe(false);
    expect(await read(second.url)).toBe("still here");
  });

  test("takes another port when a stranger sits on the kept one", async () => {
    const first = await start();
    await first.stop();
    const stranger = createServer();
    await new Promise<void>((resolve) => stranger.listen(first.port, "127.0.0.1", resolve));
    const second = await start();
    stranger.close();
    expect(second.port).not.toBe(first.port);
    expect((await readRecord(dataDir))?.port).toBe(second.port);
  });

  test("adopts the server that outlived an owner killed with -9, and can stop it", async () => {
    const owner = spawnOwner();
    await once(owner.stdout, "data");
    const pid = await pidOf();
    expect(isGone(pid)).toBe(false);
    owner.kill("SIGKILL");
    await once(owner, "exit");
    const lent = await connectEmbeddedUrl({ dataDir });
    const { url, adopted, stop } = await start();
    expect(adopted).toBe(true);
    expect(lent).toBe(url);
    expect(await pidOf()).toBe(pid);
    await write(url);
    await stop();
    expect(isGone(pid)).toBe(true);
  });

  test("recovers after the server itself was killed with -9: what was committed is there", async () => {
    const first = await start();
    await write(first.url);
    const pid = await pidOf();
    process.kill(pid, "SIGKILL");
    while (!isGone(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(true);
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await read(second.url)).toBe("still here");
  });

  test("is not fooled by a stale postmaster.pid whose number went to another process", async () => {
    const first = await start();
    await first.stop();
    const path = join(dataDir, "postgres", "postmaster.pid");
    writeFileSync(path, `${process.pid}\n${dataDir}/postgres\n0\n5432\n\n127.0.0.1\n\nready\n`);
    const second = await start();
    expect(second.adopted).toBe(false);
  });

  test("refuses to begin anew over what is gone: the folder, or the password", async () => {
    await (await start()).stop();
    renameSync(join(dataDir, "postgres"), join(dataDir, "away"));
    await expect(start()).rejects.toThrow(/^The database folder .* is gone: put it back/);
    renameSync(join(dataDir, "away"), join(dataDir, "postgres"));
    rmSync(join(dataDir, "embedded.json"));
    await expect(start()).rejects.toThrow(/embedded\.json is gone, and with it the password/);
    running = null;
  });

  test("says why when Postgres does not start", async () => {
    await (await start()).stop();
    writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "14\n");
    running = null;
    await expect(start()).rejects.toThrow(
      /^The database does not start \(database files are incompatible with server\); its log is .*postgres\.log\.$/,
    );
  });
});

/** Another process that starts the server, says so, and stays. */
function spawnOwner() {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL("embedded.ts", import.meta.url).href)});
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {} });
    process.stdout.write("up");
    setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}
