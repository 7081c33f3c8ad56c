import type { Measurement } from "@/lib/domain/measurement";
import { dropSentence } from "@/lib/format/drop-sentence";
import { bytes } from "@/lib/format/bytes";
import { evidence, intervalWithLevel, measured } from "@/lib/format/measurement";
import { integer, outOf, percent, points } from "@/lib/format/numbers";
import { noProofSentence } from "@/lib/format/no-proof-sentence";
import { instant } from "@/lib/format/time";
import type { Unit } from "@/lib/domain/unit";
import { UNITS } from "@/lib/domain/unit";
import { METRICS } from "@/lib/metrics/registry";
import type { ArmReport } from "./arm-report";
import { BY_RULE } from "./attribution";
import type { Policy } from "@/lib/domain/policy";
import { policySentence } from "./policy-sentence";
import type { ReportBlock, ReportProvenance, ReportSection } from "./report-document";

/** A figure with all that it is made of, in one cell. */
export function figureWords(measurement: Measurement | undefined, unit: Unit): string {
  if (measurement === undefined) return "n/a: not measured";
  if (measurement.kind === "na") return `n/a: ${measurement.reason}`;
  const { interval, note, byRule } = measurement;
  const { scale, word } = UNITS[unit];
  return [
    `${measured(measurement, unit)}${scale === "plain" ? ` ${word}` : ""} = ${evidence(measurement)}`,
    ...(interval === null ? [] : [intervalWithLevel(interval, unit)]),
    ...(byRule === undefined ? [] : [BY_RULE]),
    ...(note === undefined ? [] : [note]),
  ].join("; ");
}

/** Every registered metric of the arms, with denominators. */
export function metricTable(arms: readonly { name: string; arm: ArmReport }[]): ReportBlock {
  return {
    kind: "table",
    caption: "Figures of each arm by itself",
    columns: ["Figure", ...arms.map(({ name }) => name)],
    numericFrom: Infinity,
    rows: METRICS.map((metric) => [
      metric.label,
      ...arms.map(({ arm }) => figureWords(arm.measurements[metric.id], metric.unit)),
    ]),
  };
}

/** How the episodes of the arms ended. */
export function endingTable(arms: readonly { name: string; arm: ArmReport }[]): ReportBlock {
  const labels = new Set(arms.flatMap(({ arm }) => arm.terminations.map(({ label }) => label)));
  return {
    kind: "table",
    caption: "How the started attack episodes ended",
    columns: ["Ending", ...arms.map(({ name }) => name)],
    numericFrom: 1,
    rows: [
      ...[...labels].map((label) => [
        label,
        ...arms.map(({ arm }) => {
          const one = arm.terminations.find((row) => row.label === label);
          return one === undefined
            ? "0"
            : `${outOf(one.count, arm.started)} = ${percent(one.share, 1)}${one.class === "abort" ? ", aborted" : ""}`;
        }),
      ]),
      [
        "ending inferred by a rule",
        ...arms.map(({ arm }) => outOf(arm.inferredTerminations.count, arm.started)),
      ],
    ],
  };
}

/** Where the figures of a campaign come from. */
export function provenanceBlocks(from: ReportProvenance): ReportBlock[] {
  return [
    {
      kind: "facts",
      facts: [
        ["Key", from.key],
        ["Imported", instant(from.importedAt)],
        ["From", from.source ?? "sent live, or not recorded"],
        ["Format", from.format ?? "not recorded"],
        ["SHA-256 of the source", from.sha256 ?? "not recorded"],
        [
          "Records",
          `${integer(from.refused)} refused, ${integer(from.recoded)} recoded, ${integer(from.warnings)} warnings, ${integer(from.maskedSecrets)} secrets masked`,
        ],
        ...dropFacts(from.dropped),
        ...sealFacts(from.seal),
      ],
    },
    {
      kind: "table",
      caption: `Source files: ${integer(from.files.length)} of ${integer(from.fileCount)} listed`,
      columns: ["File", "Size", "Masked", "SHA-256"],
      numericFrom: Infinity,
      rows: from.files.map((file) => [
        file.path,
        bytes(file.sizeBytes),
        integer(file.masked),
        file.sha256,
      ]),
    },
  ];
}

function dropFacts(dropped: ReportProvenance["dropped"]): [string, string][] {
  if (dropped === null) return [];
  return [["Content", dropSentence({ ...dropped, at: new Date(dropped.at) })]];
}

/** What a reader keeps, to hold the instance against it later. */
function sealFacts(seal: ReportProvenance["seal"]): [string, string][] {
  if (seal === null || typeof seal === "string") return [["Seal", noProofSentence(seal)]];
  const { root, entry, checkpoint } = seal;
  const sealed: [string, string] = ["Root of its episodes", `${root}, entry ${entry} of the log`];
  if (checkpoint === null) return [sealed, ["Checkpoint", "none: the log was not signed that far"]];
  return [
    sealed,
    ["Checkpoint", checkpoint.note.trimEnd()],
    ["Key of the checkpoint", checkpoint.publicKey],
  ];
}

/** The rules behind the figures, and what each of them leaves out. */
export function methodSection(policy: Policy, scoringVersion: number): ReportSection {
  return {
    title: "How to read these figures",
    blocks: [
      { kind: "text", text: `${policySentence(policy)} Scoring version ${scoringVersion}.` },
      {
        kind: "table",
        caption: "What each figure counts and leaves out",
        columns: ["Figure", "What it says", "Left out"],
        numericFrom: Infinity,
        rows: METRICS.map(({ label, definition, exclusions }) => [label, definition, exclusions]),
      },
    ],
  };
}

/** The tools of an arm, by damage. */
export function toolTable({ tools }: ArmReport): ReportBlock {
  return {
    kind: "table",
    caption: "Tools, most damaging first",
    columns: ["Tool", "Role", "Weight", "Calls", "Ran", "Denied", "Damage", "Exposure"],
    numericFrom: 2,
    rows: tools.map((row) => [
      row.tool,
      row.role ?? "unknown",
      row.weight === null ? "0, not declared" : points(row.weight),
      integer(row.calls),
      integer(row.executed),
      integer(row.denied),
      points(row.damage),
      points(row.exposure),
    ]),
  };
}
