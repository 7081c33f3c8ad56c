import type { Db } from "@/db/client";
import { listCampaigns } from "@/db/queries/campaigns";
import type { OpenProject } from "@/db/queries/projects";
import { talliesOfCampaigns } from "@/db/queries/tallies";
import { armInputs } from "@/lib/reports/arm-inputs";
import { planDefaults } from "@/lib/reports/plan-defaults";
import { makeArmReport } from "@/lib/reports/make-arm-report";
import { makePlan, type CampaignPlan } from "@/lib/reports/make-plan";
import { PLAN_FIELDS, planNumbers, type PlanNumbers } from "@/lib/reports/plan-fields";
import { oneValue, type AddressQuery } from "./query-values";

export type PlannerAnswer = {
  numbers: PlanNumbers;
  plan: CampaignPlan;
  /** The campaign that the numbers come from where the address has none; null without one. */
  from: { slug: string; name: string } | null;
};

/** A plan by the numbers of the address, and by those of the newest campaign for what it leaves out. */
export async function plannerAnswer(
  db: Db,
  project: OpenProject,
  query: AddressQuery,
): Promise<PlannerAnswer> {
  const scope = project.scope;
  const [newest] = await listCampaigns(db, scope);
  const defaults =
    newest === undefined
      ? {}
      : planDefaults(
          armInputs(
            newest,
            (await talliesOfCampaigns(db, scope, [newest.id])).get(newest.id) ?? [],
          ).map((input) => makeArmReport(input, project.policy)),
          newest.record.planned?.replicasPerCase ?? null,
        );
  // By the names that are ours: of a parameter like `constructor` Next makes something that is no text.
  const texts = Object.fromEntries(
    Object.keys(PLAN_FIELDS).map((name) => [name, oneValue.parse(query[name])]),
  );
  const numbers = planNumbers(texts, defaults);
  return {
    numbers,
    plan: makePlan(numbers, project.policy),
    from: newest === undefined ? null : { slug: newest.slug, name: newest.name },
  };
}
