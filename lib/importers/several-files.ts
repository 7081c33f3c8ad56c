import { issueItem } from "./import-item";
import type { ImportItem, Source } from "./importer";
import { visibleText } from "./visible-text";

const MAX_NAMED = 5;

/**
 * The refusal of a folder that holds several campaigns' files: which they are, and what to do. `why`
 * begins the sentence, with the files where it says so.
 */
export function severalFiles(
  source: Source,
  paths: readonly string[],
  why: (files: string) => string,
): Extract<ImportItem, { kind: "issue" }> {
  const named = paths.slice(0, MAX_NAMED).map((path) => visibleText(path, 80));
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : "";
  const message = `${why(`${paths.length} files (${named.join(", ")}${more})`)}: give one of these files in place of the folder, and the others after it.`;
  return issueItem("refused", "several-files", message, { file: paths[0] ?? source.name });
}
