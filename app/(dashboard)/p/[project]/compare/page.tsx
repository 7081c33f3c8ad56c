import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ComparisonGate } from "@/components/comparison-gate";
import { armLabels } from "@/components/comparison/arm-labels";
import { PooledMembers } from "@/components/comparison/pooled-members";
import { MetricNotes } from "@/components/report/metric-notes";
import { PrintButton } from "@/components/report/print-button";
import { PrintFrame } from "@/components/report/print-frame";
import { ReportActions } from "@/components/report/report-actions";
import { LinkButton } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { database } from "@/db";
import type { OpenProject } from "@/db/queries/projects";
import {
  comparedSides,
  compareQuery,
  type ComparedSides,
  type CompareQuery,
} from "@/lib/answers/compared-sides";
import {
  chosenArms,
  comparisonAnswer,
  familyAnswer,
  inOrder,
  type ArmChoice,
} from "@/lib/answers/comparison-answer";
import { armMatches, matchOfChoice } from "@/lib/answers/comparison-choices";
import { savedComparisonsPath } from "@/lib/answers/comparison-paths";
import { comparisonSources } from "@/lib/answers/comparison-provenance";
import { missingArms } from "@/lib/answers/missing-arms";
import { projectFor } from "@/lib/auth/project-access";
import { VERSION } from "@/lib/domain/version";
import { cssText } from "@/lib/format/css-text";
import { comparePath, comparisonReportPath, withQuery } from "@/lib/format/paths";
import { instant } from "@/lib/format/time";
import { METRICS } from "@/lib/metrics/registry";
import { comparisonFamily } from "@/lib/reports/comparison-family";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import { METRIC_INFOS } from "../_data/metric-infos";
import type { SearchParams } from "../_data/search-params";
import { AnswerSentence } from "./_parts/answer-sentence";
import { ArmPicker } from "./_parts/arm-picker";
import { ComparedSources } from "./_parts/compared-sources";
import { ComparedTitle } from "./_parts/compared-title";
import { FamilyReports } from "./_parts/family-reports";
import { familyReports } from "./_parts/family-reports.model";
import { FamilyTable } from "./_parts/family-table";
import { PairingSentence } from "./_parts/pairing-sentence";
import { SaveForm } from "./_parts/save-form";
import { comparisonLinks } from "./_parts/comparison-links";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Compare" };

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams };

export default async function ComparePage({ params, searchParams }: Props) {
  const { project, can } = await projectFor((await params).project, "read");
  const query = compareQuery(await searchParams);
  const { db } = database();
  await toOrderedPair(project, query);
  const sides = comparedSides(query, await chosenArms(db, project, query));
  if (sides.state === "complete" && query.choose === undefined) {
    if (sides.also.length > 0) {
      const reports = await familyAnswer(db, project, sides);
      if (reports !== null) return <Family project={project} query={query} reports={reports} />;
    } else {
      const report = await comparisonAnswer(db, project, sides);
      if (report !== null)
        return <One project={project} query={query} report={report} saves={can("edit")} />;
    }
  }
  return <Choice project={project} query={query} sides={sides} />;
}

async function Choice({
  project,
  query,
  sides,
}: {
  project: OpenProject;
  query: CompareQuery;
  sides: ComparedSides<ArmChoice>;
}) {
  const { db } = database();
  const found = [...sides.baseline, ...sides.candidate, ...sides.also];
  const [first, missing] = await Promise.all([
    armMatches(db, project, ""),
    missingArms(db, project, query, found),
  ]);
  return (
    <ArmPicker
      project={project.slug}
      first={first}
      state={sides.state}
      missing={missing}
      chosen={{
        baseline: sides.baseline.map(matchOfChoice),
        candidate: sides.candidate.map(matchOfChoice),
        also: sides.also.map(matchOfChoice),
      }}
    />
  );
}

type Shown<Answer> = { project: OpenProject; query: CompareQuery } & Answer;

