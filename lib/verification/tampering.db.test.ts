import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import type { Transaction } from "@/lib/ingest/insert-rows";
import { writeSeal } from "@/lib/ingest/seal-campaign";
import { readManifest } from "@/lib/integrity/campaign-manifest";
import { checkpointBody, signNote, type Signer } from "@/lib/integrity/checkpoint";
import { seededRandom } from "@/lib/stats/seeded-random";
import { figure } from "@/lib/testing/security-figure";
import { importVaried } from "./testing/sealed-campaigns";
import { verifyInstance, verifyWithin, type Verification } from "./verify-instance";

/** Places that each kind of tampering is tried at. */
const PLACES = 100;
const CLEAN_RUNS = 1000;
/** A number that no episode has. */
const AWAY = 1_000_000;
const SIZES = { a: 37, b: 11 };

let database: TestDatabase;
let signer: Signer;
let ids: string[];
let kept: string;

beforeAll(async () => {
  database = await openTestDatabase();
  signer = { name: "test.example", ...generateKeyPairSync("ed25519") };
  const { projectId } = await database.newProject();
  ids = await importVaried(database, projectId, SIZES);
  const { log } = await verifyInstance(database.sql, { campaignId: null, key: signer });
  const root = Buffer.from(log.root, "hex");
  kept = signNote(
    checkpointBody({ origin: log.origin ?? "", size: log.size, root, audit: null }),
    signer,
  );
});

afterAll(() => database.drop());

/** A change of the stored data, and the first episode that is then not as it was sealed, if it is one. */
type Change = (tx: Transaction, random: Random) => Promise<number | null>;
type Random = (below: number) => number;

const TABLES = ["episode_records", "episode_texts", "attempts", "calls", "effects", "episodes"];
const seqOf = (table: string) => (table.startsWith("episode") ? "seq" : "episode_seq");
const first = () => ids[0] ?? "";
const second = () => ids[1] ?? "";

let alterations = 0;

const KINDS: Record<string, Change> = {
  "flip a bit of a record": async (tx, random) => {
    const seq = 1 + random(SIZES.a);
    const [row] = await tx<{ bits: number }[]>`
      select octet_length(raw) * 8 as bits from episode_records
      where campaign_id = ${first()} and seq = ${seq}`;
    const bit = random(row?.bits ?? 0);
    await tx`
      update episode_records set raw = set_bit(raw, ${bit}::bigint, 1 - get_bit(raw, ${bit}::bigint))
      where campaign_id = ${first()} and seq = ${seq}`;
    // Every other time the digest beside it is made to fit.
    if (random(2) === 0)
      await tx`update episode_records set sha256 = sha256(raw)
        where campaign_id = ${first()} and seq = ${seq}`;
    return seq;
  },
  "delete an episode": async (tx, random) => {
    const seq = 1 + random(SIZES.a);
    for (const table of TABLES)
      await tx`delete from ${tx(table)} where campaign_id = ${first()} and ${tx(seqOf(table))} = ${seq}`;
    return seq;
  },
  "insert an episode": async (tx, random) => {
    const [from, seq] = [1 + random(SIZES.a), SIZES.a + 1 + random(5)];
    await copyEpisode(tx, { from, seq, to: first() });
    return seq;
  },
  "swap two": async (tx, random) => {
    const one = 1 + random(SIZES.a - 1);
    const other = one + 1 + random(SIZES.a - one);
    // Everything that is stored of them, or their records alone.
    const tables = random(2) === 0 ? TABLES : ["episode_records"];
    for (const table of tables) {
      const seq = tx(seqOf(table));
      for (const [was, is] of [
        [one, AWAY],
        [other, one],
        [AWAY, other],
      ])
        await tx`update ${tx(table)} set ${seq} = ${is ?? 0}
          where campaign_id = ${first()} and ${seq} = ${was ?? 0}`;
    }
    return one;
  },
  "cut the tail off": async (tx, random) => {
    const from = 2 + random(SIZES.a - 1);
    for (const table of TABLES)
      await tx`delete from ${tx(table)} where campaign_id = ${first()} and ${tx(seqOf(table))} >= ${from}`;
    // Every other time the count is made to fit.
    if (random(2) === 0)
      await tx`update campaigns set episode_count = ${from - 1} where id = ${first()}`;
    return from;
  },
  "alter metadata or a derived figure": async (tx, random) => {
    // Each in its turn: drawn at random, some would never be tried.
    const change = ALTERATIONS[alterations % ALTERATIONS.length];
    alterations += 1;
    const seq = 1 + random(SIZES.a);
    return (await change?.(tx, seq)) ?? null;
  },
  "move to another campaign": async (tx, random) => {
    const from = 1 + random(SIZES.a);
    await copyEpisode(tx, { from, seq: SIZES.b + 1, to: second() });
    for (const table of TABLES)
      await tx`delete from ${tx(table)} where campaign_id = ${first()} and ${tx(seqOf(table))} = ${from}`;
    return from;
  },
  "restore an old backup": async (tx, random) => {
    const size = random(3);
    const gone = await tx<{ id: string | null }[]>`
      delete from log_entries where idx >= ${size} returning campaign_id as id`;
    for (const { id } of gone)
      for (const table of [...TABLES, "leaf_blocks", "campaign_seals", "campaigns"])
        await tx`delete from ${tx(table)} where ${tx(table === "campaigns" ? "id" : "campaign_id")} = ${id}`;
    return null;
  },
};

