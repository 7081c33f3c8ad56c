import { createHash, generateKeyPairSync, hash } from "node:crypto";
import { manifestText } from "../campaign-manifest";
import { checkpointBody, signNote, verifierKey, type Signer } from "../checkpoint";
import { headLine, ownRowHead, recordLine } from "../export-proof";
import { leafMaker } from "../leaf";
import { GrowingTree, inclusionProof, leafHash, rootOf, subtreesOf } from "../merkle-tree";

/** The entry of the log that seals the campaign, and how many the log has. */
const ENTRY = 3;
const LOG = 6;
const PROJECT = "0199a000-0000-7000-8000-00000000000a";

/**
 * A campaign as it is exported, with its proof, made without a database: four records of its own, episodes,
 * and `end`.
 *
 * @param campaign its id
 * @param areAlike every episode is the same record, for very many of them
 */
export function sealedExport(key: string, count: number, campaign: string, areAlike = false) {
  const signer: Signer = { name: "test.example", ...generateKeyPairSync("ed25519") };
  const scope = { project: PROJECT, campaign };
  const own = ["campaign", "arm", "case", "case", "end"].map((type, no) => ({
    type,
    line: JSON.stringify({ type, key, no }),
  }));
  const ownRecords = own.map(({ type, line }, no) => {
    const [bytes, record] = [Buffer.byteLength(line), sha256(line)];
    return { kind: "own" as const, no: no + 1, type, bytes, record };
  });
  const episode = (no: number) => `{"type":"episode","of":"${key}","no":${no}}`;
  const proven = (no: number) => ({
    kind: "episode" as const,
    record: sha256(episode(no)),
    derived: sha256(`rows ${no}`),
  });
  const [one, provenOne] = [episode(1), proven(1)];
  const episodes = function* () {
    for (let no = 1; no <= count; no += 1) yield areAlike ? one : episode(no);
  };
  const provenEpisodes = function* () {
    for (let no = 1; no <= count; no += 1) yield areAlike ? provenOne : proven(no);
  };
  const tree = new GrowingTree();
  const leafOf = leafMaker({ campaignId: campaign, importer: "aftermath", importerVersion: 1 });
  for (const made of provenEpisodes()) {
    const [record, derived] = [hex(made.record), hex(made.derived)];
    tree.add(leafOf({ seq: tree.size + 1, record, derived }));
  }
  const rows = createHash("sha256");
  for (const [no, record] of ownRecords.entries())
    rows.update(ownRowHead(scope, record)).update(own[no]?.line ?? "");
  const root = text(tree.root());
  const manifest = manifestText({
    v: 1,
    ...scope,
    key,
    fingerprint: sha256(key),
    import: { id: PROJECT, refused: 0, recoded: 0, warnings: 0 },
    importer: { id: "aftermath", version: 1, options: {} },
    scoring: 1,
    form: 1,
    episodes: count,
    root,
    tables: { records: { rows: own.length, sha256: rows.digest("hex") } },
  });
  const entry = JSON.stringify({
    v: 1,
    kind: "sealed",
    at: "2026-11-30T12:00:00.000000Z",
    ...scope,
    episodes: count,
    root,
    manifest: sha256(manifest),
  });
  const log = Array.from({ length: LOG }, (_, no) =>
    leafHash(no === ENTRY ? entry : `entry ${no}`),
  );
  /** The log at a length, signed. */
  const checkpoint = (size: number, by: Signer = signer, leaves = log) =>
    signNote(
      checkpointBody({
        origin: "aftermath/log/1",
        size,
        root: rootOf(leaves.slice(0, size)),
        audit: null,
      }),
      by,
    );
  const path = inclusionProof(subtreesOf(log), ENTRY, LOG).map(text);
  const head = headLine(
    {
      format: "aftermath-proof/1",
      episode: null,
      manifest,
      entry,
      log: { index: ENTRY, size: LOG, path },
      checkpoint: checkpoint(LOG),
      publicKey: verifierKey(signer),
    },
    log.map(text),
  );
  return {
    publicKey: verifierKey(signer),
    checkpoint,
    log,
    /** The records, a line each, without their line feeds. */
    *lines(): Generator<string> {
      for (const { type, line } of own) if (type !== "end") yield line;
      yield* episodes();
      for (const { type, line } of own) if (type === "end") yield line;
    },
    /** The proof, a line each, with their line feeds. */
    *proof(): Generator<string> {
      yield head;
      for (const record of ownRecords) if (record.type !== "end") yield recordLine(record);
      for (const record of provenEpisodes()) yield recordLine(record);
      for (const record of ownRecords) if (record.type === "end") yield recordLine(record);
    },
  };
}

function sha256(of: string): string {
  return hash("sha256", of, "hex");
}

function text(digest: Uint8Array): string {
  return Buffer.from(digest).toString("hex");
}

function hex(digest: string): Uint8Array {
  return Buffer.from(digest, "hex");
}
