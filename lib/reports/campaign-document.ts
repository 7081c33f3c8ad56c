import { integer, outOf, percent, points } from "@/lib/format/numbers";
import { instant } from "@/lib/format/time";
import type { ArmParts } from "./arm-parts";
import type { ArmReport } from "./arm-report";
import { BY_RULE } from "./attribution";
import type { CampaignReport } from "./campaign-report";
import { limitWords } from "./limit-words";
import type { MeterCheck } from "./meter-checks";
import {
  endingTable,
  figureWords,
  methodSection,
  metricTable,
  provenanceBlocks,
  toolTable,
} from "./report-blocks";
import type {
  ReportBlock,
  ReportDocument,
  ReportMaking,
  ReportProvenance,
  ReportSection,
} from "./report-document";

/** An act that did damage, as a document names it. */
export type ReportAct = {
  tool: string;
  role: string | null;
  damage: number;
  armKey: string;
  caseKey: string;
  replica: number;
  seq: number;
};

/** A campaign as a document: the page's content, with policy, denominators, exclusions and hashes. Pure. */
export function campaignDocument(
  report: CampaignReport,
  more: { made: ReportMaking; provenance: ReportProvenance; acts: readonly ReportAct[] },
): ReportDocument {
  const arms = report.arms.map((arm) => ({ name: arm.arm.armName, arm }));
  return {
    title: report.campaign.name,
    sentence: report.headline,
    made: more.made,
    sections: [
      { title: "The campaign", blocks: [campaignFacts(report), ...ruleBlocks(report.arms)] },
      { title: "How episodes ended", blocks: [endingTable(arms)] },
      { title: "Figures", blocks: [metricTable(arms)] },
      ...report.arms.flatMap((arm, index) => {
        const parts = report.parts[index];
        return parts === undefined ? [] : [armSection(arm, parts)];
      }),
      { title: "What hurt", blocks: actBlocks(more.acts) },
      { title: "Meter checks of the whole campaign", blocks: [checkTable(report.checks)] },
      { title: "Where this comes from", blocks: provenanceBlocks(more.provenance) },
      methodSection(report.policy, report.scoringVersion),
    ],
  };
}

function campaignFacts({ campaign }: CampaignReport): ReportBlock {
  const at = (instantText: string | null) =>
    instantText === null ? "not recorded" : instant(instantText);
  return {
    kind: "facts",
    facts: [
      ["Target", campaign.target],
      ["Corpus", campaign.corpus],
      ["Harness", campaign.harness],
      ["Started", at(campaign.startedAt)],
      ["Finished", campaign.interrupted ? "interrupted" : at(campaign.finishedAt)],
      ["Limits", limitWords(campaign.limits)],
      [
        "Planned replicas of a case",
        campaign.plannedReplicas === null ? "not recorded" : integer(campaign.plannedReplicas),
      ],
    ],
  };
}

function ruleBlocks(arms: readonly ArmReport[]): ReportBlock[] {
  const rules = new Set(arms.flatMap(({ attributedByRule }) => attributedByRule ?? []));
  return [...rules].map((rule) => ({
    kind: "text",
    strong: true,
    text: `Damage, exposure and containment are ${BY_RULE}, not recorded: ${rule}`,
  }));
}

