"use client";

import { useState } from "react";
import type { EpisodeStep } from "@/lib/domain/episode-steps";
import { integer } from "@/lib/format/numbers";
import { isStepSlice } from "./read-answer";
import { sliceAddress, sliceHref, type StepLinks } from "./step-links";
import { Timeline } from "./timeline";

/** The steps behind those of the page, slice by slice. Without script its link opens the next slice. */
export function MoreSteps({
  links,
  from,
  length,
  markers,
  rule,
}: {
  links: StepLinks;
  /** Position of the next step, of `length`. */
  from: number;
  length: number;
  markers: readonly string[];
  rule: string | null;
}) {
  const [steps, setSteps] = useState<readonly EpisodeStep[]>([]);
  const [next, setNext] = useState<number | null>(from);
  const [state, setState] = useState<"idle" | "reading" | "failed">("idle");
  const more = async (at: number) => {
    setState("reading");
    try {
      const response = await fetch(sliceAddress(links, at));
      if (!response.ok) throw new Error(`answered ${response.status}`);
      const slice: unknown = await response.json();
      if (!isStepSlice(slice)) throw new Error("answered with something else");
      setSteps((known) => [...known, ...slice.steps]);
      setNext(slice.next);
      setState("idle");
    } catch {
      setState("failed");
    }
  };
  return (
    <>
      {steps.length === 0 ? null : (
        <Timeline steps={steps} links={links} markers={markers} rule={rule} />
      )}
      <p className="no-print mb-4 flex flex-wrap items-center gap-x-3 gap-y-2" aria-live="polite">
        {next === null ? null : (
          <a
            href={sliceHref(links, next)}
            aria-disabled={state === "reading"}
            className="inline-flex min-h-8 items-center rounded-[7px] border border-line bg-panel px-3 py-1.5 font-[520] text-ink no-underline hover:border-field"
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              if (state !== "reading") void more(next);
            }}
          >
            {state === "reading"
              ? "Reading…"
              : `Steps ${integer(next + 1)} and on, of ${integer(length)}`}
          </a>
        )}
        {state === "failed" ? (
          <span className="text-[13px] text-damage-ink">
            They could not be read; try again, or open the link in a new tab.
          </span>
        ) : null}
      </p>
    </>
  );
}
