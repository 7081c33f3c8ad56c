import { outOf, percent } from "@/lib/format/numbers";
import { NOT_NOTED, productWords } from "@/lib/format/product-words";
import { comparisonRows } from "./comparison-rows";
import type { ComparisonReport } from "./comparison-report";
import { endingTable, methodSection, metricTable, provenanceBlocks } from "./report-blocks";
import type {
  ReportBlock,
  ReportDocument,
  ReportMaking,
  ReportProvenance,
  ReportSaving,
  ReportSection,
} from "./report-document";

/**
 * A comparison as a document. A refused one has its reasons with their figures, what to do, and each arm
 * alone: `comparisonRows` gives no difference for it, so none can stand here. Pure.
 */
export function comparisonDocument(
  report: ComparisonReport,
  more: {
    made: ReportMaking;
    provenance: readonly ReportProvenance[];
    scoringVersion: number;
    /** Of one that was kept: nothing in it is computed since. */
    saved?: ReportSaving | undefined;
  },
): ReportDocument {
  const arms = [
    { name: `Baseline ${report.baseline.arm.armName}`, arm: report.baseline },
    { name: `Candidate ${report.candidate.arm.armName}`, arm: report.candidate },
  ];
  return {
    title: `${sideName(report.members.baseline)} against ${sideName(report.members.candidate)}`,
    sentence: report.answer,
    made: more.made,
    saved: more.saved,
    sections: [
      ...(more.saved === undefined ? [] : [savedSection(more.saved)]),
      { title: "What is compared", blocks: memberBlocks(report) },
      { title: "How episodes ended", blocks: [endingTable(arms)] },
      gateSection(report),
      { title: "The figures", blocks: [rowsTable(report)] },
      { title: "Each arm alone", blocks: [...arms.map(verdictText), metricTable(arms)] },
      changesSection(report),
      ...more.provenance.map((from) => ({
        title: `Where ${from.slug} comes from`,
        blocks: provenanceBlocks(from),
      })),
      methodSection(report.policy, more.scoringVersion),
    ],
  };
}

function savedSection(saved: ReportSaving): ReportSection {
  const { name, at, policyVersion, productVersion, inputs } = saved;
  return {
    title: "As it was saved",
    blocks: [
      {
        kind: "facts",
        facts: [
          ["Saved as", name],
          ["Computed and saved", at],
          ["By", productWords(productVersion)],
          ["Policy version", String(policyVersion)],
        ],
      },
      {
        kind: "table",
        caption: "The campaigns that it read, and what has become of them since",
        columns: [
          "Campaign",
          "SHA-256 of its source",
          "Root of its episodes",
          "Scoring version",
          "Since then",
        ],
        numericFrom: Infinity,
        rows: inputs.map(({ slug, fingerprint, root, scoringVersion, changed, ...input }) => [
          `${input.name} (${slug})`,
          fingerprint,
          root ?? NOT_NOTED,
          String(scoringVersion),
          changed ?? "stored as it was",
        ]),
      },
    ],
  };
}

type Members = ComparisonReport["members"]["baseline"];

function sideName(members: Members): string {
  const [first] = members;
  if (first === undefined) return "nothing";
  const more = members.length === 1 ? "" : ` and ${members.length - 1} more`;
  return `${first.campaignName}, ${first.armName}${more}`;
}

function memberBlocks({ members, pairing }: ComparisonReport): ReportBlock[] {
  const names = (side: Members) =>
    side.map(
      ({ campaignName, armName, armKey, campaignSlug }) =>
        `${campaignName}, arm ${armName} (${campaignSlug}/${armKey})`,
    );
  const left = [...pairing.onlyBaseline, ...pairing.onlyCandidate];
  return [
    {
      kind: "facts",
      facts: [
        ["Baseline", names(members.baseline).join("; ")],
        ["Candidate", names(members.candidate).join("; ")],
        ["Cases in both arms", String(pairing.commonCases)],
        ["Cases in one arm only, left out", left.length === 0 ? "none" : left.join(", ")],
      ],
    },
  ];
}

function gateSection(report: ComparisonReport): ReportSection {
  const { refusals, advice } = report;
  return {
    title: "May the arms be compared?",
    blocks: [
      { kind: "text", strong: true, text: report.headline },
      { kind: "text", text: report.explanation },
      ...(refusals.length === 0
        ? []
        : [
            {
              kind: "table" as const,
              caption: "Why no difference is shown",
              columns: ["Check", "What was found", "Figures", "Held against"],
              numericFrom: Infinity,
              rows: refusals.map(({ code, sentence, figures, thresholds }) => [
                code,
                sentence,
                pairs(figures),
                pairs(thresholds),
              ]),
            },
          ]),
      ...(advice.length === 0
        ? []
        : [
            { kind: "text" as const, text: "What to do:" },
            { kind: "list" as const, items: advice },
          ]),
    ],
  };
}

function pairs(figures: Record<string, number>): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

function rowsTable(report: ComparisonReport): ReportBlock {
  const open = report.comparison.state === "comparable";
  return {
    kind: "table",
    caption: open
      ? "Both arms, and the difference, candidate minus baseline"
      : "Both arms; no difference is shown, because the comparison is shut",
    columns: ["Figure", "Baseline", "Candidate", ...(open ? ["Difference"] : [])],
    numericFrom: 1,
    rows: comparisonRows(report).map(({ label, baseline, candidate, difference }) => [
      label,
      baseline,
      candidate,
      ...(open ? [difference ?? ""] : []),
    ]),
  };
}

function verdictText({
  name,
  arm,
}: {
  name: string;
  arm: ComparisonReport["baseline"];
}): ReportBlock {
  const bounds = arm.asrBounds;
  const range =
    bounds === null
      ? ""
      : ` Attack success if every aborted or untold episode was safe … was breached: ${percent(bounds.lo, 1)} … ${percent(bounds.hi, 1)}.`;
  return {
    kind: "text",
    text: `${name}: ${arm.verdict.code}. ${arm.verdict.sentence} ${outOf(arm.aborted, arm.started)} episodes aborted.${range}`,
  };
}

function changesSection({
  changes,
  changesSentence,
  notRecorded,
}: ComparisonReport): ReportSection {
  return {
    title: "What else changed",
    blocks: [
      { kind: "text", text: changesSentence },
      ...(changes.length === 0
        ? []
        : [
            {
              kind: "table" as const,
              caption: "Settings that differ",
              columns: ["Setting", "Baseline", "Candidate"],
              numericFrom: Infinity,
              rows: changes.map(({ what, baseline, candidate }) => [what, baseline, candidate]),
            },
          ]),
      ...(notRecorded.length === 0
        ? []
        : [
            {
              kind: "text" as const,
              text: `Not recorded by either arm: ${notRecorded.join(", ")}.`,
            },
          ]),
    ],
  };
}
