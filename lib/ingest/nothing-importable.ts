import { AppError } from "@/lib/errors";
import type { Issue } from "@/lib/importers/importer";
import { visibleText } from "@/lib/importers/visible-text";

/** Longest reason of a refusal, in characters: it is read in one line of a page or a terminal. */
const MAX_REASON_LENGTH = 299;

/**
 * The refusal of a source out of which no campaign came: what is missing, or the first reason with its
 * place. `kept` are the issues in the order in which they were met.
 */
export function nothingImportable(
  sourceName: string,
  kept: readonly Issue[],
  missing: string,
): AppError {
  const first = kept.find((issue) => issue.severity === "refused");
  const why =
    first === undefined ? `${missing}.` : `${missing}. First reason, ${saidAt(sourceName, first)}`;
  const sentence = `Nothing of "${visibleText(sourceName, 80)}" was imported: ${why}`;
  return new AppError("invalid_input", visibleText(sentence, MAX_REASON_LENGTH));
}

/** The issue with its place; a source of one file is not named twice. */
function saidAt(sourceName: string, { message, place: { file, line, path } }: Issue): string {
  const at = [
    ...(file === sourceName ? [] : [visibleText(file, 80)]),
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(path === undefined || message.startsWith(path) ? [] : [visibleText(path, 60)]),
  ].join(", ");
  return at === "" ? `in it: ${message}` : `at ${at}: ${message}`;
}
