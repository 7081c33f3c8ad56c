import { spawnSync } from "node:child_process";
import { createHash, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { latestCheckpoint } from "@/db/queries/checkpoints";
import { readRecordBytes } from "@/db/queries/episode-detail-bytes";
import type { Scope } from "@/db/scope";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { publishCheckpoint } from "@/lib/ingest/publish-checkpoint";
import { verifierKey, type Signer } from "@/lib/integrity/checkpoint";
import { checkProof, type ProofBundle } from "@/lib/integrity/proof-bundle";
import { figure } from "@/lib/testing/security-figure";
import { campaignProof, episodeProof, proven } from "./make-proof";
import { importVaried } from "./testing/sealed-campaigns";

/** More than two blocks of leaves, and an odd rest. */
const EPISODES = 557;

let database: TestDatabase;
let scope: Scope;
let signer: Signer;
let campaignId: string;
let folder: string;

beforeAll(async () => {
  database = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), "aftermath-proofs-"));
  signer = { name: "test.example", ...generateKeyPairSync("ed25519") };
  scope = await database.newProject();
  [campaignId = ""] = await importVaried(database, scope.projectId, { a: EPISODES });
  await publishCheckpoint(database.sql, { signer, keptAt: null });
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

async function proofOf(seq: number): Promise<ProofBundle> {
  const proof = proven(await episodeProof(database, scope, campaignId, seq));
  expect(proof.isUnchanged).toBe(true);
  return proof.bundle;
}

/** What the stand-alone verifier says. */
function standAlone(bundle: unknown, record: Uint8Array | null, ...words: string[]) {
  const [proofPath, recordPath] = [join(folder, "proof.json"), join(folder, "record.json")];
  writeFileSync(proofPath, JSON.stringify(bundle));
  if (record !== null) writeFileSync(recordPath, record);
  const files = record === null ? [proofPath] : [proofPath, recordPath];
  const ran = spawnSync(process.execPath, ["public/verify.mjs", ...files, ...words], {
    encoding: "utf8",
  });
  return { status: ran.status, text: `${ran.stdout}${ran.stderr}` };
}

