import { hash } from "node:crypto";
import { canonicalJson } from "./canonical-json";

/** What somebody wrote beside an episode, as it is stored. Instants in UTC, to the millisecond. */
export type WrittenAnnotation = {
  campaign: string;
  episode: number;
  id: string;
  kind: string;
  author: string;
  text: string;
  outcome: string | null;
  resolves: string | null;
  callNo: number | null;
  at: string;
};

/**
 * SHA-256 of an annotation, hexadecimal. It stands in the audit log's entry of it: a note comes after its
 * campaign was sealed, so that no seal covers it.
 */
export function annotationDigest(written: WrittenAnnotation): string {
  return hash("sha256", canonicalJson({ v: 1, ...written }), "hex");
}
