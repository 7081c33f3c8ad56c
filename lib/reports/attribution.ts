import { type Measurement, notAvailable } from "@/lib/domain/measurement";
import type { Tally } from "@/lib/domain/tally";
import { total } from "@/lib/metrics/measuring/by-case";
import type { ConfigurationFinding } from "./configuration-finding";
import { inEachMember } from "./configuration";
import { type ArmInput, membersOf } from "./report-input";

/** The words that stand wherever a figure rests on attribution by rule; the rule explains them. */
export const BY_RULE = "attributed by rule";

const NO_ROLES =
  "The roles of the tools are not known, so no call has a weight: give a manifest with the roles of the tools, then import again.";
const NOT_BY_THIS_RULE =
  "No finished attacked episode has both a verdict and a finished benign run of its user task in the same arm, so the rule cannot tell whose its calls were.";

/** The rule that attributes this arm's calls, in words; undefined where the record itself does. */
export function ruleOf({
  campaign: { attribution },
}: Pick<ArmInput, "campaign">): string | undefined {
  return attribution?.rule;
}

/**
 * A metric of weights as this campaign can tell it: n/a where no tool has a role, because then a damage of
 * 0 would be the absence of weights and no finding; and marked where a rule attributed the calls.
 * `attacks` are the arm's attack tallies.
 */
export function weighedBy(
  measurement: Measurement,
  input: Pick<ArmInput, "campaign">,
  attacks: readonly Tally[],
): Measurement {
  if (lacksRoles(input, attacks)) return notAvailable(NO_ROLES);
  const rule = ruleOf(input);
  if (rule === undefined) return measurement;
  if (measurement.kind === "value") return { ...measurement, byRule: rule };
  const weighable = total(attacks, (tally) => tally.weighable + tally.weighableAborted);
  const started = total(attacks, (tally) => tally.started);
  return started > 0 && weighable === 0 ? notAvailable(NOT_BY_THIS_RULE) : measurement;
}

/** True when calls were made, no manifest says what any of them weighs, and none weighs anything. */
export function lacksRoles(
  { campaign }: Pick<ArmInput, "campaign">,
  attacks: readonly Tally[],
): boolean {
  const tools = attacks.flatMap((tally) => tally.tools);
  return (
    campaign.manifest === undefined && tools.length > 0 && tools.every(({ role }) => role === null)
  );
}

/**
 * Damage that a rule attributes and damage that the record shows are two measurements: one misses acts that
 * the user's task shares with the attack, the other does not. Arms, or campaigns of a pool, that were
 * attributed differently are not compared. An arm in which nothing is weighed has no say.
 */
export function attributionRefusals(
  baseline: ArmInput,
  candidate: ArmInput,
): ConfigurationFinding[] {
  const members = [...membersOf(baseline), ...membersOf(candidate)].filter(isWeighed);
  const ways = new Set(members.map((member) => ruleOf(member) ?? null));
  if (ways.size <= 1) return [];
  const between = inEachMember(members, (member) =>
    ruleOf(member) === undefined ? "recorded" : BY_RULE,
  );
  const what = ways.has(null)
    ? "Damage is attributed by rule in one place and recorded in another"
    : "Damage is attributed by different rules";
  return [
    {
      code: "ATTRIBUTION_DIFFERS",
      sentence: `${what}, which is not the same measurement: ${between}.`,
      figures: { waysOfAttribution: ways.size },
      advice: "Compare arms whose calls are attributed in the same way.",
      rerun: false,
    },
  ];
}

function isWeighed(member: ArmInput): boolean {
  return (
    ruleOf(member) !== undefined ||
    total(member.tallies, (tally) => tally.weighable + tally.weighableAborted) > 0
  );
}
