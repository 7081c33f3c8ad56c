import { CopyButton } from "@/components/ui/copy-button";
import { PartText } from "@/components/episode/part-text";
import { joined } from "@/components/episode/step-links";
import { LinkButton } from "@/components/ui/button";
import { ContentDropped } from "@/components/ui/content-dropped";
import { EmptyState } from "@/components/ui/empty-state";
import { database } from "@/db";
import type { Scope } from "@/db/client";
import type { EpisodeHead } from "@/db/queries/episode-detail";
import { recordPartAnswer } from "@/lib/answers/episode-steps-answer";
import { integer } from "@/lib/format/numbers";

/** The record as it is stored, a part at a time. */
export async function RecordView({
  scope,
  episode,
  from,
  page,
}: {
  scope: Scope;
  episode: EpisodeHead;
  from: number;
  page: string;
}) {
  if (episode.dropped !== null) return <ContentDropped drop={episode.dropped} />;
  const part = await recordPartAnswer(database(), scope, episode, from);
  if (part === null)
    return <EmptyState title="No record">Its bytes are no longer in the database.</EmptyState>;
  const here = (offset: number) => joined(page, `view=record&offset=${offset}`);
  const size = Math.max(1, part.to - part.from);
  return (
    <section aria-label="Raw record">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2 text-[13px] text-ink-2">
        <p>
          Bytes {integer(Math.min(part.from + 1, part.bytes))} to {integer(part.to)} of{" "}
          {integer(part.bytes)}, as they are stored.
        </p>
        <CopyButton text={part.text} what="this part" />
      </div>
      <div className="rounded-[8px] border border-line bg-panel px-3 py-2">
        <PartText part={part} markers={[]} mono />
      </div>
      <p className="no-print my-4 flex flex-wrap gap-2">
        {part.from === 0 ? null : (
          <>
            <LinkButton href={here(0)}>From the start</LinkButton>
            <LinkButton href={here(Math.max(0, part.from - size))}>Before</LinkButton>
          </>
        )}
        {part.to >= part.bytes ? null : <LinkButton href={here(part.to)}>Further</LinkButton>}
        {part.to >= part.bytes ? null : (
          <LinkButton href={here(Math.max(0, part.bytes - 32_768))}>To the end</LinkButton>
        )}
      </p>
    </section>
  );
}
