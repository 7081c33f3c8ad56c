import { Beside, type BesideSide } from "@/components/episode/beside";
import { joined, type StepLinks } from "@/components/episode/step-links";
import { LinkButton } from "@/components/ui/button";
import { ContentDropped } from "@/components/ui/content-dropped";
import { DataName } from "@/components/ui/data-text";
import { spelledOut } from "@/components/ui/data-text.model";
import { EmptyState } from "@/components/ui/empty-state";
import { OutcomeChip } from "@/components/ui/outcome-chip";
import { TextLink } from "@/components/ui/text-link";
import { database } from "@/db";
import type { OpenProject } from "@/db/queries/projects";
import { type EpisodeHead, findEpisodeHead } from "@/db/queries/episode-detail";
import { episodeApiPath } from "@/lib/answers/record-path";
import { stepsAnswer } from "@/lib/answers/episode-steps-answer";
import type { EpisodeView } from "@/lib/answers/episode-view";
import { TERMINATIONS } from "@/lib/domain/termination";
import { besideName } from "@/lib/format/episode-moment";
import { episodePath } from "@/lib/format/paths";
import { markersOf } from "./steps-view";

/** This episode and another one, aligned by turn and call. */
export async function BesideView({
  project,
  episode,
  view,
  links,
}: {
  project: OpenProject;
  episode: EpisodeHead;
  view: EpisodeView;
  links: StepLinks;
}) {
  const { beside } = view;
  const scope = project.scope;
  const other =
    beside === null
      ? null
      : await findEpisodeHead(database().db, scope, beside.campaignSlug, beside.seq);
  if (other === null)
    return (
      <EmptyState title="No such episode to put beside">
        Its campaign was deleted or never held it.{" "}
        <TextLink href={links.page}>Show this episode alone</TextLink>
      </EmptyState>
    );
  // Of two timelines one of which is gone every step would seem to be the other's alone.
  const gone = [episode, other].filter(({ dropped }) => dropped !== null);
  if (gone.length > 0)
    return (
      <>
        {gone.map(({ campaignSlug, armName, dropped }) =>
          dropped === null ? null : (
            <section key={`${campaignSlug} ${armName}`} aria-label={spelledOut(armName)}>
              <ContentDropped drop={dropped} />
            </section>
          ),
        )}
        <p className="mt-3 text-[13px]">
          The steps of <DataName text={episode.armName} /> and <DataName text={other.armName} />{" "}
          cannot be put beside each other any more.{" "}
          <TextLink href={links.page}>Show this episode alone</TextLink>
        </p>
      </>
    );
  const [left, right] = await Promise.all([
    sideOf(project, episode, view.step, { ...links, anchor: "" }),
    sideOf(project, other, view.besideStep, {
      page: episodePath(project.slug, other.campaignSlug, other.seq),
      api: episodeApiPath(project.slug, other.campaignSlug, other.seq),
      attempt: null,
      anchor: "beside-",
    }),
  ]);
  const here = joined(links.page, `beside=${encodeURIComponent(besideName(other))}`);
  const same = episode.caseKey === other.caseKey && episode.replica === other.replica;
  return (
    <>
      {same ? null : (
        <p className="mb-2 text-[13px] text-exposure-ink">
          These are not the same case and replica, so that differences need not come from the arm.
        </p>
      )}
      <Beside left={left} right={right} />
      <p className="no-print my-4 flex flex-wrap gap-2">
        {view.step > 0 || view.besideStep > 0 ? (
          <LinkButton href={here}>From the first steps</LinkButton>
        ) : null}
        {left.next === null && right.next === null ? null : (
          <LinkButton
            href={joined(
              here,
              `step=${left.next ?? left.length}&besideStep=${right.next ?? right.length}`,
            )}
          >
            Next steps of both
          </LinkButton>
        )}
      </p>
    </>
  );
}

async function sideOf(
  project: OpenProject,
  episode: EpisodeHead,
  from: number,
  links: StepLinks,
): Promise<BesideSide & { next: number | null; length: number }> {
  const asked = { attempt: null, from, at: null };
  const answer = await stepsAnswer(database(), project.scope, episode, asked);
  const slice = answer?.slice ?? { steps: [], next: null, length: 0 };
  return {
    label: episode.armName,
    head: (
      <>
        <TextLink href={links.page}>
          <DataName text={episode.armName} />
        </TextLink>{" "}
        <span className="text-xs text-ink-3">
          <DataName text={episode.campaignName} />
        </span>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-[13px] text-ink-2">
          <OutcomeChip outcome={episode.outcome} />
          ended: {TERMINATIONS[episode.termination].label}
        </span>
      </>
    ),
    // A position behind the last step is the end, which a slice of at least one step cannot say.
    steps: from >= slice.length ? [] : slice.steps,
    links,
    markers: markersOf(answer?.marker ?? "", episode),
    rule: episode.attributedByRule,
    next: from >= slice.length ? null : slice.next,
    length: slice.length,
  };
}