async function One({
  project,
  query,
  report,
  saves,
}: Shown<{ report: ComparisonReport; saves: boolean }>) {
  const [links, sources] = await Promise.all([
    comparisonLinks(project, report),
    comparisonSources(database().db, project, report.members),
  ]);
  const name = armLabels(report).join(" → ");
  return (
    <>
      <PrintFrame
        name={cssText(`${project.name} · ${name}`)}
        made={cssText(`${instant(new Date())} · Aftermath ${VERSION}`)}
      />
      <PageHeader
        crumb="Compare"
        title={<ComparedTitle report={report} />}
        sentence={<AnswerSentence report={report} />}
        actions={
          <>
            <Actions project={project.slug} query={query} swap />
            <ReportActions hrefOf={(format) => comparisonReportPath(project.slug, query, format)} />
          </>
        }
      />
      <PairingSentence report={report} />
      <PooledMembers members={report.members} links={links} />
      <ComparisonGate report={report} metrics={METRIC_INFOS} links={links} />
      <div className="no-print">
        {saves ? (
          <SaveForm
            project={project.slug}
            baseline={query.baseline}
            candidate={query.candidate}
            suggested={name.slice(0, 120)}
          />
        ) : null}
      </div>
      <ComparedSources project={project.slug} sources={sources} />
      <MetricNotes notes={METRICS} policy={report.policy} />
    </>
  );
}

/** Several candidates against one baseline: what each came to, and the way to all of it. */
async function Family({
  project,
  query,
  reports,
}: Shown<{ reports: readonly ComparisonReport[] }>) {
  const open = reports.filter(({ comparison }) => comparison.state === "comparable").length;
  const first = reports[0];
  const pairs = familyReports(project.slug, query, reports);
  const name = `${reports.length} candidates against ${first?.baseline.arm.armName ?? ""}, ${first?.baseline.arm.campaignName ?? ""}`;
  return (
    <>
      <PrintFrame
        name={cssText(`${project.name} · ${name}`)}
        made={cssText(`${instant(new Date())} · Aftermath ${VERSION}`)}
      />
      <PageHeader
        crumb="Compare"
        title={`${reports.length} candidates against one baseline`}
        sentence={`${open} of ${reports.length} may be compared with ${first?.baseline.arm.armName ?? ""} of ${first?.baseline.arm.campaignName ?? ""}; of the others no difference is computed.`}
        actions={
          <>
            <Actions project={project.slug} query={query} />
            <PrintButton />
          </>
        }
      />
      <FamilyTable rows={comparisonFamily(reports)} hrefs={pairs.map(({ page }) => page)} />
      <FamilyReports reports={pairs} />
      {first === undefined ? null : <MetricNotes notes={METRICS} policy={first.policy} />}
    </>
  );
}

function Actions({
  project,
  query,
  swap = false,
}: {
  project: string;
  query: CompareQuery;
  swap?: boolean;
}) {
  const { baseline, candidate, also } = query;
  const path = comparePath(project);
  return (
    <>
      {swap ? (
        <LinkButton href={withQuery(path, { baseline: candidate, candidate: baseline })}>
          Swap
        </LinkButton>
      ) : null}
      <LinkButton href={withQuery(path, { baseline, candidate, also, choose: "yes" })}>
        Choose arms
      </LinkButton>
      <LinkButton href={savedComparisonsPath(project)}>Saved</LinkButton>
    </>
  );
}

/** Ticks of the campaigns' table become an address that says which arm is which; from the third on, further candidates. */
async function toOrderedPair(project: OpenProject, query: CompareQuery): Promise<void> {
  if (query.arm.length === 0) return;
  const known = await chosenArms(database().db, project, { baseline: query.arm, candidate: [] });
  const ticked = query.arm.flatMap(
    (name) => known.find(({ reference }) => reference === name) ?? [],
  );
  const path = comparePath(project.slug);
  const [first, second, ...others] = ticked;
  if (first === undefined) return;
  if (second === undefined || ticked.length < query.arm.length) {
    redirect(withQuery(path, { baseline: first.reference }));
  }
  const baseline = [second, ...others].reduce((one, other) => inOrder(one, other)[0], first);
  const candidates = ticked.filter((one) => one !== baseline);
  redirect(
    withQuery(path, {
      baseline: baseline.reference,
      candidate: candidates[0]?.reference,
      also: candidates.slice(1).map(({ reference }) => reference),
    }),
  );
}
