import type { Metadata } from "next";
import { Timeline, type TextWindows } from "@/components/episode/timeline";
import { markersOf, timeline, timelinePart } from "@/components/episode/timeline.model";
import { DeadButton, LinkButton } from "@/components/ui/button";
import { DataName } from "@/components/ui/data-text";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { episodeQuery, queryText, toFilter } from "@/lib/answers/episode-query";
import { oneValue } from "@/lib/answers/query-values";
import { OUTCOMES } from "@/lib/domain/outcome";
import { TERMINATIONS } from "@/lib/domain/termination";
import { integer } from "@/lib/format/numbers";
import { episodePath, episodesPath } from "@/lib/format/paths";
import { episodeOf } from "../../../../_data/episode";
import { projectOf } from "../../../../_data/project";
import type { SearchParams } from "../../../../_data/search-params";
import { ApplicationRecord } from "./_parts/application-record";
import { EpisodeFacts } from "./_parts/episode-facts";
import { OtherArms } from "./_parts/other-arms";
import { RecordCard } from "./_parts/record-card";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Episode" };

type Props = {
  params: Promise<{ project: string; campaign: string; episode: string }>;
  searchParams: SearchParams;
};

export default async function EpisodePage({ params, searchParams }: Props) {
  const { project: projectSlug, campaign, episode: seq } = await params;
  const search = await searchParams;
  const project = await projectOf(projectSlug);
  const query = episodeQuery(search);
  const filter = queryText(query);
  const { episode, place, elsewhere, record, source } = await episodeOf(
    project,
    campaign,
    seq,
    toFilter(query),
  );
  const here = (more: string) =>
    episodePath(project.slug, episode.campaignSlug, episode.seq, joined(filter, more));
  const part = timelinePart(record === null ? [] : timeline(record), numberOf(search["step"]));
  const lastAttempt = episode.attempts.length === 0 ? 1 : episode.attempts.length;
  const outcome = OUTCOMES[episode.outcome].label;
  return (
    <>
      <PageHeader
        crumb={
          <>
            <DataName text={episode.campaignName} /> · <DataName text={episode.armName} /> ·{" "}
            <DataName text={episode.caseKey} /> · replica {episode.replica}
          </>
        }
        title={`${outcome.charAt(0).toUpperCase()}${outcome.slice(1)}, ended: ${TERMINATIONS[episode.termination].label}`}
        sentence={episode.outcomeReason}
        actions={
          <>
            <Neighbour
              project={project.slug}
              place={place.previous}
              filter={filter}
              label="‹ Prev"
            />
            <LinkButton href={episodesPath(project.slug, query)}>
              {place.position === null || place.position === 0
                ? "Episodes"
                : `${integer(place.position)} of ${integer(place.total)}`}
            </LinkButton>
            <Neighbour project={project.slug} place={place.next} filter={filter} label="Next ›" />
          </>
        }
      />
      <div className="mt-5 grid gap-x-6 lg:grid-cols-[minmax(0,1fr)_330px] lg:items-start">
        <section aria-label="Timeline" className="min-w-0 pl-2">
          {part.length === 0 ? (
            <EmptyState title="No steps recorded">
              {record === null
                ? "The stored bytes cannot be read as an episode; the facts beside are those of the import."
                : "The record holds neither messages nor calls."}
            </EmptyState>
          ) : (
            <Timeline
              items={part.items}
              markers={record === null ? [] : markersOf(record, episode.case.injectionText)}
              points={
                new Map(
                  episode.calls
                    .filter((call) => call.attemptNo === lastAttempt)
                    .map((call) => [call.callNo, call]),
                )
              }
              rule={episode.attributedByRule}
              windows={textWindows(search, here)}
            />
          )}
          <p className="no-print mb-4 flex flex-wrap gap-2">
            {part.from > 0 ? <LinkButton href={here("")}>From the first step</LinkButton> : null}
            {part.next === null ? null : (
              <LinkButton href={here(`step=${part.next}`)}>
                Steps {integer(part.next + 1)} and on, of {integer(part.length)}
              </LinkButton>
            )}
          </p>
          <ApplicationRecord effects={episode.effects} />
        </section>
        <div className="min-w-0 lg:-mt-[18px]">
          <EpisodeFacts episode={episode} />
          <OtherArms project={project.slug} episode={episode} elsewhere={elsewhere} />
          <RecordCard project={project.slug} episode={episode} source={source} />
        </div>
      </div>
    </>
  );
}

function Neighbour({
  project,
  place,
  filter,
  label,
}: {
  project: string;
  place: { campaignSlug: string; seq: number } | null;
  filter: string;
  label: string;
}) {
  if (place === null) return <DeadButton>{label}</DeadButton>;
  return (
    <LinkButton href={episodePath(project, place.campaignSlug, place.seq, filter)}>
      {label}
    </LinkButton>
  );
}

/** One text at a time may stand at another window: `?show=a3&from=65536`. */
function textWindows(search: Awaited<SearchParams>, here: (more: string) => string): TextWindows {
  const open = oneValue.parse(search["show"]);
  const from = numberOf(search["from"]);
  const step = numberOf(search["step"]);
  return {
    fromOf: (key) => (key === open ? from : 0),
    hrefOf: (key) => (next) => here(`step=${step}&show=${key}&from=${next}`),
  };
}

function numberOf(value: string | string[] | undefined): number {
  const text = oneValue.parse(value) ?? "";
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : 0;
}

function joined(filter: string, more: string): string {
  return [filter, more].filter((part) => part !== "").join("&");
}
