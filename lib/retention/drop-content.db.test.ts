import { createHash, generateKeyPairSync } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holdsOf } from "@/db/queries/campaign-holds";
import { findCampaign } from "@/db/queries/campaigns";
import { dropOf } from "@/db/queries/content-drops";
import { everyRecord } from "@/db/queries/episode-export";
import { readRecordBytes } from "@/db/queries/episode-detail-bytes";
import { listEpisodes } from "@/db/queries/episodes";
import { findProject } from "@/db/queries/projects";
import { opened, type Scope } from "@/db/scope";
import { endLockWaiters, lockWaiters } from "@/db/testing/lock-waiters";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { campaignAnswer } from "@/lib/answers/campaign-answer";
import { chosenArms, comparisonAnswer } from "@/lib/answers/comparison-answer";
import type { Actor } from "@/lib/domain/actor";
import { garak } from "@/lib/importers/garak";
import { memorySource } from "@/lib/importers/memory-source";
import { deleteCampaign } from "@/lib/ingest/delete-campaign";
import { ingestSource } from "@/lib/ingest/ingest-source";
import { publishCheckpoint } from "@/lib/ingest/publish-checkpoint";
import type { Transaction } from "@/lib/ingest/insert-rows";
import { canonicalJson } from "@/lib/integrity/canonical-json";
import type { Signer } from "@/lib/integrity/checkpoint";
import { checkProof } from "@/lib/integrity/proof-bundle";
import { droppedWords } from "@/lib/reports/integrity-sentences";
import { releaseAnswer } from "@/lib/reports/release-answer";
import { figure } from "@/lib/testing/security-figure";
import { exportProof } from "@/lib/verification/make-export-proof";
import { episodeProof, proven } from "@/lib/verification/make-proof";
import { asBeforeSeals } from "@/lib/verification/testing/before-seals";
import {
  verifyInstance,
  verifyWithin,
  type Verification,
} from "@/lib/verification/verify-instance";
import { dropContent } from "./drop-content";
import { holdCampaign } from "./hold-campaign";
import { importTelling } from "./testing/telling-campaign";

const WORD = "canary-91c7e2";
const REASON = "The retention of the customer's data ended";
const ADA: Actor = { kind: "person", id: "00000000-0000-7000-8000-000000000001", name: "Ada" };

let database: TestDatabase;
let signer: Signer;

beforeAll(async () => {
  database = await openTestDatabase();
  signer = { name: "test.example", ...generateKeyPairSync("ed25519") };
});
afterAll(() => database.drop());

type Place = { scope: Scope; campaignId: string };
async function place(options: { key?: string; replicas?: number } = {}): Promise<Place> {
  const scope = await database.newProject();
  return { scope, campaignId: await importTelling(database, scope, WORD, options) };
}

const drop = ({ scope, campaignId }: Place, reason = REASON) =>
  dropContent(database, { ...scope, campaignId, by: ADA, reason });
const verify = (campaignId: string, kept?: string) =>
  verifyInstance(database.sql, { campaignId, key: signer, kept, recompute: true });
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) =>
      error instanceof Error && "code" in error ? String(error.code) : String(error),
  );

async function projectOf({ projectId }: Scope) {
  const [row] = await database.sql<{ slug: string }[]>`
    select slug from projects where id = ${projectId}`;
  const found = await findProject(database.db, row?.slug ?? "");
  if (found === null) throw new Error("there is no such project");
  return opened(found);
}

