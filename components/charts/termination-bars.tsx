import { useId } from "react";
import { DataName } from "@/components/ui/data-text";
import { integer } from "@/lib/format/numbers";
import type { ArmReport } from "@/lib/reports/arm-report";
import { ChartFrame } from "./chart-frame";
import { HatchPattern } from "./hatch";
import { labelFits, segments, terminationTable, type Segment } from "./termination-bars.model";
import { INK } from "./theme";

type Arm = { name: string; report: Pick<ArmReport, "terminations" | "started"> };

/** How episodes ended, one bar an arm, all of one length: what is compared is the share. */
export function TerminationBars({ arms }: { arms: readonly Arm[] }) {
  return (
    <ChartFrame
      title="How episodes ended"
      definition="Share of started episodes by the reason that ended them; hatched: aborted, nothing was tested."
      n={arms.map((arm) => `${arm.name}: ${integer(arm.report.started)}.`).join(" ")}
      legend={[
        { swatch: "finished", label: "finished" },
        { swatch: "aborted", label: "aborted" },
      ]}
      table={terminationTable(
        arms.map((arm) => ({ name: arm.name, terminations: arm.report.terminations })),
      )}
    >
      <ul className="grid gap-3">
        {arms.map((arm) => (
          <li key={arm.name}>
            <p className="text-xs text-ink-2">
              <DataName text={arm.name} />
            </p>
            <Bar parts={segments(arm.report.terminations)} />
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}

function Bar({ parts }: { parts: Segment[] }) {
  const hatch = useId();
  const small = parts.filter((part) => !labelFits(part));
  return (
    <>
      <svg
        width="100%"
        height="24"
        role="img"
        aria-label={parts.map((part) => part.words).join(", ") || "nothing started"}
      >
        <HatchPattern id={hatch} />
        {parts.map((part) => (
          <svg
            key={part.label}
            x={`${part.from * 100}%`}
            width={`${part.share * 100}%`}
            height="24"
          >
            <rect
              width="100%"
              height="24"
              fill={part.aborted ? `url(#${hatch})` : INK.finished}
              stroke={part.aborted ? INK.abort : "none"}
            />
            {labelFits(part) ? <Label words={part.words} onHatch={part.aborted} /> : null}
          </svg>
        ))}
      </svg>
      {small.length === 0 ? null : (
        <p className="text-xs text-ink-2">also {small.map((part) => part.words).join(", ")}</p>
      )}
    </>
  );
}

/** On the hatch a label needs its own ground; its width is a guess from the number of letters. */
function Label({ words, onHatch }: { words: string; onHatch: boolean }) {
  return (
    <>
      {onHatch ? (
        <rect x="6" y="4" width={words.length * 6.4 + 8} height="16" rx="3" fill={INK.panel} />
      ) : null}
      <text x={onHatch ? 10 : 8} y="16" className="fill-ink">
        {words}
      </text>
    </>
  );
}
