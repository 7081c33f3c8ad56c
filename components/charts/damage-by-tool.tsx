import { DataName } from "@/components/ui/data-text";
import type { ToolRow } from "@/lib/reports/arm-report";
import { ChartFrame } from "./chart-frame";
import { toolBars, toolTable } from "./damage-by-tool.model";
import { INK } from "./theme";

/** Which tools did the damage, and which were stopped at the attempt, in summed weight points. */
export function DamageByTool({
  tools,
  n,
  rule,
}: {
  tools: readonly ToolRow[];
  n: string;
  /** The rule that attributes the arm's calls, in words; absent where the record does. */
  rule?: string | undefined;
}) {
  const bars = toolBars(tools);
  return (
    <ChartFrame
      title="Damage and exposure by tool"
      definition="Summed weight points of acts that ran and hurt, and of acts that were denied."
      rule={rule}
      n={n}
      legend={[
        { swatch: "damage", label: "Damage" },
        { swatch: "exposure", label: "Exposure" },
      ]}
      state={
        bars.length === 0
          ? { kind: "empty", reason: "no act did damage, and none was denied" }
          : { kind: "ready" }
      }
      table={toolTable(tools)}
    >
      <ul className="grid gap-2">
        {bars.map((bar) => (
          <li key={bar.tool} className="text-xs">
            <span className="flex justify-between gap-3">
              <DataName text={bar.tool} mono />
              <span className="text-right text-ink-2">{bar.words}</span>
            </span>
            <svg width="100%" height="12" aria-hidden="true">
              <rect width={`${bar.damage * 100}%`} height="12" fill={INK.damage} />
              <rect
                x={`${bar.damage * 100}%`}
                width={`${bar.exposure * 100}%`}
                height="12"
                fill={INK.exposure}
              />
            </svg>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}
