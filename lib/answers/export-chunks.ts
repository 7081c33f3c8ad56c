import type { Db, Scope } from "@/db/client";
import type { CampaignRow } from "@/db/queries/campaigns";
import { everyEpisode, everyRecord } from "@/db/queries/episode-export";
import type { EpisodeFilter } from "@/db/queries/episode-filter";
import { AppError } from "@/lib/errors";
import { dropSentence } from "@/lib/format/drop-sentence";
import { csvHead, csvRow } from "./csv";
import { EPISODE_COLUMNS } from "./episode-columns";
import { episodeJson } from "./episode-json";

const LF = new Uint8Array([0x0a]);

/**
 * A campaign as a native file: its records byte for byte as they were kept, one a line.
 *
 * @throws AppError gone: its content was dropped; not_found: it was deleted meanwhile
 */
export async function* campaignLines(
  db: Db,
  scope: Scope,
  campaign: Pick<CampaignRow, "id" | "episodeCount" | "dropped">,
): AsyncGenerator<Uint8Array> {
  if (campaign.dropped !== null) throw new AppError("gone", dropSentence(campaign.dropped));
  for await (const records of everyRecord(db, scope, campaign))
    yield Buffer.concat(records.flatMap((raw) => [raw, LF]));
}

/** The filtered episodes of a project, by its slug, as CSV with a head or as JSON, one a line. */
export async function* episodeLines(
  db: Db,
  project: { slug: string; scope: Scope },
  filter: EpisodeFilter,
  format: "csv" | "jsonl",
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  if (format === "csv") yield encoder.encode(csvHead(EPISODE_COLUMNS));
  for await (const rows of everyEpisode(db, project.scope, filter)) {
    const lines = rows
      .map((row) => episodeJson(project.slug, row))
      .map((row) => (format === "csv" ? csvRow(EPISODE_COLUMNS, row) : `${JSON.stringify(row)}\n`));
    yield encoder.encode(lines.join(""));
  }
}
