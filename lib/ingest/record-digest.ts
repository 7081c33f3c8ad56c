import { createHash } from "node:crypto";
import type { DomainRecord } from "@/lib/domain/records";

/**
 * SHA-256 of what a record says, base64: the same for two records whose fields differ in their order
 * only. What stands for a record that is compared later and too large to be kept.
 */
export function recordDigest(record: DomainRecord): string {
  return createHash("sha256").update(JSON.stringify(record, inOrder)).digest("base64");
}

function inOrder(_field: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
