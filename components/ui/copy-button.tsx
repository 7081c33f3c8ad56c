"use client";

import { useState } from "react";

const SAID_MS = 1_500;

/** Copies a text exactly as it was recorded, what hides in it included. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [said, setSaid] = useState<"" | "copied" | "not copied">("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("copied");
    } catch {
      setSaid("not copied");
    }
    setTimeout(() => setSaid(""), SAID_MS);
  };
  return (
    <button
      type="button"
      aria-label={`Copy ${what} as recorded`}
      title="Copies what is shown, hidden characters included"
      className="min-h-6 min-w-6 rounded-[5px] px-1.5 text-xs text-ink-3 hover:bg-line-2 hover:text-ink"
      onClick={() => void copy()}
    >
      <span aria-live="polite">{said === "" ? "copy" : said}</span>
    </button>
  );
}
