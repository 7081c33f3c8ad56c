import { foreignBeginning } from "./encoding";
import type { Importer, Source, SourceFile, SourceProbe } from "./importer";
import { IMPORTERS } from "./registry";
import { isSystemFile } from "./system-files";
import { visibleText } from "./visible-text";

const HEAD_BYTES = 64 * 1024;
const MAX_PATHS = 1000;
const JSON_BEGINNING = /^\s*[{[]/;
/** A first line of four or more short names between commas: a table, and hardly a sentence. */
const TABLE_BEGINNING = /^"?[\w ]{1,40}"?(?:,"?[\w ]{1,40}"?){3,}\r?\n/;

/**
 * The first paths of a source, and the first bytes of its first file that begins like JSON (a licence or
 * a picture may stand before the logs), else of the first that begins like a table, else of its
 * first file. `firstPath` is empty and `head` too when there is no file at all.
 */
export async function probeSource(source: Source): Promise<SourceProbe> {
  const paths: string[] = [];
  let chosen: { path: string; head: Uint8Array } | null = null;
  let likeness: Likeness = 0;
  for await (const file of source.files()) {
    if (isSystemFile(file.path)) continue;
    if (likeness < 2) {
      const head = await readHead(file);
      const like = likenessOf(head);
      if (like > likeness || chosen === null) chosen = { path: file.path, head };
      if (like > likeness) likeness = like;
    }
    paths.push(file.path);
    if (paths.length === MAX_PATHS) break;
  }
  return {
    name: source.name,
    paths,
    firstPath: chosen?.path ?? "",
    head: chosen?.head ?? new Uint8Array(),
  };
}

/** How much a file looks like one of logs: 2 JSON, 1 a table, 0 anything else. */
type Likeness = 0 | 1 | 2;

function likenessOf(head: Uint8Array): Likeness {
  const beginning = new TextDecoder().decode(head.subarray(0, 1024));
  if (JSON_BEGINNING.test(beginning)) return 2;
  return TABLE_BEGINNING.test(beginning) ? 1 : 0;
}

async function readHead(file: SourceFile): Promise<Uint8Array> {
  const head = new Uint8Array(HEAD_BYTES);
  let length = 0;
  for await (const chunk of file.open()) {
    const part = chunk.subarray(0, HEAD_BYTES - length);
    head.set(part, length);
    length += part.length;
    if (length === HEAD_BYTES) break;
  }
  return head.subarray(0, length);
}

/**
 * The one importer that knows the source by its content, or a sentence that says what was looked for and
 * what was found. Two candidates are none.
 */
export async function recogniseSource(
  source: Source,
  importers: readonly Importer[] = IMPORTERS,
): Promise<{ importer: Importer } | { refusal: string }> {
  const probe = await probeSource(source);
  if (probe.firstPath === "")
    return { refusal: `There is no file in ${visibleText(source.name)}.` };

  const answers = importers.map((importer) => ({ importer, answer: importer.recognises(probe) }));
  const candidates = answers.filter(({ answer }) => answer.recognised);
  const [only] = candidates;
  if (only && candidates.length === 1) return { importer: only.importer };
  if (candidates.length > 1) {
    const labels = candidates.map(({ importer }) => importer.label).join(" or ");
    return {
      refusal: `${visibleText(probe.firstPath)} could be ${labels}: it holds what each of them is known by, and must be one of them alone. Found ${foundIn(probe)}.`,
    };
  }
  const lookedFor = answers.flatMap(({ importer, answer }) =>
    answer.recognised ? [] : [`${importer.label}: ${answer.lookedFor}`],
  );
  return {
    refusal: `No known format. Looked for ${lookedFor.join("; ")}. Found ${foundIn(probe)}.`,
  };
}

function foundIn(probe: SourceProbe): string {
  const path = visibleText(probe.firstPath);
  if (probe.head.length === 0) return `${path}, which is empty`;
  const foreign = foreignBeginning(probe.head);
  if (foreign !== null) return `${path}, which begins with ${foreign}`;
  if (probe.head.every((byte) => byte <= 0x20))
    return `${path}, which begins with white space alone`;
  const start = beginningOf(probe.head.subarray(0, 240));
  return start === null
    ? `${path}, which is no text in UTF-8; its first bytes are ${hex(probe.head.subarray(0, 8))}`
    : `${path}, which begins with: ${visibleText(start.replace(/\s+/g, " ").trim(), 80)}`;
}

/** The bytes as text, without a character that they cut; null when they are none. */
function beginningOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
}
