"use client";

import { useEffect, useId, useState, type KeyboardEvent } from "react";
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

/** Finds arms on the server as one types; arrows move, Enter chooses, Escape closes. */
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
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const { matches, state } = useMatches(address, text, first);
  const free = matches.filter(({ reference }) => !taken.has(reference));
  const choose = (match: ArmMatch | undefined) => {
    if (match === undefined) return;
    onChoose(match);
    setText("");
    setOpen(false);
    setActive(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      if (open && free.length > 0) setActive((active + step + free.length) % free.length);
    } else if (event.key === "Enter" && open) {
      event.preventDefault();
      choose(free[active]);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      setOpen(false);
    }
  };
  return (
    <div className="relative mt-1">
      <label className="grid gap-0.5 text-xs text-ink-2">
        {label}
        <input
          role="combobox"
          aria-expanded={open}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={
            open && free[active] !== undefined ? `${list}-${active}` : undefined
          }
          autoComplete="off"
          placeholder="campaign, arm, guardrail or model"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setOpen(true);
            setActive(0);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
          className="min-h-9 w-full min-w-0 rounded-[7px] border border-field bg-panel px-2 py-1 text-[14px] text-ink"
        />
      </label>
      <ul
        id={list}
        role="listbox"
        aria-label={label}
        hidden={!open}
        className="absolute inset-x-0 z-10 mt-1 max-h-80 overflow-y-auto rounded-[7px] border border-field bg-panel py-1 shadow-md"
      >
        {free.map((match, index) => (
          <li
            key={match.reference}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            // The field must keep the focus, or the list is gone before the click arrives.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(match)}
            className={`min-h-6 cursor-pointer px-2.5 py-1 text-[13px] ${index === active ? "bg-line-2" : ""}`}
          >
            <DataName text={match.arm} /> · <DataName text={match.campaign} />
            <span className="block text-xs text-ink-3">
              <DataName text={match.detail} />
            </span>
          </li>
        ))}
      </ul>
      <p role="status" className="text-xs text-ink-3">
        {statusOf(state, text, free.length)}
      </p>
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
