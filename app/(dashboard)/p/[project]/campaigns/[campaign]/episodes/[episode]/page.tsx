import type { Metadata } from "next";
import { Suspense, type ReactNode } from "react";
import { DisputeChip } from "@/components/episode/dispute-chip";
import { joined, type StepLinks } from "@/components/episode/step-links";
import { LinkButton } from "@/components/ui/button";
import { DataName } from "@/components/ui/data-text";
import { PageHeader } from "@/components/ui/page-header";
import type { EpisodeHead } from "@/db/queries/episode-detail";
import { episodeQuery, queryText, toFilter } from "@/lib/answers/episode-query";
import { episodeView } from "@/lib/answers/episode-view";
import { episodeApiPath } from "@/lib/answers/record-path";
import { projectFor } from "@/lib/auth/project-access";
import { OUTCOMES } from "@/lib/domain/outcome";
import { TERMINATIONS } from "@/lib/domain/termination";
import { besideName } from "@/lib/format/episode-moment";
import { bytes as size } from "@/lib/format/bytes";
import { encodePart, episodePath } from "@/lib/format/paths";
import { upperFirst } from "@/lib/format/upper-first";
import { episodeOf } from "../../../../_data/episode";
import type { SearchParams } from "../../../../_data/search-params";
import { ApplicationRecord } from "./_parts/application-record";
import { Attempts } from "./_parts/attempts";
import { BesideView } from "./_parts/beside-view";
import { EpisodeFacts } from "./_parts/episode-facts";
import { EpisodeKeys } from "./_parts/episode-keys";
import { EpisodeTools } from "./_parts/episode-tools";
import { Neighbours } from "./_parts/neighbours";
import { OtherArms } from "./_parts/other-arms";
import { RecordView } from "./_parts/record-view";
import { Review } from "./_parts/review";
import { SearchHits } from "./_parts/search-hits";
import { StepsView } from "./_parts/steps-view";
import { VerifiedRecord } from "./_parts/verified-record";
import { Weights } from "./_parts/weights";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Episode" };

/** A record beyond this is read while the reader has the page already: the facts need none of it. */
const LATER_BYTES = 4 * 2 ** 20;

type Props = {
  params: Promise<{ project: string; campaign: string; episode: string }>;
  searchParams: SearchParams;
};

export default async function EpisodePage({ params, searchParams }: Props) {
  const { project: projectSlug, campaign, episode: seq } = await params;
  const search = await searchParams;
  const { project, can, caller } = await projectFor(projectSlug, "read");
  const scope = project.scope;
  const query = episodeQuery(search);
  const view = episodeView(search);
  const answer = await episodeOf(project, campaign, seq, toFilter(query));
  const { episode, place, elsewhere, attempts, effects, weighed, annotations, source } = answer;
  const at = { project: project.slug, campaignSlug: episode.campaignSlug, seq: episode.seq };
  const path = episodePath(at.project, at.campaignSlug, at.seq);
  const page = joined(path, queryText(query));
  const attempt =
    view.attempt !== null && view.attempt < episode.attemptCount ? view.attempt : null;
  const links: StepLinks = {
    page,
    api: episodeApiPath(at.project, at.campaignSlug, at.seq),
    attempt,
    anchor: "",
  };
  const besideHref = (other: { campaignSlug: string; seq: number }) =>
    joined(page, `beside=${encodePart(besideName(other))}`);
  const kind = view.beside !== null ? "beside" : view.view;
  const [first] = elsewhere;
  const outcome = OUTCOMES[episode.outcome].label;
  const shown = { ...view, attempt };
  const body = (
    <>
      {view.find === undefined ? null : (
        <SearchHits
          scope={scope}
          episode={episode}
          sought={view.find}
          from={view.findFrom}
          links={links}
        />
      )}
      <section aria-label="Timeline" className="mt-4 min-w-0 pl-2">
        {kind === "record" ? (
          <RecordView scope={scope} episode={episode} from={view.offset} page={page} />
        ) : kind === "beside" ? (
          <BesideView project={project} episode={episode} view={shown} links={links} />
        ) : (
          <StepsView scope={scope} episode={episode} view={shown} links={links} />
        )}
      </section>
    </>
  );
  return (
    <>
      <PageHeader
        crumb={
          <>
            <DataName text={episode.campaignName} /> · <DataName text={episode.armName} /> ·{" "}
            <DataName text={episode.caseKey} /> · replica {episode.replica}
          </>
        }
        title={`${upperFirst(outcome)}, ended: ${TERMINATIONS[episode.termination].label}`}
        sentence={episode.outcomeReason}
        actions={
          <>
            <Neighbours project={project.slug} place={place} query={query} />
            {kind === "beside" ? (
              <LinkButton href={page}>This episode alone</LinkButton>
            ) : first === undefined ? null : (
              <LinkButton href={besideHref(first)}>
                <span>
                  Beside <DataName text={first.armName} />
                </span>
              </LinkButton>
            )}
          </>
        }
      />
      <EpisodeKeys
        page={page}
        previous={addressOf(project.slug, place.previous, queryText(query))}
        next={addressOf(project.slug, place.next, queryText(query))}
      />
      <EpisodeTools
        path={path}
        filter={Object.entries(query).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value] as const],
        )}
        page={page}
        view={{ kind, attempt, find: view.find }}
        attempts={episode.attemptCount}
      />
      <div
        className={
          kind === "beside"
            ? "min-w-0"
            : "grid gap-x-6 lg:grid-cols-[minmax(0,1fr)_330px] lg:items-start"
        }
      >
        <div className="min-w-0">
          <Later key={JSON.stringify(view)} episode={episode}>
            {body}
          </Later>
          <ApplicationRecord {...effects} />
          <Review
            episode={at}
            outcome={episode.outcome}
            annotations={annotations}
            writes={can("edit") ? { as: caller.kind === "person" ? caller.name : null } : null}
            links={{ ...links, attempt: null }}
          />
        </div>
        <div
          className={kind === "beside" ? "grid gap-x-4 lg:grid-cols-2 lg:items-start" : "min-w-0"}
        >
          <div className="min-w-0">
            <EpisodeFacts episode={episode} disputed={<DisputeChip dispute={episode.dispute} />} />
          </div>
          <div className="min-w-0">
            <Weights
              weighed={weighed}
              lastAttempt={episode.attemptCount}
              rule={episode.attributedByRule}
              links={links}
            />
            <Attempts
              attempts={attempts}
              count={episode.attemptCount}
              isDropped={episode.dropped !== null}
              page={page}
            />
            <OtherArms
              project={project.slug}
              episode={episode}
              elsewhere={elsewhere}
              besideHref={besideHref}
            />
            <Later episode={episode}>
              <VerifiedRecord
                scope={scope}
                project={project.slug}
                episode={episode}
                source={source}
                page={page}
                api={links.api}
              />
            </Later>
          </div>
        </div>
      </div>
    </>
  );
}

/** What reads the whole record: of a large one it comes when it is there, and the page before it. */
function Later({ episode, children }: { episode: EpisodeHead; children: ReactNode }) {
  if (episode.recordBytes <= LATER_BYTES) return children;
  return (
    <Suspense
      fallback={
        <output className="mt-4 block min-h-[40vh] pl-2 text-ink-2">
          Reading the record, {size(episode.recordBytes)}…
        </output>
      }
    >
      {children}
    </Suspense>
  );
}

function addressOf(
  project: string,
  place: { campaignSlug: string; seq: number } | null,
  filter: string,
): string | null {
  return place === null ? null : episodePath(project, place.campaignSlug, place.seq, filter);
}
