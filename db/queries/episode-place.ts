import { and, eq } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { campaigns } from "@/db/schema/campaigns";

/** Where an episode is: what `after` and the neighbours speak of. */
export type EpisodePlace = { campaignSlug: string; seq: number };

/** The place by the campaign's id; null where the project has no such campaign. */
export async function findPlace(
  db: Db,
  scope: Scope,
  place: EpisodePlace | null,
): Promise<{ campaignId: string; seq: number } | null> {
  if (place === null) return null;
  const [row] = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.projectId, scope.projectId), eq(campaigns.slug, place.campaignSlug)));
  return row === undefined ? null : { campaignId: row.id, seq: place.seq };
}

/** Readable on purpose: an address may carry it, and it says nothing that the row does not. */
export function toCursor(place: EpisodePlace): string {
  return `${place.campaignSlug}.${place.seq}`;
}

export function readCursor(cursor: string): EpisodePlace | null {
  const match = /^([a-z0-9-]{1,60})\.([1-9][0-9]{0,8})$/.exec(cursor);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return { campaignSlug: match[1], seq: Number(match[2]) };
}
