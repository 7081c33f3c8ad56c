import type { IngestResult } from "@/lib/ingest/ingest-source";
import { campaignPath, importPath } from "@/lib/format/paths";
import { printable } from "./import-progress";
import { placeWords } from "@/lib/format/place-words";

const SHOWN_PLACES = 10;

/** What became of one path, in lines for a person. */
export function describeResult(path: string, project: string, result: IngestResult): string[] {
  const format = result.format === null ? "not recognised" : `recognised as ${result.format.label}`;
  const lines = [`${path}: ${format}`, `  ${outcome(result)}`];
  for (const { severity, code, message, count } of result.issueGroups) {
    lines.push(`  ${severity} ${count}× ${code}: ${message}`);
  }
  const refused = result.issues.filter((issue) => issue.severity === "refused");
  for (const { place, message } of refused.slice(0, SHOWN_PLACES)) {
    lines.push(`    ${placeWords(place)}: ${message}`);
  }
  const more = result.counts.refused - Math.min(refused.length, SHOWN_PLACES);
  if (more > 0) lines.push(`    and ${more} more; the page of the import lists them`);
  lines.push(`  ${pageOf(project, result)}`);
  return lines.map(printable);
}

/** The page of what the import made or found: its campaign, else the import itself. */
export function pageOf(project: string, result: IngestResult): string {
  return result.state === "refused"
    ? importPath(project, result.importId)
    : campaignPath(project, result.campaignSlug);
}

function outcome(result: IngestResult): string {
  const { counts } = result;
  switch (result.state) {
    case "done":
      return `imported ${counts.episodes} episodes; ${counts.refused} records refused, ${counts.recoded} recoded, ${counts.warnings} warnings`;
    case "duplicate":
      return `already imported as "${result.campaignName}"; nothing was added`;
    case "refused":
      return `refused: ${result.reason}`;
  }
}
