import type { LiveCampaignRow } from "@/db/queries/live-campaigns";
import type { LiveCampaignJson } from "@/lib/api/schemas/live-schema";

/** A live campaign as the API hands it out. */
export function liveJson(live: LiveCampaignRow): LiveCampaignJson {
  return {
    id: live.id,
    key: live.key,
    name: live.name,
    state: "running",
    openedAt: live.openedAt.toISOString(),
    lastRecordAt: live.lastRecordAt?.toISOString() ?? null,
    records: live.records,
    episodes: live.episodes,
  };
}