/** Everything that a campaign's page, a comparison and a gate say of it, and its rows of figures. */
async function figuresOf({ scope, campaignId }: Place) {
  const project = await projectOf(scope);
  const answer = await campaignAnswer(database.db, project, "run");
  const choices = await chosenArms(database.db, project, {
    baseline: ["run/off"],
    candidate: ["run/on"],
  });
  const comparison = await comparisonAnswer(database.db, project, {
    baseline: choices.filter(({ arm }) => arm.key === "off"),
    candidate: choices.filter(({ arm }) => arm.key === "on"),
  });
  if (answer === null || comparison === null) throw new Error("there is no answer");
  const rows = await database.sql`
    select 'tally' as of, body::text as row from tallies where campaign_id = ${campaignId}
    union all select 'facet', (to_jsonb(f) - 'project_id')::text from facet_counts f where campaign_id = ${campaignId}
    union all select 'episode', (to_jsonb(e) - 'termination_detail')::text from episodes e where campaign_id = ${campaignId}
    union all select 'seal', manifest from campaign_seals where campaign_id = ${campaignId}
    union all select 'leaves', encode(leaves, 'hex') from leaf_blocks where campaign_id = ${campaignId}
    union all select 'record', seq || encode(sha256, 'hex') from episode_records where campaign_id = ${campaignId}
    order by 1, 2`;
  return {
    report: answer.report,
    acts: answer.acts,
    comparison,
    gate: releaseAnswer(comparison),
    rows: [...rows],
  };
}

/** The tables in which the word stands, in any column of theirs, as text or as bytes. */
async function tablesWith(word: string): Promise<string[]> {
  const tables = await database.owner<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const hex = Buffer.from(word).toString("hex");
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await database.owner<{ n: number }[]>`
      select count(*)::int as n from ${database.owner(name)} t
      where strpos(t::text, ${word}) > 0 or strpos(t::text, ${hex}) > 0`;
    if ((row?.n ?? 0) > 0) found.push(name);
  }
  return found;
}

