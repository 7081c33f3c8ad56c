import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ComparisonGate } from "@/components/comparison-gate";
import { armLabels } from "@/components/comparison/arm-labels";
import { LinkButton } from "@/components/ui/button";
import { DataName } from "@/components/ui/data-text";
import { PageHeader } from "@/components/ui/page-header";
import { comparePath, episodesPath } from "@/lib/format/paths";
import { armChoices, comparisonOf, inOrder, type ArmChoice } from "../_data/comparison";
import { METRIC_INFOS } from "../_data/metric-infos";
import { projectOf } from "../_data/project";
import { everyValue, oneValue, type SearchParams } from "../_data/search-params";
import { ArmPicker } from "./_parts/arm-picker";
import { PairingSentence } from "./_parts/pairing-sentence";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Compare" };

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams };

export default async function ComparePage({ params, searchParams }: Props) {
  const project = await projectOf((await params).project);
  const query = await searchParams;
  const choices = await armChoices(project);
  const find = (reference: string | undefined) =>
    choices.find((choice) => choice.reference === reference);
  toOrderedPair(project.slug, everyValue.parse(query["arm"]).map(find));
  const baseline = find(oneValue.parse(query["baseline"]));
  const candidate = find(oneValue.parse(query["candidate"]));
  const report =
    baseline === undefined || candidate === undefined || baseline === candidate
      ? null
      : await comparisonOf(project, baseline, candidate);
  if (report === null)
    return (
      <ArmPicker
        project={project.slug}
        choices={choices}
        baseline={baseline}
        candidate={candidate}
        missing={query["baseline"] !== undefined || query["candidate"] !== undefined}
      />
    );
  const [before, after] = armLabels(report);
  return (
    <>
      <PageHeader
        crumb="Compare"
        title={
          <>
            <DataName text={before} />{" "}
            <span className="font-normal text-ink-3">
              <span aria-hidden="true">→</span>
              <span className="sr-only">against</span>
            </span>{" "}
            <DataName text={after} />
          </>
        }
        sentence={report.answer}
        actions={
          <>
            <LinkButton
              href={comparePath(project.slug, {
                baseline: candidate?.reference,
                candidate: baseline?.reference,
              })}
            >
              Swap
            </LinkButton>
            <LinkButton href={comparePath(project.slug)}>Choose arms</LinkButton>
          </>
        }
      />
      <PairingSentence report={report} />
      <ComparisonGate
        report={report}
        metrics={METRIC_INFOS}
        caseHref={(caseKey) => episodesPath(project.slug, { case: caseKey })}
      />
    </>
  );
}

/** Two ticks of the campaigns' table become an address that says which arm is which. */
function toOrderedPair(project: string, ticked: (ArmChoice | undefined)[]): void {
  const [first, second] = ticked;
  if (first === undefined && second === undefined) return;
  if (first === undefined || second === undefined || ticked.length !== 2) {
    redirect(comparePath(project, { baseline: (first ?? second)?.reference }));
  }
  const [baseline, candidate] = inOrder(first, second);
  redirect(comparePath(project, { baseline: baseline.reference, candidate: candidate.reference }));
}
