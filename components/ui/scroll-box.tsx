import type { ReactNode } from "react";

/** The one place that may scroll sideways; reachable by keyboard, so that its right end is too. */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="region" aria-label={label} tabIndex={0} className="-mx-2 overflow-x-auto px-2">
      {children}
    </div>
  );
}
