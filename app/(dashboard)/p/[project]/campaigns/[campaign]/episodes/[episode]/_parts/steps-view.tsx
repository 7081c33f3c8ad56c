import { MoreSteps } from "@/components/episode/more-steps";
import { sliceHref, type StepLinks } from "@/components/episode/step-links";
import { Timeline } from "@/components/episode/timeline";
import { LinkButton } from "@/components/ui/button";
import { ContentDropped } from "@/components/ui/content-dropped";
import { EmptyState } from "@/components/ui/empty-state";
import { database } from "@/db";
import type { Scope } from "@/db/client";
import type { EpisodeHead } from "@/db/queries/episode-detail";
import { moreAnswer, stepsAnswer } from "@/lib/answers/episode-steps-answer";
import type { EpisodeView } from "@/lib/answers/episode-view";
import type { EpisodeStep, StepField, TextPart } from "@/lib/domain/episode-steps";
import { momentName, type Moment } from "@/lib/format/episode-moment";
import { integer } from "@/lib/format/numbers";

/** One slice of the timeline; nothing else of the record is drawn or sent. */
export async function StepsView({
  scope,
  episode,
  view,
  links,
}: {
  scope: Scope;
  episode: EpisodeHead;
  view: EpisodeView;
  links: StepLinks;
}) {
  if (episode.dropped !== null) return <ContentDropped drop={episode.dropped} />;
  const source = database();
  const answer = await stepsAnswer(source, scope, episode, {
    attempt: view.attempt,
    from: view.step,
    at: view.at,
  });
  if (answer === null)
    return (
      <EmptyState title="No steps can be read">
        The stored bytes cannot be read as an episode; the facts beside are those of the import, and
        the raw record is at hand.
      </EmptyState>
    );
  const { slice, marker, found } = answer;
  if (slice.length === 0)
    return (
      <EmptyState title="No steps recorded">
        The record holds neither messages nor calls here.
      </EmptyState>
    );
  const { show } = view;
  const part =
    show === null
      ? null
      : await moreAnswer(source, scope, episode, { attempt: view.attempt, ...show });
  const steps =
    show === null || part === null
      ? slice.steps
      : slice.steps.map((step) => withPart(step, show.of, show.field, part));
  const markers = markersOf(marker, episode);
  return (
    <>
      {found || view.at === null ? null : (
        <p role="alert" className="mb-3 text-[13px] text-exposure-ink">
          The episode has no {momentName(view.at).replace("-", " ")} that is drawn. Here is its
          beginning.
        </p>
      )}
      {slice.from === 0 ? null : (
        <p className="no-print mb-3 flex flex-wrap items-center gap-2">
          <LinkButton href={sliceHref(links, Math.max(0, slice.from - 100))}>
            Earlier steps
          </LinkButton>
          <span className="text-xs text-ink-3">
            {integer(slice.from)} of {integer(slice.length)} stand before these.
          </span>
        </p>
      )}
      <Timeline steps={steps} links={links} markers={markers} rule={episode.attributedByRule} />
      {slice.next === null ? null : (
        <MoreSteps
          key={slice.from}
          links={links}
          from={slice.next}
          length={slice.length}
          markers={markers}
          rule={episode.attributedByRule}
        />
      )}
    </>
  );
}

/** Texts to highlight: what the record calls its marker, and the text that was planted. */
export function markersOf(marker: string, episode: Pick<EpisodeHead, "case">): string[] {
  return [marker, episode.case.injectionText ?? ""].filter(
    (text) => text.length >= 4 && text.length <= 10_000,
  );
}

function withPart(step: EpisodeStep, of: Moment, field: StepField, part: TextPart): EpisodeStep {
  if (step.kind !== of.kind || step.index !== of.index) return step;
  if (step.kind === "event") return { ...step, event: { ...step.event, text: part } };
  return step.kind === "call" ? { ...step, call: { ...step.call, [field]: part } } : step;
}
