import { type Manifest, manifestSchema } from "@/lib/domain/records";
import type { Issue } from "../importer";
import { parseJson } from "../parse-json";
import { schemaSentence } from "../schema-sentence";
import { visibleText } from "../visible-text";

/**
 * A manifest that the user gives as JSON at import (product.md 3: tools with their roles, doors, a turn
 * cap, sinks), or why it cannot be taken, with its place. `file` is the name the user knows it by. A tool
 * that stands twice is refused: which of two roles holds must not depend on their order.
 */
export function readManifest(
  bytes: Uint8Array,
  file: string,
): { manifest: Manifest } | { issue: Issue } {
  const parsed = parseJson(bytes, { file, line: 1, byte: 0 });
  if (!parsed.ok) return { issue: parsed.issue };
  const checked = manifestSchema.safeParse(parsed.value);
  if (!checked.success) {
    const { message, path } = schemaSentence(checked.error.issues, parsed.value);
    return refusal("not-a-manifest", message, { file, path });
  }
  const names = new Set<string>();
  for (const [at, { name }] of checked.data.tools.entries()) {
    if (names.has(name)) {
      const message = `The manifest names the tool "${visibleText(name, 80)}" twice.`;
      return refusal("tool-named-twice", message, { file, path: `$.tools[${at}].name` });
    }
    names.add(name);
  }
  return { manifest: checked.data };
}

function refusal(code: string, message: string, place: Issue["place"]): { issue: Issue } {
  return { issue: { severity: "refused", code, message, place } };
}
