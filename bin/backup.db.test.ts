import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { copyOutAll } from "@/db/copy-out";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { beginSecondFactor, confirmSecondFactor } from "@/lib/auth/own-account";
import { answerSecondFactor } from "@/lib/auth/second-factor";
import { signIn } from "@/lib/auth/sign-in";
import { signedInOf } from "@/lib/auth/signed-in";
import {
  newAddress,
  newPerson,
  PASSWORD,
  sentFrom,
  signedInCookies,
  testAccounts,
} from "@/lib/auth/testing/people";
import { totp } from "@/lib/auth/testing/totp";
import { publishCheckpoint } from "@/lib/ingest/publish-checkpoint";
import { keptFile, keptToVerify } from "@/lib/ingest/kept-checkpoint";
import { setCheckpointAside } from "@/lib/ingest/set-checkpoint-aside";
import { SYSTEM } from "@/lib/domain/actor";
import { makeSigningKey, readSigner } from "@/lib/ingest/signing-key";
import { verifierKey } from "@/lib/integrity/checkpoint";
import { figure } from "@/lib/testing/security-figure";
import { importVaried } from "@/lib/verification/testing/sealed-campaigns";
import { verifyInstance } from "@/lib/verification/verify-instance";

/**
 * What `pg_dump --data-only` and `pg_restore --disable-triggers` do, by COPY as the owner: the embedded
 * Postgres comes without these programs.
 */
type Dump = {
  tables: { name: string; columns: string[]; file: Buffer; rows: number }[];
  sequences: { name: string; value: number }[];
};

/** The frame of a binary COPY file (Postgres' manual, "COPY", file formats). */
const HEAD = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);
const END = Buffer.from([0xff, 0xff]);

/** Every table of the schema with every column: what a migration adds later is in the copy as well. */
async function dump({ owner }: TestDatabase): Promise<Dump> {
  const found = await owner<{ name: string; columns: string[] }[]>`
    select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    group by table_name order by table_name`;
  const tables: Dump["tables"] = [];
  await owner.begin("isolation level repeatable read", async (tx) => {
    for (const { name, columns } of found) {
      const list = columns.map((column) => `"${column}"`).join(", ");
      const rows = await copyOutAll(tx, `select ${list} from "${name}"`);
      tables.push({ name, columns, file: Buffer.concat([HEAD, ...rows, END]), rows: rows.length });
    }
  });
  const sequences = await owner<{ name: string; value: number }[]>`
    select sequencename as name, last_value::int as value from pg_sequences
    where schemaname = 'public' and last_value is not null`;
  return { tables, sequences: [...sequences] };
}

/** Into a database that was just migrated; what a migration wrote there gives way. */
async function restore({ owner }: TestDatabase, { tables, sequences }: Dump): Promise<void> {
  await owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`truncate ${tx(tables.map(({ name }) => name))} cascade`;
    for (const { name, columns, file } of tables) {
      const query = tx`copy ${tx(name)} (${tx(columns)}) from stdin (format binary)`;
      await pipeline([file], await query.writable());
    }
    for (const { name, value } of sequences) await tx`select setval(${name}::regclass, ${value})`;
  });
}

let source: TestDatabase;
const restored: TestDatabase[] = [];
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "aftermath-backup-"));
  source = await openTestDatabase();
});

