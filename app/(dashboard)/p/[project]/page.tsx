import type { Metadata } from "next";
import { columnChoices } from "@/components/tables/campaign-column-choice";
import { campaignArmRow } from "@/components/tables/campaign-row";
import { CampaignTable } from "@/components/tables/campaign-table";
import { sortParameter } from "@/components/tables/sort-parameter";
import { LinkButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { SavedViews } from "@/components/ui/saved-views";
import { TextLink } from "@/components/ui/text-link";
import { database } from "@/db";
import { listDeleted } from "@/db/queries/deleted-campaigns";
import { listLive } from "@/db/queries/live-campaigns";
import { listViews } from "@/db/queries/saved-views";
import { historyAnswer } from "@/lib/answers/history-answer";
import {
  filterHistory,
  historyChoices,
  historyQuery,
  isFiltered,
} from "@/lib/answers/history-query";
import { everyValue } from "@/lib/answers/query-values";
import { projectFor } from "@/lib/auth/project-access";
import { integer } from "@/lib/format/numbers";
import { importsPath, projectPath, withQuery } from "@/lib/format/paths";
import { METRIC_INFOS } from "./_data/metric-infos";
import type { SearchParams } from "./_data/search-params";
import { deleteViewNow, saveViewNow } from "./_data/view-actions";
import { CampaignFilter } from "./_parts/campaign-filter";
import { ColumnChoice } from "./_parts/column-choice";
import { DeletedCampaigns } from "./_parts/deleted-campaigns";
import { RunningCampaigns } from "./_parts/running-campaigns";
import { Trends } from "./_parts/trends";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Campaigns" };

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams };

export default async function CampaignsPage({ params, searchParams }: Props) {
  const { project, can } = await projectFor((await params).project, "read");
  const address = await searchParams;
  const query = historyQuery(address);
  const { db } = database();
  const scope = project.scope;
  const [history, running, views, deleted] = await Promise.all([
    historyAnswer(db, project),
    listLive(db, scope),
    listViews(db, scope, "campaigns"),
    query.deleted === "show" ? listDeleted(db, scope) : null,
  ]);
  const rows = filterHistory(history.rows, query);
  const choices = columnChoices(query.columns, METRIC_INFOS);
  const shown = choices.filter((choice) => choice.shown).map(({ id }) => id);
  const metrics = METRIC_INFOS.filter(({ id }) => shown.includes(id));
  const path = projectPath(project.slug);
  const place = { project: project.slug, page: "campaigns" } as const;
  return (
    <>
      <PageHeader
        crumb={project.name}
        title="Campaigns"
        sentence={history.headline}
        actions={
          can("ingest") ? (
            <LinkButton look="primary" href={importsPath(project.slug)}>
              Import
            </LinkButton>
          ) : undefined
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
          <CampaignFilter
            project={project.slug}
            query={query}
            choices={historyChoices(history.rows)}
          />
          {rows.length === 0 ? (
            <EmptyState title="No campaign arm matches the filter">
              Loosen it, or <TextLink href={path}>show all</TextLink>.
            </EmptyState>
          ) : (
            <Trends project={project.slug} rows={rows} />
          )}
          <div className="no-print mt-[18px] grid items-start gap-2 md:grid-cols-2">
            <SavedViews
              path={path}
              query={withQuery("", query).slice(1)}
              views={views.map(({ id, name, query: kept }) => ({ id, name, query: kept }))}
              change={
                can("edit")
                  ? { save: saveViewNow.bind(null, place), remove: deleteViewNow.bind(null, place) }
                  : null
              }
            />
            <ColumnChoice project={project.slug} query={query} choices={choices} />
          </div>
          {rows.length === 0 ? null : (
            <Card
              title={`${integer(rows.length)} campaign ${rows.length === 1 ? "arm" : "arms"}`}
              note={isFiltered(query) ? `of ${integer(history.rows.length)}` : undefined}
            >
              <CampaignTable
                project={project.slug}
                metrics={metrics}
                shown={shown}
                rows={rows.map((row) =>
                  campaignArmRow(
                    row,
                    metrics.map(({ id }) => id),
                  ),
                )}
                sort={sortParameter(query.sort, ["campaign", ...shown])}
                ticks={everyValue.parse(address["tick"]).slice(0, 20)}
              />
            </Card>
          )}
        </>
      )}
      {deleted === null ? null : <DeletedCampaigns campaigns={deleted} />}
      <p className="no-print mt-3 text-xs">
        {deleted === null ? (
          <TextLink href={withQuery(path, { ...query, deleted: "show" })}>
            Show deleted campaigns
          </TextLink>
        ) : (
          <TextLink href={withQuery(path, { ...query, deleted: undefined })}>
            Hide deleted campaigns
          </TextLink>
        )}
      </p>
    </>
  );
}
