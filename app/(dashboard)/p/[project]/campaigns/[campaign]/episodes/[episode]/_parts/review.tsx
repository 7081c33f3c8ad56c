import { reviewThread } from "@/components/episode/review-thread.model";
import { momentHref, type StepLinks } from "@/components/episode/step-links";
import { Card } from "@/components/ui/card";
import { Chip } from "@/components/ui/chip";
import { DataName, DataText } from "@/components/ui/data-text";
import { TextLink } from "@/components/ui/text-link";
import type { Annotation } from "@/db/queries/annotations";
import { OUTCOMES } from "@/lib/domain/outcome";
import { instant } from "@/lib/format/time";
import { AnnotationForm } from "./annotation-form";
import type { AnnotatedEpisode } from "./annotate";

/** What reviewers wrote: notes, disputes and how they were settled. The derived outcome stays what it is. */
export function Review({
  episode,
  outcome,
  annotations,
  writes,
  links,
}: {
  episode: AnnotatedEpisode;
  outcome: keyof typeof OUTCOMES;
  annotations: readonly Annotation[];
  /** Null for a reader who may not; `as` is the name of whoever is signed in. */
  writes: { as: string | null } | null;
  links: StepLinks;
}) {
  const { thread, disputes, open } = reviewThread(annotations);
  return (
    <div id="review" className="scroll-mt-4">
      <Card
        title="Review"
        note={
          disputes === 0
            ? "no dispute"
            : `${disputes === 1 ? "1 dispute" : `${disputes} disputes`}, ${open} open`
        }
      >
        <p className="text-[13px] text-ink-2">
          The outcome was derived as <b>{OUTCOMES[outcome].label}</b>. A dispute is shown and
          counted; it changes neither the outcome nor any figure, and nothing here is ever taken
          back.
        </p>
        {thread.length === 0 ? null : (
          <ol className="mt-3 grid gap-3">
            {thread.map(({ entry, settledBy }) => (
              <li key={entry.id} className="rounded-[8px] border border-line px-3 py-2">
                <Entry entry={entry} links={links} open={settledBy === null} />
                {settledBy === null ? null : (
                  <div className="mt-2 border-t border-line pt-2">
                    <Entry entry={settledBy} links={links} open={false} />
                  </div>
                )}
                {entry.kind === "dispute" && settledBy === null && writes !== null ? (
                  <details className="no-print mt-2 text-[13px]">
                    <summary className="min-h-6">Settle this dispute</summary>
                    <AnnotationForm
                      episode={episode}
                      kind="resolution"
                      resolves={entry.id}
                      as={writes.as}
                    />
                  </details>
                ) : null}
              </li>
            ))}
          </ol>
        )}
        {writes === null ? null : (
          <div className="no-print mt-3 grid gap-1 text-[13px]">
            <details>
              <summary className="min-h-6">Add a note</summary>
              <AnnotationForm episode={episode} kind="note" as={writes.as} />
            </details>
            <details>
              <summary className="min-h-6">Dispute the outcome</summary>
              <AnnotationForm episode={episode} kind="dispute" as={writes.as} />
            </details>
          </div>
        )}
      </Card>
    </div>
  );
}

const KIND_WORDS = { note: "note", dispute: "dispute", resolution: "settled" } as const;

function Entry({ entry, links, open }: { entry: Annotation; links: StepLinks; open: boolean }) {
  const moment = entry.callNo === null ? null : ({ kind: "call", index: entry.callNo } as const);
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2 text-[12.5px] text-ink-2">
        <b className="text-ink">
          <DataName text={entry.author} />
        </b>
        <Chip tone={entry.kind === "dispute" && open ? "warn" : "quiet"}>
          {KIND_WORDS[entry.kind]}
          {entry.kind === "dispute" && open ? ", open" : ""}
        </Chip>
        {entry.outcome === null ? null : (
          <span>
            {entry.kind === "resolution" ? "on" : "should be"}: {OUTCOMES[entry.outcome].label}
          </span>
        )}
        {moment === null ? null : (
          <TextLink href={momentHref(links, moment)}>call {moment.index + 1}</TextLink>
        )}
        <time dateTime={entry.createdAt.toISOString()} className="ml-auto text-xs text-ink-3">
          {instant(entry.createdAt)}
        </time>
      </p>
      <p className="mt-1 text-[13px]">
        <DataText text={entry.text} />
      </p>
    </>
  );
}
