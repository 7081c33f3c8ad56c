import type { ReactNode } from "react";

/** Nothing to show, why, and what to do about it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mt-[18px] rounded-[10px] border border-dashed border-field px-6 py-10 text-center">
      <h2>{title}</h2>
      <div className="mx-auto mt-1 max-w-[560px] text-ink-2">{children}</div>
    </div>
  );
}
