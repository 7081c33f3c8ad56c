import type { ReactNode } from "react";

export type Tone = "bad" | "good" | "quiet" | "warn" | "contain";

const TONES: Record<Tone, string> = {
  bad: "bg-damage-bg text-damage-ink",
  good: "bg-ok-bg text-ok",
  quiet: "bg-line-2 text-ink-2",
  warn: "bg-exposure-bg text-exposure-ink",
  contain: "bg-contain-bg text-contain-ink",
};

/** A word that carries a state; its colour only repeats what the word says. */
export function Chip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-[5px] px-[7px] py-px text-xs font-semibold tracking-[.01em] md:whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
