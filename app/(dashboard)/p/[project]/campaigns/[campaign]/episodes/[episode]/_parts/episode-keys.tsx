"use client";

import { useRouter } from "next/navigation";
import { useEffect, useLayoutEffect } from "react";
import { readMoment } from "@/lib/format/episode-moment";

/**
 * Keys of the page: j or the right arrow for the next episode of the filter, k or the left arrow for the one
 * before. And a fragment that names a moment of another slice (#call-300) opens that slice: servers are not
 * told of fragments.
 */
export function EpisodeKeys({
  previous,
  next,
  page,
}: {
  previous: string | null;
  next: string | null;
  /** The page's address, to which the moment is added. */
  page: string;
}) {
  const router = useRouter();
  // Before the page is painted: a second key must not go by the neighbours of the episode before.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (isTyping(event.target)) return;
      const to =
        event.key === "j" || event.key === "ArrowRight"
          ? next
          : event.key === "k" || event.key === "ArrowLeft"
            ? previous
            : null;
      if (to === null) return;
      event.preventDefault();
      router.push(to);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [router, previous, next]);
  useEffect(() => {
    const toMoment = () => {
      const name = window.location.hash.slice(1);
      if (readMoment(name) === null || document.getElementById(name) !== null) return;
      // Asked for already, and not there: the page says so.
      if (new URLSearchParams(window.location.search).get("at") === name) return;
      router.replace(`${page}${page.includes("?") ? "&" : "?"}at=${name}#${name}`);
    };
    toMoment();
    window.addEventListener("hashchange", toMoment);
    return () => window.removeEventListener("hashchange", toMoment);
  }, [router, page]);
  return null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select, [role=slider]") !== null)
  );
}
