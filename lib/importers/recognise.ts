import { foreignBeginning } from "./encoding";
import type { Importer, Source, SourceFile, SourceProbe } from "./importer";
import { IMPORTERS } from "./registry";
import { isSystemFile } from "./system-files";
import { visibleText } from "./visible-text";

const HEAD_BYTES = 64 * 1024;
const MAX_PATHS = 1000;
const JSON_BEGINNING = /^\s*[{[]/;

/**
 * The first paths of a source, and the first bytes of its first file that begins like JSON (a licence or
 * a picture may stand before the logs), else of its first file. `firstPath` is empty and `head` too when
 * there is no file at all.
 */
export async function probeSource(source: Source): Promise<SourceProbe> {
  const paths: string[] = [];
  let chosen: { path: string; head: Uint8Array } | null = null;
  let isJson = false;
  for await (const file of source.files()) {
    if (isSystemFile(file.path)) continue;
    if (!isJson) {
      const head = await readHead(file);
      isJson = JSON_BEGINNING.test(new TextDecoder().decode(head.subarray(0, 256)));
      if (isJson || chosen === null) chosen = { path: file.path, head };
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
    const labels = candidates.map(({ importer }) => importer.label).join(" and ");
    return {
      refusal: `${visibleText(probe.firstPath)} could be ${labels}; it must be one of them.`,
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
  const start = visibleText(new TextDecoder().decode(probe.head.subarray(0, 240)), 80);
  return `${path}, which begins with: ${start}`;
}
