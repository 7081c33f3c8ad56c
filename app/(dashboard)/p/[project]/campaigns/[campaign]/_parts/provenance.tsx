import type { CampaignRow } from "@/db/queries/campaigns";
import type { SourceFiles } from "@/db/queries/source-files";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { Fact, Facts } from "@/components/ui/facts";
import { TextLink } from "@/components/ui/text-link";
import { importCounts } from "@/lib/format/import-counts";
import { percent, plural, points } from "@/lib/format/numbers";
import { importPath } from "@/lib/format/paths";
import { instant } from "@/lib/format/time";
import type { CampaignReport } from "@/lib/reports/campaign-report";
import { limitWords } from "@/lib/reports/limit-words";
import { SourceTable } from "./source-table";

/** Where these figures come from, and the rules that made them. */
export function Provenance({
  project,
  campaign,
  report,
  sources,
}: {
  project: string;
  campaign: CampaignRow;
  report: CampaignReport;
  sources: SourceFiles;
}) {
  const { policy } = report;
  return (
    <Card title="Where this comes from">
      <Facts>
        <Fact name="Target">
          <DataName text={report.campaign.target} />
        </Fact>
        <Fact name="Corpus">
          <DataName text={report.campaign.corpus} />
        </Fact>
        <Fact name="Harness">
          <DataName text={report.campaign.harness} />
        </Fact>
        <Fact name="Started">
          {campaign.startedAt === null ? "not recorded" : instant(campaign.startedAt)}
        </Fact>
        <Fact name="Finished">
          {campaign.finishedAt === null ? "not recorded" : instant(campaign.finishedAt)}
        </Fact>
        <Fact name="Limits">{limitWords(report.campaign.limits)}</Fact>
        <Fact name="Planned">
          {report.campaign.plannedReplicas === null
            ? "not recorded"
            : `${plural(report.campaign.plannedReplicas, "replica")} a case`}
        </Fact>
        <Fact name="Imported">{instant(campaign.importedAt)}</Fact>
        <ImportFacts project={project} row={campaign.import} />
        <Fact name="Rules">{`scoring ${report.scoringVersion}, policy ${policy.version}; margin ± ${points(policy.margin * 100)} points, level ${percent(policy.alpha)}, cap ${percent(policy.maxAbortRate)}; intervals ${percent(policy.confidence)}`}</Fact>
      </Facts>
      <SourceTable
        project={project}
        campaign={campaign.slug}
        sources={sources}
        isDropped={campaign.dropped !== null}
      />
    </Card>
  );
}

function ImportFacts({ project, row }: { project: string; row: CampaignRow["import"] }) {
  if (row === null) return null;
  return (
    <>
      <Fact name="From">
        <TextLink href={importPath(project, row.id)}>
          <DataName text={row.sourceName} />
        </TextLink>
      </Fact>
      <Fact name="Format">
        {`${row.format ?? "not recognised"}, importer ${row.importerVersion ?? "unknown"}`}
      </Fact>
      <Fact name="Issues">{importCounts(row)}</Fact>
      <Fact name="SHA-256 of the source">
        <span className="font-mono text-[12px] break-all">{row.fingerprint ?? "not recorded"}</span>
      </Fact>
    </>
  );
}
