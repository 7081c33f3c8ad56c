import { useId } from "react";
import type { Ending } from "@/lib/reports/arm-report";
import { HatchPattern } from "./hatch";
import { segments } from "./termination-bars.model";
import { INK } from "./theme";

/** How an arm's episodes ended, small enough for a table cell. The words beside it say the same. */
export function TerminationStrip({ terminations }: { terminations: readonly Ending[] }) {
  const hatch = useId();
  const parts = segments(terminations);
  return (
    <svg width="96" height="10" aria-hidden="true" className="shrink-0 rounded-[2px]">
      {parts.some((part) => part.aborted) ? <HatchPattern id={hatch} /> : null}
      {parts.length === 0 ? <rect width="100%" height="10" fill={INK.grid} /> : null}
      {parts.map((part) => (
        <rect
          key={part.label}
          x={`${part.from * 100}%`}
          width={`${part.share * 100}%`}
          height="10"
          fill={part.aborted ? `url(#${hatch})` : INK.finished}
        />
      ))}
    </svg>
  );
}
