import { DeadButton, LinkButton } from "@/components/ui/button";
import type { EpisodePlace } from "@/db/queries/episode-place";
import { type EpisodeQuery, queryText } from "@/lib/answers/episode-query";
import { integer } from "@/lib/format/numbers";
import { episodePath, episodesPath } from "@/lib/format/paths";

/** The episodes before and after this one in the list that the reader came from. */
export function Neighbours({
  project,
  place,
  query,
}: {
  project: string;
  place: {
    previous: EpisodePlace | null;
    next: EpisodePlace | null;
    position: number | null;
    total: number;
  };
  query: EpisodeQuery;
}) {
  const step = (to: EpisodePlace | null, label: string, keys: string) =>
    to === null ? (
      <DeadButton>{label}</DeadButton>
    ) : (
      <LinkButton
        href={episodePath(project, to.campaignSlug, to.seq, queryText(query))}
        title={`Keys: ${keys}`}
        aria-keyshortcuts={keys}
      >
        {label}
      </LinkButton>
    );
  return (
    <>
      {step(place.previous, "‹ Prev", "K ArrowLeft")}
      <LinkButton href={episodesPath(project, query)}>
        {place.position === null || place.position === 0
          ? "Episodes"
          : `${integer(place.position)} of ${integer(place.total)}`}
      </LinkButton>
      {step(place.next, "Next ›", "J ArrowRight")}
    </>
  );
}
