import type { Metadata } from "next";
import { EpisodeList } from "@/components/tables/episode-list";
import { LinkButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { TextLink } from "@/components/ui/text-link";
import { database } from "@/db";
import { listCampaigns } from "@/db/queries/campaigns";
import { episodeQuery, queryText, toFilter } from "@/lib/answers/episode-query";
import {
  endingGroups,
  episodesAnswer,
  FIRST_ROWS_MS,
  unsearched,
} from "@/lib/answers/episodes-answer";
import { oneValue } from "@/lib/answers/query-values";
import { projectFor } from "@/lib/auth/project-access";
import { episodesExportPath, episodesPath, importsPath } from "@/lib/format/paths";
import { listSentence } from "@/lib/format/searched";
import type { SearchParams } from "../_data/search-params";
import { moreEpisodes } from "./_actions/more-episodes";
import { ChosenFilter } from "./_parts/chosen-filter";
import { EndingGroups } from "./_parts/ending-groups";
import { EpisodeFilterForm } from "./_parts/episode-filter-form";
import { chosenOf, commonArmNames } from "./_parts/facet-labels";
import { Unsearched } from "./_parts/unsearched";
import { FacetPanel } from "./_parts/facet-panel";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Episodes" };

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams };

const PAGE_ROWS = 100;

export default async function EpisodesPage({ params, searchParams }: Props) {
  const { project } = await projectFor((await params).project, "read");
  const search = await searchParams;
  const query = episodeQuery(search);
  const after = oneValue.parse(search["after"]) ?? null;
  const grouped = oneValue.parse(search["group"]) === "ending";
  const filter = queryText(query);
  const { db } = database();
  const [{ list, found, counts }, campaigns, emptied] = await Promise.all([
    episodesAnswer(db, project, toFilter(query), { after, limit: PAGE_ROWS, ms: FIRST_ROWS_MS }),
    listCampaigns(db, project.scope),
    unsearched(db, project, toFilter(query)),
  ]);
  const names = {
    arms: commonArmNames(campaigns),
    campaigns: new Map(campaigns.map(({ slug, name }) => [slug, name])),
  };
  const { slug } = project;
  return (
    <>
      <PageHeader
        crumb={project.name}
        title="Episodes"
        sentence={listSentence(found, project.episodeCount, filter !== "")}
        actions={
          project.episodeCount === 0 ? undefined : (
            <>
              <LinkButton
                href={episodesPath(slug, { ...query, group: grouped ? undefined : "ending" })}
              >
                {grouped ? "As a list" : "Group by ending"}
              </LinkButton>
              {(["csv", "jsonl"] as const).map((format) => (
                <LinkButton
                  key={format}
                  href={episodesExportPath(slug, { ...query, format })}
                  download
                >
                  {format.toUpperCase()}
                  <span className="sr-only"> of every episode of the filter</span>
                </LinkButton>
              ))}
            </>
          )
        }
      />
      {project.episodeCount === 0 ? null : (
        <EpisodeFilterForm project={slug} query={query} campaigns={campaigns} />
      )}
      <ChosenFilter project={slug} query={query} chosen={chosenOf(query, names)} />
      <Unsearched campaigns={emptied} />
      <FacetPanel project={slug} query={query} found={found} armNames={names.arms} />
      {list.rows.length === 0 && list.next === null ? (
        project.episodeCount === 0 ? (
          <EmptyState title="No episode yet">
            <TextLink href={importsPath(slug)}>Import logs</TextLink> to see what each try came to.
          </EmptyState>
        ) : (
          <EmptyState title="No episode matches">
            Take a part of the filter away, or{" "}
            <TextLink href={episodesPath(slug)}>show all</TextLink>.
          </EmptyState>
        )
      ) : grouped ? (
        <EndingGroups
          project={slug}
          query={query}
          groups={await endingGroups(db, project, toFilter(query), counts.byTermination)}
          exact={counts.exact}
        />
      ) : (
        <Card>
          {after === null ? null : (
            <p className="no-print mb-3">
              <LinkButton href={episodesPath(slug, query)}>First page</LinkButton>
            </p>
          )}
          <EpisodeList
            key={`${filter}&${after ?? ""}`}
            project={slug}
            filter={filter}
            first={list}
            nextPath={
              list.next === null ? null : episodesPath(slug, { ...query, after: list.next })
            }
            more={moreEpisodes.bind(null, slug, filter)}
          />
        </Card>
      )}
    </>
  );
}
