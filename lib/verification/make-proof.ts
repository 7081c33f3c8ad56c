import type { Scope, Sql } from "@/db/client";
import { leafHeader } from "@/lib/integrity/leaf";
import { readManifest } from "@/lib/integrity/campaign-manifest";
import { readCheckpointBody, readNote } from "@/lib/integrity/checkpoint";
import { inclusionProof, subtreesOf, leafHash, type Hash } from "@/lib/integrity/merkle-tree";
import { same } from "@/lib/integrity/proof";
import type { Inclusion, ProofBundle } from "@/lib/integrity/proof-bundle";
import { oneEpisode } from "./episode-digests";
import { emptiedDigestsOf } from "./verify-emptied";
import { storedTree } from "./stored-tree";

/** A head of the log that was signed, as pages and reports show it. */
export type ShownCheckpoint = { size: number; root: string; note: string; publicKey: string };

export type EpisodeProof = {
  bundle: ProofBundle;
  leaf: string;
  root: string;
  /** What is stored of the episode now makes the leaf that was sealed. */
  isUnchanged: boolean;
  /** Its content was dropped: the leaf is made of the digests that were kept. */
  isDropped: boolean;
};

/** The proof of a whole campaign; null for one that was imported before records were sealed. */
export async function campaignProof(
  sql: Sql,
  scope: Scope,
  campaignId: string,
): Promise<ProofBundle | null> {
  const [seal] = await sql<{ manifest: string }[]>`
    select manifest from campaign_seals
    where project_id = ${scope.projectId} and campaign_id = ${campaignId}`;
  const [entry] = await sql<{ idx: number; body: string }[]>`
    select idx::int, body from log_entries
    where campaign_id = ${campaignId} and kind = 'sealed' order by idx limit 1`;
  if (seal === undefined || entry === undefined) return null;
  const head = await latestCheckpoint(sql);
  const signed = head !== null && head.size > entry.idx ? head : null;
  return {
    format: "aftermath-proof/1",
    episode: null,
    manifest: seal.manifest,
    entry: entry.body,
    log: await logInclusion(sql, entry.idx, signed?.size ?? null),
    checkpoint: signed?.note ?? null,
    publicKey: signed?.publicKey ?? null,
  };
}

/** The proof of one episode, made of what is stored now; null where there is none. */
export async function episodeProof(
  sql: Sql,
  scope: Scope,
  campaignId: string,
  seq: number,
): Promise<EpisodeProof | null> {
  const campaign = await campaignProof(sql, scope, campaignId);
  const manifest = campaign === null ? null : readManifest(campaign.manifest);
  if (campaign === null || manifest === null) return null;
  const tree = await storedTree(sql, campaignId, seq - 1, manifest.episodes);
  const stored = await oneEpisode(sql, campaignId, seq);
  const emptied = await emptiedDigestsOf(sql, campaignId, seq);
  if (tree === null || stored.noted === null || stored.derived === null) return null;
  // Where the content was dropped the digests speak for it, and what is left has its own.
  const record = emptied === null ? stored.record : stored.noted;
  if (record === null) return null;
  const isLeft = emptied === null || same(emptied.remains, stored.derived);
  const { importer, root } = manifest;
  const by = { campaignId, importer: importer.id, importerVersion: importer.version };
  const derived = emptied?.derived ?? stored.derived;
  const header = leafHeader(by)({ seq, record, derived });
  const size = manifest.episodes;
  const path = inclusionProof(tree.subtree, seq - 1, size).map(hex);
  return {
    bundle: { ...campaign, episode: { header, inclusion: { index: seq - 1, size, path } } },
    leaf: hex(tree.leaf),
    root,
    isUnchanged: same(leafHash(header), tree.leaf) && isLeft,
    isDropped: emptied !== null,
  };
}

/** The longest head of the log that was signed; null: none was. */
export async function latestCheckpoint(sql: Sql): Promise<ShownCheckpoint | null> {
  const [row] = await sql<{ size: number; note: string; publicKey: string }[]>`
    select size::int, note, verifier_key as "publicKey" from checkpoints
    order by size desc, created_at desc limit 1`;
  const head = row === undefined ? null : readCheckpointBody(readNote(row.note)?.body ?? "");
  return row === undefined || head === null ? null : { ...row, root: hex(head.root) };
}

/** @param size of the log that the proof is for; null: as it is now */
async function logInclusion(sql: Sql, index: number, size: number | null): Promise<Inclusion> {
  const rows = await sql<{ leaf: Uint8Array }[]>`
    select leaf from log_entries ${size === null ? sql`` : sql`where idx < ${size}`} order by idx`;
  const leaves = rows.map(({ leaf }) => leaf);
  const path = inclusionProof(subtreesOf(leaves), index, leaves.length).map(hex);
  return { index, size: leaves.length, path };
}

function hex(digest: Hash): string {
  return Buffer.from(digest).toString("hex");
}
