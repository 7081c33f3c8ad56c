import type { CampaignRow } from "@/db/queries/campaigns";
import type { CampaignJson } from "@/lib/api/schemas/campaign-schema";
import { armReference } from "@/lib/format/paths";
import { dropJson } from "./keeping-json";

/** A campaign as the API hands it out. */
export function campaignJson(campaign: CampaignRow): CampaignJson {
  const { slug, import: from } = campaign;
  return {
    slug,
    key: campaign.key,
    name: campaign.name,
    state: campaign.state,
    target: campaign.target,
    corpus: campaign.corpus,
    harness: campaign.harness,
    startedAt: campaign.startedAt?.toISOString() ?? null,
    finishedAt: campaign.finishedAt?.toISOString() ?? null,
    importedAt: campaign.importedAt.toISOString(),
    scoringVersion: campaign.scoringVersion,
    episodes: campaign.episodeCount,
    attackCases: campaign.attackCases,
    contentDropped: dropJson(campaign.dropped),
    arms: campaign.arms.map(({ key, name, guardrail, model }) => ({
      key,
      name,
      reference: armReference({ campaignSlug: slug, armKey: key }),
      guardrail,
      model,
    })),
    import:
      from === null
        ? null
        : {
            id: from.id,
            sourceName: from.sourceName,
            sha256: from.fingerprint,
            format: from.format,
            refused: from.refused,
            recoded: from.recoded,
            warnings: from.warnings,
          },
  };
}
