import type { ToolRow } from "@/lib/reports/arm-report";
import { ChartFrame } from "./chart-frame";
import { toolBars, toolTable } from "./damage-by-tool.model";
import { WeightBars } from "./weight-bars";

/** Which tools did the damage, and which were stopped at the attempt, in summed weight points. */
export function DamageByTool({
  tools,
  n,
  rule,
  href,
}: {
  tools: readonly ToolRow[];
  n: string;
  /** The rule that attributes the arm's calls, in words; absent where the record does. */
  rule?: string | undefined;
  /** The episodes in which a tool was called. */
  href?: (tool: string) => string;
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
      <WeightBars
        bars={bars.map(({ tool, ...bar }) => ({
          ...bar,
          name: tool,
          href: href?.(tool),
        }))}
        mono
      />
    </ChartFrame>
  );
}
