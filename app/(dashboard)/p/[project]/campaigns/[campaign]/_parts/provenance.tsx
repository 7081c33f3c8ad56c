import type { CampaignRow } from "@/db/queries/campaigns";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { Facts } from "@/components/ui/facts";
import { TextLink } from "@/components/ui/text-link";
import { integer, percent, plural } from "@/lib/format/numbers";
import { importPath } from "@/lib/format/paths";
import { instant } from "@/lib/format/time";
import type { CampaignReport } from "@/lib/reports/campaign-report";

/** Where these figures come from, and the rules that made them. */
export function Provenance({
  project,
  campaign,
  report,
}: {
  project: string;
  campaign: CampaignRow;
  report: CampaignReport;
}) {
  const { policy } = report;
  return (
    <Card title="Where this comes from">
      <Facts
        rows={[
          ["Target", <DataName text={report.campaign.target} />],
          ["Corpus", <DataName text={report.campaign.corpus} />],
          ["Harness", <DataName text={report.campaign.harness} />],
          ["Started", campaign.startedAt === null ? "not recorded" : instant(campaign.startedAt)],
          [
            "Finished",
            campaign.finishedAt === null ? "not recorded" : instant(campaign.finishedAt),
          ],
          ["Limits", limitWords(report.campaign.limits)],
          [
            "Planned",
            report.campaign.plannedReplicas === null
              ? "not recorded"
              : `${plural(report.campaign.plannedReplicas, "replica")} a case`,
          ],
          ["Imported", instant(campaign.importedAt)],
          ...importRows(project, campaign.import),
          [
            "Rules",
            `scoring ${report.scoringVersion}; margin ± ${percent(policy.margin)}, level ${percent(policy.alpha)}, cap ${percent(policy.maxAbortRate)}; intervals ${percent(policy.confidence)}`,
          ],
        ]}
      />
    </Card>
  );
}

function importRows(
  project: string,
  row: CampaignRow["import"],
): (readonly [string, React.ReactNode])[] {
  if (row === null) return [];
  return [
    [
      "From",
      <TextLink href={importPath(project, row.id)}>
        <DataName text={row.sourceName} />
      </TextLink>,
    ],
    ["Format", `${row.format ?? "not recognised"}, importer ${row.importerVersion ?? "unknown"}`],
    [
      "Issues",
      `${row.refused} refused, ${row.recoded} recoded, ${plural(row.warnings, "warning")}`,
    ],
    [
      "SHA-256 of the source",
      <span className="font-mono text-[12px] break-all">{row.fingerprint ?? "not recorded"}</span>,
    ],
  ];
}

function limitWords(limits: Record<string, number>): string {
  const words = Object.entries(limits).map(
    ([name, value]) => `${LIMITS[name] ?? name} ${integer(value)}`,
  );
  return words.length === 0 ? "not recorded" : words.join(", ");
}

const LIMITS: Record<string, string> = {
  turns: "turns",
  contextTokens: "context tokens",
  budgetTokens: "budget tokens",
  wallClockMs: "milliseconds",
};
