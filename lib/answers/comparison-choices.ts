import type { Db, Scope } from "@/db/client";
import { searchArms, type FoundArm } from "@/db/queries/arm-search";
import { armReference } from "@/lib/format/paths";
import { dayOf } from "@/lib/format/time";
import type { ArmChoice } from "./comparison-answer";

/** An arm as one chooses it; travels to the browser. */
export type ArmMatch = { reference: string; arm: string; campaign: string; detail: string };

/** As many as a list can show without being scrolled for long. */
const SHOWN = 20;

/** The arms that these words find, newest campaign first, at most 20. */
export async function armMatches(
  db: Db,
  project: { scope: Scope },
  text: string,
): Promise<ArmMatch[]> {
  return (await searchArms(db, project.scope, text.slice(0, 500), SHOWN)).map(matchOf);
}

/** An arm that is chosen already, as the list shows it. */
export function matchOfChoice({ campaign, arm }: ArmChoice): ArmMatch {
  return matchOf({
    campaignSlug: campaign.slug,
    campaignName: campaign.name,
    armKey: arm.key,
    armName: arm.name,
    guardrail: arm.guardrail?.name ?? null,
    guardrailVersion: arm.guardrail?.version ?? null,
    guardrailEnabled: arm.guardrail?.enabled ?? null,
    model: arm.model,
    startedAt: campaign.startedAt,
  });
}

export function matchOf(found: FoundArm): ArmMatch {
  const { guardrail, guardrailVersion, guardrailEnabled, model, startedAt } = found;
  const version = guardrailVersion === null ? "" : ` ${guardrailVersion}`;
  return {
    reference: armReference(found),
    arm: found.armName,
    campaign: found.campaignName,
    detail: [
      guardrail === null
        ? null
        : `${guardrail}${version} ${guardrailEnabled === true ? "on" : "off"}`,
      model,
      startedAt === null ? null : `${dayOf(startedAt)} UTC`,
    ]
      .filter((part) => part !== null)
      .join(" · "),
  };
}
