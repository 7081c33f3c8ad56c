import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDb, type Scope } from "@/db/client";
import { everyAuditEntry } from "@/db/queries/audit-entries";
import { lockWaiters } from "@/db/testing/lock-waiters";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { audit } from "@/lib/audit/audit";
import { entryHash } from "@/lib/audit/entry-hash";
import { verifyAudit } from "@/lib/audit/verify-audit";
import { SYSTEM } from "@/lib/domain/actor";
import { deleteCampaign } from "@/lib/ingest/delete-campaign";
import { keptFile, keptToVerify } from "@/lib/ingest/kept-checkpoint";
import { signingFault } from "@/lib/ingest/log-continues";
import { publishCheckpoint, signingInTurn } from "@/lib/ingest/publish-checkpoint";
import { setCheckpointAside } from "@/lib/ingest/set-checkpoint-aside";
import { makeSigningKey, readSigner } from "@/lib/ingest/signing-key";
import { readCheckpointBody, readNote } from "@/lib/integrity/checkpoint";
import { figure } from "@/lib/testing/security-figure";
import { importVaried } from "./testing/sealed-campaigns";
import { verifyInstance } from "./verify-instance";

const HOW_ON =
  "Nothing is signed until the log continues it, or after an older backup was put back: aftermath set-checkpoint-aside.";

let database: TestDatabase;
let scope: Scope;
let projectId: string;
let folder: string;
let path: string;
/** What is said on the error output. */
let told: string[];