describe("dropping the content of a campaign", () => {
  test("A9: leaves no word of any record, and every figure, comparison, gate, leaf and digest as it was", async () => {
    const at = await place();
    const before = await figuresOf(at);
    expect(before.gate.code).not.toBe("");
    expect(await tablesWith(WORD)).toEqual([
      "attempts",
      "calls",
      "campaign_records",
      "cases",
      "episode_records",
      "episode_texts",
      "episodes",
      "import_issues",
      "imports",
    ]);
    const [sizes] = await database.sql<{ n: number; bytes: number }[]>`
      select (select count(*) from episode_records where campaign_id = ${at.campaignId})::int as n,
        (select sum(octet_length(raw)) from episode_records where campaign_id = ${at.campaignId})::int
        + (select sum(octet_length(raw)) from campaign_records where campaign_id = ${at.campaignId})::int as bytes`;
    expect(sizes?.n).toBe(12);
    expect(await drop(at)).toEqual({ name: "Campaign run", records: 12, bytes: sizes?.bytes });
    expect(await tablesWith(WORD)).toEqual([]);
    expect(await figuresOf(at)).toEqual(before);
    expect(await dropOf(database.db, at.scope, at.campaignId)).toMatchObject({
      by: "Ada",
      reason: REASON,
      records: 12,
      bytes: sizes?.bytes,
    });
    await figure("A9", "content dropped: 0 of 9 tables hold a word of it, every figure as before");
  });

  test("A9: drops kept source files", async () => {
    const scope = await database.newProject();
    const { projectId } = scope;
    const text = await readFile("fixtures/garak/report.jsonl", "utf8");
    const source = memorySource("report.jsonl", { "report.jsonl": text });
    await ingestSource({ database, projectId, source, importer: garak, options: {} });
    const [row] = await database.sql<{ id: string; chunks: number }[]>`
      select c.id, (select count(*) from source_chunks s where s.campaign_id = c.id)::int as chunks
      from campaigns c where c.project_id = ${projectId} limit 1`;
    expect(row?.chunks).toBeGreaterThan(0);
    const campaignId = row?.id ?? "";
    await drop({ scope, campaignId });
    const left = await database.sql`select from source_chunks where campaign_id = ${campaignId}`;
    expect(left.length).toBe(0);
    const { campaigns, findings } = await verify(campaignId);
    expect([findings, campaigns[0]?.findings, campaigns[0]?.state]).toEqual([[], [], "dropped"]);
  });

  test("A9: is told of in the log and the audit log, and verified as dropped, not as corrupt", async () => {
    const at = await place();
    await publishCheckpoint(database.sql, { signer, keptAt: null });
    const [kept] = await database.sql<{ note: string }[]>`
      select note from checkpoints order by size desc limit 1`;
    const root = (await verify(at.campaignId)).campaigns[0]?.root;
    await drop(at);
    const [entry] = await database.sql<{ kind: string; body: string }[]>`
      select kind, body from log_entries where campaign_id = ${at.campaignId} order by idx desc limit 1`;
    const [row] = await database.sql<{ at: string; bytes: number; remains: string }[]>`
      select log_instant(dropped_at) as at, bytes::int, remains from content_drops
      where campaign_id = ${at.campaignId}`;
    const said: unknown = JSON.parse(entry?.body ?? "");
    expect(said).toEqual({
      at: row?.at,
      by: "Ada",
      bytes: row?.bytes,
      campaign: at.campaignId,
      episodes: 12,
      kind: "emptied",
      project: at.scope.projectId,
      records: 12,
      remains: createHash("sha256")
        .update(row?.remains ?? "")
        .digest("hex"),
      v: 1,
      why: REASON,
    });
    expect(canonicalJson(said)).toBe(entry?.body);
    const [told] = await database.sql`
      select actor_name as by, action, detail from audit_entries order by id desc limit 1`;
    expect(told).toEqual({
      by: "Ada",
      action: "campaign.emptied",
      detail: { name: "Campaign run", reason: REASON, records: 12, bytes: row?.bytes },
    });
    const { campaigns, findings, log } = await verify(at.campaignId, kept?.note);
    expect(findings).toEqual([]);
    const [verified] = campaigns;
    expect(verified).toMatchObject({ state: "dropped", root, episodes: 12, findings: [] });
    expect(log.checkpoints).toBeGreaterThan(0);
    if (verified === undefined || verified.dropped === null) throw new Error("it was not dropped");
    expect(droppedWords(verified.dropped, true)).toBe(
      `content dropped by Ada on ${row?.at}: ${REASON}; the leaves of 12 records kept and proven, records cannot be recomputed`,
    );
  });

  test("A3: an episode's proof walks to the checkpoint as before, and a copy of the record still fits", async () => {
    const at = await place({ replicas: 70 });
    const { sql } = database;
    const seqs = [1, 2, 256, 257, 280];
    const copies = await Promise.all(
      seqs.map((seq) => readRecordBytes(sql, at.scope, at.campaignId, seq)),
    );
    const before = proven(await episodeProof(database, at.scope, at.campaignId, 257));
    await drop(at);
    await publishCheckpoint(sql, { signer, keptAt: null });
    for (const [no, seq] of seqs.entries()) {
      const proof = proven(await episodeProof(database, at.scope, at.campaignId, seq));
      expect(proof).toMatchObject({ isUnchanged: true, isDropped: true });
      const copy = copies[no] ?? null;
      expect(copy).not.toBeNull();
      const { bundle } = proof;
      const holds = { record: true, leaf: true, manifest: true, log: true, signature: true };
      expect(checkProof(bundle, copy)).toEqual(holds);
      expect(checkProof(bundle, Buffer.from("{}"))).toEqual({ ...holds, record: false });
      if (seq === 257) expect(bundle.episode).toEqual(before.bundle.episode);
    }
  });

  test("reads as no text, no record and no file, and lists go on", async () => {
    const at = await place();
    const page = { after: null, limit: 100, ms: 1000, least: 1000 };
    const found = (text: string) => listEpisodes(database.db, at.scope, { text }, page);
    expect((await found(WORD)).rows).toHaveLength(12);
    await drop(at);
    expect((await found(WORD)).rows).toEqual([]);
    expect((await listEpisodes(database.db, at.scope, {}, page)).rows).toHaveLength(12);
    expect(await readRecordBytes(database.sql, at.scope, at.campaignId, 1)).toBeNull();
    const records = everyRecord(database.db, at.scope, { id: at.campaignId, episodeCount: 12 });
    await expect(records.next()).rejects.toMatchObject({ code: "gone" });
  });

  test("A4: breaks off the proof of an export that was begun before", async () => {
    const [own, episodes] = [await place(), await place()];
    const [ofOwn, ofEpisodes] = await Promise.all(
      [own, episodes].map(({ scope, campaignId }) =>
        exportProof(database, scope, { id: campaignId, dropped: null }),
      ),
    );
    if (ofOwn === undefined || ofEpisodes === undefined) throw new Error("two proofs");
    expect((await ofOwn.next()).done).toBe(false);
    await drop(own);
    await expect(ofOwn.next()).rejects.toThrow(/^Record 1 of the campaign's own is gone, /);
    for (let step = 0; step < 2; step += 1) expect((await ofEpisodes.next()).done).toBe(false);
    await drop(episodes);
    await expect(ofEpisodes.next()).rejects.toThrow(/^Episode 1 is gone, /);
    const now = await findCampaign(database.db, own.scope, "run");
    if (now === null) throw new Error("it is there without its content");
    await expect(exportProof(database, own.scope, now)).rejects.toMatchObject({ code: "gone" });
  });
});

describe("what is not dropped", () => {
  test("A9: is what is on hold, was dropped, is elsewhere or gone", async () => {
    const at = await place();
    const elsewhere = { ...at, scope: await database.newProject() };
    expect(await outcome(drop(elsewhere))).toBe("not_found");
    const held = { ...at.scope, campaignId: at.campaignId, by: ADA, reason: "audit 7" };
    await holdCampaign(database, { ...held, act: "held" });
    expect(await outcome(drop(at))).toBe("conflict");
    await expect(drop(at)).rejects.toThrow(/^The campaign "Campaign run" is on hold by Ada since /);
    expect((await verify(at.campaignId)).campaigns[0]?.state).toBe("proven");
    await holdCampaign(database, { ...held, act: "released" });
    await drop(at);
    await expect(drop(at)).rejects.toMatchObject({
      code: "conflict",
      message: "The content of this campaign was dropped before.",
    });
    expect(await holdsOf(database.db, at.scope, at.campaignId)).toHaveLength(2);
  });

  test("A9: is dropped once by two at once", async () => {
    const at = await place();
    const ends = await Promise.all([1, 2, 3].map(() => outcome(drop(at))));
    expect(ends.toSorted((a, b) => a.localeCompare(b))).toEqual(["conflict", "conflict", "done"]);
    const entries = await database.sql`
      select from log_entries where campaign_id = ${at.campaignId} and kind = 'emptied'`;
    expect(entries.length).toBe(1);
  });

  test("A2, A9: is what was changed before: a drop hides nothing", async () => {
    const at = await place();
    await asOwner(async (tx) => {
      await tx`update episodes set damage = damage + 1 where campaign_id = ${at.campaignId} and seq = 5`;
    });
    expect(await outcome(drop(at))).toBe("conflict");
    await expect(drop(at)).rejects.toThrow(/^This campaign is not what was sealed, /);
    const { campaigns } = await verify(at.campaignId);
    expect(campaigns[0]?.findings).toContainEqual(expect.objectContaining({ seq: 5 }));
    expect(await readRecordBytes(database.sql, at.scope, at.campaignId, 1)).not.toBeNull();
  });

  test("is what was never sealed, or has its seal no more", async () => {
    const at = await place();
    await asOwner(async (tx) => {
      await tx`delete from campaign_seals where campaign_id = ${at.campaignId}`;
    });
    expect(await outcome(drop(at))).toBe("conflict");
    await expect(drop(at)).rejects.toThrow(
      /^This campaign is not what was sealed, .* Its seal is gone: the log says/,
    );
    const { owner } = database;
    await owner`create table log as table log_entries`;
    await asBeforeSeals(database, at.campaignId);
    expect(await outcome(drop(at))).toBe("conflict");
    await expect(drop(at)).rejects.toThrow(
      /^This campaign was imported before records were sealed/,
    );
    await owner`truncate log_entries`;
    await owner`insert into log_entries table log`;
  });

  test("A9: is whole when the process that drops it dies in the middle", async () => {
    const at = await place();
    const locked = await database.owner.reserve();
    // The last act of a drop: everything is done but for its row in the audit log.
    await locked`begin`;
    await locked`select pg_advisory_xact_lock(hashtextextended('aftermath audit', 0))`;
    const dropping = outcome(drop(at));
    await expect.poll(async () => (await lockWaiters(database)).length).toBe(1);
    await endLockWaiters(database);
    expect(await dropping).not.toBe("done");
    await locked`rollback`;
    locked.release();
    expect((await verify(at.campaignId)).campaigns[0]).toMatchObject({
      state: "proven",
      findings: [],
    });
    await drop(at);
    expect((await verify(at.campaignId)).campaigns[0]?.state).toBe("dropped");
  });
});

/** As nobody but a superuser may: no constraint and no trigger looks. */
async function asOwner(change: (tx: Transaction) => Promise<void>): Promise<void> {
  await database.owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await change(tx);
  });
}

