import type { Database, Scope, Sql } from "@/db/client";
import { findSeal } from "@/db/queries/seals";
import type { LostProof } from "@/lib/domain/lost-proof";
import { AppError } from "@/lib/errors";
import { noProofSentence } from "@/lib/format/no-proof-sentence";
import { hex } from "@/lib/integrity/hex";
import { leafHeader } from "@/lib/integrity/leaf";
import { readManifest } from "@/lib/integrity/campaign-manifest";
import { inclusionProof, subtreesOf, leafHash } from "@/lib/integrity/merkle-tree";
import { same } from "@/lib/integrity/proof";
import type { Inclusion, ProofBundle } from "@/lib/integrity/proof-bundle";
import { oneEpisode } from "./episode-digests";
import { emptiedDigestsOf } from "./verify-emptied";
import { storedTree } from "./stored-tree";

/** The queries read by one, the streams of rows come by the other. */
type Source = Pick<Database, "db" | "sql">;

export type EpisodeProof = {
  bundle: ProofBundle;
  leaf: string;
  root: string;
  /** What is stored of the episode now makes the leaf that was sealed. */
  isUnchanged: boolean;
  /** Its content was dropped: the leaf is made of the digests that were kept. */
  isDropped: boolean;
};

/**
 * What a proof is handed out as.
 *
 * @throws AppError conflict: there is none, and why
 */
export function proven<Proof extends object>(proof: Proof | LostProof | null): Proof {
  if (proof === null || typeof proof === "string")
    throw new AppError("conflict", noProofSentence(proof));
  return proof;
}

/** The proof of a whole campaign, or what is gone of it; null: it was imported before records were sealed. */
export async function campaignProof(
  { db, sql }: Source,
  scope: Scope,
  campaignId: string,
): Promise<ProofBundle | LostProof | null> {
  const seal = await findSeal(db, scope, campaignId);
  if (seal === null || typeof seal === "string") return seal;
  const { manifest, entry, checkpoint } = seal;
  return {
    format: "aftermath-proof/1",
    episode: null,
    manifest,
    entry: entry.body,
    log: await logInclusion(sql, entry.idx, checkpoint?.size ?? null),
    checkpoint: checkpoint?.note ?? null,
    publicKey: checkpoint?.publicKey ?? null,
  };
}

/** The proof of one episode, made of what is stored now; as that of its campaign where there is none. */
export async function episodeProof(
  source: Source,
  scope: Scope,
  campaignId: string,
  seq: number,
): Promise<EpisodeProof | LostProof | null> {
  const campaign = await campaignProof(source, scope, campaignId);
  if (campaign === null || typeof campaign === "string") return campaign;
  const { sql } = source;
  const manifest = readManifest(campaign.manifest);
  if (manifest === null) return "part_gone";
  const tree = await storedTree(sql, campaignId, seq - 1, manifest.episodes);
  const stored = await oneEpisode(sql, campaignId, seq);
  const emptied = await emptiedDigestsOf(sql, campaignId, seq);
  if (tree === null || stored.noted === null || stored.derived === null) return "part_gone";
  // Where the content was dropped the digests speak for it, and what is left has its own.
  const record = emptied === null ? stored.record : stored.noted;
  if (record === null) return "part_gone";
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

/** @param size of the log that the proof is for; null: as it is now */
async function logInclusion(sql: Sql, index: number, size: number | null): Promise<Inclusion> {
  const rows = await sql<{ leaf: Uint8Array }[]>`
    select leaf from log_entries ${size === null ? sql`` : sql`where idx < ${size}`} order by idx`;
  const leaves = rows.map(({ leaf }) => leaf);
  const path = inclusionProof(subtreesOf(leaves), index, leaves.length).map(hex);
  return { index, size: leaves.length, path };
}
