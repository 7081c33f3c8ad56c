import type { ArmIdentity, Guardrail } from "./arm-report";

/** What an arm needs to have a line: who it is and which target it attacked. */
export type LinedArm = {
  identity: Pick<ArmIdentity, "campaignSlug" | "guardrail" | "model">;
  campaign: { target: { name: string } };
};

/** The guardrail in words, whole: its name with its version, that it was off, or that nobody recorded it. */
export function guardrailWords(guardrail: Guardrail | null): string {
  if (guardrail === null) return "not recorded";
  if (!guardrail.enabled) return "no guardrail";
  return guardrail.version === null ? guardrail.name : `${guardrail.name} ${guardrail.version}`;
}

/**
 * The arm that this one follows: of the newest earlier campaign with the same target and the same guardrail
 * in any version, one with the same model where the line has one. Null for the first of its line.
 * `newestFirst` holds every arm, `at` is this one's place in it.
 */
export function previousOfLine<Arm extends LinedArm>(
  newestFirst: readonly Arm[],
  at: number,
): Arm | null {
  const arm = newestFirst[at];
  if (arm === undefined) return null;
  const earlier = newestFirst
    .slice(at + 1)
    .filter(
      (other) =>
        other.identity.campaignSlug !== arm.identity.campaignSlug && lineOf(other) === lineOf(arm),
    );
  return earlier.find((other) => other.identity.model === arm.identity.model) ?? earlier[0] ?? null;
}

/** Versions of one guardrail are one line; no guardrail is another, and an unrecorded one a third. */
function lineOf({ identity: { guardrail }, campaign }: LinedArm): string {
  const guard =
    guardrail === null ? ["unrecorded"] : guardrail.enabled ? ["on", guardrail.name] : ["off"];
  return JSON.stringify([campaign.target.name, ...guard]);
}
