import type { Measurement } from "@/lib/domain/measurement";
import { noProofSentence } from "@/lib/format/no-proof-sentence";
import { NOT_NOTED } from "@/lib/format/product-words";
import { METRICS } from "@/lib/metrics/registry";
import type { ArmReport } from "@/lib/reports/arm-report";
import type { CampaignReport } from "@/lib/reports/campaign-report";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import type { ReportMaking, ReportProvenance, ReportSaving } from "@/lib/reports/report-document";
import { type CsvColumn, csvHead, csvRow } from "./csv";

/** One figure or fact a line; an empty `value` is n/a, and `note` says why. Shares are shares, not percent. */
type Line = {
  section: string;
  arm: string | null;
  name: string;
  value: string | number | null;
  numerator: number | null;
  denominator: number | null;
  low: number | null;
  high: number | null;
  level: number | null;
  unit: string | null;
  note: string | null;
};

const FIELDS = [
  "section",
  "arm",
  "name",
  "value",
  "numerator",
  "denominator",
  "low",
  "high",
  "level",
  "unit",
  "note",
] as const satisfies readonly (keyof Line)[];

const COLUMNS: readonly CsvColumn<Line>[] = FIELDS.map((name) => ({
  name,
  cell: (line) => line[name],
}));

/** A campaign's figures, checks and sources as CSV (RFC 4180), inert in a spreadsheet. */
export function campaignCsv(
  report: CampaignReport,
  made: ReportMaking,
  provenance: ReportProvenance,
): string {
  const { campaign } = report;
  return csvOf([
    ...makingLines(made, report.policy),
    fact("campaign", "name", campaign.name),
    fact("campaign", "target", campaign.target),
    fact("campaign", "corpus", campaign.corpus),
    fact("campaign", "harness", campaign.harness),
    fact("campaign", "started at", campaign.startedAt),
    fact("campaign", "finished at", campaign.finishedAt),
    fact("campaign", "scoring version", report.scoringVersion),
    fact("campaign", "answer", report.headline),
    ...report.checks.map((check) => checkLine(null, check)),
    ...report.arms.flatMap((arm, index) => {
      const parts = report.parts[index];
      return [
        ...armLines(arm, arm.arm.armKey),
        ...(parts?.worstAttacks.rows ?? []).map(({ attack, exact, ranked }) => ({
          ...EMPTY,
          section: "attack success",
          arm: arm.arm.armKey,
          name: attack,
          value: exact === null ? null : exact.k / exact.n,
          numerator: exact?.k ?? null,
          denominator: exact?.n ?? null,
          low: exact?.lo ?? null,
          high: exact?.hi ?? null,
          level: exact?.level ?? null,
          unit: "share",
          note: ranked ? null : "fewer decided episodes than a ranking needs",
        })),
        ...(parts?.checks ?? []).map((check) => checkLine(arm.arm.armKey, check)),
      ];
    }),
    ...provenanceLines(provenance),
  ]);
}

/** A comparison's figures as CSV: lines of a difference are there only when the comparison is open. */
export function comparisonCsv(
  report: ComparisonReport,
  made: ReportMaking,
  provenance: readonly ReportProvenance[],
  saved?: ReportSaving,
): string {
  const { comparison } = report;
  const deltas = comparison.state === "comparable" ? comparison.deltas.metrics : [];
  const members = (["baseline", "candidate"] as const).flatMap((side) =>
    report.members[side].map(({ campaignSlug, armKey }) =>
      fact("members", side, `${campaignSlug}/${armKey}`),
    ),
  );
  return csvOf([
    ...makingLines(made, report.policy, saved === undefined ? null : THIS_FILE),
    ...(saved === undefined ? [] : savingLines(saved)),
    ...members,
    fact("comparison", "state", comparison.state),
    fact("comparison", "answer", report.answer),
    fact("comparison", "common cases", report.pairing.commonCases),
    ...report.refusals.map(({ code, sentence }) => fact("refusal", code, null, sentence)),
    ...report.advice.map((advice) => fact("advice", "what to do", null, advice)),
    ...deltas.map((delta) => ({
      ...EMPTY,
      section: "difference, candidate minus baseline",
      name: delta.metric,
      value: delta.difference,
      low: delta.interval?.lo ?? null,
      high: delta.interval?.hi ?? null,
      level: delta.interval?.level ?? null,
      unit: delta.unit,
      note: delta.reading,
    })),
    ...armLines(report.baseline, "baseline"),
    ...armLines(report.candidate, "candidate"),
    ...report.changes.map(({ what, baseline, candidate }) =>
      fact("what else changed", what, null, `${baseline} to ${candidate}`),
    ),
    ...provenance.flatMap(provenanceLines),
  ]);
}

const EMPTY: Line = {
  section: "",
  arm: null,
  name: "",
  value: null,
  numerator: null,
  denominator: null,
  low: null,
  high: null,
  level: null,
  unit: null,
  note: null,
};

