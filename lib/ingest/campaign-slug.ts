import { createHash } from "node:crypto";

const MAX_LENGTH = 60;

/**
 * Names for the address of a campaign, best first: made of its key, then the same with a part of the
 * key's digest, for a key that reads like another one.
 *
 * In: any key. Out: two names of at most 60 characters of a-z, 0-9 and inner hyphens.
 */
export function campaignSlugs(key: string): [string, string] {
  const readable = key
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  const digest = createHash("sha256").update(key).digest("hex").slice(0, 8);
  return [cut(readable, MAX_LENGTH) || "campaign", `${cut(readable, 51) || "campaign"}-${digest}`];
}

function cut(text: string, length: number): string {
  return text.slice(0, length).replaceAll(/-+$/g, "");
}
