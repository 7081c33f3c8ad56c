import { createHash } from "node:crypto";
import type { Importer } from "@/lib/importers/importer";

/**
 * What is stored as a source's fingerprint: its own, unless an option chose a part of it. Two campaigns of
 * one database are two campaigns, though they came out of the same bytes.
 *
 * In: 64 hex digits. Out: the same, or the SHA-256 over it and the chosen parts; the choice that is the
 * default chooses no part.
 */
export function partFingerprint(
  sha256: string,
  importer: Importer,
  options: Readonly<Record<string, string>>,
): string {
  const parts = importer.options.flatMap((option) => {
    const chosen = options[option.id] ?? option.default;
    return option.selectsPart === true && chosen !== option.default ? [[option.id, chosen]] : [];
  });
  if (parts.length === 0) return sha256;
  return createHash("sha256")
    .update(JSON.stringify([sha256, ...parts]))
    .digest("hex");
}