function csvOf(lines: readonly Line[]): string {
  return csvHead(COLUMNS) + lines.map((line) => csvRow(COLUMNS, line)).join("");
}

function fact(
  section: string,
  name: string,
  value: string | number | null,
  note: string | null = null,
): Line {
  return { ...EMPTY, section, name, value, note };
}

const THIS_FILE = "of this file; when and by which version the report was computed: section saved";

function makingLines(
  made: ReportMaking,
  policy: CampaignReport["policy"],
  note: string | null = null,
): Line[] {
  return [
    fact("report", "project", made.project),
    fact("report", "made at", made.at, note),
    fact("report", "Aftermath version", made.version, note),
    ...Object.entries(policy).map(([name, value]) => fact("policy", name, String(value))),
  ];
}

function savingLines(saved: ReportSaving): Line[] {
  const { name, at, productVersion, inputs } = saved;
  return [
    fact("saved", "name", name),
    fact("saved", "computed and saved at", at),
    noted("Aftermath version", productVersion),
    ...inputs.flatMap(({ slug, fingerprint, root, changed }) => [
      fact("saved", `SHA-256 of ${slug}`, fingerprint, changed ?? "stored as it was"),
      noted(`root of the episodes of ${slug}`, root),
    ]),
  ];
}

function noted(name: string, value: string | null): Line {
  return fact("saved", name, value, value === null ? NOT_NOTED : null);
}

function armLines(arm: ArmReport, name: string): Line[] {
  return [
    { ...fact("verdict", "verdict", arm.verdict.code, arm.verdict.sentence), arm: name },
    ...METRICS.map((metric) => ({
      ...EMPTY,
      section: "figure",
      arm: name,
      name: metric.id,
      unit: metric.unit,
      ...measuredLine(arm.measurements[metric.id]),
    })),
    ...arm.terminations.map(({ reason, count, share, interval, class: kind }) => ({
      ...EMPTY,
      section: "ending",
      arm: name,
      name: reason,
      value: share,
      numerator: count,
      denominator: arm.started,
      low: interval?.lo ?? null,
      high: interval?.hi ?? null,
      level: interval?.level ?? null,
      unit: "share",
      note: kind,
    })),
    ...arm.cautions.map((caution) => ({
      ...fact("caution", "read this first", null, caution),
      arm: name,
    })),
  ];
}

function measuredLine(measurement: Measurement | undefined): Partial<Line> {
  if (measurement === undefined) return { note: "not measured" };
  if (measurement.kind === "na") return { note: `n/a: ${measurement.reason}` };
  const { value, numerator, denominator, interval, note, byRule } = measurement;
  const notes = [note, byRule === undefined ? undefined : `attributed by rule: ${byRule}`];
  const said = notes.filter((one) => one !== undefined).join(" ");
  return {
    value,
    numerator,
    denominator,
    low: interval?.lo ?? null,
    high: interval?.hi ?? null,
    level: interval?.level ?? null,
    note: said === "" ? null : said,
  };
}

function checkLine(arm: string | null, check: CampaignReport["checks"][number]): Line {
  return {
    ...fact(`meter check, ${check.level}`, check.check, check.count, check.sentence),
    arm,
    numerator: check.count,
    denominator: check.of,
  };
}

function provenanceLines(from: ReportProvenance): Line[] {
  return [
    fact("source", `${from.slug}: source`, from.source),
    fact("source", `${from.slug}: format`, from.format),
    fact("source", `${from.slug}: sha256`, from.sha256),
    fact("source", `${from.slug}: imported at`, from.importedAt),
    fact("source", `${from.slug}: refused`, from.refused),
    fact("source", `${from.slug}: recoded`, from.recoded),
    fact("source", `${from.slug}: masked secrets`, from.maskedSecrets),
    ...(from.dropped === null
      ? []
      : [
          fact("source", `${from.slug}: content dropped at`, from.dropped.at),
          fact("source", `${from.slug}: content dropped by`, from.dropped.by),
          fact("source", `${from.slug}: content dropped because`, from.dropped.reason),
        ]),
    ...sealLines(from),
    ...from.files.map(({ path, sha256 }) => fact("source file sha256", path, sha256)),
  ];
}

/** A checkpoint has several lines: they stand in one cell, as a spreadsheet takes them. */
function sealLines({ slug, seal }: ReportProvenance): Line[] {
  const of = (name: string, value: string | null) => fact("source", `${slug}: ${name}`, value);
  if (seal === null || typeof seal === "string") return [of("seal", noProofSentence(seal))];
  return [
    of("root of its episodes", seal.root),
    of("checkpoint", seal.checkpoint?.note ?? null),
    of("key of the checkpoint", seal.checkpoint?.publicKey ?? null),
  ];
}
