"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { LinkButton } from "@/components/ui/button";
import { integer, plural } from "@/lib/format/numbers";
import { searchedSentence } from "@/lib/format/searched";
import type { EpisodeListRow } from "./episode-columns";
import { EpisodeTable } from "./episode-table";

export type EpisodeRowsPage = {
  rows: EpisodeListRow[];
  next: string | null;
  searched: { episodes: number; of: number };
};

/**
 * The list that grows as one scrolls. `more` reads on from a page's `next`; without script `nextPath` of
 * the first page leads to the second.
 */
export function EpisodeList({
  project,
  filter,
  first,
  nextPath,
  more,
}: {
  project: string;
  filter: string;
  first: EpisodeRowsPage;
  nextPath: string | null;
  more: (after: string) => Promise<EpisodeRowsPage>;
}) {
  const [page, setPage] = useState(first);
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  const busy = useRef(false);
  const end = useRef<HTMLDivElement>(null);
  const { next } = page;

  const loadMore = useCallback(async () => {
    if (next === null || busy.current) return;
    busy.current = true;
    setState("loading");
    try {
      const found = await more(next);
      setPage((before) => ({ ...found, rows: [...before.rows, ...found.rows] }));
      setState("idle");
    } catch {
      setState("failed");
    } finally {
      busy.current = false;
    }
  }, [more, next]);

  useEffect(() => {
    const element = end.current;
    if (element === null || next === null || state !== "idle") return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void loadMore();
      },
      { rootMargin: "600px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [loadMore, next, state]);

  return (
    <>
      {page.rows.length === 0 ? null : (
        <EpisodeTable project={project} filter={filter} rows={page.rows} />
      )}
      <div ref={end} className="no-print mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {next === null || nextPath === null ? null : (
          <LinkButton
            href={nextPath}
            onClick={(event) => {
              event.preventDefault();
              void loadMore();
            }}
          >
            {state === "failed" ? "Try again" : "Load more"}
          </LinkButton>
        )}
        <p aria-live="polite" className="text-xs text-ink-2">
          {statusOf(page, state)}
        </p>
      </div>
    </>
  );
}

function statusOf(page: EpisodeRowsPage, state: "idle" | "loading" | "failed"): string {
  if (state === "failed") return "The next episodes could not be loaded.";
  const shown = `${plural(page.rows.length, "episode")} loaded.`;
  if (page.next === null) return `${shown} This is the end of the list.`;
  if (state === "loading")
    return `${shown} Loading more after ${integer(page.searched.episodes)} …`;
  return page.searched.episodes > page.rows.length
    ? `${shown} ${searchedSentence(page.searched)}`
    : shown;
}