function timeOf(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

describe("the proof of an episode", () => {
  test.each([1, 2, 256, 257, 512, 513, EPISODES])(
    "A3: of %i walks to the checkpoint",
    async (seq) => {
      const bundle = await proofOf(seq);
      const raw = await readRecordBytes(database.sql, scope, campaignId, seq);
      expect(checkProof(bundle, raw)).toEqual({
        record: true,
        leaf: true,
        manifest: true,
        log: true,
        signature: true,
      });
    },
  );

  test("A3: is none where there is no such episode, nor in another project", async () => {
    expect(await episodeProof(database, scope, campaignId, EPISODES + 1)).toBe("part_gone");
    const other = await database.newProject();
    expect(await episodeProof(database, other, campaignId, 1)).toBeNull();
  });

  test("A3: is none, and no fault of the server, where leaves are gone", async () => {
    const { owner } = database;
    await owner`create table kept as table leaf_blocks`;
    const proofAfter = async (change: string, seq: number) => {
      await owner.unsafe(change);
      const proof = await episodeProof(database, scope, campaignId, seq);
      await owner`truncate leaf_blocks`;
      await owner`insert into leaf_blocks table kept`;
      return proof;
    };
    for (const no of [0, 1, 2])
      expect(await proofAfter(`delete from leaf_blocks where block_no = ${no}`, 300)).toBe(
        "part_gone",
      );
    const cut = "update leaf_blocks set leaves = substr(leaves, 1, 32) where block_no = 2";
    expect(await proofAfter(cut, 513)).toBe("part_gone");
    await owner`drop table kept`;
  });

  test("A3: is checked offline by a verifier of under 150 lines that needs nothing else", async () => {
    const source = readFileSync("public/verify.mjs", "utf8");
    expect(source.split("\n").length - 1).toBeLessThan(150);
    expect([...source.matchAll(/from "([^"]+)"/g)].map(([, from]) => from)).toEqual([
      "node:crypto",
      "node:fs",
    ]);
    const bundle = await proofOf(300);
    const raw = await readRecordBytes(database.sql, scope, campaignId, 300);
    const key = verifierKey(signer);
    const kept = join(folder, "kept.txt");
    writeFileSync(kept, (await latestCheckpoint(database.db))?.note ?? "");
    const good = standAlone(bundle, raw, "--key", key, "--checkpoint", kept);
    expect(good.text).not.toContain("FAILS");
    expect([good.status, good.text.match(/^holds/gm)?.length]).toEqual([0, 7]);

    // As `jq -r` writes it.
    writeFileSync(kept, `${readFileSync(kept, "utf8")}\n`);
    expect(standAlone(bundle, raw, "--key", key, "--checkpoint", kept).status).toBe(0);

    const other = verifierKey({ name: "test.example", ...generateKeyPairSync("ed25519") });
    expect(standAlone(bundle, raw, "--key", other).status).toBe(1);
    expect(standAlone(bundle, Buffer.from("{}")).text).toContain("FAILS  the record's bytes");
    // A record beside a proof of no episode was shown by nothing, and an option without its value asks nothing.
    const ofNone = standAlone({ ...bundle, episode: null }, Buffer.from("{}"), "--key", key);
    expect([ofNone.status, ofNone.text.match(/^FAILS/gm)?.length]).toEqual([1, 1]);
    expect(ofNone.text).toContain("FAILS  the proof is of an episode, as the record is");
    for (const name of ["--key", "--checkpoint"])
      expect(standAlone(bundle, raw, name)).toEqual({ status: 2, text: `${name} has no value\n` });
    const started = performance.now();
    for (let no = 0; no < 100; no += 1) checkProof(bundle, raw);
    const ms = ((performance.now() - started) / 100).toFixed(2);
    await figure("A3", `one proof of ${EPISODES} episodes checked in ${ms} ms (bar: 10 ms)`);

    const words = ["--key", key, "--checkpoint", kept];
    const empty = join(folder, "empty.mjs");
    writeFileSync(empty, source.match(/^import .*$/gm)?.join("\n") ?? "");
    const runs = Array.from({ length: 11 }, () => {
      // In turns, so that whatever else the machine does is in both.
      const bare = timeOf(() => spawnSync(process.execPath, [empty]));
      const whole = timeOf(() => expect(standAlone(bundle, raw, ...words).status).toBe(0));
      return { whole, own: whole - bare };
    });
    const [whole, own] = [median(runs.map((one) => one.whole)), median(runs.map((one) => one.own))];
    await figure(
      "A3",
      `verify.mjs takes ${whole.toFixed(0)} ms, of which ${own.toFixed(0)} ms more than a program that only loads the same of Node (median of 11; bar: 10 ms)`,
    );
  });

  test("A3: no part of it may be another", async () => {
    const bundle = await proofOf(300);
    const neighbour = await proofOf(301);
    const { episode } = bundle;
    if (episode === null || neighbour.episode === null) throw new Error("a proof of an episode");
    const { header, inclusion } = episode;
    const altered: unknown[] = [
      { ...bundle, episode: { ...episode, header: neighbour.episode.header } },
      { ...bundle, episode: { header, inclusion: neighbour.episode.inclusion } },
      { ...bundle, episode: { header, inclusion: { ...inclusion, index: 300 } } },
      { ...bundle, episode: { header, inclusion: { ...inclusion, size: EPISODES + 1 } } },
      {
        ...bundle,
        episode: { header, inclusion: { ...inclusion, path: inclusion.path.slice(1) } },
      },
      { ...bundle, manifest: bundle.manifest.replace('"recoded":0', '"recoded":1') },
      { ...bundle, entry: bundle.entry.replace("sealed", "Sealed") },
      { ...bundle, log: { ...bundle.log, index: 0 } },
      { ...bundle, checkpoint: bundle.checkpoint?.replace("\n2\n", "\n3\n") ?? null },
      { ...bundle, checkpoint: null },
    ];
    for (const [no, one] of altered.entries()) {
      const { status, text } = standAlone(one, null);
      expect([no, status, text.includes("FAILS")]).toEqual([no, 1, true]);
    }
  });
});

test("A4: the proof of a whole campaign leads to the checkpoint", async () => {
  const bundle = proven(await campaignProof(database, scope, campaignId));
  expect(checkProof(bundle, null)).toEqual({
    record: null,
    leaf: null,
    manifest: true,
    log: true,
    signature: true,
  });
  expect(standAlone(bundle, null, "--key", verifierKey(signer)).status).toBe(0);
});

test("A2: a figure that was altered is seen by the proof of its episode", async () => {
  await database.owner`update calls set damage = damage + 1 where campaign_id = ${campaignId} and episode_seq = 4`;
  const proof = proven(await episodeProof(database, scope, campaignId, 4));
  expect(proof.isUnchanged).toBe(false);
  expect(checkProof(proof.bundle, null).leaf).toBe(false);
  // The digest of the record is as it was: it is the figures that are not.
  const raw = await readRecordBytes(database.sql, scope, campaignId, 4);
  expect(checkProof(proof.bundle, raw).record).toBe(true);
  expect(
    createHash("sha256")
      .update(raw ?? "")
      .digest("hex"),
  ).toHaveLength(64);
});
