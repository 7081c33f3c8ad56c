import type { ImportPreview } from "@/lib/domain/import-preview";
import { TERMINATIONS } from "@/lib/domain/termination";
import { bytes } from "@/lib/format/bytes";
import { integer, plural } from "@/lib/format/numbers";
import {
  abortedSentence,
  becomesWords,
  fileSaysWords,
  knownWords,
  previewHeadline,
  rolesSentence,
} from "@/lib/reports/import-preview-words";
import { printable } from "./import-progress";
import { placeWords } from "@/lib/format/place-words";

/** Of long lists so many lines are shown; `--json` has all. */
const SHOWN = 30;

/** What importing one path would come to, in lines for a person. */
export function describePreview(path: string, preview: ImportPreview): string[] {
  const { format, source } = preview;
  const size = `${plural(source.files, "file")}, ${bytes(source.bytes)}`;
  return [
    `${path}: ${format === null ? "not recognised" : format.label} (${size})`,
    `  ${previewHeadline(preview)}`,
    ...section("Campaign", campaignLines(preview)),
    ...section("Arms", armLines(preview)),
    ...section("How episodes ended, and by which rule", endingLines(preview)),
    ...section("What leaves every rate", abortedLines(preview)),
    ...section("Issues", issueLines(preview)),
    ...section("Not available", naLines(preview)),
    ...section("Questions; answer with --option id=value", questionLines(preview)),
    "  Nothing was written.",
  ].map(printable);
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - SHOWN;
  const shown = lines.slice(0, SHOWN).map((line) => `    ${line}`);
  return [`  ${title}`, ...shown, ...(more > 0 ? [`    and ${more} more lines; see --json`] : [])];
}

function campaignLines({ campaign, counts }: ImportPreview): string[] {
  if (campaign === null) return [];
  const { name, key, target, harness, startedAt } = campaign;
  return [
    `${name} (key ${key})`,
    `target ${target}, harness ${harness}, ${startedAt === null ? "start not recorded" : `started ${startedAt}`}`,
    ...(counts.secretsMasked === 0
      ? []
      : [
          `${plural(counts.secretsMasked, "key, token or password", "keys, tokens or passwords")} masked`,
        ]),
  ];
}

function armLines({ arms }: ImportPreview): string[] {
  return arms.map(({ name, guardrail, model, episodes }) => {
    const guarded =
      guardrail === null
        ? "guardrail not recorded"
        : `${guardrail.name}${guardrail.enabled ? "" : " (off)"}`;
    const { attack, benign, probe } = episodes;
    return `${name}: ${guarded}, ${model ?? "model not recorded"}; ${integer(attack)} attack, ${integer(benign)} benign, ${integer(probe)} probe`;
  });
}

function endingLines({ terminations }: ImportPreview): string[] {
  return terminations.flatMap((ending) => [
    `${TERMINATIONS[ending.reason].label}: ${integer(ending.episodes)} (${knownWords(ending)}); the file says ${fileSaysWords(ending.fileSays)}; here ${becomesWords(ending.becomes)}`,
    ...ending.rules.map(
      ({ source, words, episodes }) => `  ${integer(episodes)}× ${source}: ${words}`,
    ),
    ...(ending.otherRules === 0 ? [] : [`  ${integer(ending.otherRules)}× for other reasons`]),
  ]);
}

function abortedLines({ aborted, arms }: ImportPreview): string[] {
  const names = new Map(arms.map(({ key, name }) => [key, name]));
  return aborted.map((row) => abortedSentence(row, names.get(row.arm) ?? row.arm));
}

function issueLines({ issues }: ImportPreview): string[] {
  return issues.flatMap(({ severity, code, message, count, places }) => [
    `${severity} ${integer(count)}× ${code}: ${message}`,
    ...(severity === "refused"
      ? places.map(({ place, message: words }) => `  ${placeWords(place)}: ${words}`)
      : places.slice(0, 1).map(({ place }) => `  first in ${placeWords(place)}`)),
  ]);
}

function naLines(preview: ImportPreview): string[] {
  if (preview.campaign === null) return [];
  const arms = preview.arms.length;
  const lines = preview.notAvailable.map(
    ({ reason, metrics, arms: inArms }) =>
      `${metrics.join(", ")}: ${reason}${inArms < arms ? ` (${integer(inArms)} of ${plural(arms, "arm")})` : ""}`,
  );
  return [...lines, rolesSentence(preview)];
}

function questionLines({ questions }: ImportPreview): string[] {
  return questions.map(({ id, label, choices, default: fallback, chosen }) => {
    const answer = chosen === "" ? "left empty" : chosen;
    const given =
      chosen === fallback ? "the default" : `given; the default is ${fallback || "empty"}`;
    const values = choices.slice(0, 6).map(({ value }) => value);
    const more = choices.length > values.length ? ", …" : "";
    const offered = values.length === 0 ? "free text" : `${values.join(", ")}${more}`;
    return `${id} = ${answer} (${given}): ${label} [${offered}]`;
  });
}
