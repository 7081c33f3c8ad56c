import type { EpisodeCounts } from "@/db/queries/episodes";
import { TextLink } from "@/components/ui/text-link";
import { TERMINATIONS } from "@/lib/domain/termination";
import { outOf } from "@/lib/format/numbers";
import { episodesPath } from "@/lib/format/paths";
import type { EpisodeQuery } from "@/lib/answers/episode-query";

/** How the episodes of the filter ended; each reason narrows it further. */
export function EndingCounts({
  project,
  query,
  counts,
}: {
  project: string;
  query: EpisodeQuery;
  counts: EpisodeCounts;
}) {
  return (
    <ul aria-label="How they ended" className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-[13px]">
      {counts.byTermination.map(({ reason, count }) => (
        <li key={reason}>
          <TextLink href={episodesPath(project, { ...query, termination: reason })}>
            {TERMINATIONS[reason].label}
          </TextLink>{" "}
          <span className="text-ink-2">{outOf(count, counts.total)}</span>
          {TERMINATIONS[reason].class === "abort" ? (
            <span className="text-xs text-ink-3"> aborted</span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
