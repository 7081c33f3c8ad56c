import type { IngestResult } from "../../ingest-source";

/**
 * What became of an input in one line: how many episodes were imported, or that nothing was, and every
 * code of an issue with its severity, in the order of their names; `×n` where it was met n times.
 */
export function outcomeOf(result: IngestResult): string {
  const head = result.state === "done" ? `imported ${result.counts.episodes}` : result.state;
  const groups = result.issueGroups
    .map(({ severity, code, count }) => `${severity} ${code}${count === 1 ? "" : ` ×${count}`}`)
    .toSorted();
  return [head, ...groups].join(" | ");
}
