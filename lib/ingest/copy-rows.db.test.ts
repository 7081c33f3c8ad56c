import { setTimeout as wait } from "node:timers/promises";
import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bytea } from "@/db/schema/columns";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { UnstorableValue } from "./copy-format";
import { CopyRows } from "./copy-rows";
import { importTransaction } from "./import-transaction";
import type { Transaction } from "./insert-rows";
import { withSavepoint } from "./savepoint";

const things = pgTable("things", { no: integer("no"), name: text("name") });
/** One column of each type that a table of ours has. */
const kinds = pgTable("kinds", {
  id: uuid("id"),
  name: text("name"),
  tiny: smallint("tiny"),
  small: integer("small"),
  large: bigint("large", { mode: "number" }),
  real: doublePrecision("real"),
  yes: boolean("yes"),
  at: timestamp("at", { withTimezone: true }),
  bytes: bytea("bytes"),
  json: jsonb("json"),
  names: text("names").array(),
});

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.owner`create table parents (no integer primary key)`;
  await database.owner`insert into parents select generate_series(1, 20000)`;
  await database.owner`
    create table things (
      no integer primary key references parents (no),
      name text check (name <> 'refused')
    )`;
  await database.owner`
    create table kinds (id uuid, name text, tiny smallint, small integer, large bigint, real double precision, yes boolean,
      at timestamptz, bytes bytea, json jsonb, names text[])`;
  await database.owner`grant all on parents, things, kinds to public`;
});

afterAll(() => database.drop());

beforeEach(() => database.owner`truncate things`);

function thingsOf(rows: readonly { no: number; name?: string }[]): CopyRows<typeof things> {
  const copy = new CopyRows(things);
  for (const row of rows) copy.add(row);
  return copy;
}

/** Two pieces and more, so that Postgres refuses while rows are still under way. */
function many(last: { no: number; name?: string }): CopyRows<typeof things> {
  const name = "x".repeat(200);
  return thingsOf([...Array.from({ length: 5000 }, (_, no) => ({ no: no + 100, name })), last]);
}

async function stored(sql: Transaction | TestDatabase["sql"]): Promise<number> {
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from things`;
  return row?.n ?? Number.NaN;
}

/** Connections of this test's database that are in the middle of something. */
async function busy(): Promise<number> {
  const [row] = await database.sql<{ n: number }[]>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
  return row?.n ?? Number.NaN;
}

describe("every kind of value", () => {
  const row = {
    id: "0190b5a4-7c00-7abc-8def-0123456789ab",
    name: "tab\t newline\n back\\slash \\. ünïcode 😀",
    tiny: -32_768,
    small: -2_147_483_648,
    large: -9_007_199_254_740_991,
    real: -0.1,
    yes: true,
    at: new Date("1850-01-01T00:00:00.001Z"),
    bytes: Uint8Array.of(0, 255, 92, 10),
    json: { a: ["\\", { "": null }], n: 1e300 },
    names: ["a", 'b"{},\\', ""],
  };

  test("arrives as it was", async () => {
    const copy = new CopyRows(kinds);
    copy.add(row);
    copy.add({ ...row, large: 2 ** 40, at: new Date("9999-12-31T23:59:59.999Z"), names: [] });
    copy.add({ small: null, name: "" });
    await database.sql.begin((tx) => copy.write(tx));
    const [first, second, third] = await database.db.select().from(kinds);
    expect(first).toEqual({ ...row, bytes: Buffer.from(row.bytes) });
    expect([second?.large, second?.at, second?.names]).toEqual([
      2 ** 40,
      new Date("9999-12-31T23:59:59.999Z"),
      [],
    ]);
    const none = { id: null, tiny: null, small: null, large: null, real: null, yes: null };
    expect(third).toEqual({ ...none, name: "", at: null, bytes: null, json: null, names: null });
    const [asText] = await database.sql<{ at: string; names: string }[]>`
      select at::text, names::text from kinds limit 1`;
    expect(asText).toEqual({ at: "1850-01-01 00:00:00.001+00", names: `{a,"b\\"{},\\\\",""}` });
  });

  test.each([
    ["tiny", 32_768],
    ["tiny", 0.5],
    ["small", 2 ** 31],
    ["small", 1.5],
    ["large", 2 ** 53],
    ["real", Number.NaN],
    ["real", Number.POSITIVE_INFINITY],
    ["id", "no uuid"],
    ["at", new Date(Number.NaN)],
  ])("%s is never %s", (column, value) => {
    const copy = new CopyRows(kinds);
    expect(() => copy.add({ ...row, [column]: value })).toThrow(UnstorableValue);
  });
});