/** What stands in a table, but for the campaign, the number and what has to be unique. */
async function copyEpisode(tx: Transaction, by: { from: number; seq: number; to: string }) {
  const scope = tx`project_id, ${by.to}::uuid, ${by.seq}::int`;
  const of = (seq: string) => tx`campaign_id = ${first()} and ${tx(seq)} = ${by.from}`;
  await tx`insert into episodes
    select ${scope}, arm_no, case_no, 5000, termination, termination_source, termination_detail, outcome,
      outcome_reason, attacker_action, task_completed, hit_before_abort, injection_reached, weighable, damage,
      exposure, damage_in_earlier_attempts, attempts, call_count, denied_count, turns, duration_ms, tokens,
      cost_usd, started_at, alarms, had_nul, had_lone_surrogate
    from episodes where ${of("seq")}`;
  await tx`insert into episode_records
    select ${scope}, raw, sha256, source_file, source_line, source_path from episode_records where ${of("seq")}`;
  await tx`insert into episode_texts select ${scope}, body from episode_texts where ${of("seq")}`;
  await tx`insert into attempts
    select ${scope}, attempt_no, termination, detail, started_at, call_count, damage
    from attempts where ${of("episode_seq")}`;
}

const ALTERATIONS: ((tx: Transaction, seq: number) => Promise<number | null>)[] = [
  ...[
    "update campaigns set name = name || '.'",
    "update campaigns set state = 'interrupted'",
    "update campaigns set started_at = now()",
    'update campaigns set record = record || \'{"notes":"x"}\'',
    "update campaigns set episode_count = episode_count + 1",
    "update campaigns set scoring_version = scoring_version + 1",
  ].map((statement) => campaignWide(`${statement} where id =`)),
  ...[
    "update arms set name = name || '.'",
    "update arms set guardrail_enabled = true",
    "update cases set split = 'probe'",
    "update attacks set family = 'x'",
    "delete from tallies",
    "update tallies set body = jsonb_set(body, '{damage}', '0.5')",
    "update facet_counts set episodes = episodes + 1",
    "update source_files set path = path || '.'",
    "update imports set recoded = recoded + 1",
    "update imports set importer_version = importer_version + 1",
    'update imports set options = \'{"a":"b"}\'',
    "update imports set fingerprint = 'x'",
    "delete from imports",
    "update campaign_records set raw = set_bit(raw, 9, 1 - get_bit(raw, 9))",
    "update campaign_seals set manifest = replace(manifest, '\"v\":1', '\"v\":2')",
    "update campaign_seals set root = sha256(root)",
    "update leaf_blocks set leaves = set_bit(leaves, 9, 1 - get_bit(leaves, 9))",
    "update leaf_blocks set project_id = gen_random_uuid()",
    "update campaign_seals set project_id = gen_random_uuid()",
    "update log_entries set body = body || ' ', leaf = sha256('\\x00'::bytea || convert_to(body || ' ', 'UTF8'))",
  ].map((statement) => campaignWide(`${statement} where campaign_id =`)),
  ...[
    "update episodes set damage = damage + 1",
    "update episodes set outcome = 'safe_and_useful', outcome_reason = 'x'",
    "update episodes set termination = 'agent_refused'",
    "update episodes set started_at = now()",
    "update episode_records set source_line = source_line + 1",
    "update episode_texts set body = ''",
  ].map((statement) => ofEpisode(statement, "seq")),
  ofEpisode("update attempts set damage = damage + 1", "episode_seq"),
  // Every episode has an attempt, and only some have a call: one is made up.
  async (tx, seq) => {
    await tx`insert into effects
      select project_id, campaign_id, seq, 99, 'x', null, null, true, null, 3 from episodes
      where campaign_id = ${first()} and seq = ${seq}`;
    return seq;
  },
];

