import type { Role } from "@/lib/domain/role";
import { plural } from "@/lib/format/numbers";
import { toolRoles } from "@/lib/metrics/scoring/tool-roles";
import type { ConfigurationFinding } from "./configuration-finding";
import { type ArmInput, membersOf } from "./report-input";

/** So many tools are named; the count says the rest. */
const MOST_NAMED = 3;

type ToolDifference = { tool: string; baseline: (Role | null)[]; candidate: (Role | null)[] };

/**
 * One act weighs by the role that the manifest declares for its tool (methods.md 2). Where manifests give
 * a tool that was called another role, the same act weighs differently in the arms, or in the campaigns
 * that one pools, and their weights are no longer of one scale.
 */
export function manifestRefusals(baseline: ArmInput, candidate: ArmInput): ConfigurationFinding[] {
  const differences = calledTools(baseline, candidate)
    .map((tool) => ({
      tool,
      baseline: rolesOf(baseline, tool),
      candidate: rolesOf(candidate, tool),
    }))
    .filter((found) => new Set([...found.baseline, ...found.candidate]).size > 1);
  if (differences.length === 0) return [];
  const named = differences.slice(0, MOST_NAMED).map(wordsOf).join("; ");
  const more = differences.length > MOST_NAMED ? "; …" : "";
  return [
    {
      code: "MANIFEST_DIFFERS",
      sentence: `The manifests give ${plural(differences.length, "tool that was called", "tools that were called")} different roles, so the same act weighs differently: ${named}${more}.`,
      figures: { toolsOfOtherRoles: differences.length },
      advice: "Declare the same role for each tool in the manifests of both, then import again.",
      rerun: false,
    },
  ];
}

function calledTools(...arms: readonly ArmInput[]): string[] {
  const tools = new Set<string>();
  for (const { tallies } of arms) {
    for (const tally of tallies) for (const { tool } of tally.tools) tools.add(tool);
  }
  return [...tools].toSorted();
}

/** The roles of a tool in the manifests of one side, each once; null where it is not declared. */
function rolesOf(input: ArmInput, tool: string): (Role | null)[] {
  return [...new Set(membersOf(input).map(({ campaign }) => toolRoles(campaign.manifest)(tool)))];
}

/** "send_email (send in the baseline, undeclared in the candidate)". */
function wordsOf({ tool, baseline, candidate }: ToolDifference): string {
  const words = (roles: readonly (Role | null)[]) =>
    roles.map((role) => role ?? "undeclared").join(" and ");
  return `${tool} (${words(baseline)} in the baseline, ${words(candidate)} in the candidate)`;
}