/** What a verification says after the change, which is then taken back. */
async function after(
  campaignId: string,
  change: (tx: Transaction) => Promise<unknown>,
): Promise<Verification> {
  const seen: { verification?: Verification } = {};
  await database.owner
    .begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await change(tx);
      seen.verification = await verifyWithin(tx, { campaignId, key: signer, recompute: true });
      throw new Error("taken back");
    })
    .catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== "taken back") throw error;
    });
  if (seen.verification === undefined) throw new Error("it was not verified");
  return seen.verification;
}

const TAKEN = [
  "update episode_records set raw = null",
  "update campaign_records set raw = null",
  "delete from episode_texts",
  "delete from source_files",
  "update cases set injection_text = null",
  "update cases set user_task = null",
  "update episodes set termination_detail = null",
  "update attempts set detail = null",
  "update calls set reason = null",
];

/** The first episode that is then not as it was, where one can be named. */
const ALTERED: [statement: string, seq: number | null][] = [
  ["update episodes set damage = damage + 1 where seq = 7 and campaign_id =", 7],
  ["update episodes set outcome = 'safe_and_useful' where seq = 3 and campaign_id =", 3],
  ["update episodes set termination_detail = 'x' where seq = 9 and campaign_id =", 9],
  ["update attempts set damage = damage + 1 where episode_seq = 2 and campaign_id =", 2],
  ["update calls set executed = not executed where episode_seq = 4 and campaign_id =", 4],
  ["update episode_records set sha256 = sha256(sha256) where seq = 6 and campaign_id =", 6],
  ["update episode_records set source_line = 1 where seq = 6 and campaign_id =", 6],
  ["update episode_records set raw = '{}' where seq = 11 and campaign_id =", 11],
  ["delete from episodes where seq = 12 and campaign_id =", 12],
  ["delete from episode_records where seq = 10 and campaign_id =", 10],
  [
    "update emptied_blocks set derived = set_bit(derived, 300, 1 - get_bit(derived, 300)) where campaign_id =",
    2,
  ],
  [
    "update emptied_blocks set remains = set_bit(remains, 300, 1 - get_bit(remains, 300)) where campaign_id =",
    null,
  ],
  ["delete from emptied_blocks where campaign_id =", 1],
  [
    "update leaf_blocks set leaves = set_bit(leaves, 9, 1 - get_bit(leaves, 9)) where campaign_id =",
    1,
  ],
  ["update campaign_seals set root = sha256(root) where campaign_id =", null],
  ["update tallies set body = jsonb_set(body, '{damage}', '0.5') where campaign_id =", null],
  ["update facet_counts set episodes = episodes + 1 where campaign_id =", null],
  ["update cases set injection_text = 'x' where campaign_id =", null],
  ["update cases set split = 'probe' where campaign_id =", null],
  ["update arms set name = name || '.' where campaign_id =", null],
  ["update campaign_records set raw = 'x' where campaign_id =", null],
  ["update content_drops set dropped_by = 'Bert' where campaign_id =", null],
  ["update content_drops set reason = 'Nothing' where campaign_id =", null],
  ["update content_drops set records = records - 1 where campaign_id =", null],
  ["update content_drops set dropped_at = now() where campaign_id =", null],
  ["update content_drops set remains = remains || ' ' where campaign_id =", null],
  ["delete from content_drops where campaign_id =", null],
  ["delete from log_entries where kind = 'emptied' and campaign_id =", null],
];

