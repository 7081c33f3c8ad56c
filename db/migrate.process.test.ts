import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { checkServer } from "@/db/server-check";

let dataDir = "";
let server: EmbeddedPostgres;
let admin: postgres.Sql;
let url = "";
let number = 0;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "aftermath-migrate-"));
  chmodSync(dataDir, 0o711);
  server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  admin = postgres(server.url, { max: 1 });
});

afterAll(async () => {
  await admin.end();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

beforeEach(async () => {
  number += 1;
  await admin`create database ${admin(`m${number}`)}`;
  url = server.url.replace(/aftermath$/, `m${number}`);
});

/** A drizzle folder whose steps are these statements. */
const migrations = (...steps: string[]): string => {
  const folder = join(dataDir, `drizzle-${number}-${steps.length}`);
  mkdirSync(join(folder, "meta"), { recursive: true });
  const entries = steps.map((sql, idx) => {
    writeFileSync(join(folder, `step${idx}.sql`), sql);
    return {
      idx,
      version: "7",
      when: 1_700_000_000_000 + idx,
      tag: `step${idx}`,
      breakpoints: true,
    };
  });
  const journal = { version: "7", dialect: "postgresql", entries };
  writeFileSync(join(folder, "meta", "_journal.json"), JSON.stringify(journal));
  return folder;
};

const tables = async (): Promise<string[]> => {
  const sql = postgres(url, { max: 1 });
  const rows = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' order by 1`;
  await sql.end();
  return rows.map(({ name }) => name);
};

const ONE = "create table one (id int)";
const TWO = "create table two (id int)";

describe("migrate", () => {
  test("applies what is missing, and the second time nothing", async () => {
    const said: string[] = [];
    const log = (line: string) => said.push(line);
    await migrate(url, { log, folder: migrations(ONE) });
    await migrate(url, { log, folder: migrations(ONE, TWO) });
    await migrate(url, { log, folder: migrations(ONE, TWO) });
    expect(await tables()).toEqual(["one", "two"]);
    expect(said).toEqual([
      "Migrating the database (1 of 1 steps) …",
      "Migrating the database (1 of 2 steps) …",
    ]);
  });

  test("F4: five at once: one works, the others wait, nobody fails", async () => {
    const said: string[] = [];
    const folder = migrations(`select pg_sleep(0.3); ${ONE}`, TWO);
    const log = (line: string) => said.push(line);
    await Promise.all(Array.from({ length: 5 }, () => migrate(url, { log, folder })));
    expect(said.filter((line) => line.startsWith("Migrating"))).toHaveLength(1);
    expect(said.filter((line) => line.startsWith("Another process migrates"))).toHaveLength(4);
    expect(await tables()).toEqual(["one", "two"]);
  });

  test("F4: a schema newer than the code is refused and left alone", async () => {
    const log = () => {};
    await migrate(url, { log, folder: migrations(ONE, TWO) });
    await expect(migrate(url, { log, folder: migrations(ONE) })).rejects.toMatchObject({
      name: "AppError",
      code: "database",
      message:
        "The database was made by a newer or another version of Aftermath, whose migrations this one does not know: use that version, or another database.",
    });
    expect(await tables()).toEqual(["one", "two"]);
  });

  test("F4: a step that fails takes the whole run back", async () => {
    const folder = migrations(ONE, "create table broken (");
    await expect(migrate(url, { log: () => {}, folder })).rejects.toThrow(
      "Failed query: create table broken (",
    );
    expect(await tables()).toEqual([]);
    await migrate(url, { log: () => {}, folder: migrations(ONE) });
    expect(await tables()).toEqual(["one"]);
  });
});

describe("checkServer", () => {
  const messageFor = (change: (url: URL) => void): Promise<string> => {
    const changed = new URL(url);
    change(changed);
    return checkServer(changed.href).then(
      () => "accepted",
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  };
  const place = () => new URL(url).host;

  test("takes the server of ours", async () => {
    expect(await messageFor(() => {})).toBe("accepted");
  });

  test("says what is wrong with an address, never the password", async () => {
    expect(await messageFor((at) => (at.password = "wrong-secret"))).toBe(
      `DATABASE_URL leads to ${place()}/m${number}, and it refuses the user or the password.`,
    );
    expect(await messageFor((at) => (at.pathname = "/nowhere"))).toBe(
      `DATABASE_URL leads to ${place()}/nowhere, and it has no database of that name.`,
    );
    expect(await messageFor((at) => (at.port = "1"))).toBe(
      `DATABASE_URL leads to 127.0.0.1:1/m${number}, and nothing listens there.`,
    );
    expect(await messageFor((at) => (at.hostname = "no-such-host.invalid"))).toMatch(
      /^DATABASE_URL leads to no-such-host\.invalid:\d+\/m\d+, and (there is no host of that name|the host's name cannot be looked up now)\.$/,
    );
  });

  test("refuses a database that is not in UTF-8", async () => {
    await admin`create database latin encoding 'LATIN1' template template0`;
    expect(await messageFor((at) => (at.pathname = "/latin"))).toBe(
      `The database at ${place()}/latin is encoded in LATIN1, and Aftermath needs UTF8.`,
    );
  });
});
