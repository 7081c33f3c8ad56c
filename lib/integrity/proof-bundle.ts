import { hash } from "node:crypto";
import { readManifest, type CampaignManifest } from "./campaign-manifest";
import { isSignedBy, readCheckpointBody, readNote, readVerifierKey } from "./checkpoint";
import { fromHex } from "./hex";
import { readLogEntry } from "./log-entry";
import { leafHash, type Hash } from "./merkle-tree";
import { includes } from "./proof";

/** A leaf's way to the root: hexadecimal, lowest first. */
export type Inclusion = { index: number; size: number; path: string[] };

/**
 * All that it takes to check one episode, or a whole campaign, without the database: what `public/verify.mjs`
 * reads. Texts stand as they are hashed.
 */
export type ProofBundle = {
  format: "aftermath-proof/1";
  /** Null in the proof of a whole campaign. */
  episode: { header: string; inclusion: Inclusion } | null;
  manifest: string;
  /** The entry of the instance's log that sealed the campaign. */
  entry: string;
  log: Inclusion;
  /** The signed head of the log; null: nobody has signed it that far. */
  checkpoint: string | null;
  /** By which key, as people pass it on. */
  publicKey: string | null;
};

/** Every step of the way from a record to the signature, and whether it holds. */
export type CheckedProof = {
  /** The record's bytes have the digest in the leaf; null where none were given. */
  record: boolean | null;
  /** The leaf is in the campaign's tree; null in the proof of a campaign. */
  leaf: boolean | null;
  /** The manifest has that root, and the log has the digest of the manifest. */
  manifest: boolean;
  /** The entry is in the log; null where no checkpoint says what the log is. */
  log: boolean | null;
  /** The checkpoint is signed by the key; null where there is none. */
  signature: boolean | null;
};

/** @param record the bytes of the episode's record, or their SHA-256 */
export function checkProof(bundle: ProofBundle, record: Uint8Array | null): CheckedProof {
  const manifest = readManifest(bundle.manifest);
  const { episode } = bundle;
  return {
    record: episode === null || record === null ? null : isOf(episode.header, record),
    leaf:
      episode === null || manifest === null
        ? null
        : isIncluded(leafHash(episode.header), episode.inclusion, fromHex(manifest.root)) &&
          isOfCampaign(episode.header, manifest, episode.inclusion),
    manifest: manifest !== null && isSealedBy(bundle, manifest),
    ...checkHead(bundle),
  };
}

function isOf(header: string, record: Uint8Array): boolean {
  return valueOf(header)["record"] === hash("sha256", record, "hex");
}

/** The header is that of the position and the campaign that it is proven for. */
function isOfCampaign(header: string, manifest: CampaignManifest, at: Inclusion): boolean {
  const { seq, campaign } = valueOf(header);
  return seq === at.index + 1 && campaign === manifest.campaign && at.size === manifest.episodes;
}

function isSealedBy(bundle: ProofBundle, manifest: CampaignManifest): boolean {
  const entry = readLogEntry(bundle.entry);
  return (
    entry?.kind === "sealed" &&
    entry.manifest === hash("sha256", bundle.manifest, "hex") &&
    entry.root === manifest.root &&
    entry.campaign === manifest.campaign
  );
}

function checkHead({ checkpoint, publicKey, entry, log }: ProofBundle) {
  if (checkpoint === null) return { log: null, signature: null };
  const note = readNote(checkpoint);
  const head = note === null ? null : readCheckpointBody(note.body);
  const key = publicKey === null ? null : readVerifierKey(publicKey);
  return {
    log: head !== null && head.size === log.size && isIncluded(leafHash(entry), log, head.root),
    signature: note !== null && key !== null && isSignedBy(note, key),
  };
}

function isIncluded(leaf: Hash, { index, size, path }: Inclusion, root: Hash): boolean {
  return includes({ size, root }, { leaf, index, path: path.map(fromHex) });
}

function valueOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
