import type { Metadata } from "next";
import { EpisodeTable } from "@/components/tables/episode-table";
import { LinkButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { database } from "@/db";
import { listCampaigns } from "@/db/queries/campaigns";
import { episodeQuery, queryText, toFilter } from "@/lib/answers/episode-query";
import { episodesAnswer } from "@/lib/answers/episodes-answer";
import { oneValue } from "@/lib/answers/query-values";
import { scopeOf } from "@/lib/answers/scope-of";
import { integer, plural } from "@/lib/format/numbers";
import { episodesPath } from "@/lib/format/paths";
import { projectOf } from "../_data/project";
import type { SearchParams } from "../_data/search-params";
import { EndingCounts } from "./_parts/ending-counts";
import { EpisodeFilterForm } from "./_parts/episode-filter-form";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Episodes" };

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams };

const PAGE_ROWS = 100;

export default async function EpisodesPage({ params, searchParams }: Props) {
  const project = await projectOf((await params).project);
  const search = await searchParams;
  const query = episodeQuery(search);
  const after = oneValue.parse(search["after"]) ?? null;
  const { db } = database();
  const [page, campaigns] = await Promise.all([
    episodesAnswer(db, project, toFilter(query), { after, limit: PAGE_ROWS }),
    listCampaigns(db, scopeOf(project)),
  ]);
  const filtered = queryText(query) !== "";
  return (
    <>
      <PageHeader
        crumb={project.name}
        title="Episodes"
        sentence={`${plural(page.counts.total, "episode")}${filtered ? ` of ${integer(project.episodeCount)} match the filter` : ""}. Newest imported campaign first.`}
      />
      <EpisodeFilterForm project={project.slug} query={query} campaigns={campaigns} />
      <EndingCounts project={project.slug} query={query} counts={page.counts} />
      {page.rows.length === 0 ? (
        <EmptyState title="No episode matches">
          {filtered ? "Loosen the filter." : "Import a campaign first."}
        </EmptyState>
      ) : (
        <Card>
          <EpisodeTable project={project.slug} filter={queryText(query)} rows={page.rows} />
          <p className="no-print mt-3 flex flex-wrap gap-2">
            {after === null ? null : (
              <LinkButton href={episodesPath(project.slug, query)}>First page</LinkButton>
            )}
            {page.next === null ? null : (
              <LinkButton href={episodesPath(project.slug, { ...query, after: page.next })}>
                Next {PAGE_ROWS}
              </LinkButton>
            )}
          </p>
        </Card>
      )}
    </>
  );
}
