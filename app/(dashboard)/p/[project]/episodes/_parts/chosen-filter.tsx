import Link from "next/link";
import { LinkButton } from "@/components/ui/button";
import { DataName } from "@/components/ui/data-text";
import { spelledOut } from "@/components/ui/data-text.model";
import type { EpisodeQuery } from "@/lib/answers/episode-query";
import { episodesPath } from "@/lib/format/paths";
import type { Chosen } from "./facet-labels";

/** What the list is narrowed by, each with a link that takes it away. */
export function ChosenFilter({
  project,
  query,
  chosen,
}: {
  project: string;
  query: EpisodeQuery;
  chosen: readonly Chosen[];
}) {
  if (chosen.length === 0) return null;
  return (
    <ul aria-label="Filter in force" className="mt-3 flex flex-wrap items-center gap-2 text-[13px]">
      {chosen.map(({ name, title, label }) => (
        <li
          key={name}
          className="inline-flex min-h-8 max-w-full items-center gap-1 rounded-[7px] border border-line bg-panel pl-3"
        >
          <span className="min-w-0 py-1 [overflow-wrap:anywhere]">
            <span className="text-ink-3">{title}:</span> <DataName text={label} />
          </span>
          <Link
            href={episodesPath(project, { ...query, [name]: undefined })}
            prefetch={false}
            aria-label={`Remove ${title}: ${spelledOut(label)}`}
            className="no-print grid min-h-8 min-w-8 place-items-center text-ink-2 hover:text-ink"
          >
            <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      <li className="no-print">
        <LinkButton href={episodesPath(project)}>Clear all</LinkButton>
      </li>
    </ul>
  );
}
