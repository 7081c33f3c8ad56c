import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createDb } from "@/db/client";
import { auditEntries } from "@/db/schema/audit-entries";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { SYSTEM, type Actor } from "@/lib/domain/actor";
import { figure } from "@/lib/testing/security-figure";
import { audit, type AuditEvent } from "./audit";
import { entryHash } from "./entry-hash";
import { verifyAudit } from "./verify-audit";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.owner`truncate audit_entries`);

const ANNA: Actor = { kind: "person", id: "0190f000-0000-7000-8000-000000000001", name: "Anna" };
const event = (no: number): AuditEvent => ({
  action: "view.saved",
  projectId: "0190f000-0000-7000-8000-000000000002",
  object: { kind: "view", id: `view-${no}` },
  detail: { no },
});

const rows = () => database.db.select().from(auditEntries).orderBy(auditEntries.id);

it("A8: numbers rows without gaps, each with a hash over itself and the one before", async () => {
  await audit(database.db, ANNA, event(1));
  await database.sql.begin((tx) => audit(tx, SYSTEM, { action: "import.sealed", projectId: null }));
  await audit(database.db, ANNA, { ...event(3), outcome: "refused" });
  const found = await rows();
  expect(
    found.map(({ id, actorName, action, outcome }) => [id, actorName, action, outcome]),
  ).toEqual([
    [1, "Anna", "view.saved", "done"],
    [2, "Aftermath", "import.sealed", "done"],
    [3, "Anna", "view.saved", "refused"],
  ]);
  expect(found.map(({ prevHash }) => prevHash && Buffer.from(prevHash))).toEqual([
    null,
    Buffer.from(found[0]?.hash ?? []),
    Buffer.from(found[1]?.hash ?? []),
  ]);
  expect(found.map((row) => entryHash(row).equals(row.hash))).toEqual([true, true, true]);
  expect(found[1]).toMatchObject({ objectKind: null, objectId: null, detail: {} });
  expect(await verifyAudit(database.db)).toEqual({
    entries: 3,
    head: { id: 3, hash: Buffer.from(found[2]?.hash ?? []).toString("hex") },
    faults: [],
  });
});

it("A8: writes what nobody expects in a name so that both sides read the same", async () => {
  const odd = 'Ä "q" \\ /\u0001\u001f\u007f\u2028\ud800\0\u{1f600}\t\n\b';
  await audit(
    database.db,
    { ...ANNA, name: odd },
    { ...event(1), detail: { z: odd, a: 1.5, b: -0 } },
  );
  const [row] = await rows();
  expect(row?.actorName).toBe('Ä "q" \\ /\u0001\u001f\u007f\u2028\ufffd\ufffd\u{1f600}\t\n\b');
  expect((await verifyAudit(database.db)).faults).toEqual([]);
});

it("cuts what is long", async () => {
  await audit(database.db, ANNA, { ...event(1), detail: { name: "x".repeat(1000) } });
  const [row] = await rows();
  expect(row?.detail).toEqual({ name: `${"x".repeat(299)}…` });
});

it("A8: has no row of what was rolled back, and no gap after it", async () => {
  await audit(database.db, ANNA, event(1));
  const failing = database.db.transaction(async (tx) => {
    await audit(tx, ANNA, event(2));
    throw new Error("taken back");
  });
  await expect(failing).rejects.toThrow("taken back");
  await audit(database.db, ANNA, event(3));
  expect((await rows()).map(({ id, detail }) => [id, detail])).toEqual([
    [1, { no: 1 }],
    [2, { no: 3 }],
  ]);
});

it("A8: 16 writers with 1,000 rows each make one chain, without fork and without gap", async () => {
  const [writers, each] = [16, 1000];
  const pool = createDb(database.url, { max: writers });
  const write = async (writer: number) => {
    for (let no = 0; no < each; no += 1)
      await pool.db.transaction(async (tx) => {
        // The order is what is tested; that each commit reaches the disk first takes minutes.
        await tx.execute(sql`set local synchronous_commit to off`);
        await audit(tx, ANNA, { ...event(no), detail: { writer, no } });
      });
  };
  try {
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  } finally {
    await pool.close();
  }
  const { entries, head, faults } = await verifyAudit(database.db);
  expect([entries, head?.id, faults]).toEqual([16_000, 16_000, []]);
  const [forks] = await database.sql<{ forks: number; order: number }[]>`
    select count(*)::int - count(distinct prev_hash)::int as forks,
      count(*) filter (where at < before)::int as order
    from (select prev_hash, at, lag(at) over (order by id) as before from audit_entries) chain`;
  expect(forks).toEqual({ forks: 1, order: 0 }); // the first row follows none
  await figure("A8", "16 writers × 1,000 rows: 16,000 in one chain, 0 forks, 0 gaps (bar: 0)");
}, 600_000);

it("A8: finds each row that was changed, taken out, put in or exchanged", async () => {
  for (let no = 1; no <= 12; no += 1) await audit(database.db, ANNA, event(no));
  const after = async (change: (tx: TestDatabase["sql"]) => Promise<unknown>) => {
    await database.owner`create table kept as table audit_entries`;
    await change(database.owner);
    const { faults } = await verifyAudit(database.db);
    await database.owner`truncate audit_entries`;
    await database.owner`insert into audit_entries table kept`;
    await database.owner`drop table kept`;
    return faults[0];
  };
  const changed = { id: 5, what: "It was changed after it was written." };
  const set = (assignment: string) =>
    after((tx) => tx.unsafe(`update audit_entries set ${assignment} where id = 5`));
  for (const assignment of [
    "actor_name = 'Bert'",
    "actor_id = null",
    "actor_kind = 'system'",
    "action = 'view.deleted'",
    "at = at + interval '1 millisecond'",
    "project_id = null",
    "object_id = 'view-6'",
    "object_kind = null",
    `detail = '{"no": 6}'`,
    "outcome = 'refused'",
    "hash = sha256(hash)",
  ])
    expect([assignment, await set(assignment)]).toEqual([assignment, changed]);
  expect(await after((tx) => tx`delete from audit_entries where id = 5`)).toEqual({
    id: 6,
    what: "Entry 5 is missing.",
  });
  expect(await after((tx) => tx`delete from audit_entries where id between 1 and 4`)).toEqual({
    id: 5,
    what: "Entries 1 to 4 are missing.",
  });
  const copied = "actor_kind, actor_name, action, detail, outcome, hash";
  expect(
    await after((tx) =>
      tx.unsafe(`insert into audit_entries (id, at, ${copied})
        select 0, at, ${copied} from audit_entries where id = 1`),
    ),
  ).toEqual({ id: 0, what: "It stands before the first entry." });
  expect(
    await after((tx) =>
      tx`
        update audit_entries set id = -id where id in (5, 6);
        update audit_entries set id = 11 + id where id < 0`.simple(),
    ),
  ).toEqual({ id: 5, what: "It does not follow the entry before it." });
  expect((await verifyAudit(database.db)).faults).toEqual([]);
});