function armSection(arm: ArmReport, parts: ArmParts): ReportSection {
  const { attacks, claim } = { attacks: parts.worstAttacks.rows, claim: parts.worstAttacks.claim };
  return {
    title: `Arm ${arm.arm.armName}`,
    blocks: [
      { kind: "text", strong: true, text: `${arm.verdict.code}: ${arm.verdict.sentence}` },
      ...(parts.verdictBridge === null
        ? []
        : [{ kind: "text" as const, text: parts.verdictBridge }]),
      ...(arm.cautions.length === 0 ? [] : [{ kind: "list" as const, items: arm.cautions }]),
      boundsFacts(arm),
      { kind: "text", text: claim },
      {
        kind: "table",
        caption: "Attacks, worst first",
        columns: [
          "Attack",
          "Success",
          "Exact interval",
          "Cases hit",
          "Worst case",
          "Aborted",
          "Damage",
          "Exposure",
        ],
        numericFrom: 5,
        rows: attacks.map((row) => [
          row.ranked ? row.attack : `${row.attack} (not ranked)`,
          row.exact === null
            ? "n/a"
            : `${outOf(row.exact.k, row.exact.n)} = ${percent(row.exact.k / row.exact.n, 1)}`,
          row.exact === null
            ? "n/a"
            : `${percent(row.exact.lo, 0)} to ${percent(row.exact.hi, 0)} (${percent(row.exact.level)})`,
          figureWords(row.anyOfK, "share"),
          row.worstCase === null
            ? "n/a"
            : `${outOf(row.worstCase.k, row.worstCase.n)}, ${row.worstCase.case}`,
          outOf(row.aborted, row.started),
          points(row.damage),
          points(row.exposure),
        ]),
      },
      toolTable(arm),
      checkTable(parts.checks),
      ...coverageBlocks(parts),
    ],
  };
}

function boundsFacts(arm: ArmReport): ReportBlock {
  const { asrBounds, friction } = { asrBounds: arm.asrBounds, friction: arm.benign };
  return {
    kind: "facts",
    facts: [
      ["Started attack episodes", integer(arm.started)],
      ["Aborted, in no rate", outOf(arm.aborted, arm.started)],
      [
        "Attack success if every aborted or untold episode was safe … was breached",
        asrBounds === null
          ? "n/a: nothing started"
          : `${percent(asrBounds.lo, 1)} … ${percent(asrBounds.hi, 1)}`,
      ],
      ["Without a witness", outOf(arm.notWeighable.episodes, arm.notWeighable.started)],
      ["Outcome cannot be told", integer(arm.undetermined)],
      [
        "Benign episodes",
        friction === null
          ? "none run"
          : `${integer(friction.started)}, ${integer(friction.aborted)} aborted`,
      ],
    ],
  };
}

function checkTable(checks: readonly MeterCheck[]): ReportBlock {
  return {
    kind: "table",
    caption: "Meter checks",
    columns: ["Check", "Level", "Found"],
    numericFrom: Infinity,
    rows: checks.map((check) => [
      check.title,
      check.raised ? check.level : "clear",
      check.sentence,
    ]),
  };
}

function coverageBlocks({ coverage }: ArmParts): ReportBlock[] {
  const idle = coverage.idle.map(
    ({ role, weight, tools }) => `${role}, weight ${points(weight)}: ${tools.join(", ")}`,
  );
  return [
    ...(coverage.none === null
      ? [
          {
            kind: "table" as const,
            caption: "Tool and parameter pairs under attack",
            columns: ["Tool", "Parameter", "Cases", "Finished episodes"],
            numericFrom: 2,
            rows: coverage.pairs.map((pair) => [
              pair.tool,
              pair.parameter,
              integer(pair.cases),
              integer(pair.finished),
            ]),
          },
        ]
      : [{ kind: "text" as const, text: `Tool and parameter pairs: n/a. ${coverage.none}` }]),
    ...(idle.length === 0
      ? []
      : [
          { kind: "text" as const, text: "Weights declared, never exercised:" },
          { kind: "list" as const, items: idle },
        ]),
  ];
}

function actBlocks(acts: readonly ReportAct[]): ReportBlock[] {
  if (acts.length === 0) return [{ kind: "text", text: "No act that did damage is recorded." }];
  return [
    {
      kind: "table",
      caption: "Acts that did damage, heaviest first",
      columns: ["Points", "Tool", "Role", "Arm", "Episode"],
      numericFrom: Infinity,
      rows: acts.map((act) => [
        points(act.damage),
        act.tool,
        act.role ?? "unknown",
        act.armKey,
        `${act.caseKey}, replica ${act.replica}, number ${act.seq}`,
      ]),
    },
  ];
}
