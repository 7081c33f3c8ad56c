import type { ReactNode } from "react";
import styles from "./scroll-box.module.css";

/** A box that scrolls has to be reachable by keyboard, also when nothing in it is (WCAG 2.1.1). */
const REACHABLE = { tabIndex: 0 } as const;

/**
 * The one place that may scroll sideways; a shade at its edge says that there is more. `relative`, so that
 * hidden words in it do not widen the page.
 */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      {...REACHABLE}
      className={`relative -mx-2 overflow-x-auto px-2 ${styles["shaded"]}`}
    >
      {children}
    </section>
  );
}
