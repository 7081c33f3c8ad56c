import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { publishCheckpoint } from "@/lib/ingest/publish-checkpoint";
import { readCheckpointBody, readNote, type Signer } from "@/lib/integrity/checkpoint";
import { consistencyProof, subtreesOf } from "@/lib/integrity/merkle-tree";
import { continues } from "@/lib/integrity/proof";
import { figure } from "@/lib/testing/security-figure";
import { verifyInstance } from "./verify-instance";

const CHECKPOINTS = 100;

let database: TestDatabase;
let signer: Signer;
let notes: string[];

/** An entry of the log, as a deletion makes one. */
async function deleteOne(projectId: string): Promise<void> {
  await database.owner`
    insert into deleted_campaigns
      (id, project_id, slug, key, name, fingerprint, episode_count, imported_at, reason, deleted_by)
    values (gen_random_uuid(), ${projectId}, 'c', 'c', 'C', 'f', 3, now(), 'deleted', 'Ada')`;
}

beforeAll(async () => {
  database = await openTestDatabase();
  signer = { name: "test.example", ...generateKeyPairSync("ed25519") };
  const { projectId } = await database.newProject();
  for (let no = 0; no < CHECKPOINTS; no += 1) {
    if (no > 0) await deleteOne(projectId);
    await publishCheckpoint(database.sql, { signer, keptAt: null });
  }
  const rows = await database.sql<{ note: string }[]>`select note from checkpoints order by size`;
  notes = rows.map(({ note }) => note);
});

afterAll(() => database.drop());

const verify = (kept?: string, key: Signer | null = signer) =>
  verifyInstance(database.sql, { campaignId: null, key, kept });
const kindsOf = async (kept?: string, key?: Signer | null) =>
  (await verify(kept, key)).findings.map(({ kind }) => kind);

describe("the log's checkpoints", () => {
  test("A4: any two of a hundred are consistent, and the log is that of each", async () => {
    const leaves = await database.sql<
      { leaf: Uint8Array }[]
    >`select leaf from log_entries order by idx`;
    const subtree = subtreesOf(leaves.map(({ leaf }) => leaf));
    const heads = notes.map((note) => readCheckpointBody(readNote(note)?.body ?? ""));
    expect(heads.map((head) => head?.size)).toEqual(
      Array.from({ length: CHECKPOINTS }, (_, no) => no + 1),
    );
    let pairs = 0;
    for (const [no, before] of heads.entries())
      for (const after of heads.slice(no + 1)) {
        if (before === null || after === null) throw new Error("a checkpoint");
        const path = consistencyProof(subtree, before.size, after.size);
        expect(continues(before, after, path)).toBe(true);
        pairs += 1;
      }
    const { log, findings } = await verify();
    expect([findings, log.checkpoints, log.foreign]).toEqual([[], CHECKPOINTS, 0]);
    await figure(
      "A4",
      `${pairs} of ${pairs} pairs of ${CHECKPOINTS} signed checkpoints consistent`,
    );
  });

  test("A4: a log of the same length is signed once by a key", async () => {
    expect(await publishCheckpoint(database.sql, { signer, keptAt: null })).toBe(false);
    expect(await publishCheckpoint(database.sql, null)).toBe(false);
  });

  test("A4: a key that cannot be read undoes nothing of what was done, and is told of", async () => {
    const folder = mkdtempSync(join(tmpdir(), "aftermath-key-"));
    const told = vi.spyOn(console, "error").mockImplementation(() => {});
    vi.stubEnv("AFTERMATH_SIGNING_KEY", folder);
    expect(await publishCheckpoint(database.sql)).toBe(false);
    expect(told).toHaveBeenCalledExactlyOnceWith(
      "The log was not signed at its new length; the next signature makes up for it:",
      expect.objectContaining({ code: "settings" }),
    );
    vi.unstubAllEnvs();
    told.mockRestore();
    rmSync(folder, { recursive: true });
  });

  test("A4: each kept one is good as long as the log goes on", async () => {
    for (const note of [notes[0], notes[41], notes.at(-1)]) expect(await kindsOf(note)).toEqual([]);
  });

  test("A4: a kept one finds the log rolled back, and its past rewritten", async () => {
    const kept = notes[70] ?? "";
    const { owner } = database;
    await owner`create table backup as table log_entries`;
    await owner`create table notes as table checkpoints`;
    await owner`create table stones as table deleted_campaigns`;
    await owner`delete from deleted_campaigns
      where id in (select campaign_id from log_entries where idx >= 60)`;
    await owner`delete from log_entries where idx >= 60`;
    await owner`delete from checkpoints where size > 60`;
    // Of itself the older state is whole: only what was kept elsewhere shows it.
    expect((await verify()).log.size).toBe(60);
    expect(await kindsOf(notes[30])).toEqual([]);
    const rolledBack = await verify(kept);
    expect(rolledBack.findings.map(({ message }) => message)).toEqual([
      "The kept checkpoint is of 71 entries and the log has 60: it was rolled back to an older state, or its end was cut off.",
    ]);
    await owner`insert into log_entries select * from backup where idx >= 60`;
    await owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`insert into deleted_campaigns table stones on conflict do nothing`;
    });
    await owner`update log_entries set body = replace(body, 'Ada', 'Bob'),
      leaf = sha256('\\x00'::bytea || convert_to(replace(body, 'Ada', 'Bob'), 'UTF8')) where idx = 10`;
    await owner`delete from checkpoints`;
    expect(await kindsOf(notes[9])).not.toContain("checkpoint");
    expect(await kindsOf(notes[10])).toContain("checkpoint");
    expect(await kindsOf(kept)).toContain("checkpoint");
    await owner`truncate log_entries`;
    await owner`insert into log_entries select * from backup`;
    await owner`insert into checkpoints select * from notes`;
    expect(await kindsOf(kept)).toEqual([]);
  });

  test("A4: entries that are gone or put in before are named, and no others", async () => {
    const { owner } = database;
    await owner`create table whole as table log_entries`;
    const after = async (change: string) => {
      await owner.unsafe(change);
      const { findings } = await verify();
      await owner`truncate log_entries`;
      await owner`insert into log_entries table whole`;
      return findings.filter(({ kind }) => kind === "log").map(({ message }) => message);
    };
    expect(await after("delete from log_entries where idx = 50")).toEqual([
      "Entry 50 of the log is missing.",
    ]);
    expect(await after("delete from log_entries where idx in (7, 8, 9)")).toEqual([
      "Entries 7 to 9 of the log are missing.",
    ]);
    expect(
      await after("insert into log_entries select -1, kind, null, body, leaf from whole limit 1"),
    ).toContain("Entry -1 of the log stands before its first.");
    await owner`drop table whole`;
  });

  test("A4: another key's are told apart, and one that nobody signed is found", async () => {
    const other: Signer = { name: "other.example", ...generateKeyPairSync("ed25519") };
    const { log, findings } = await verify(undefined, other);
    expect([log.foreign, findings]).toEqual([CHECKPOINTS, []]);
    expect(await kindsOf(notes[3], other)).toEqual(["signature"]);
    expect(await kindsOf("no note")).toEqual(["checkpoint"]);
    await database.owner`update checkpoints set note = replace(note, E'\\n7\\n', E'\\n8\\n') where size = 7`;
    expect(await kindsOf()).toEqual(["signature"]);
    // Without the key each is held to the one that it names.
    expect(await kindsOf(undefined, null)).toEqual(["signature"]);
    await database.owner`update checkpoints set note = replace(note, E'\\n8\\n', E'\\n7\\n') where size = 7`;
  });
});
