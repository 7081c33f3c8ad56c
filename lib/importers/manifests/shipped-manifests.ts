import { BANKING, SLACK, TRAVEL, WORKSPACE } from "./agentdojo-tools";
import { DAILYLIFE, GITHUB, SHOPPING } from "./agentdyn-tools";
import type { DeclaredTool } from "./declare-tools";
import { NORN_LAB } from "./norn-tools";

/** The shipped tools of the suites of AgentDojo and AgentDyn, by the suite's name in the logs. */
export const SUITE_TOOLS: ReadonlyMap<string, readonly DeclaredTool[]> = new Map([
  ["banking", BANKING],
  ["slack", SLACK],
  ["travel", TRAVEL],
  ["workspace", WORKSPACE],
  ["dailylife", DAILYLIFE],
  ["shopping", SHOPPING],
  ["github", GITHUB],
]);

export const NORN_TOOLS: readonly DeclaredTool[] = NORN_LAB;
