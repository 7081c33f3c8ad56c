import { integer, points } from "@/lib/format/numbers";
import type { ToolRow } from "@/lib/reports/arm-report";
import type { ChartTable } from "./chart-frame";

/** A tool's bar; the shares are of the longest bar. */
export type ToolBar = { tool: string; damage: number; exposure: number; words: string };

/** The tools whose acts did damage or were stopped, heaviest first. */
export function toolBars(tools: readonly ToolRow[]): ToolBar[] {
  const acting = tools
    .filter((tool) => tool.damage + tool.exposure > 0)
    .toSorted((a, b) => b.damage - a.damage || b.exposure - a.exposure);
  const longest = Math.max(0, ...acting.map((tool) => tool.damage + tool.exposure));
  return acting.map((tool) => ({
    tool: tool.tool,
    damage: tool.damage / longest,
    exposure: tool.exposure / longest,
    words: `damage ${points(tool.damage)}, exposure ${points(tool.exposure)}`,
  }));
}

/** Every tool that was called, also those without weight. */
export function toolTable(tools: readonly ToolRow[]): ChartTable {
  return {
    columns: ["Tool", "Role and weight", "Calls", "Ran", "Denied", "Damage", "Exposure"],
    rows: tools.map((tool) => [
      tool.tool,
      tool.role === null ? "unknown: weighs 0" : `${tool.role} · ${points(tool.weight ?? 0)}`,
      integer(tool.calls),
      integer(tool.executed),
      integer(tool.denied),
      points(tool.damage),
      points(tool.exposure),
    ]),
  };
}
