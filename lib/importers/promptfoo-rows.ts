import { counted } from "./counted";
import type { Issue, Place, SourceFile } from "./importer";
import { isObject } from "./json-value";
import { MAX_RECORD_BYTES } from "./limits";
import { maskSecrets } from "./mask-secrets";
import { parseJson } from "./parse-json";
import type { PromptfooForm } from "./promptfoo-form";
import { type PromptfooRow, promptfooRowSchema } from "./promptfoo-row";
import { schemaSentence } from "./schema-sentence";
import { splitJsonArray } from "./split-json-array";
import { splitLines } from "./split-lines";

export type ReadRow =
  | {
      kind: "row";
      row: PromptfooRow;
      place: Place;
      duplicateKeys: boolean;
      /** Paths of credentials that were masked in the row. */
      secrets: readonly string[];
      /** Characters of `response.raw`, which was dropped. */
      rawLength: number;
    }
  | { kind: "refused"; issue: Issue }
  /** Last, of a document: everything but the rows; null when it is not whole or no JSON. */
  | { kind: "document"; value: unknown }
  | { kind: "broken"; issue: Issue };

/** The rows of a file, one held at a time, in the order of the file. */
export async function* promptfooRows(
  file: SourceFile,
  form: PromptfooForm,
): AsyncGenerator<ReadRow> {
  if (form === "lines") {
    for await (const line of splitLines(file.open())) {
      const place: Place = { file: file.path, line: line.line, byte: line.byte };
      if (line.kind === "too-long") yield tooLong(line.sizeBytes, place);
      else if (line.bytes.some((byte) => byte > 0x20)) yield rowOf(line.bytes, place, "$");
    }
    return;
  }
  for await (const part of splitJsonArray(file.open(), ["results", "results"])) {
    if (part.kind === "rest-too-long") {
      const mib = MAX_RECORD_BYTES / 2 ** 20;
      const message = `Without its results the document has more than ${mib} MiB.`;
      yield broken("record-too-large", message, { file: file.path });
    } else if (part.kind === "rest") {
      yield documentOf(part, file);
    } else {
      const path = `$.results.results[${part.index}]`;
      const place: Place = { file: file.path, line: part.line, byte: part.byte, path };
      yield part.kind === "too-long"
        ? tooLong(part.sizeBytes, place)
        : rowOf(part.bytes, place, path);
    }
  }
}

function documentOf(
  rest: { bytes: Uint8Array; arrays: number; whole: boolean },
  file: SourceFile,
): ReadRow {
  const place: Place = { file: file.path };
  if (!rest.whole) {
    const message =
      "The document ends before its last bracket: it was cut, or is still being written.";
    return broken("not-json", message, { ...place, byte: file.sizeBytes });
  }
  const parsed = parseJson(rest.bytes, place);
  if (!parsed.ok) {
    const { code } = parsed.issue;
    return code === "not-json"
      ? broken(code, "Outside its list of results the document is not JSON.", place)
      : broken(code, parsed.issue.message, place);
  }
  if (rest.arrays > 1) {
    const message = `\`results.results\` stands ${counted(rest.arrays, "time")} in the document.`;
    return broken("duplicate-field", message, { ...place, path: "$.results.results" });
  }
  return { kind: "document", value: parsed.value };
}

/**
 * The row without `response.raw`: whole payloads of providers, kilobytes a row, of which the answer is
 * part already. Credentials are masked by their form alone: names such as `password` may be what an
 * attack is about.
 */
function rowOf(bytes: Uint8Array, place: Place, path: string): ReadRow {
  const parsed = parseJson(bytes, place);
  if (!parsed.ok) return { kind: "refused", issue: parsed.issue };
  const { value: slim, rawLength } = withoutRaw(parsed.value);
  const masked = maskSecrets(slim, { names: false, path });
  const checked = promptfooRowSchema.safeParse(masked.value);
  if (!checked.success) {
    const told = schemaSentence(checked.error.issues, masked.value);
    const at = told.path.replace(/^\$/, path);
    return {
      kind: "refused",
      issue: {
        severity: "refused",
        code: "not-a-promptfoo-result",
        message: told.message,
        place: { ...place, path: at },
      },
    };
  }
  return {
    kind: "row",
    row: checked.data,
    place,
    duplicateKeys: parsed.duplicateKeys,
    secrets: masked.places,
    rawLength,
  };
}

function withoutRaw(value: unknown): { value: unknown; rawLength: number } {
  if (!isObject(value) || !isObject(value["response"])) return { value, rawLength: 0 };
  const { raw, ...response } = value["response"];
  if (raw === undefined) return { value, rawLength: 0 };
  const length = typeof raw === "string" ? raw.length : (JSON.stringify(raw) ?? "").length;
  return { value: { ...value, response }, rawLength: length };
}

function tooLong(sizeBytes: number, place: Place): ReadRow {
  const mib = MAX_RECORD_BYTES / 2 ** 20;
  const message = `The result has ${sizeBytes} bytes; a record may have ${mib} MiB.`;
  return {
    kind: "refused",
    issue: { severity: "refused", code: "record-too-large", message, place },
  };
}

function broken(code: string, message: string, place: Place): ReadRow {
  return { kind: "broken", issue: { severity: "refused", code, message, place } };
}
