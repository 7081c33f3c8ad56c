import { DeadButton, LinkButton } from "@/components/ui/button";
import type { Neighbours as Place } from "@/db/queries/episode-neighbours";
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
  place: Place;
  query: EpisodeQuery;
}) {
  const step = (to: EpisodePlace | null, label: string, keys: string) =>
    to === null ? (
      <DeadButton>
        {label}
        {place.looked ? null : <span className="sr-only">: not looked for to the end</span>}
      </DeadButton>
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
      <LinkButton href={episodesPath(project, query)}>{positionWords(place)}</LinkButton>
      {step(place.next, "Next ›", "J ArrowRight")}
    </>
  );
}

/** "17 of 42"; what lies beyond the bound of counting is not counted, and says so. */
export function positionWords({ position, total, exact }: Place): string {
  if (position === 0) return "Episodes";
  const all = `${exact ? "" : "more than "}${integer(total)}`;
  return position === null ? `Far on, of ${all}` : `${integer(position)} of ${all}`;
}
