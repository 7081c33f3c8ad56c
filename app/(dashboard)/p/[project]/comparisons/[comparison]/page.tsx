import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ComparisonGate } from "@/components/comparison-gate";
import { PooledMembers } from "@/components/comparison/pooled-members";
import { MetricNotes } from "@/components/report/metric-notes";
import { PrintFrame } from "@/components/report/print-frame";
import { ReportActions } from "@/components/report/report-actions";
import { LinkButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { TextLink } from "@/components/ui/text-link";
import { database } from "@/db";
import type { Scope } from "@/db/client";
import { savedComparisonsPath } from "@/lib/answers/comparison-paths";
import { savedAnswer } from "@/lib/answers/comparison-saved";
import { projectFor } from "@/lib/auth/project-access";
import { cssText } from "@/lib/format/css-text";
import { campaignPath, comparePath, savedComparisonReportPath } from "@/lib/format/paths";
import { productWords } from "@/lib/format/product-words";
import { instant } from "@/lib/format/time";
import { METRICS } from "@/lib/metrics/registry";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import { METRIC_INFOS } from "../../_data/metric-infos";
import { AnswerSentence } from "../../compare/_parts/answer-sentence";
import { ComparedTitle } from "../../compare/_parts/compared-title";
import { comparisonLinks } from "../../compare/_parts/comparison-links";
import { PairingSentence } from "../../compare/_parts/pairing-sentence";
import { SavedInputs } from "./_parts/saved-inputs";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Saved comparison" };

type Props = { params: Promise<{ project: string; comparison: string }> };

/** The stored report and nothing computed since: only what became of its inputs is of today. */
export default async function SavedComparisonPage({ params }: Props) {
  const { project: slug, comparison } = await params;
  const { project } = await projectFor(slug, "read");
  const saved = await savedAnswer(database().db, project, comparison);
  if (saved === null) notFound();
  const { report } = saved;
  const campaignHref = (campaign: string) => campaignPath(project.slug, campaign);
  return (
    <>
      <PrintFrame
        name={cssText(`${project.name} · ${saved.name}`)}
        made={cssText(`Saved ${instant(saved.savedAt)} · ${productWords(saved.productVersion)}`)}
      />
      <PageHeader
        crumb={<TextLink href={savedComparisonsPath(project.slug)}>Saved comparisons</TextLink>}
        title={<DataName text={saved.name} />}
        sentence={report === null ? undefined : <AnswerSentence report={report} />}
        actions={
          <>
            <LinkButton href={`${comparePath(project.slug)}?${saved.query}`}>
              Compute it anew
            </LinkButton>
            {report === null ? null : (
              <ReportActions
                hrefOf={(format) => savedComparisonReportPath(project.slug, saved.id, format)}
              />
            )}
          </>
        }
      />
      <Card title="As it was saved" note={instant(saved.savedAt)}>
        <p className="max-w-[820px] text-[13px] text-ink-2">
          What follows is the report of that moment by {productWords(saved.productVersion)} and
          policy version {saved.policyVersion}, kept whole: nothing in it is computed since.
        </p>
        <SavedInputs inputs={saved.inputs} campaignHref={campaignHref} />
      </Card>
      {report === null ? (
        <EmptyState title="The stored report cannot be read">
          Another version of Aftermath stored it in a form that this one does not know. Compute it
          anew, or open it with the version that saved it.
        </EmptyState>
      ) : (
        <StoredReport project={project} report={report} />
      )}
    </>
  );
}

async function StoredReport({
  project,
  report,
}: {
  project: { slug: string; scope: Scope };
  report: ComparisonReport;
}) {
  const links = await comparisonLinks(project, report);
  return (
    <>
      <p className="mt-4 text-[15px] font-[620]">
        <ComparedTitle report={report} />
      </p>
      <PairingSentence report={report} />
      <PooledMembers members={report.members} links={links} />
      <ComparisonGate report={report} metrics={METRIC_INFOS} links={links} />
      <MetricNotes notes={METRICS} policy={report.policy} />
    </>
  );
}
