import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readWhole } from "@/lib/importers/read-whole";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { figure } from "@/lib/testing/security-figure";
import { openSource } from "./archive-source";
import { MAX_DATABASE_BYTES, MAX_WORK_MS, sqliteSource } from "./sqlite-source";
import { madeDatabase } from "./testing/made-database";

let folder: string;
let made = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sqlite-source-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(bytes: Uint8Array): Promise<string> {
  made += 1;
  const path = join(folder, `${made}.dat`);
  await writeFile(path, bytes);
  return path;
}

/** Every file of the source as text, without `schema.json` unless asked for. */
async function read(path: string, limits = { databaseBytes: 2 ** 30, workMs: 20_000 }) {
  const files: Record<string, string> = {};
  for await (const file of sqliteSource(path, "x", limits).files()) {
    const bytes = await readWhole(file, Number.MAX_SAFE_INTEGER);
    files[file.path] = new TextDecoder().decode(bytes ?? new Uint8Array());
  }
  return files;
}

async function readSql(sql: string) {
  const { "schema.json": schema, ...tables } = await read(await write(await madeDatabase(sql)));
  return { schema: JSON.parse(schema ?? "null") as unknown, tables };
}

/** The sentence with which the file is refused. */
async function refusal(bytes: Uint8Array): Promise<string> {
  try {
    const files = await read(await write(bytes));
    return `read: ${Object.keys(files).join(", ")}`;
  } catch (error) {
    return error instanceof Error ? error.message : "no error";
  }
}

/** A process starts slowly on a machine that is at work. */
const PATIENT = { timeout: 90_000 };

describe("a database as JSON Lines", PATIENT, () => {
  it("is known by its first bytes, whatever its name, and told with its schema", async () => {
    const bytes = await madeDatabase(
      "CREATE TABLE a (id INTEGER PRIMARY KEY, t TEXT); INSERT INTO a VALUES (1, 'x'), (2, NULL); PRAGMA user_version = 5",
    );
    const source = await openSource(await write(bytes));
    const paths = [];
    for await (const file of source.files()) paths.push(file.path);
    expect(paths).toEqual(["schema.json", "tables/a.jsonl"]);
    expect(await read(await write(bytes))).toEqual({
      "schema.json":
        '{"sqlite":"3","userVersion":5,"journal":"rollback","tables":[{"name":"a","columns":["id","t"],"rows":2,"bytes":33}]}\n',
      "tables/a.jsonl": '{"id":1,"t":"x"}\n{"id":2,"t":null}\n',
    });
  });

  it("gives every kind of value as what it is, and names what JSON cannot say", async () => {
    const { tables } = await readSql(
      `CREATE TABLE v (n INTEGER PRIMARY KEY, x);
       INSERT INTO v VALUES (1, 'a' || char(0) || 'b'), (2, ''), (3, 9007199254740993), (4, 0.1), (5, 9e999),
         (6, x'00ff'), (7, CAST(x'ff41' AS TEXT)), (8, 'é😀"'), (9, x'')`,
    );
    expect((tables["tables/v.jsonl"] ?? "").split("\n").map((line) => line.slice(6))).toEqual([
      ',"x":"a\\u0000b"}',
      ',"x":""}',
      ',"x":9007199254740993}',
      ',"x":0.1}',
      ',"x":{"$omitted":"a number without end"}}',
      ',"x":{"$omitted":"2 bytes that are no text"}}',
      ',"x":{"$omitted":"text of 2 bytes that is not in the encoding of the database"}}',
      ',"x":"é😀\\""}',
      ',"x":{"$omitted":"0 bytes that are no text"}}',
      "",
    ]);
  });

  it("reads UTF-16 databases, odd names, tables without row numbers, and no computed column", async () => {
    const { tables } = await readSql(
      `PRAGMA encoding = 'UTF-16le';
       CREATE TABLE "a ""b/; DROP" ("se""lect" TEXT, g AS (1 / 0), "__proto__" TEXT);
       INSERT INTO "a ""b/; DROP" VALUES ('ü', 'p');
       CREATE TABLE w (k TEXT PRIMARY KEY) WITHOUT ROWID; INSERT INTO w VALUES ('z'), ('y')`,
    );
    expect(tables).toEqual({
      'tables/a "b/; DROP.jsonl': '{"se\\"lect":"ü","__proto__":"p"}\n',
      "tables/w.jsonl": '{"k":"y"}\n{"k":"z"}\n',
    });
  });

  it("hands rows out by the first foreign key, so that readers need hold none", async () => {
    const { tables } = await readSql(
      `CREATE TABLE p (id INTEGER PRIMARY KEY);
       CREATE TABLE c (id INTEGER PRIMARY KEY, o INTEGER, p INTEGER REFERENCES p(id), rowid TEXT);
       INSERT INTO c VALUES (1, 9, 2, 'r'), (2, 8, 1, 'r'), (3, 7, 2, 'r'), (4, 6, 1, 'r')`,
    );
    const ids = (tables["tables/c.jsonl"] ?? "").match(/"id":\d/g);
    expect(ids).toEqual(['"id":2', '"id":4', '"id":1', '"id":3']);
  });

  it("reads a database in write-ahead mode and says so", async () => {
    const bytes = await madeDatabase("CREATE TABLE a (x); INSERT INTO a VALUES (1)");
    bytes[18] = 2;
    bytes[19] = 2;
    const files = await read(await write(bytes));
    expect(files["tables/a.jsonl"]).toBe('{"x":1}\n');
    expect(files["schema.json"]).toContain('"journal":"wal"');
  });

  it("hands out no more than is asked for, and may be left in the middle and read again", async () => {
    const bytes = await madeDatabase(
      `CREATE TABLE a (x TEXT);
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
       INSERT INTO a SELECT printf('%0100d', i) FROM n`,
    );
    const source = sqliteSource(await write(bytes));
    for await (const file of source.files()) {
      if (file.path === "schema.json") continue;
      for await (const chunk of file.open()) {
        expect(chunk.length).toBe(256 * 1024);
        break;
      }
      let total = 0;
      for await (const chunk of file.open()) total += chunk.length;
      expect(total).toBe(20_000 * 109);
    }
  });
});

