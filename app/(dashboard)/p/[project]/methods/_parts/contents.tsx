import { Card } from "@/components/ui/card";
import type { MethodsData } from "@/lib/reports/methods-data";

// As high as a finger needs: the links of a list stand close to each other.
const LINK =
  "inline-flex min-h-6 items-center text-link underline decoration-1 underline-offset-2 hover:decoration-2";

/** The sections below, as the page's contents name them and as addresses lead to them. */
export const SECTIONS = {
  policy: "Policy of this project",
  weights: "Weights",
  endings: "How episodes end",
  outcomes: "What an episode came to",
  gate: "When arms may be compared",
  intervals: "Intervals and tests",
  example: "A worked example",
  integrity: "Proof that nothing changed",
} as const;

/** Where everything on this long page is. */
export function Contents({ metrics }: { metrics: MethodsData["metrics"] }) {
  return (
    <Card title="On this page">
      <nav aria-label="On this page" className="text-[13px]">
        <ul className="flex flex-wrap gap-x-5">
          {Object.entries(SECTIONS).map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`} className={LINK}>
                {title}
              </a>
            </li>
          ))}
        </ul>
        <h3 className="mt-3">Metrics</h3>
        <ul className="mt-1 gap-x-6 sm:columns-2 lg:columns-3">
          {metrics.map((metric) => (
            <li key={metric.id}>
              <a href={`#${metric.id}`} className={LINK}>
                {metric.label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </Card>
  );
}

/** A part of the page that an address can lead to. */
export function Section({ id, children }: { id: string; children: React.ReactNode }) {
  return (
    <div id={id} className="scroll-mt-4">
      {children}
    </div>
  );
}
