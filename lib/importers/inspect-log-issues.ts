import { counted } from "./counted";
import { issueItem } from "./import-item";
import type { ImportItem, Place, SourceFile } from "./importer";
import type { LogCell } from "./inspect-arms";
import type { ReadSample } from "./inspect-episode";
import { countedSamples, type InspectLog } from "./inspect-logs";
import type { FoundSample } from "./inspect-samples";
import type { IssueTally } from "./issue-tally";
import { fieldOf, listOf, textOf } from "./json-value";
import { visibleText } from "./visible-text";

/** The newest `version` of a log whose meaning is known here; a newer one is read and said. */
const KNOWN_VERSION = 3;

/** What was noticed of one sample, gathered into one warning a kind. */
export function noteSample(
  tally: IssueTally,
  place: Place,
  found: Extract<FoundSample, { kind: "sample" }>,
  notes: ReadSample["notes"],
): void {
  const warn = (code: string, say: (count: number) => string) =>
    tally.add("warning", code, "", place, say);
  if (found.duplicateKeys)
    warn(
      "duplicate-field",
      (n) => `${counted(n, "sample")} with a field twice in one object; the last one counts.`,
    );
  if (notes.missingAttachments > 0)
    warn(
      "attachment-missing",
      (n) =>
        `${counted(n, "sample")} with a reference to a text that the log does not hold; the reference stands in its place.`,
    );
  if (notes.overfull)
    warn(
      "attachment-left-out",
      (n) =>
        `${counted(n, "sample")} whose texts, filled in wherever they are named, would be larger than a record may be; some references stand in their place.`,
    );
  if (notes.badTimestamp)
    warn(
      "bad-timestamp",
      (n) =>
        `${counted(n, "sample")} with a start that is no time with its zone; none was taken from it.`,
    );
}

/** How many numbers that are none, and how many credentials, the samples and headers held. */
export function* countIssues(
  { nonFinite, masked }: { nonFinite: number; masked: number },
  place: Place,
): Generator<ImportItem> {
  if (nonFinite > 0) {
    const message = `${counted(nonFinite, "number")} written as NaN or Infinity; a score so written is one that was not given.`;
    yield issueItem("warning", "not-a-number", message, place);
  }
  if (masked > 0) {
    const message = `${counted(masked, "credential")} found by pattern in samples and masked before anything was kept.`;
    yield issueItem("warning", "secret-masked", message, place);
  }
}

/** What a log's header says of its run as a whole. */
export function* headerIssues(log: InspectLog, { masked }: LogCell): Generator<ImportItem> {
  const place: Place = { file: log.path };
  const warn = (code: string, message: string) => issueItem("warning", code, message, place);
  const version = fieldOf(log.header, "version");
  if (typeof version === "number" && version > KNOWN_VERSION)
    yield warn(
      "newer-version",
      `The log has version ${version}, which is newer than what is known here.`,
    );
  if (log.status === "started")
    yield warn("interrupted", "The run was interrupted, or is still going on: its log has no end.");
  else if (log.status !== "success") {
    const error = textOf(fieldOf(log.header, "error", "message"));
    const why = error === undefined ? "" : ` (${visibleText(error, 160)})`;
    yield warn(
      "interrupted",
      `The run did not come to its end: ${visibleText(log.status, 40)}${why}.`,
    );
  }
  if (fieldOf(log.header, "invalidated") === true)
    yield warn("invalidated", "Samples of this log were declared invalid; they leave every rate.");
  const edits = ["log_updates", "config_updates"].flatMap((field) => {
    const count = listOf(fieldOf(log.header, field))?.length ?? 0;
    return count === 0 ? [] : [`${field} ${count}`];
  });
  if (edits.length > 0)
    yield warn(
      "log-edited",
      `The log was edited after the run (${edits.join(", ")}); it is read as it stands.`,
    );
  if (masked.length > 0) {
    const places = masked.slice(0, 5).map((path) => visibleText(path, 80));
    yield warn(
      "secret-masked",
      `${counted(masked.length, "credential")} in the configuration masked: ${places.join(", ")}.`,
    );
  }
}

/** Samples that the log counts and does not hold. */
export function* missingSamples(log: InspectLog, listed: number): Generator<ImportItem> {
  const place: Place = { file: log.path };
  const total = countedSamples(log);
  if (listed === 0) {
    const message = `The log counts ${counted(total ?? 0, "sample")} and holds none of them, so there is no episode in it.`;
    yield issueItem("refused", "no-samples", message, place);
  } else if (total !== null && total > listed) {
    const message = `The log counts ${counted(total, "sample")} and holds ${listed}: the others never ran or were lost.`;
    yield issueItem("warning", "samples-missing", message, place);
  }
}

/** Files of the source that belong to no log. */
export function* otherFiles(files: readonly SourceFile[]): Generator<ImportItem> {
  const [first] = files;
  if (first === undefined) return;
  const message = `Left out, as no part of a log: ${counted(files.length, "file")}.`;
  yield issueItem("warning", "other-files", message, { file: first.path });
}
