import type { Manifest } from "@/lib/domain/records";
import type { Role } from "@/lib/domain/role";

/** The role that a manifest declares for a tool, or null: an undeclared tool is unknown, not guessed. */
export type ToolRoles = (tool: string) => Role | null;

const cache = new WeakMap<Manifest, ToolRoles>();

/** A campaign's manifest as a look-up; made once for each manifest object. */
export function toolRoles(manifest: Manifest | undefined): ToolRoles {
  if (manifest === undefined) return () => null;
  const known = cache.get(manifest);
  if (known) return known;
  const roles = new Map(manifest.tools.map((tool) => [tool.name, tool.role]));
  const lookUp: ToolRoles = (tool) => roles.get(tool) ?? null;
  cache.set(manifest, lookUp);
  return lookUp;
}
