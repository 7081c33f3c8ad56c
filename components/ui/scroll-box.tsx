import type { ReactNode } from "react";

/** A box that scrolls has to be reachable by keyboard, also when nothing in it is (WCAG 2.1.1). */
const REACHABLE = { tabIndex: 0 } as const;

/** The one place that may scroll sideways. `relative`, so that hidden words in it do not widen the page. */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} {...REACHABLE} className="relative -mx-2 overflow-x-auto px-2">
      {children}
    </section>
  );
}
