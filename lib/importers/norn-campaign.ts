import { type CampaignRecord, FORMAT } from "@/lib/domain/records";
import { textOf } from "./json-value";
import type { NornConfig } from "./norn-config";
import type { OpenedNorn } from "./norn-open";

/** `fingerprint` makes the key the source's own: ids are per database. */
export function campaignOf(
  { campaign, schemaVersion, book }: OpenedNorn,
  config: NornConfig,
  fingerprint: string | undefined,
): CampaignRecord {
  const layer = textOf(campaign.layer);
  const { provider, name: model, temperature, seed } = config.model;
  const name = textOf(campaign.name)?.slice(0, 250) ?? `Norn campaign ${campaign.id}`;
  const notes = textOf(campaign.description);
  return {
    type: "campaign",
    format: FORMAT,
    key: ["norn", campaign.id, fingerprint?.slice(0, 12)].filter(Boolean).join(":"),
    name,
    target: { name: "Norn's lab" },
    corpus: { name: layer === undefined ? "Norn" : `Norn ${layer}` },
    harness: { name: "Norn" },
    // `created_at` is when the campaign was planned; its first replica's start stands for its own.
    startedAt: null,
    ...(model === undefined
      ? {}
      : {
          model: {
            ...(provider === undefined ? {} : { provider }),
            name: model,
            ...(temperature === undefined ? {} : { temperature }),
            ...(seed === undefined ? {} : { seed }),
          },
        }),
    ...(config.maxTurns === null ? {} : { limits: { turns: config.maxTurns } }),
    ...(config.replicasPerCase === null
      ? {}
      : { planned: { replicasPerCase: config.replicasPerCase } }),
    ...(notes === undefined ? {} : { notes }),
    extra: {
      norn: {
        id: campaign.id,
        origin: book.origin,
        schemaVersion,
        state: campaign.state ?? null,
        createdAt: campaign.created_at ?? null,
        updatedAt: campaign.updated_at ?? null,
      },
      config: config.kept,
    },
  };
}
