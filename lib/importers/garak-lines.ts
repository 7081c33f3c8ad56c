import { type Attempt, attemptSchema, ENTRY_TYPES } from "./garak-entry";
import type { Issue, Place, SourceFile } from "./importer";
import { isObject, type JsonObject } from "./json-value";
import { MAX_RECORD_BYTES } from "./limits";
import { maskSecrets } from "./mask-secrets";
import { parseJson } from "./parse-json";
import { schemaSentence } from "./schema-sentence";
import { splitLines } from "./split-lines";
import { visibleText } from "./visible-text";

export type GarakLine =
  | {
      kind: "attempt";
      attempt: Attempt;
      line: number;
      place: Place;
      duplicateKeys: boolean;
      /** Paths of credentials that were masked. */
      secrets: readonly string[];
    }
  | { kind: "entry"; type: string; entry: JsonObject; place: Place }
  | { kind: "refused"; issue: Issue };

/** The lines of a report, one held at a time. Credentials are masked in attempts by their form. */
export async function* garakLines(file: SourceFile): AsyncGenerator<GarakLine> {
  for await (const line of splitLines(file.open())) {
    const place: Place = { file: file.path, line: line.line, byte: line.byte };
    if (line.kind === "too-long") {
      const mib = MAX_RECORD_BYTES / 2 ** 20;
      const message = `The line has ${line.sizeBytes} bytes; a record may have ${mib} MiB.`;
      yield refused("record-too-large", message, place);
      continue;
    }
    if (line.bytes.every((byte) => byte <= 0x20)) continue;
    const parsed = parseJson(line.bytes, place);
    yield parsed.ok
      ? lineOf(parsed.value, parsed.duplicateKeys, place)
      : { kind: "refused", issue: parsed.issue };
  }
}

function lineOf(value: unknown, duplicateKeys: boolean, place: Place): GarakLine {
  const type = isObject(value) ? value["entry_type"] : undefined;
  if (!isObject(value) || typeof type !== "string") {
    const message = "A line of a report is a JSON object with the field `entry_type`; this is not.";
    return refused("not-a-garak-entry", message, place);
  }
  if (!ENTRY_TYPES.includes(type)) {
    const message = `There is no entry of the type "${visibleText(type, 60)}"; the types are ${ENTRY_TYPES.join(", ")}.`;
    return refused("unknown-entry-type", message, { ...place, path: "$.entry_type" });
  }
  if (type !== "attempt") return { kind: "entry", type, entry: value, place };
  const masked = maskSecrets(value, { names: false });
  const checked = attemptSchema.safeParse(masked.value);
  if (!checked.success) {
    const { message, path } = schemaSentence(checked.error.issues, masked.value);
    return refused("not-a-garak-attempt", message, { ...place, path });
  }
  return {
    kind: "attempt",
    attempt: checked.data,
    line: place.line ?? 0,
    place,
    duplicateKeys,
    secrets: masked.places,
  };
}

function refused(code: string, message: string, place: Place): GarakLine {
  return { kind: "refused", issue: { severity: "refused", code, message, place } };
}
