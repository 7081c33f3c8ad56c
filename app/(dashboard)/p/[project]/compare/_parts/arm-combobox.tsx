"use client";

import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { z } from "zod";
import { DataName } from "@/components/ui/data-text";
import type { ArmMatch } from "@/lib/answers/comparison-choices";
import { encodePart } from "@/lib/format/paths";

const answer = z.array(
  z.object({
    reference: z.string(),
    arm: z.string(),
    campaign: z.string(),
    detail: z.string(),
  }),
);

/** Waits for a pause in the typing before it asks. */
const PAUSE_MS = 150;

/** Finds arms on the server as one types; arrows lead through them, Enter chooses, Escape closes. */
export function ArmCombobox({
  label,
  address,
  first,
  taken,
  onChoose,
}: {
  label: string;
  /** Where the matches come from; takes `find`. */
  address: string;
  /** The newest arms, shown before anything is typed. */
  first: readonly ArmMatch[];
  /** References that are chosen already, on either side. */
  taken: ReadonlySet<string>;
  onChoose: (match: ArmMatch) => void;
}) {
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const items = useRef<HTMLUListElement>(null);
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const { matches, state } = useMatches(address, text, first);
  const free = matches.filter(({ reference }) => !taken.has(reference));
  const close = () => {
    setOpen(false);
    field.current?.focus();
  };
  const choose = (match: ArmMatch) => {
    onChoose(match);
    setText("");
    close();
  };
  /** From the field (-1) or the item with this index; above the first is the field. */
  const move = (event: KeyboardEvent, from: number) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      const to = Math.min(from + step, free.length - 1);
      const buttons = items.current?.querySelectorAll("button");
      (to < 0 ? field.current : buttons?.[to])?.focus();
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      close();
    } else if (event.key === "Enter" && from < 0 && open) {
      event.preventDefault();
      const [best] = free;
      if (best !== undefined && state === "ready") choose(best);
    }
  };
  return (
    <div className="mt-1">
      <label className="grid gap-0.5 text-xs text-ink-2">
        {label}
        <input
          ref={field}
          aria-controls={list}
          autoComplete="off"
          placeholder="campaign, arm, guardrail or model"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setOpen(true);
          }}
          onClick={() => setOpen(true)}
          onKeyDown={(event) => move(event, -1)}
          className="min-h-9 w-full min-w-0 rounded-[7px] border border-field bg-panel px-2 py-1 text-[14px] text-ink"
        />
      </label>
      <ul
        id={list}
        ref={items}
        aria-label={`${label}: found`}
        hidden={!open || free.length === 0}
        className="mt-1 max-h-80 overflow-y-auto rounded-[7px] border border-field bg-panel p-1"
      >
        {free.map((match, index) => (
          <li key={match.reference}>
            <button
              type="button"
              tabIndex={-1}
              onClick={() => choose(match)}
              onKeyDown={(event) => move(event, index)}
              className="min-h-6 w-full rounded-[5px] px-2 py-1 text-left text-[13px] hover:bg-line-2 focus-visible:bg-line-2"
            >
              <DataName text={match.arm} /> · <DataName text={match.campaign} />
              <span className="block text-xs text-ink-3">
                <DataName text={match.detail} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <output className="block text-xs text-ink-3">{statusOf(state, text, free.length)}</output>
    </div>
  );
}

function statusOf(state: "ready" | "asking" | "failed", text: string, found: number): string {
  if (state === "failed") return "The search failed; type on to try again.";
  if (text === "") return "";
  if (state === "asking") return "Searching …";
  return found === 0 ? "No further arm has all of these words." : `${found} found.`;
}

function useMatches(address: string, text: string, first: readonly ArmMatch[]) {
  const [found, setFound] = useState<{ text: string; matches: ArmMatch[] | null } | null>(null);
  useEffect(() => {
    if (text === "") return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      fetch(`${address}?find=${encodePart(text)}`, { signal: stop.signal })
        .then(async (response) => answer.parse(await response.json()))
        .then((matches) => setFound({ text, matches }))
        .catch(() => {
          if (!stop.signal.aborted) setFound({ text, matches: null });
        });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [address, text]);
  if (text === "") return { matches: first, state: "ready" as const };
  const asking = found?.text !== text;
  const state = asking ? "asking" : found.matches === null ? "failed" : "ready";
  return { matches: found?.matches ?? [], state } as const;
}
