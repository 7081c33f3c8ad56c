import { AppError } from "@/lib/errors";
import type { EpisodeRecord } from "@/lib/domain/records";
import { integer } from "@/lib/format/numbers";
import type { Issue, Place } from "@/lib/importers/importer";

export type CampaignLimits = { arms: number; cases: number; episodes: number };

/**
 * Most arms, cases and episodes of one campaign. A tally for each case that an arm tried is held and
 * read whole, and which arm's replica of a case came before is held for every episode.
 */
export const CAMPAIGN_LIMITS: CampaignLimits = { arms: 1000, cases: 100_000, episodes: 1_000_000 };

/** Most messages and other events of one episode. */
export const MAX_EVENTS = 50_000;

/** The refusal of an episode with more events than one may have, else null. */
export function tooManyEvents({ events }: EpisodeRecord, place: Place): Issue | null {
  if (events === undefined || events.length <= MAX_EVENTS) return null;
  const message = `The episode has ${integer(events.length)} messages and other events; one may have ${integer(MAX_EVENTS)}.`;
  return {
    severity: "refused",
    code: "too-many-events",
    message,
    place: { ...place, path: "$.events" },
  };
}

/** The refusal of a source that holds more than `limit` of them. */
export function tooMany(limit: number, what: keyof CampaignLimits): AppError {
  return new AppError(
    "invalid_input",
    `The source has more than ${integer(limit)} ${what}, the most that one campaign may have; nothing of it was imported. Split it into several campaigns.`,
  );
}
