import type { Metadata } from "next";
import { ChartFrame } from "@/components/charts/chart-frame";
import { TrendChart } from "@/components/charts/trend-chart";
import {
  trendPoints,
  trendState,
  trendTable,
  type TrendPick,
  whiskerWords,
} from "@/components/charts/trend-chart.model";
import { CampaignTable } from "@/components/tables/campaign-table";
import { sortParameter } from "@/components/tables/sort-parameter";
import { LinkButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { TextLink } from "@/components/ui/text-link";
import { database } from "@/db";
import { listLive } from "@/db/queries/live-campaigns";
import { historyAnswer } from "@/lib/answers/history-answer";
import { oneValue } from "@/lib/answers/query-values";
import { scopeOf } from "@/lib/answers/scope-of";
import { notAvailable } from "@/lib/domain/measurement";
import { plural } from "@/lib/format/numbers";
import { importsPath, projectPath, withQuery } from "@/lib/format/paths";
import { METRIC_INFOS } from "./_data/metric-infos";
import { projectOf } from "./_data/project";
import type { SearchParams } from "./_data/search-params";
import { RunningCampaigns } from "./_parts/running-campaigns";
import type { ArmReport } from "@/lib/reports/arm-report";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Campaigns" };

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams };

export default async function CampaignsPage({ params, searchParams }: Props) {
  const project = await projectOf((await params).project);
  const query = await searchParams;
  const everyColumn = oneValue.parse(query["columns"]) === "all";
  const metrics = everyColumn
    ? METRIC_INFOS
    : METRIC_INFOS.filter((metric) => metric.place === "headline");
  const sort = sortParameter(oneValue.parse(query["sort"]), [
    ...metrics.map((metric) => metric.id),
    "started",
    "campaign",
    "arm",
    "verdict",
    "ended",
  ]);
  const { db } = database();
  const [history, running] = await Promise.all([
    historyAnswer(db, project),
    listLive(db, scopeOf(project)),
  ]);
  const points = trendPoints(history.rows, pick);
  return (
    <>
      <PageHeader
        crumb={project.name}
        title="Campaigns"
        sentence={history.headline}
        actions={
          <LinkButton look="primary" href={importsPath(project.slug)}>
            Import
          </LinkButton>
        }
      />
      <RunningCampaigns campaigns={running} />
      {history.rows.length === 0 ? (
        <EmptyState title="No campaign yet">
          <TextLink href={importsPath(project.slug)}>Import logs</TextLink> to see what the attacks
          did.
        </EmptyState>
      ) : (
        <>
          <Card>
            <ChartFrame
              title="Damage and exposure per episode"
              definition="What ran and hurt, and what a rule stopped, per weighable episode; containment is the stopped share."
              n={`${plural(history.rows.length, "campaign arm")}, the last ${points.length} drawn.`}
              legend={[
                { swatch: "damage", label: "Damage (IDR)" },
                { swatch: "exposure", label: "Exposure (EXR)" },
                { swatch: "containment", label: "Containment" },
                { swatch: "aborted", label: "Aborted" },
                { swatch: "not available", label: "n/a" },
              ]}
              state={trendState(points)}
              table={trendTable(history.rows, pick)}
              rule={someByRule(history.rows.map(({ arm }) => arm))}
            >
              <TrendChart points={points} whiskers={whiskerWords(history.rows, pick)} />
            </ChartFrame>
          </Card>
          <Card>
            <CampaignTable
              project={project.slug}
              metrics={metrics}
              rows={history.rows.map(({ startedAt, arm }) => ({ startedAt, arm }))}
              sort={sort}
            />
            <p className="no-print mt-2 text-xs">
              {everyColumn ? (
                <TextLink href={projectPath(project.slug)}>Fewer columns</TextLink>
              ) : (
                <TextLink href={withQuery(projectPath(project.slug), { columns: "all" })}>
                  Every metric as a column
                </TextLink>
              )}
            </p>
          </Card>
        </>
      )}
    </>
  );
}

/** In a history the mark says where it holds; the table's figures carry their own. */
function someByRule(arms: readonly ArmReport[]): string | undefined {
  const marked = arms.filter((arm) => arm.attributedByRule !== undefined);
  const names = new Set(marked.map(({ arm }) => arm.campaignName));
  if (marked.length === 0) return undefined;
  return `${[...names].join(", ")}: ${marked[0]?.attributedByRule ?? ""}`;
}

const pick: TrendPick = ({ measurements }) => ({
  damage: measurements["damage"] ?? UNREGISTERED,
  exposure: measurements["exposure"] ?? UNREGISTERED,
  containment: measurements["containment"] ?? UNREGISTERED,
});

const UNREGISTERED = notAvailable("this version does not measure it");