afterAll(async () => {
  for (const database of restored) await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function newInstance(from: Dump): Promise<TestDatabase> {
  const database = await openTestDatabase();
  restored.push(database);
  await restore(database, from);
  return database;
}

const from = (cookies: string[] = []) => sentFrom(newAddress(), cookies);

test("F7: dumped, dropped and restored an instance verifies to the same roots, and its people sign in", async () => {
  const { projectId } = await source.newProject();
  await importVaried(source, projectId, { a: 300, b: 20, c: 1 });
  const env = { AFTERMATH_DATA_DIR: folder };
  await makeSigningKey(env);
  const signer = readSigner(env);
  if (signer === null) throw new Error("no key");
  const key = { name: signer.name, publicKey: signer.publicKey };
  const signing = { signer, keptAt: keptFile(env) };
  await publishCheckpoint(source.sql, signing);
  const [checkpoint] = await source.sql<{ note: string }[]>`select note from checkpoints`;
  const kept = checkpoint?.note ?? "";

  const accounts = testAccounts(source);
  const { secret } = accounts;
  const { email } = await newPerson(source);
  const own = { accounts, headers: from(await signedInCookies(accounts, email)) };
  const factor = await beginSecondFactor(own, PASSWORD);
  const session = await confirmSecondFactor(own, totp(factor.secret));

  const before = await verifyInstance(source.sql, { campaignId: null, key, kept });
  expect(before.findings).toEqual([]);
  expect(before.campaigns.map(({ state }) => state)).toEqual(["proven", "proven", "proven"]);
  const backup = await dump(source);
  await source.drop();

  const copy = await newInstance(backup);
  const after = await verifyInstance(copy.sql, { campaignId: null, key, kept });
  expect(after).toEqual(before);
  expect((await dump(copy)).tables.map(({ name, rows }) => [name, rows])).toEqual(
    backup.tables.map(({ name, rows }) => [name, rows]),
  );

  // The secret stands outside the database: with it everything goes on, with another nobody is signed in.
  const there = testAccounts(copy, { secret });
  expect((await signedInOf(there, from(session)))?.person.email).toBe(email);
  const waiting = await signIn(there, { email, password: PASSWORD }, from());
  if (waiting.kind !== "second factor") throw new Error(waiting.kind);
  const answer = { kind: "app", code: totp(factor.secret, 1) } as const;
  expect(await answerSecondFactor(there, answer, from(waiting.cookies))).toMatchObject({
    kind: "signed in",
  });
  expect(await signedInOf(testAccounts(copy), from(session))).toBeNull();

  // Without the key it takes imports and verifies, and signs nothing.
  const none = readSigner({ AFTERMATH_DATA_DIR: join(folder, "elsewhere") });
  expect(none).toBeNull();
  const later = await importVaried(copy, projectId, { d: 5 });
  expect(later).toHaveLength(4);
  expect(await publishCheckpoint(copy.sql, null)).toBe(false);
  const unsigned = await verifyInstance(copy.sql, { campaignId: null, key: null, kept });
  expect(unsigned.findings).toEqual([]);
  expect(unsigned.campaigns.every(({ state }) => state === "proven")).toBe(true);
  expect(unsigned.log.size - before.log.size).toBe(1);
  expect((await copy.sql`select from checkpoints`).count).toBe(1);

  // With the key back the same instance signs on, and what it signed shows the backup as the older state.
  expect(await publishCheckpoint(copy.sql, signing)).toBe(true);
  const [newest] = await copy.sql<{ note: string; key: string }[]>`
    select note, verifier_key as key from checkpoints order by size desc limit 1`;
  expect(newest?.key).toBe(verifierKey(signer));
  const older = await newInstance(backup);
  const rolledBack = await verifyInstance(older.sql, { campaignId: null, key, kept: newest?.note });
  expect(rolledBack.findings.map(({ message }) => message)).toEqual([
    `The kept checkpoint is of ${unsigned.log.size} entries and the log has ${before.log.size}: it was rolled back to an older state, or its end was cut off.`,
  ]);
  // The server that has the folder signs nothing there until somebody says that it was on purpose.
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await publishCheckpoint(older.sql, signing)).toBe(false);
  expect(told).toHaveBeenCalledOnce();
  told.mockRestore();
  const keptAt = keptFile(env) ?? "";
  const { why } = await setCheckpointAside(older.sql, {
    keptAt,
    key,
    by: SYSTEM,
    reason: "backup",
  });
  expect(why).toBe(
    `The checkpoint that the server keeps is of ${unsigned.log.size} entries and the log has ${before.log.size}: it was rolled back to an older state, or its end was cut off.`,
  );
  await publishCheckpoint(older.sql, signing);
  const server = keptToVerify(env, key);
  const onward = await verifyInstance(older.sql, { campaignId: null, key, server });
  expect([onward.findings, onward.log.size]).toEqual([[], before.log.size]);
  await figure(
    "F7",
    `${backup.tables.length} tables dumped, dropped and restored: equal roots and checkpoint, sign-in with its second step; without the key proven and unsigned; the older copy told`,
  );
});