describe("E5: limits", PATIENT, () => {
  it("are those of the documentation", () => {
    expect([MAX_DATABASE_BYTES, MAX_WORK_MS]).toEqual([512 * 2 ** 20, 60_000]);
  });

  it("a database may have so many bytes, and one more is refused before it is read", async () => {
    const path = await write(await madeDatabase("CREATE TABLE a (x)"));
    const size = 8192;
    expect(Object.keys(await read(path, { databaseBytes: size, workMs: 20_000 }))).toHaveLength(2);
    const over = read(path, { databaseBytes: size - 1, workMs: 0 });
    await expect(over).rejects.toMatchObject({
      code: "invalid_input",
      message: "The SQLite database has 8192 bytes; it may have 8191.",
    });
  });

  it("a value may have 32 MiB; a larger one is named with its size", async () => {
    const { tables } = await readSql(
      `PRAGMA page_size = 65536; CREATE TABLE a (n INTEGER, x TEXT);
       INSERT INTO a VALUES (1, hex(zeroblob(16777216))), (2, hex(zeroblob(16777216)) || 'y')`,
    );
    const [at, over] = (tables["tables/a.jsonl"] ?? "").split("\n");
    expect(at?.length).toBe(33_554_432 + '{"n":1,"x":""}'.length);
    expect(over).toBe('{"n":2,"x":{"$omitted":"text of 33554433 bytes"}}');
  });

  it("a row may have 64 MiB", async () => {
    const row = (extra: number) =>
      madeDatabase(
        `PRAGMA page_size = 65536; CREATE TABLE a (x, y, z); INSERT INTO a VALUES (zeroblob(30000000), zeroblob(30000000), zeroblob(${7_108_864 + extra}))`,
      );
    expect(await refusal(await row(0))).toBe("read: schema.json, tables/a.jsonl");
    expect(await refusal(await row(1))).toBe(
      "The SQLite database cannot be read. It is over a limit: a row of the table a has 67108865 bytes, and 67108864 are allowed.",
    );
  });

  it("what takes longer than allowed is stopped with its process", async () => {
    const path = await write(await madeDatabase("CREATE TABLE a (x)"));
    const before = children();
    await expect(read(path, { databaseBytes: 2 ** 30, workMs: 1 })).rejects.toMatchObject({
      code: "invalid_input",
      message:
        "The SQLite database cannot be read. SQLite did not get through it in the time allowed, and was stopped.",
    });
    await expect.poll(() => children() <= before).toBe(true);
  });
});