function findingsOf({ campaigns, findings }: Verification) {
  return [...findings, ...campaigns.flatMap((campaign) => campaign.findings)];
}

describe("as a superuser of the database", () => {
  test("A2, A9: content that is taken without being dropped is found as taken", async () => {
    const at = await place();
    let found = 0;
    for (const statement of TAKEN) {
      const seen = await after(at.campaignId, async (tx) => {
        await tx.unsafe(`${statement} where campaign_id = '${at.campaignId}'`);
      });
      expect(seen.campaigns[0], statement).toMatchObject({ state: "changed", dropped: null });
      expect(findingsOf(seen).length, statement).toBeGreaterThan(0);
      found += 1;
    }
    // All of it, and with the row that says so, but not through the function: the log does not know.
    const forged = await after(at.campaignId, async (tx) => {
      for (const statement of TAKEN)
        await tx.unsafe(`${statement} where campaign_id = '${at.campaignId}'`);
      await tx`insert into content_drops
        (project_id, campaign_id, dropped_by, reason, records, bytes, remains)
        values (${at.scope.projectId}, ${at.campaignId}, 'Ada', 'age', 12, 9, '{}')`;
    });
    expect(forged.campaigns[0]).toMatchObject({ state: "changed", dropped: null });
    expect(findingsOf(forged).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["dropped", "missing"]),
    );
    expect((await verify(at.campaignId)).campaigns[0]?.state).toBe("proven");
    await figure("A2", `${found + 1} of ${TAKEN.length + 1} ways to take content unlogged found`);
  });

  test("A2, A9: whatever is changed after a drop is found, and the first episode is named", async () => {
    const at = await place();
    await drop(at);
    await publishCheckpoint(database.sql, { signer, keptAt: null });
    let found = 0;
    for (const [statement, seq] of ALTERED) {
      const seen = await after(at.campaignId, async (tx) => {
        const done = await tx.unsafe(`${statement} '${at.campaignId}'`);
        expect(done.count, statement).toBeGreaterThan(0);
      });
      const findings = findingsOf(seen);
      expect(findings.length, statement).toBeGreaterThan(0);
      if (seq !== null) {
        const seqs = findings.flatMap((one) => (one.seq === null ? [] : [one.seq]));
        expect(Math.min(...seqs), statement).toBe(seq);
      }
      found += 1;
    }
    expect(findingsOf(await verify(at.campaignId))).toEqual([]);
    await figure("A2", `${found} of ${ALTERED.length} changes after a drop of content found`);
  });
});

test("a campaign whose content was dropped is there as before, and is deleted like every other", async () => {
  const at = await place();
  await drop(at);
  expect(await findCampaign(database.db, at.scope, "run")).toMatchObject({
    dropped: { by: "Ada", reason: REASON },
  });
  await deleteCampaign(database, {
    ...at.scope,
    campaignId: at.campaignId,
    by: ADA,
    explanation: "age",
  });
  const { deleted, findings } = await verify(at.campaignId);
  expect(findings).toEqual([]);
  expect(deleted).toMatchObject([{ by: "Ada", why: "age" }]);
});
