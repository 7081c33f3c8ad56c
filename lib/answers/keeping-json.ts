import type { z } from "zod";
import type { HoldRow } from "@/db/queries/campaign-holds";
import type { DeletedCampaign } from "@/db/queries/deleted-campaigns";
import type { DueCampaign, RetentionVersion } from "@/db/queries/retention";
import type { ContentDropJson } from "@/lib/api/schemas/content-drop-schema";
import type { DeletedCampaignJson } from "@/lib/api/schemas/deleted-campaign-schema";
import type { holdsAnswer } from "@/lib/api/schemas/hold-schema";
import type { retentionAnswer } from "@/lib/api/schemas/retention-schema";
import type { ContentDrop } from "@/lib/domain/content-drop";

/** A tombstone as the API hands it out. */
export function deletedCampaignJson(gone: DeletedCampaign): DeletedCampaignJson {
  return {
    id: gone.id,
    slug: gone.slug,
    key: gone.key,
    name: gone.name,
    sha256: gone.fingerprint,
    episodes: gone.episodeCount,
    importedAt: gone.importedAt.toISOString(),
    deletedAt: gone.deletedAt.toISOString(),
    what: gone.reason,
    by: gone.deletedBy,
    reason: gone.explanation,
  };
}

/** A campaign's holds, newest first, as the API hands them out. */
export function holdsJson(holds: readonly HoldRow[]): z.infer<typeof holdsAnswer> {
  return {
    held: holds[0]?.act === "held",
    items: holds.map(({ no, act, reason, by, at }) => ({
      no,
      act,
      reason,
      by,
      at: at.toISOString(),
    })),
  };
}

/** How content was dropped, as the API hands it out. */
export function dropJson(drop: ContentDrop | null): ContentDropJson | null {
  return drop === null ? null : { ...drop, at: drop.at.toISOString() };
}

/** What is set, and the campaigns that it is about, as the API hands it out. */
export function retentionJson(
  { version, act, days, by, at }: RetentionVersion,
  due: readonly DueCampaign[],
): z.infer<typeof retentionAnswer> {
  return {
    version,
    act,
    days,
    by,
    at: at?.toISOString() ?? null,
    due: due.map(({ slug, name, importedAt, episodes, hold }) => ({
      slug,
      name,
      sealedAt: importedAt.toISOString(),
      episodes,
      held: hold === null ? null : { ...hold, at: hold.at.toISOString() },
    })),
  };
}
