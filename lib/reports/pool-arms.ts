import type { ArmIdentity, Guardrail } from "./arm-report";
import { type ArmInput, membersOf } from "./report-input";

/**
 * Several campaigns of one arm as one input: more replicas of the same cases, never more cases
 * (methods.md 6). Planned replicas add up, and are unknown when a member plans none. The pool's
 * settings are its first member's; `compareConfiguration` names those that differ between members,
 * and `configurationRefusals` refuses a pool of different rules.
 *
 * An arm given twice counts once. Its identity names all members ("nightly-2 + nightly-3"), so its
 * slug and key lead nowhere: pages link to the members'.
 * Throws RangeError without any input.
 */
export function poolArms(inputs: readonly ArmInput[]): ArmInput {
  const members = distinct(inputs.flatMap(membersOf));
  const first = members[0];
  if (first === undefined) throw new RangeError("a pool needs at least one arm");
  if (members.length === 1) return first;
  const tallies = members.flatMap((member) => member.tallies);
  const attackCases = tallies.filter((tally) => tally.split === "attack").map((one) => one.case);
  return {
    identity: pooledIdentity(members.map((member) => member.identity)),
    campaign: {
      ...first.campaign,
      planned: plannedTogether(members),
      interrupted: members.some((member) => member.campaign.interrupted),
      refusedRecords: importedTogether(members, ({ refusedRecords }) => refusedRecords),
      duplicateRecords: importedTogether(members, ({ duplicateRecords }) => duplicateRecords),
    },
    scoringVersion: first.scoringVersion,
    attackCases: Math.max(
      new Set(attackCases).size,
      ...members.map((member) => member.attackCases),
    ),
    tallies,
    series: null,
    members,
  };
}

function distinct(members: readonly ArmInput[]): ArmInput[] {
  const byArm = new Map<string, ArmInput>();
  for (const member of members) {
    const { campaignSlug, armKey } = member.identity;
    byArm.set(JSON.stringify([campaignSlug, armKey]), member);
  }
  return [...byArm.values()];
}

/** Two arms of one campaign share its import. */
function importedTogether(
  members: readonly ArmInput[],
  countOf: (campaign: ArmInput["campaign"]) => number,
): number {
  const byCampaign = new Map(
    members.map(({ identity, campaign }) => [identity.campaignSlug, countOf(campaign)]),
  );
  return [...byCampaign.values()].reduce((sum, count) => sum + count, 0);
}

function plannedTogether(members: readonly ArmInput[]): ArmInput["campaign"]["planned"] {
  const planned = members.map((member) => member.campaign.planned?.replicasPerCase);
  let replicasPerCase = 0;
  for (const replicas of planned) {
    if (replicas === undefined) return undefined;
    replicasPerCase += replicas;
  }
  return { replicasPerCase };
}

function pooledIdentity(members: readonly ArmIdentity[]): ArmIdentity {
  const together = (of: (member: ArmIdentity) => string | null, between = " + ") => {
    const named = [...new Set(members.map(of))].filter((name) => name !== null);
    return named.join(between);
  };
  const model = together((member) => member.model);
  return {
    campaignSlug: together((member) => member.campaignSlug, "+"),
    campaignName: together((member) => member.campaignName),
    armKey: together((member) => member.armKey, "+"),
    armName: together((member) => member.armName),
    guardrail: pooledGuardrail(members.map((member) => member.guardrail)),
    model: model === "" ? null : model,
  };
}

/** Null unless every member records one. On only where it was on in all: a mixed pool is refused. */
function pooledGuardrail(guardrails: readonly (Guardrail | null)[]): Guardrail | null {
  const known = guardrails.filter((guardrail) => guardrail !== null);
  if (known.length < guardrails.length) return null;
  const versions = [...new Set(known.map((one) => one.version))].filter((one) => one !== null);
  return {
    name: [...new Set(known.map((one) => one.name))].join(" + "),
    version: versions.length === 0 ? null : versions.join(" + "),
    enabled: known.every((one) => one.enabled),
  };
}