function campaignWide(statement: string) {
  return async (tx: Transaction) => {
    await tx.unsafe(`${statement} '${first()}'`);
    return null;
  };
}

function ofEpisode(statement: string, column: string) {
  return async (tx: Transaction, seq: number) => {
    await tx.unsafe(`${statement} where campaign_id = '${first()}' and ${column} = ${seq}`);
    return seq;
  };
}

/** What a verification says after the change, which is then taken back. */
async function after(change: (tx: Transaction) => Promise<void>): Promise<Verification> {
  const seen: { verification?: Verification } = {};
  await database.owner
    .begin(async (tx) => {
      // As nobody but a superuser may: no constraint and no trigger looks.
      await tx`set local session_replication_role = replica`;
      await change(tx);
      const key = signer;
      seen.verification = await verifyWithin(tx, { campaignId: null, key, kept });
      throw new Error("taken back");
    })
    .catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== "taken back") throw error;
    });
  if (seen.verification === undefined) throw new Error("it was not verified");
  return seen.verification;
}

function findingsOf({ campaigns, findings }: Verification) {
  return [...findings, ...campaigns.flatMap((campaign) => campaign.findings)];
}

describe("as a superuser of the database", () => {
  const found: Record<string, number> = {};

  test.each(Object.entries(KINDS))(
    "A2: to %s is found",
    async (kind, change) => {
      const random = seededRandom(kind.length);
      found[kind] = 0;
      for (let place = 0; place < PLACES; place += 1) {
        const expected: { seq: number | null } = { seq: null };
        const verification = await after(async (tx) => {
          expected.seq = await change(tx, (below) => Math.floor(random() * below));
        });
        const findings = findingsOf(verification);
        expect(findings.length, `${kind}, place ${place}`).toBeGreaterThan(0);
        const [one] = verification.campaigns;
        const seqs = (one?.findings ?? []).flatMap(({ seq }) => (seq === null ? [] : [seq]));
        if (expected.seq !== null)
          expect(Math.min(...seqs), `${kind}, place ${place}`).toBe(expected.seq);
        found[kind] += 1;
      }
    },
    300_000,
  );

  test("A2: all of it is found", async () => {
    const total = Object.values(found).reduce((sum, count) => sum + count, 0);
    expect(total).toBe(8 * PLACES);
    await figure(
      "A2",
      `${total} of ${8 * PLACES} found (8 kinds × ${PLACES} places), each episode named`,
    );
  });

  test("A2: what was altered and then sealed anew is found", async () => {
    const { campaigns, findings } = await after(async (tx) => {
      const [seal] = await tx<{ root: Uint8Array; manifest: string }[]>`
        select root, manifest from campaign_seals where campaign_id = ${first()}`;
      const manifest = readManifest(seal?.manifest ?? "");
      if (seal === undefined || manifest === null) throw new Error("a seal");
      await tx`delete from tallies where campaign_id = ${first()} and case_no = 2`;
      await tx`delete from campaign_seals where campaign_id = ${first()}`;
      // From here on by the rules, so that the log grows by an entry of its own: no checkpoint shows it.
      await tx`set local session_replication_role = origin`;
      const { project: projectId, key, fingerprint, import: from, importer, episodes } = manifest;
      const input = { key, fingerprint, import: from, importer, episodes };
      await writeSeal(tx, { projectId, campaignId: first() }, seal.root, input);
      await tx`set constraints all immediate`;
    });
    expect(findings.map(({ message }) => message)).toEqual([
      `Entry 3 of the log says once more that campaign ${first()} was sealed.`,
    ]);
    expect(campaigns.map((campaign) => campaign.findings.map(({ kind }) => kind))).toEqual([
      ["manifest"],
      [],
    ]);
  });

  test("A2: nothing is found where nothing was done", async () => {
    let [alarms, runs] = [0, 0];
    const look = async () => {
      while (runs < CLEAN_RUNS) {
        runs += 1;
        const campaignId = ids[runs % 2] ?? null;
        const verification = await verifyInstance(database.sql, { campaignId, key: signer, kept });
        alarms += findingsOf(verification).length;
        expect(verification.campaigns.map(({ state }) => state)).toEqual(["proven"]);
      }
    };
    await Promise.all([look(), look(), look(), look()]);
    expect(alarms).toBe(0);
    await figure("A2", `${alarms} false alarms in ${CLEAN_RUNS} clean runs`);
  }, 300_000);
});
