import type { Db } from "@/db/client";
import { findCampaign, listCampaigns, type ArmRow, type CampaignRow } from "@/db/queries/campaigns";
import type { OpenProject } from "@/db/queries/projects";
import { talliesOfCampaigns } from "@/db/queries/tallies";
import { armReference } from "@/lib/format/paths";
import { armInputs } from "@/lib/reports/arm-inputs";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import { makeComparisonReport } from "@/lib/reports/make-comparison-report";
import { poolArms } from "@/lib/reports/pool-arms";
import type { ComparedSides } from "./compared-sides";

/** An arm as a comparison names it: `reference` is `campaign-slug/arm-key`. */
export type ArmChoice = { reference: string; campaign: CampaignRow; arm: ArmRow };

/** Every arm of the project that can be compared, newest campaign first. */
export async function armChoices(db: Db, project: OpenProject): Promise<ArmChoice[]> {
  return (await listCampaigns(db, project.scope)).flatMap(armsOf);
}

/** The most campaigns that one address may name. */
export const MOST_CAMPAIGNS = 100;

/** The arms that a query names, those of their campaigns beside them: nothing else of the project is read. */
export async function chosenArms(
  db: Db,
  project: OpenProject,
  named: { baseline: readonly string[]; candidate: readonly string[]; also?: readonly string[] },
): Promise<ArmChoice[]> {
  const references = [...named.baseline, ...named.candidate, ...(named.also ?? [])];
  const slugs = [...new Set(references.map((reference) => reference.split("/")[0] ?? ""))];
  const found = await Promise.all(
    slugs
      .filter((slug) => slug !== "" && !slug.includes("\0"))
      .slice(0, MOST_CAMPAIGNS)
      .map((slug) => findCampaign(db, project.scope, slug)),
  );
  return found.flatMap((campaign) => (campaign === null ? [] : armsOf(campaign)));
}

function armsOf(campaign: CampaignRow): ArmChoice[] {
  return campaign.arms.map((arm) => ({
    reference: armReference({ campaignSlug: campaign.slug, armKey: arm.key }),
    campaign,
    arm,
  }));
}

/** Of two arms: what the other is measured against, the arm without a guardrail, else the older. */
export function inOrder(first: ArmChoice, second: ArmChoice): [ArmChoice, ArmChoice] {
  const [one, other] = [isDefended(first.arm), isDefended(second.arm)];
  if (one !== other) return one ? [second, first] : [first, second];
  return startOf(first) <= startOf(second) ? [first, second] : [second, first];
}

/** The report of two sides, each an arm or several pooled; null when an arm has gone since it was listed. */
export async function comparisonAnswer(
  db: Db,
  project: OpenProject,
  sides: { baseline: readonly ArmChoice[]; candidate: readonly ArmChoice[] },
): Promise<ComparisonReport | null> {
  const named = [...sides.baseline, ...sides.candidate];
  const tallies = await talliesOfCampaigns(db, project.scope, [
    ...new Set(named.map(({ campaign }) => campaign.id)),
  ]);
  const inputsOf = (side: readonly ArmChoice[]) =>
    side.flatMap(
      ({ campaign, arm }) =>
        armInputs(campaign, tallies.get(campaign.id) ?? []).find(
          (input) => input.identity.armKey === arm.key,
        ) ?? [],
    );
  const [baseline, candidate] = [inputsOf(sides.baseline), inputsOf(sides.candidate)];
  return baseline.length + candidate.length < named.length
    ? null
    : makeComparisonReport(poolArms(baseline), poolArms(candidate), project.policy);
}

/**
 * The comparison of each candidate with the same baseline: the candidate that the sides name, pooled
 * where it is several arms, then each further one by itself. Null when an arm has gone meanwhile.
 */
export async function familyAnswer(
  db: Db,
  project: OpenProject,
  sides: ComparedSides<ArmChoice>,
): Promise<ComparisonReport[] | null> {
  const { baseline, candidate, also } = sides;
  const reports: ComparisonReport[] = [];
  // One after another: each reads its tallies, and a family of many would else hold every connection.
  for (const one of [candidate, ...also.map((choice) => [choice])]) {
    const report = await comparisonAnswer(db, project, { baseline, candidate: one });
    if (report === null) return null;
    reports.push(report);
  }
  return reports;
}

function isDefended(arm: ArmRow): boolean {
  return arm.guardrail?.enabled === true;
}

function startOf({ campaign }: ArmChoice): number {
  return (campaign.startedAt ?? campaign.importedAt).getTime();
}