describe("a row that Postgres refuses", () => {
  const REFUSED = [
    { what: "a check, at the end", rows: thingsOf([{ no: 1, name: "refused" }]), code: "23514" },
    { what: "a primary key", rows: thingsOf([{ no: 1 }, { no: 1 }]), code: "23505" },
    { what: "a foreign key", rows: thingsOf([{ no: 1 }, { no: 99_999 }]), code: "23503" },
    { what: "a NUL in a text", rows: thingsOf([{ no: 1, name: "a\0" }]), code: "22021" },
    { what: "a check after many rows", rows: many({ no: 1, name: "refused" }), code: "23514" },
    { what: "a key after many rows", rows: many({ no: 100 }), code: "23505" },
    { what: "a foreign key after many", rows: many({ no: 99_999 }), code: "23503" },
  ];

  test.each(REFUSED)(
    "$what: surfaces, rolls back, and leaves the connection whole",
    async (bad) => {
      await database.sql.begin(async (tx) => {
        await thingsOf([{ no: 11 }, { no: 12 }]).write(tx);
        const [before] = await tx`select pg_backend_pid() as pid`;
        const failing = withSavepoint(tx, () => bad.rows.write(tx));
        await expect(failing).rejects.toMatchObject({ code: bad.code });
        expect(await stored(tx)).toBe(2);
        await thingsOf([{ no: 13 }]).write(tx);
        await expect(withSavepoint(tx, () => bad.rows.write(tx))).rejects.toThrow(
          /violates|invalid/,
        );
        await many({ no: 14 }).write(tx);
        expect(await tx`select pg_backend_pid() as pid`).toEqual([before]);
      });
      expect(await stored(database.sql)).toBe(5004);
      expect(await busy()).toBe(0);
    },
  );

  test("without a savepoint takes the whole transaction with it", async () => {
    const writing = database.sql.begin(async (tx) => {
      await thingsOf([{ no: 11 }]).write(tx);
      await many({ no: 100 }).write(tx);
    });
    await expect(writing).rejects.toMatchObject({ code: "23505" });
    expect(await stored(database.sql)).toBe(0);
    expect(await busy()).toBe(0);
  });

  test("in the first of many pieces stops the sending", async () => {
    const rows = thingsOf([
      { no: 1, name: "refused" },
      ...Array.from({ length: 9000 }, () => LONG),
    ]);
    await expect(database.sql.begin((tx) => rows.write(tx))).rejects.toMatchObject({
      code: "23514",
    });
    expect(await busy()).toBe(0);
  });

  test("in a part of the rows leaves the other parts writable", async () => {
    const rows = thingsOf([{ no: 1 }]);
    const first = rows.bytes;
    rows.add({ no: 2, name: "refused" });
    const second = rows.bytes;
    rows.add({ no: 3 });
    await database.sql.begin(async (tx) => {
      await rows.write(tx, 0, first);
      await expect(withSavepoint(tx, () => rows.write(tx, first, second))).rejects.toThrow(
        /violates|invalid/,
      );
      await rows.write(tx, second);
    });
    expect(await database.sql`select no from things order by no`).toEqual([{ no: 1 }, { no: 3 }]);
  });
});

describe("E7: a connection that breaks", () => {
  const LOST: unknown = expect.stringMatching(
    /^(CONNECTION_CLOSED|CONNECTION_DESTROYED|ECONNRESET|EPIPE)$/,
  );

  test("between two batches: the next one rejects, nothing is kept, and the pool goes on", async () => {
    const writing = importTransaction(database.sql, async (tx) => {
      await thingsOf([{ no: 11 }]).write(tx);
      await database.sql`select pg_terminate_backend(${await pidOf(tx)})`;
      await withSavepoint(tx, () => many({ no: 14 }).write(tx));
      return {};
    });
    await expect(writing).rejects.toMatchObject({ code: LOST });
    expect(await stored(database.sql)).toBe(0);
    expect(await busy()).toBe(0);
  });

  test("in the middle of a batch: it rejects, nothing is kept, and the pool goes on", async () => {
    let killed: number | null = null;
    // Another transaction has the same key, so that the COPY waits for it with all of its rows sent.
    await database.sql.begin(async (other) => {
      await thingsOf([{ no: 100 }]).write(other);
      const writing = importTransaction(database.sql, async (tx) => {
        const pid = await pidOf(tx);
        void untilWaiting(pid).then(() => {
          killed = pid;
          return database.sql`select pg_terminate_backend(${pid})`;
        });
        await withSavepoint(tx, () => many({ no: 14 }).write(tx));
        return {};
      });
      await expect(writing).rejects.toMatchObject({ code: LOST });
    });
    expect(killed).not.toBeNull();
    expect(await stored(database.sql)).toBe(1);
    expect(await busy()).toBe(0);
  });

  async function pidOf(tx: Transaction): Promise<number> {
    const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    return row?.pid ?? 0;
  }

  async function untilWaiting(pid: number): Promise<void> {
    for (;;) {
      const [row] = await database.sql`
        select 1 from pg_stat_activity where pid = ${pid} and wait_event_type = 'Lock'`;
      if (row !== undefined) return;
      await wait(20);
    }
  }
});

const LONG = { no: 2, name: "x".repeat(300) };
