import { ROLES } from "@/lib/domain/role";
import type { DeclaredTool } from "./declare-tools";

export type JoinedTools = {
  tools: DeclaredTool[];
  /** Names that the lists give different roles; the weightiest holds. */
  clashes: string[];
};

/**
 * One list of several, each name once: the weightiest role, because the campaign's records name a tool and
 * not its suite, and an act must not weigh less than it may have; every parameter that one of them takes,
 * required where all require it.
 */
export function joinTools(lists: readonly (readonly DeclaredTool[])[]): JoinedTools {
  const joined = new Map<string, DeclaredTool>();
  const clashes = new Set<string>();
  for (const tool of lists.flat()) {
    const known = joined.get(tool.name);
    if (known !== undefined && known.role !== tool.role) clashes.add(tool.name);
    joined.set(tool.name, known === undefined ? tool : both(known, tool));
  }
  return { tools: [...joined.values()], clashes: [...clashes] };
}

function both(a: DeclaredTool, b: DeclaredTool): DeclaredTool {
  return {
    name: a.name,
    role: ROLES[b.role].weight > ROLES[a.role].weight ? b.role : a.role,
    parameters: {
      type: "object",
      properties: { ...b.parameters.properties, ...a.parameters.properties },
      required: a.parameters.required.filter((name) => b.parameters.required.includes(name)),
    },
  };
}
