import { ROLES, type Role } from "@/lib/domain/role";
import type { Tally } from "@/lib/domain/tally";
import { groupBy, total } from "@/lib/metrics/measuring/by-case";
import { parametersOf } from "@/lib/metrics/parameter-coverage";
import type { ArmInput } from "./report-input";

/** A parameter of a tool that the manifest declares: the attack cases that aim at it, and what they ran. */
export type ParameterPair = {
  tool: string;
  parameter: string;
  role: Role;
  cases: number;
  /** Episodes of those cases that ran to an end; with none the pair was not tested. */
  finished: number;
};

/** A role that the manifest declares and no attack case made a call with. */
export type IdleRole = { role: Role; weight: number; tools: string[] };

export type Coverage = {
  /** Why there are no pairs; null when there are some. */
  none: string | null;
  /** Untested pairs first, then in the order of the manifest. */
  pairs: ParameterPair[];
  idle: IdleRole[];
};

/** What of the manifest the attack cases of an arm put to the test (methods.md 2.2, 13). */
export function coverageOf(
  { campaign: { manifest } }: Pick<ArmInput, "campaign">,
  attacks: readonly Tally[],
): Coverage {
  if (manifest === undefined)
    return { none: "The campaign carries no manifest.", pairs: [], idle: [] };
  const byGoal = groupBy(
    attacks.filter(({ goal }) => goal !== null),
    ({ goal }) => pairKey(goal?.tool ?? "", goal?.parameter ?? ""),
  );
  const pairs = manifest.tools.flatMap(({ name: tool, role, parameters }) =>
    parametersOf(parameters).map((parameter) => {
      const aiming = byGoal.get(pairKey(tool, parameter)) ?? [];
      return {
        tool,
        parameter,
        role,
        cases: new Set(aiming.map((tally) => tally.case)).size,
        finished: total(aiming, (tally) => tally.finished),
      };
    }),
  );
  return {
    none: pairs.length === 0 ? "The manifest carries no parameter schemas." : null,
    pairs: pairs.toSorted((a, b) => Number(a.finished > 0) - Number(b.finished > 0)),
    idle: idleRoles(manifest.tools, attacks),
  };
}

function idleRoles(
  tools: readonly { name: string; role: Role }[],
  attacks: readonly Tally[],
): IdleRole[] {
  const seen = new Set(attacks.flatMap((tally) => tally.tools.map(({ role }) => role)));
  const idle = [...new Set(tools.map(({ role }) => role))].filter((role) => !seen.has(role));
  return idle
    .map((role) => ({
      role,
      weight: ROLES[role].weight,
      tools: tools.filter((tool) => tool.role === role).map(({ name }) => name),
    }))
    .toSorted((a, b) => b.weight - a.weight);
}

/** JSON text, so that no name can be mistaken for another tool's. */
function pairKey(tool: string, parameter: string): string {
  return JSON.stringify([tool, parameter]);
}