async function* noBytes(): AsyncGenerator<Uint8Array> {}

/** How many processes of this one read databases, or that one. */
function children(of = "sqlite-child"): number {
  const list = execFileSync("ps", ["-o", "args", "--ppid", String(process.pid)]).toString();
  return list.split("\n").filter((line) => line.includes(of)).length;
}

describe("E5: hostile databases", PATIENT, () => {
  let before = 0;
  beforeAll(() => {
    before = made;
  });

  const FOREVER = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";

  it("views, triggers and virtual tables are never looked into", async () => {
    const { tables } = await readSql(
      `CREATE TABLE a (x); INSERT INTO a VALUES (1);
       CREATE VIEW endless AS ${FOREVER};
       CREATE VIEW loads AS SELECT load_extension('/tmp/evil.so') AS x;
       CREATE VIEW writes AS SELECT writefile('/tmp/evil', 'x') AS x;
       CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT RAISE(ABORT, 'no'); END;
       CREATE VIRTUAL TABLE words USING fts3(text)`,
    );
    expect(tables["tables/a.jsonl"]).toBe('{"x":1}\n');
    expect(Object.keys(tables).filter((path) => !path.startsWith("tables/words_"))).toEqual([
      "tables/a.jsonl",
    ]);
  });

  it("a check that takes for ever is not run", async () => {
    const pattern = `${"%a".repeat(30)}%b`;
    const { tables } = await readSql(
      `PRAGMA ignore_check_constraints = ON;
       CREATE TABLE a (x TEXT CHECK (x LIKE '${pattern}'));
       INSERT INTO a VALUES (printf('%.*c', 5000, 'a'))`,
    );
    expect(tables["tables/a.jsonl"]?.length).toBe(5000 + '{"x":""}\n'.length);
  });

  it("a view that the schema calls a table is refused", async () => {
    const sentence = await refusal(
      await madeDatabase(
        `CREATE TABLE b (x); CREATE VIEW a AS ${FOREVER}; PRAGMA writable_schema = ON;
         UPDATE sqlite_schema SET type = 'table', rootpage = 2 WHERE name = 'a'`,
      ),
    );
    expect(sentence).toContain(
      "It is damaged or was cut, or its schema is not one of SQLite's own",
    );
  });

  it("a table whose statement names another is refused", async () => {
    const sentence = await refusal(
      await madeDatabase(
        `CREATE TABLE a (x); CREATE VIEW v AS ${FOREVER}; PRAGMA writable_schema = ON;
         UPDATE sqlite_schema SET sql = 'CREATE TABLE zz (x)' WHERE name = 'a';
         UPDATE sqlite_schema SET sql = 'CREATE VIEW a AS ${FOREVER}' WHERE name = 'v'`,
      ),
    );
    expect(sentence).toContain("cannot be read");
  });

  it("cut, empty and foreign files are refused in a sentence", async () => {
    const whole = await madeDatabase(
      `CREATE TABLE a (x TEXT);
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
       INSERT INTO a SELECT printf('%0100d', i) FROM n`,
    );
    for (const length of [16, 100, 4096, 8192, whole.length - 1]) {
      const sentence = await refusal(whole.subarray(0, length));
      expect(sentence, String(length)).toMatch(/^The SQLite database cannot be read\. It is /);
    }
    // SQLite would take the byte for a zero, and the last row's text for one that ends in it.
    expect(await refusal(whole.subarray(0, -1))).toContain("1 bytes are missing at its end");
    expect(await refusal(new Uint8Array(5000).fill(65))).toBe(
      "The SQLite database cannot be read. It is not a database, or an encrypted one.",
    );
  });

  it("pages that were overwritten give a sentence or the rows, never a crash", async () => {
    const whole = await madeDatabase(
      `CREATE TABLE a (x TEXT); CREATE INDEX i ON a (x);
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
       INSERT INTO a SELECT printf('%0100d', i) FROM n`,
    );
    const sentences = [];
    for (let page = 0; page * 4096 < whole.length; page += 5) {
      const damaged = whole.slice();
      damaged.fill(page % 2 === 0 ? 0xff : 0x05, page * 4096 + 100, page * 4096 + 140);
      sentences.push(await refusal(damaged));
    }
    expect(
      sentences.every((text) => /^(read: |The SQLite database cannot be read\. )/.test(text)),
    ).toBe(true);
    expect(sentences.filter((text) => text.includes("damaged")).length).toBeGreaterThan(1);
  });

  it("a page that stands in the tree twice, which gives rows without end, is found first", async () => {
    const bytes = await madeDatabase(
      `CREATE TABLE a (x TEXT);
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
       INSERT INTO a SELECT printf('%0100d', i) FROM n`,
    );
    // Page 2 is the root, an interior page: its cells begin with the number of a child page.
    const root = new DataView(bytes.buffer, bytes.byteOffset + 4096, 4096);
    expect(root.getUint8(0)).toBe(5);
    root.setUint32(root.getUint16(14), root.getUint32(root.getUint16(12)));
    expect(await refusal(bytes)).toContain("damaged");
  });

  it.each([
    ["a page size of 0", 16, [0, 0]],
    ["a page size of 3", 16, [0, 3]],
    ["a format of the future", 18, [9, 9]],
    ["pages reserved whole", 20, [255]],
    ["a list of free pages that begins beyond the file", 32, [0xff, 0xff, 0xff, 0xf0, 0, 0, 0, 9]],
    ["a schema format of the future", 44, [0, 0, 0, 99]],
    ["an unknown encoding", 56, [0, 0, 0, 9]],
    ["a schema table without end", 100, [5, 0, 0, 0, 1]],
  ])("a header with %s gives a sentence or the rows", async (_, at, bytes) => {
    const whole = await madeDatabase("CREATE TABLE a (x); INSERT INTO a VALUES (1)");
    whole.set(bytes, at);
    expect(await refusal(whole)).toMatch(
      /^(read: schema\.json, tables\/a\.jsonl$|The SQLite database cannot be read\. )/,
    );
  });

  it("were twenty and more, and the process that asked lives", async () => {
    expect(made - before).toBeGreaterThanOrEqual(20);
    await figure("E5", `${made - before} hostile files: refused in a sentence or read as data`);
  });

  it("a process that left idle is started again when more is asked", async () => {
    const path = await write(await madeDatabase("CREATE TABLE a (x); INSERT INTO a VALUES (1)"));
    const files = [];
    for await (const file of sqliteSource(path).files()) files.push(file);
    // Asked at every moment around its leaving, it must never look like a fault of the file.
    for (let ms = 1990; ms <= 2010; ms += 10) {
      await new Promise((resolve) => setTimeout(resolve, ms));
      const rows = await readWhole(files[1] ?? { path: "", sizeBytes: 0, open: noBytes }, 100);
      expect(new TextDecoder().decode(rows ?? new Uint8Array())).toBe('{"x":1}\n');
    }
  });

  it("a process that dies is told as such", async () => {
    const path = await write(await madeDatabase("CREATE TABLE a (x); INSERT INTO a VALUES (1)"));
    const source = sqliteSource(path);
    const files = [];
    for await (const file of source.files()) files.push(file);
    execFileSync("rm", [path]);
    const opened = files[1]?.open()[Symbol.asyncIterator]();
    // The process holds the file open, so what was there when it began is still read.
    expect((await opened?.next())?.done).toBe(false);
    const list = execFileSync("ps", ["-o", "pid,args", "--ppid", String(process.pid)]).toString();
    const line = list.split("\n").find((row) => row.includes(path));
    process.kill(Number(line?.trim().split(" ")[0]), "SIGKILL");
    await expect.poll(() => children(path)).toBe(0);
    // Another process is started, and knows nothing of this reading: that is no end of the table.
    await expect(opened?.next()).rejects.toThrow("Its reading process ended half-way.");
  });
});
