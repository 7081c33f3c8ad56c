import { canonicalJson } from "./canonical-json";
import { hex } from "./hex";
import { leafHash, type Hash } from "./merkle-tree";

/** What every leaf of one campaign says alike. */
export type LeafContext = { campaignId: string; importer: string; importerVersion: number };

/** What one episode adds: SHA-256 of its record's bytes, and of the rows that were derived from it. */
export type EpisodeDigests = { seq: number; record: Hash; derived: Hash };

const VERSION = 1;

/**
 * The text that an episode's leaf is the hash of: canonical JSON that binds the record and the figures
 * made of it to their place. Put together by hand, since an import makes one for each episode: keys stand
 * in the order of RFC 8785.
 */
export function leafHeader(context: LeafContext): (episode: EpisodeDigests) => string {
  const campaign = canonicalJson(context.campaignId);
  const importer = `${canonicalJson(context.importer)},"importerVersion":${canonicalJson(context.importerVersion)}`;
  return ({ seq, record, derived }) =>
    `{"campaign":${campaign},"derived":"${hex(derived)}","importer":${importer},"record":"${hex(record)}","seq":${seq},"v":${VERSION}}`;
}

/** The leaf of each episode of a campaign. */
export function leafMaker(context: LeafContext): (episode: EpisodeDigests) => Hash {
  const header = leafHeader(context);
  return (episode) => leafHash(header(episode));
}
