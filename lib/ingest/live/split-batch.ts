import { AppError } from "@/lib/errors";
import { splitJsonArray } from "@/lib/importers/split-json-array";
import { splitLines } from "@/lib/importers/split-lines";

/** Most that one batch may hold (stated in the API). */
export const BATCH_LIMITS = { records: 1000, bytes: 8 * 2 ** 20 };

/**
 * How a batch is written, by its content type: an array of JSON, or one record a line.
 *
 * @throws AppError invalid_input: it is of another type
 */
export function batchForm(contentType: string | null): "lines" | "array" {
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  if (type === "application/json") return "array";
  if (type === "application/x-ndjson" || type === "application/jsonl") return "lines";
  throw new AppError(
    "invalid_input",
    "Records are sent as application/x-ndjson, one a line, or as application/json, an array.",
  );
}

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;

/**
 * The records of a batch, each as the bytes of one line. An array of JSON may be set over several lines:
 * a line ending can only stand between its tokens, so that a space in its place says the same.
 *
 * @throws AppError invalid_input: it is neither lines nor one whole array, or empty; too_large: more
 *   records than a batch may have
 */
export async function splitBatch(body: Uint8Array, form: "lines" | "array"): Promise<Uint8Array[]> {
  const records = form === "lines" ? await lines(body) : await items(body);
  if (records.length === 0) throw new AppError("invalid_input", "The batch holds no record.");
  if (records.length > BATCH_LIMITS.records)
    throw new AppError(
      "too_large",
      `The batch has ${records.length} records; ${BATCH_LIMITS.records} are the most at once.`,
    );
  return records;
}

async function lines(body: Uint8Array): Promise<Uint8Array[]> {
  const found: Uint8Array[] = [];
  for await (const line of splitLines(inOne(body))) {
    const blank =
      line.kind === "line" && line.bytes.every((byte) => byte === SPACE || byte === 0x09);
    if (line.kind === "line" && !blank) found.push(line.bytes);
  }
  return found;
}

async function items(body: Uint8Array): Promise<Uint8Array[]> {
  const found: Uint8Array[] = [];
  for await (const part of splitJsonArray(inOne(body), [])) {
    if (part.kind === "item") found.push(part.bytes.map(withoutEnding));
    else if (part.kind !== "rest" || !part.whole || !isOneArray(part.bytes))
      throw new AppError("invalid_input", "The batch is not one whole array of JSON.");
  }
  return found;
}

/** The document without its items has to be the two brackets alone. */
function isOneArray(rest: Uint8Array): boolean {
  return new TextDecoder().decode(rest).replaceAll(/[\s,]/g, "") === "[]";
}

function withoutEnding(byte: number): number {
  return byte === LF || byte === CR ? SPACE : byte;
}

async function* inOne(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}
