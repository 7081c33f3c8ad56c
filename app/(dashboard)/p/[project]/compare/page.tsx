import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ComparisonGate } from "@/components/comparison-gate";
import { armLabels } from "@/components/comparison/arm-labels";
import type { ComparisonLinks } from "@/components/comparison/comparison-links";
import { PooledMembers } from "@/components/comparison/pooled-members";
import { LinkButton } from "@/components/ui/button";
import { DataName } from "@/components/ui/data-text";
import { PageHeader } from "@/components/ui/page-header";
import { database } from "@/db";
import { comparedSides, compareQuery, type CompareQuery } from "@/lib/answers/compared-sides";
import {
  armChoices,
  comparisonAnswer,
  inOrder,
  type ArmChoice,
} from "@/lib/answers/comparison-answer";
import { campaignPath, comparePath, episodesPath, withQuery } from "@/lib/format/paths";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import { METRIC_INFOS } from "../_data/metric-infos";
import { projectOf } from "../_data/project";
import type { SearchParams } from "../_data/search-params";
import { ArmPicker } from "./_parts/arm-picker";
import { PairingSentence } from "./_parts/pairing-sentence";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Compare" };

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams };

export default async function ComparePage({ params, searchParams }: Props) {
  const project = await projectOf((await params).project);
  const query = compareQuery(await searchParams);
  const { db } = database();
  const choices = await armChoices(db, project);
  toOrderedPair(project.slug, query, choices);
  const sides = comparedSides(query, choices);
  const report =
    sides.state === "complete" && query.choose === undefined
      ? await comparisonAnswer(db, project, sides)
      : null;
  if (report === null) return <ArmPicker project={project.slug} choices={choices} sides={sides} />;
  const links: ComparisonLinks = {
    episodes: (of) => episodesPath(project.slug, of),
    campaign: (slug) => campaignPath(project.slug, slug),
  };
  return (
    <>
      <PageHeader
        crumb="Compare"
        title={<Title report={report} />}
        sentence={report.answer}
        actions={<Actions project={project.slug} query={query} />}
      />
      <PairingSentence report={report} />
      <PooledMembers members={report.members} links={links} />
      <ComparisonGate report={report} metrics={METRIC_INFOS} links={links} />
    </>
  );
}

function Title({ report }: { report: ComparisonReport }) {
  const [before, after] = armLabels(report);
  return (
    <>
      <DataName text={before} />{" "}
      <span className="font-normal text-ink-3">
        <span aria-hidden="true">→</span>
        <span className="sr-only">against</span>
      </span>{" "}
      <DataName text={after} />
    </>
  );
}

function Actions({ project, query }: { project: string; query: CompareQuery }) {
  const { baseline, candidate } = query;
  const path = comparePath(project);
  return (
    <>
      <LinkButton href={withQuery(path, { baseline: candidate, candidate: baseline })}>
        Swap
      </LinkButton>
      <LinkButton href={withQuery(path, { baseline, candidate, choose: "yes" })}>
        Choose arms
      </LinkButton>
    </>
  );
}

/** Two ticks of the campaigns' table become an address that says which arm is which. */
function toOrderedPair(project: string, query: CompareQuery, choices: readonly ArmChoice[]): void {
  const ticked = query.arm.map((name) => choices.find(({ reference }) => reference === name));
  const [first, second] = ticked;
  if (first === undefined && second === undefined) return;
  if (first === undefined || second === undefined || ticked.length !== 2) {
    redirect(comparePath(project, { baseline: (first ?? second)?.reference }));
  }
  const [baseline, candidate] = inOrder(first, second);
  redirect(comparePath(project, { baseline: baseline.reference, candidate: candidate.reference }));
}
