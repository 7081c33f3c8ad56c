"use client";

import { useState } from "react";
import type { StepField, TextPart } from "@/lib/domain/episode-steps";
import { integer } from "@/lib/format/numbers";
import type { Moment } from "@/lib/format/episode-moment";
import { isTextPart } from "./read-answer";
import { PartText } from "./part-text";
import { partAddress, partHref, type StepLinks } from "./step-links";

/** The rest of a long text, part by part as the reader asks. Without script its link shows the next part. */
export function MoreText({
  links,
  of,
  field,
  from,
  bytes,
  markers,
  mono,
}: {
  links: StepLinks;
  of: Moment;
  field: StepField;
  from: number;
  bytes: number;
  markers: readonly string[];
  mono: boolean;
}) {
  const [parts, setParts] = useState<readonly TextPart[]>([]);
  const [state, setState] = useState<"idle" | "reading" | "failed">("idle");
  const shown = parts.at(-1)?.to ?? from;
  const more = async () => {
    setState("reading");
    try {
      const response = await fetch(partAddress(links, of, field, shown));
      if (!response.ok) throw new Error(`answered ${response.status}`);
      const part: unknown = await response.json();
      if (!isTextPart(part)) throw new Error("answered with something else");
      setParts((known) => [...known, part]);
      setState("idle");
    } catch {
      setState("failed");
    }
  };
  return (
    <>
      {parts.map((part) => (
        <PartText key={part.from} part={part} markers={markers} mono={mono} />
      ))}
      <span className="no-print mt-2 flex flex-wrap items-center gap-x-3 text-xs text-ink-2">
        <output>
          {state === "failed" ? "The rest could not be read; try again. " : ""}
          Shown up to byte {integer(shown)} of {integer(bytes)}.
        </output>
        {shown < bytes ? (
          <a
            href={partHref(links, of, field, shown)}
            aria-disabled={state === "reading"}
            className="inline-flex min-h-6 items-center text-link underline"
            onClick={(event) => {
              event.preventDefault();
              if (state !== "reading") void more();
            }}
          >
            {state === "reading" ? "Reading…" : "Show more"}
          </a>
        ) : null}
      </span>
    </>
  );
}
