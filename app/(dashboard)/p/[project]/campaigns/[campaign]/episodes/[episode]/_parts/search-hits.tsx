import { joined, momentHref, type StepLinks } from "@/components/episode/step-links";
import { DataName } from "@/components/ui/data-text";
import { Card } from "@/components/ui/card";
import { TextLink } from "@/components/ui/text-link";
import { database } from "@/db";
import type { Scope } from "@/db/client";
import type { EpisodeHead } from "@/db/queries/episode-detail";
import { searchAnswer } from "@/lib/answers/episode-steps-answer";
import type { StepHit } from "@/lib/domain/episode-steps";
import { momentName } from "@/lib/format/episode-moment";
import { integer, plural } from "@/lib/format/numbers";
import { encodePart } from "@/lib/format/paths";

const FIELD_NAMES = {
  text: "text",
  args: "arguments",
  result: "result",
  error: "error",
  tool: "tool or decision",
} as const satisfies Record<StepHit["field"], string>;

/** Where the text stands in the whole episode, whichever slice is open; each hit opens at its moment. */
export async function SearchHits({
  scope,
  episode,
  sought,
  from,
  links,
}: {
  scope: Scope;
  episode: EpisodeHead;
  sought: string;
  from: number;
  links: StepLinks;
}) {
  // What stands below says why nothing can be looked for.
  if (episode.dropped !== null) return null;
  const asked = { attempt: links.attempt, sought, from };
  const found = await searchAnswer(database(), scope, episode, asked);
  if (found === null) return null;
  const { hits, next, length } = found;
  const query = `find=${encodePart(sought)}`;
  const here = { ...links, page: joined(links.page, query) };
  const first = integer(Math.min(from + 1, length));
  return (
    <Card
      title={hits.length === 0 ? "Not found" : plural(hits.length, "place")}
      note={<TextLink href={links.page}>Close the search</TextLink>}
    >
      <output className="block text-[13px] text-ink-2">
        <DataName
          text={`Looked for “${sought}” in steps ${first} to ${integer(next ?? length)} of ${integer(length)}.`}
        />{" "}
        {next === null ? null : (
          <TextLink href={joined(here.page, `findFrom=${next}`)}>Look further</TextLink>
        )}
      </output>
      <ol className="mt-2 grid gap-1.5 text-[13px]">
        {hits.map((hit) => (
          <li key={`${hit.kind}${hit.index}${hit.field}`} className="min-w-0 wrap-anywhere">
            <TextLink href={momentHref(here, hit)}>{momentName(hit).replace("-", " ")}</TextLink>{" "}
            <span className="text-xs text-ink-3">
              {FIELD_NAMES[hit.field]}
              {hit.times === 1 ? "" : `, ${integer(hit.times)} times`}
            </span>{" "}
            <DataName text={hit.before} />
            <b className="rounded-[3px] bg-contain-bg px-0.5 font-semibold text-contain-ink">
              <DataName text={hit.match} />
            </b>
            <DataName text={hit.after} />
          </li>
        ))}
      </ol>
    </Card>
  );
}
