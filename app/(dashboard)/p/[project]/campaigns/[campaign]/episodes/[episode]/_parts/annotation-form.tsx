"use client";

import { useEffect, useRef } from "react";
import { BOX } from "@/components/ui/box";
import { DataName } from "@/components/ui/data-text";
import { OutcomeForm } from "@/components/ui/outcome-form";
import { OUTCOME_NAMES, OUTCOMES } from "@/lib/domain/outcome";
import { annotateEpisode, type AnnotatedEpisode } from "./annotate";

const LABEL = "grid min-w-0 gap-0.5 text-xs text-ink-2";
const NAME_KEY = "aftermath-reviewer";

const KINDS = {
  note: { text: "Note", outcome: null, send: "Add the note" },
  dispute: {
    text: "Why the outcome is wrong",
    outcome: "It should be",
    send: "Dispute the outcome",
  },
  resolution: { text: "What was found", outcome: "Settled on", send: "Settle the dispute" },
} as const;

/**
 * Writes a note, a dispute or a resolution. Whoever is signed in writes under their own name (`as`); else
 * the name is what the reviewer goes by, and this browser keeps it.
 */
export function AnnotationForm({
  episode,
  kind,
  resolves = null,
  as,
}: {
  episode: AnnotatedEpisode;
  kind: keyof typeof KINDS;
  resolves?: string | null;
  as: string | null;
}) {
  const author = useRef<HTMLInputElement>(null);
  useEffect(() => offerName(author.current, keptName()), []);
  const { text, outcome, send } = KINDS[kind];
  return (
    <OutcomeForm
      action={annotateEpisode.bind(null, episode)}
      submit={send}
      layout="columns"
      prepare={() => {
        const name = author.current?.value ?? "";
        if (name !== "") keepName(name);
        offerName(author.current, name);
      }}
    >
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="resolves" value={resolves ?? ""} />
      {as === null ? (
        <label className={LABEL}>
          Your name
          <input ref={author} name="author" required maxLength={100} className={`${BOX} w-full`} />
        </label>
      ) : (
        <p className={LABEL}>
          As
          <b className="py-1 text-[13px] font-[520] text-ink">
            <DataName text={as} />
          </b>
        </p>
      )}
      {outcome === null ? (
        <label className={LABEL}>
          About call (optional)
          <input
            name="call"
            inputMode="numeric"
            pattern="[1-9][0-9]*"
            className={`${BOX} w-full`}
          />
        </label>
      ) : (
        <label className={LABEL}>
          {outcome}
          <select name="outcome" className={`${BOX} w-full`}>
            <option value="">cannot say</option>
            {OUTCOME_NAMES.map((name) => (
              <option key={name} value={name}>
                {OUTCOMES[name].label}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className={`${LABEL} sm:col-span-2`}>
        {text}
        <textarea name="text" required maxLength={10_000} rows={3} className={`${BOX} w-full`} />
      </label>
    </OutcomeForm>
  );
}

/** The name that the field begins with, now and whenever the form is emptied. */
function offerName(field: HTMLInputElement | null, name: string): void {
  if (field !== null) field.defaultValue = name;
}

/** A browser may forbid its store; the name is then typed again. */
function keptName(): string {
  try {
    return window.localStorage.getItem(NAME_KEY) ?? "";
  } catch {
    return "";
  }
}

function keepName(name: string): void {
  try {
    window.localStorage.setItem(NAME_KEY, name);
  } catch {
    return;
  }
}
