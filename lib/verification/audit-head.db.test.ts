import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { audit } from "@/lib/audit/audit";
import { entryHash, type AuditRow } from "@/lib/audit/entry-hash";
import { verifyAudit } from "@/lib/audit/verify-audit";
import { everyAuditEntry } from "@/db/queries/audit-entries";
import { SYSTEM } from "@/lib/domain/actor";
import { publishCheckpoint } from "@/lib/ingest/publish-checkpoint";
import { readCheckpointBody, readNote, type Signer } from "@/lib/integrity/checkpoint";
import { figure } from "@/lib/testing/security-figure";
import { importVaried } from "./testing/sealed-campaigns";
import { verifyInstance } from "./verify-instance";

const BERT = { kind: "person", id: "00000000-0000-7000-8000-000000000002", name: "Bert" } as const;
const ENTRIES = 20;

let database: TestDatabase;
let signer: Signer;
let kept: string;
let signedAt: number;

beforeAll(async () => {
  database = await openTestDatabase();
  signer = { name: "test.example", ...generateKeyPairSync("ed25519") };
  const { projectId } = await database.newProject();
  const event = { action: "view.saved", projectId } as const;
  for (let no = 0; no < ENTRIES; no += 1) await audit(database.db, no === 7 ? BERT : SYSTEM, event);
  await importVaried(database, projectId, { a: 3 });
  await database.owner`delete from checkpoints`;
  await publishCheckpoint(database.sql, { signer, keptAt: null });
  const [row] = await database.sql<{ note: string }[]>`select note from checkpoints`;
  kept = row?.note ?? "";
  signedAt = readCheckpointBody(readNote(kept)?.body ?? "")?.audit?.id ?? 0;
  for (let no = 0; no < 3; no += 1) await audit(database.db, SYSTEM, event);
});

afterAll(() => database.drop());

/** What is said of the audit log after a change of it, which is then taken back. */
async function after(change: () => Promise<unknown>, given?: string) {
  await database.owner`create table whole as table audit_entries`;
  await change();
  const input = { campaignId: null, key: signer, kept: given };
  const { audited, findings } = await verifyInstance(database.sql, input);
  expect(findings).toEqual([]);
  const [plain, { faults }] = [
    await verifyAudit(database.db),
    await verifyAudit(database.db, audited),
  ];
  await database.owner`truncate audit_entries`;
  await database.owner`insert into audit_entries table whole`;
  await database.owner`drop table whole`;
  return { plain: plain.faults, faults };
}

/** The chain as it would be if it had always been so: of one piece, since nothing in it is secret. */
async function writtenAnew(alter: (row: AuditRow) => AuditRow): Promise<void> {
  let prevHash: Buffer | null = null;
  for await (const rows of everyAuditEntry(database.db, "instance", {}))
    for (const { hash: _, projectSlug: __, ...row } of rows) {
      const altered = { ...alter({ ...row, hash: Buffer.alloc(0) }), prevHash };
      prevHash = entryHash(altered);
      await database.owner`
        update audit_entries set actor_name = ${altered.actorName}, prev_hash = ${altered.prevHash},
          hash = ${prevHash} where id = ${row.id}`;
    }
}

const renamed = () =>
  writtenAnew((row) => (row.actorName === "Bert" ? { ...row, actorName: "Ada" } : row));

test("A8: what a checkpoint says of the audit log is signed, and holds while the log goes on", async () => {
  expect(signedAt).toBe(ENTRIES + 1);
  expect(await after(async () => {}, kept)).toEqual({ plain: [], faults: [] });
});

test("A8: a log that was emptied, cut off or written anew as one whole chain is found by a checkpoint", async () => {
  const cases: [change: () => Promise<unknown>, what: RegExp][] = [
    [() => database.owner`truncate audit_entries`, /says that it was there: the log was cut off/],
    [() => database.owner`delete from audit_entries where id >= 15`, /the log was cut off/],
    [() => database.owner`delete from audit_entries where id >= ${signedAt}`, /was cut off/],
    [renamed, /has another hash of it: it or what stands before it was written anew/],
  ];
  for (const [change, what] of cases) {
    const { plain, faults } = await after(change);
    // Of itself each is a chain without a fault.
    expect(plain).toEqual([]);
    expect(faults.map(({ id }) => id)).toEqual([signedAt]);
    expect(faults[0]?.what).toMatch(what);
  }
  await figure(
    "A8",
    `${cases.length} of ${cases.length} logs cut off or written anew as one whole chain found by a signed checkpoint`,
  );
});

test("A8: without the stored checkpoints the kept one shows it", async () => {
  await database.owner`create table notes as table checkpoints`;
  await database.owner`delete from checkpoints`;
  expect((await after(renamed)).faults).toEqual([]);
  expect((await after(renamed, kept)).faults).toEqual([
    {
      id: signedAt,
      what: "The kept checkpoint has another hash of it: it or what stands before it was written anew.",
    },
  ]);
  await database.owner`insert into checkpoints table notes`;
  await database.owner`drop table notes`;
});
