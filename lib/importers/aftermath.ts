import type { ArmRecord, CaseRecord, EpisodeRecord } from "@/lib/domain/records";
import { readAftermathLine, RECORD_TYPES } from "./aftermath-line";
import { createEpisodeLedger } from "./episode-ledger";
import { headFields } from "./head-fields";
import type { Importer, ImportItem, Issue, Place, Source, SourceFile } from "./importer";
import { createIssueTally } from "./issue-tally";
import { splitLines } from "./split-lines";
import { severalFiles } from "./several-files";
import { isSystemFile } from "./system-files";
import { visibleText } from "./visible-text";

/** The native format, JSON Lines of aftermath/1 (product.md 3): one file, one campaign. */
export const aftermath: Importer = {
  id: "aftermath",
  label: "Aftermath records (JSON Lines, aftermath/1)",
  version: 1,
  keepsLines: true,
  options: [],
  recognises(probe) {
    const head = headFields(probe.head);
    const type = head?.get("type");
    return typeof type === "string" && RECORD_TYPES.includes(type)
      ? { recognised: true }
      : {
          recognised: false,
          lookedFor: `a first line that is a JSON object whose \`type\` is one of ${RECORD_TYPES.join(", ")}`,
        };
  },
  read: readAftermath,
};

type Accepted = Extract<ImportItem, { kind: "record" }>;
type Named = { arms: Map<string, number>; cases: Map<string, number> };

/**
 * Reads one native file. The campaign comes first or nothing is imported. `arm`, `case` and `episode` may
 * come in any order, while what is handed on has every arm and case before the episodes that name them:
 * at the first episode that names one not yet seen, the rest of the file is looked through once for arms
 * and cases, and these are handed on at that point. So a file in the usual order is read once, any other
 * twice, and no episode is ever held.
 */
async function* readAftermath(source: Source): AsyncGenerator<ImportItem> {
  const found = await onlyFile(source);
  if ("issue" in found) {
    yield found;
    return;
  }
  const { file } = found;
  const tally = createIssueTally();
  const named: Named = { arms: new Map(), cases: new Map() };
  const ledger = createEpisodeLedger<number>();
  /** Lines of arms and cases that were handed on ahead of their turn. */
  const ahead = new Set<number>();
  let campaignLine: number | null = null;
  let endLine: number | null = null;
  let lookedAhead = false;

  for await (const line of splitLines(file.open())) {
    const read = readAftermathLine(line, file.path, tally);
    if (read.kind === "blank" || ahead.has(line.line)) continue;
    if (campaignLine === null && (read.kind === "refused" || read.record.type !== "campaign")) {
      if (read.kind === "refused") yield { kind: "issue", issue: read.issue };
      const place: Place = { file: file.path, line: line.line, byte: line.byte };
      yield refused(
        "campaign-first",
        "The first record must be a whole `campaign`; nothing of this file was imported.",
        place,
      );
      return;
    }
    if (read.kind === "refused") {
      yield { kind: "issue", issue: read.issue };
      continue;
    }
    const { record, place } = read;
    if (endLine !== null) {
      yield refused("after-end", `It stands after the \`end\` record of line ${endLine}.`, place);
      continue;
    }
    switch (record.type) {
      case "campaign":
        if (campaignLine !== null) {
          yield refused(
            "second-campaign",
            `A file holds one campaign; the first one is on line ${campaignLine}.`,
            place,
          );
        } else {
          campaignLine = line.line;
          yield read;
        }
        break;
      case "arm":
      case "case":
        yield nameOnce(record, read, named);
        break;
      case "episode": {
        if (!lookedAhead && !isNamed(record, named)) {
          lookedAhead = true;
          for await (const early of lookAhead(file, line.line, named)) {
            if (early.place.line !== undefined) ahead.add(early.place.line);
            yield early;
          }
        }
        const problem = episodeProblem(record, named, place);
        const earlier =
          problem === null
            ? ledger.enter(record.arm, record.case, record.replica, line.line)
            : null;
        if (problem !== null) yield problem;
        else if (earlier !== null) {
          yield refused(
            "duplicate-episode",
            `Arm, case and replica are those of the episode on line ${earlier}, which was kept.`,
            place,
          );
        } else yield read;
        break;
      }
      case "end":
        endLine = line.line;
        yield read;
    }
  }

  if (campaignLine === null) {
    yield refused("empty-source", "The file holds no record at all.", { file: file.path });
    return;
  }
  yield* tally.items();
  if (endLine === null) {
    const message = "There is no `end` record: the campaign was interrupted, or the file was cut.";
    const issue: Issue = {
      severity: "warning",
      code: "interrupted",
      message,
      place: { file: file.path },
    };
    yield { kind: "issue", issue };
  }
}

async function onlyFile(
  source: Source,
): Promise<{ file: SourceFile } | Extract<ImportItem, { kind: "issue" }>> {
  let only: SourceFile | null = null;
  const paths: string[] = [];
  for await (const file of source.files()) {
    if (isSystemFile(file.path)) continue;
    only ??= file;
    paths.push(file.path);
  }
  if (paths.length > 1) {
    const why = (files: string) =>
      `It holds ${files}, and records of aftermath/1 are imported one file at a time`;
    return severalFiles(source, paths, why);
  }
  return only === null
    ? refused("empty-source", "There is no file in it.", { file: source.name })
    : { file: only };
}

/** The arms and cases after `fromLine`, without any issue: their own turn gives those. */
async function* lookAhead(
  file: SourceFile,
  fromLine: number,
  named: Named,
): AsyncGenerator<Accepted> {
  const unheard = createIssueTally();
  for await (const line of splitLines(file.open())) {
    if (line.line <= fromLine) continue;
    const read = readAftermathLine(line, file.path, unheard);
    if (read.kind !== "record") continue;
    if (read.record.type === "end") return;
    if (read.record.type !== "arm" && read.record.type !== "case") continue;
    const item = nameOnce(read.record, read, named);
    if (item.kind === "record") yield item;
  }
}

function nameOnce(record: ArmRecord | CaseRecord, item: Accepted, named: Named): ImportItem {
  const seen = record.type === "arm" ? named.arms : named.cases;
  const earlier = seen.get(record.key);
  if (earlier !== undefined) {
    return refused(
      `duplicate-${record.type}`,
      `This ${record.type} has the key of the one on line ${earlier}, which was kept.`,
      item.place,
    );
  }
  seen.set(record.key, item.place.line ?? 0);
  return item;
}

function isNamed(episode: EpisodeRecord, named: Named): boolean {
  return named.arms.has(episode.arm) && named.cases.has(episode.case);
}

function episodeProblem(episode: EpisodeRecord, named: Named, place: Place): ImportItem | null {
  const missing = named.arms.has(episode.arm)
    ? named.cases.has(episode.case)
      ? null
      : "case"
    : "arm";
  if (missing === null) return null;
  return refused(
    `unknown-${missing}`,
    `The episode names the ${missing} "${visibleText(episode[missing], 80)}", which the file does not hold.`,
    { ...place, path: `$.${missing}` },
  );
}

function refused(code: string, message: string, place: Place) {
  return { kind: "issue" as const, issue: { severity: "refused" as const, code, message, place } };
}