beforeEach(async () => {
  database = await openTestDatabase();
  scope = await database.newProject();
  ({ projectId } = scope);
  folder = mkdtempSync(join(tmpdir(), "aftermath-kept-"));
  path = join(folder, "newest-checkpoint.txt");
  vi.stubEnv("AFTERMATH_DATA_DIR", folder);
  await makeSigningKey(process.env);
  told = [];
  vi.spyOn(console, "error").mockImplementation((_words, error) => {
    told.push(error instanceof Error ? error.message : String(error));
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** An entry of the log, as a deletion makes one. */
async function bury(name = "C"): Promise<void> {
  await database.owner`
    insert into deleted_campaigns
      (id, project_id, slug, key, name, fingerprint, episode_count, imported_at, reason, deleted_by)
    values (gen_random_uuid(), ${projectId}, 'c', 'c', ${name}, 'f', 3, now(), 'deleted', 'Ada')`;
}

/** Ten entries, signed after each. */
async function tenSigned(): Promise<void> {
  for (let no = 0; no < 10; no += 1) {
    await bury();
    await audit(database.db, SYSTEM, { action: "view.saved", projectId });
    await publishCheckpoint(database.sql);
  }
}

const publish = () => publishCheckpoint(database.sql);
const kept = () => readFileSync(path, "utf8");
const keptSize = () => readCheckpointBody(readNote(kept())?.body ?? "")?.size;
const stored = async () =>
  (await database.sql<{ size: number }[]>`select size::int from checkpoints order by size`).map(
    ({ size }) => size,
  );
const logSize = async () => (await database.sql`select from log_entries`).count;

async function verified(): Promise<string[]> {
  const key = readSigner(process.env);
  const server = keptToVerify(process.env, key);
  const input = { campaignId: null, key, server };
  const { findings, audited } = await verifyInstance(database.sql, input);
  const { faults } = await verifyAudit(database.db, audited);
  return [
    ...findings.filter(({ kind }) => kind !== "tombstone").map(({ message }) => message),
    ...faults.map(({ id, what }) => `${id}: ${what}`),
  ];
}

test("A4: over a hundred campaigns sealed and deleted the kept checkpoint is the newest, and nothing is refused", async () => {
  for (let no = 0; no < 100; no += 1) {
    const [campaignId = ""] = await importVaried(database, projectId, { [`c${no}`]: 1 });
    const by = { by: SYSTEM, explanation: "old" };
    await deleteCampaign(database, { ...scope, campaignId, ...by });
    expect(keptSize()).toBe(1 + 2 * (no + 1));
  }
  expect(told).toEqual([]);
  expect(await stored()).toEqual(Array.from({ length: 200 }, (_, no) => no + 2));
  expect(await signingFault(database.sql)).toBeNull();
  expect(await verified()).toEqual([]);
  expect(readdirSync(folder)).toEqual(["newest-checkpoint.txt", "signing-key.pem"]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await figure("A4", "200 seals and deletions signed without one false refusal");
});

/** Each is of one piece in the database: no checkpoint is left there, and no chain is broken. */
const HISTORIES: [what: string, change: () => Promise<unknown>, found: string][] = [
  [
    "cut off",
    () => database.owner`delete from log_entries where idx >= 8`,
    "The checkpoint that the server keeps is of 11 entries and the log has 8: it was rolled back to an older state, or its end was cut off.",
  ],
  [
    "emptied",
    () => database.owner`truncate log_entries`,
    "The checkpoint that the server keeps is of 11 entries and the log has 0: it was rolled back to an older state, or its end was cut off.",
  ],
  [
    "rewritten",
    () => database.owner`
      update log_entries set body = replace(body, 'Ada', 'Bob'),
        leaf = sha256('\\x00'::bytea || convert_to(replace(body, 'Ada', 'Bob'), 'UTF8'))
      where idx = 5`,
    "The checkpoint that the server keeps has another root than the log had at 11 entries: its past was rewritten.",
  ],
  [
    "begun anew",
    async () => {
      const other = "aaaaaaaa-0000-4000-8000-000000000000";
      await database.owner`
        update log_entries set body = anew,
          leaf = sha256('\\x00'::bytea || convert_to(anew, 'UTF8'))
        from (
          select idx as no, regexp_replace(body, '"log":"[^"]*"', ${`"log":"${other}"`}) as anew
          from log_entries
        ) made
        where idx = no`;
    },
    "The checkpoint that the server keeps is of another log, aftermath/log/",
  ],
  [
    "with another audit log",
    async () => {
      let prevHash: Buffer | null = null;
      for await (const rows of everyAuditEntry(database.db, "instance", {}))
        for (const { hash: _, projectSlug: __, ...row } of rows) {
          const altered = { ...row, hash: Buffer.alloc(0), actorName: "Bob", prevHash };
          prevHash = entryHash(altered);
          await database.owner`
            update audit_entries set actor_name = 'Bob', prev_hash = ${altered.prevHash},
              hash = ${prevHash} where id = ${row.id}`;
        }
    },
    "The checkpoint that the server keeps has another hash of it: it or what stands before it was written anew.",
  ],
  [
    "with an audit log that was emptied",
    () => database.owner`truncate audit_entries`,
    "The checkpoint that the server keeps says that it was there: the log was cut off before it, or rolled back.",
  ],
];

test("A4: another history that a superuser makes is neither signed nor verified, without a checkpoint in the database", async () => {
  await tenSigned();
  const before = kept();
  for (const [what, change, found] of HISTORIES) {
    await database.owner`create table logs as table log_entries`;
    await database.owner`create table audits as table audit_entries`;
    await database.owner`delete from checkpoints`;
    await change();
    told = [];
    expect([what, await publish()]).toEqual([what, false]);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(found);
    expect(told[0]).toMatch(/aftermath set-checkpoint-aside\.$/);
    expect(await signingFault(database.sql)).toBe(told[0]);
    expect([what, await stored(), kept() === before]).toEqual([what, [], true]);
    expect((await verified()).filter((one) => one.includes(found))).toHaveLength(1);
    await database.owner`truncate log_entries, audit_entries`;
    await database.owner`insert into log_entries table logs`;
    await database.owner`insert into audit_entries table audits`;
    await database.owner`drop table logs, audits`;
  }
  // Put right, it goes on.
  expect(await publish()).toBe(true);
  expect(await verified()).toEqual([]);
  await figure(
    "A4",
    `${HISTORIES.length} of ${HISTORIES.length} histories rewritten in the database with every checkpoint deleted: not signed, and found`,
  );
});

test("A4: what comes in after its past was rewritten is not signed either", async () => {
  await tenSigned();
  await database.owner`delete from checkpoints`;
  await database.owner`delete from log_entries where idx >= 8`;
  await importVaried(database, projectId, { a: 1, b: 1, c: 1, d: 1 });
  expect([await logSize(), await stored(), keptSize()]).toEqual([12, [], 11]);
  expect(told).toEqual([
    `The checkpoint that the server keeps is of 11 entries and the log has 9: it was rolled back to an older state, or its end was cut off. ${HOW_ON}`,
    `The checkpoint that the server keeps is of 11 entries and the log has 10: it was rolled back to an older state, or its end was cut off. ${HOW_ON}`,
    `The checkpoint that the server keeps has another root than the log had at 11 entries: its past was rewritten. ${HOW_ON}`,
    `The checkpoint that the server keeps has another root than the log had at 11 entries: its past was rewritten. ${HOW_ON}`,
  ]);
});

test("A4: a process that is killed between the file and the row, or before both, leaves nothing in the way", async () => {
  await tenSigned();
  // The file was written, and the row was not committed.
  await database.owner`delete from checkpoints where size = 11`;
  expect([await signingFault(database.sql), await verified()]).toEqual([null, []]);
  await bury();
  expect([await publish(), keptSize(), told]).toEqual([true, 12, []]);
  // A folder that was put back from yesterday.
  const [older] = await database.sql<
    { note: string }[]
  >`select note from checkpoints where size = 4`;
  writeFileSync(path, older?.note ?? "");
  writeFileSync(`${path}.0.new`, "aftermath/lo");
  expect(await verified()).toEqual([]);
  expect([await publish(), keptSize(), told]).toEqual([false, 12, []]);
});

test("A4: two processes that sign at once keep the newest", async () => {
  const second = createDb(database.url, { max: 4 });
  await Promise.all(
    [database.sql, second.sql].map(async (sql) => {
      for (let no = 0; no < 25; no += 1) {
        await bury();
        await publishCheckpoint(sql);
      }
    }),
  );
  await second.close();
  expect([keptSize(), told, await verified()]).toEqual([51, [], []]);
  expect(readdirSync(folder)).toEqual(["newest-checkpoint.txt", "signing-key.pem"]);
});

test("A4: a process that signs waits for another that does, so that the file never goes back", async () => {
  const second = createDb(database.url, { max: 1 });
  let seen = "";
  await signingInTurn(second.sql, async () => {
    const going = { is: true };
    const signed = publish().then(() => "signed");
    const waits = async () => {
      while (going.is) {
        if ((await lockWaiters(database)).length === 1) return "waits";
      }
      return "ended";
    };
    seen = await Promise.race([signed, waits()]);
    going.is = false;
  });
  expect(seen).toBe("waits");
  await second.close();
  await expect.poll(() => stored()).toEqual([1]);
});

test("A4: one that is damaged is told, and nothing is signed over it", async () => {
  await tenSigned();
  const whole = kept();
  const at = whole.lastIndexOf(" ") + 20;
  const damaged = {
    empty: "",
    torn: whole.slice(0, -30),
    "another size": whole.replace("\n11\n", "\n10\n"),
    "another signature": `${whole.slice(0, at)}${whole[at] === "A" ? "B" : "A"}${whole.slice(at + 1)}`,
  };
  const sentence =
    "The checkpoint that the server keeps (newest-checkpoint.txt) is damaged: nothing can be held against it.";
  await bury();
  for (const [what, text] of Object.entries(damaged)) {
    writeFileSync(path, text);
    told = [];
    expect([what, await publish(), told]).toEqual([what, false, [sentence]]);
    expect([what, await signingFault(database.sql), kept()]).toEqual([what, sentence, text]);
    expect([what, await verified()]).toEqual([what, [sentence]]);
  }
  rmSync(path);
  writeFileSync(path, whole);
  expect([await publish(), keptSize()]).toEqual([true, 12]);
});

test("A4: where it cannot be kept nothing is signed", async () => {
  await tenSigned();
  const signer = readSigner(process.env);
  if (signer === null) throw new Error("a key");
  await bury();
  const keptAt = join(folder, "gone", "newest-checkpoint.txt");
  expect(await publishCheckpoint(database.sql, { signer, keptAt })).toBe(false);
  expect(await publishCheckpoint(database.sql, { signer, keptAt: folder })).toBe(false);
  expect(told).toEqual([
    "newest-checkpoint.txt cannot be written: the newest checkpoint is kept there before anybody gets it.",
    "The checkpoint that the server keeps (newest-checkpoint.txt) cannot be read.",
  ]);
  expect((await stored()).at(-1)).toBe(11);
});

test("A4: a key that is named keeps it in the data folder, or beside itself where there is none", () => {
  const AFTERMATH_SIGNING_KEY = "/run/secrets/key.pem";
  const named = { AFTERMATH_SIGNING_KEY, AFTERMATH_DATA_DIR: "/data" };
  expect(keptFile(named)).toBe("/data/newest-checkpoint.txt");
  expect(keptFile({ AFTERMATH_SIGNING_KEY })).toBe("/run/secrets/newest-checkpoint.txt");
  expect(keptFile({})).toBeNull();
});

test("A4: another key goes on from what the one before it signed, and only from there", async () => {
  await tenSigned();
  rmSync(join(folder, "signing-key.pem"));
  await makeSigningKey(process.env);
  await database.owner`create table logs as table log_entries`;
  await database.owner`delete from log_entries where idx >= 8`;
  expect(await publish()).toBe(false);
  await database.owner`insert into log_entries select * from logs where idx >= 8`;
  expect([await publish(), keptSize(), await verified()]).toEqual([true, 11, []]);
});

test("A4: an older backup that was put back is signed again when somebody says so, with a row of it", async () => {
  await tenSigned();
  const key = readSigner(process.env);
  const aside = () =>
    setCheckpointAside(database.sql, { keptAt: path, key, by: SYSTEM, reason: "disk 2 broke" });
  await expect(aside()).rejects.toMatchObject({ code: "conflict" });
  await database.owner`delete from checkpoints where size > 6`;
  await database.owner`delete from log_entries where idx >= 6`;
  await database.owner`delete from audit_entries where id > 5`;
  expect(await publish()).toBe(false);
  const before = kept();
  const why =
    "The checkpoint that the server keeps is of 11 entries and the log has 6: it was rolled back to an older state, or its end was cut off.";
  const { name, ...rest } = await aside();
  expect(rest).toEqual({ why });
  expect(name).toMatch(
    /^newest-checkpoint\.set-aside-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.txt$/,
  );
  expect(readFileSync(join(folder, name), "utf8")).toBe(before);
  const rows = await database.sql`
    select actor_kind as by, detail from audit_entries where action = 'checkpoint.set_aside'`;
  expect([...rows]).toEqual([
    { by: "system", detail: { reason: "disk 2 broke", entries: 11, why } },
  ]);
  await bury();
  expect([await publish(), keptSize(), await verified()]).toEqual([true, 7, []]);
  await expect(aside()).rejects.toMatchObject({ code: "conflict" });
  // What was set aside still shows what is missing.
  const input = { campaignId: null, key, kept: before };
  const { findings } = await verifyInstance(database.sql, input);
  expect(findings.filter(({ kind }) => kind === "checkpoint")).toHaveLength(1);

  writeFileSync(path, "no note");
  expect((await aside()).why).toContain("is damaged");
  await expect(aside()).rejects.toMatchObject({ code: "not_found" });
  expect([await publish(), keptSize()]).toEqual([false, 7]);
});
