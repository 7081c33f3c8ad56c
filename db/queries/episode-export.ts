import { and, asc, eq, gt, lte, not, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db, Scope } from "@/db/client";
import { campaignRecords } from "@/db/schema/campaign-records";
import { episodeRecords } from "@/db/schema/episode-records";
import { episodeRows } from "@/db/schema/episode-rows";
import { AppError } from "@/lib/errors";
import { whereEpisodes, type EpisodeFilter } from "./episode-filter";
import { campaignsToWalk, stretchesOf } from "./episode-walk";
import { episodeColumns, type EpisodeRow } from "./episodes";

/** Rows of one step, and about how many bytes of records it may hold. */
const STEP = { rows: 1000, bytes: 4 * 1024 * 1024 };

/**
 * Every episode that the filter holds, in the order of `listEpisodes`, in steps of at most 1,000. Each
 * step is a query of its own by key: a slow or vanished reader holds no connection and no transaction. A
 * campaign that comes meanwhile is not among them.
 */
export async function* everyEpisode(
  db: Db,
  scope: Scope,
  filter: EpisodeFilter,
): AsyncGenerator<EpisodeRow[]> {
  for (const stretch of stretchesOf(await campaignsToWalk(db, scope, filter), filter, null)) {
    let { after } = stretch;
    while (after < stretch.until) {
      const rows: EpisodeRow[] = await db
        .select(episodeColumns)
        .from(episodeRows)
        .where(whereEpisodes(db, scope, filter, { ...stretch, after }))
        .orderBy(asc(episodeRows.seq))
        .limit(STEP.rows);
      if (rows.length > 0) yield rows;
      after = rows.length < STEP.rows ? stretch.until : (rows.at(-1)?.seq ?? stretch.until);
    }
  }
}

/**
 * The exact bytes of every record of a campaign, in steps of a few MiB: its own, the arms' and the cases',
 * then the episodes', then `end` where one came. One record may be larger than a step.
 *
 * @throws AppError not_found: the campaign was deleted meanwhile, so that the file would be cut; gone: its
 *   content was dropped
 */
export async function* everyRecord(
  db: Db,
  scope: Scope,
  campaign: { id: string; episodeCount: number },
): AsyncGenerator<Uint8Array[]> {
  const own = (table: typeof campaignRecords | typeof episodeRecords) =>
    and(eq(table.projectId, scope.projectId), eq(table.campaignId, campaign.id));
  const isEnd = eq(campaignRecords.type, "end");
  const { recordNo } = campaignRecords;
  yield* inSteps(db, campaignRecords, recordNo, and(own(campaignRecords), not(isEnd)));
  let episodes = 0;
  for await (const step of inSteps(db, episodeRecords, episodeRecords.seq, own(episodeRecords))) {
    episodes += step.length;
    yield step;
  }
  if (episodes !== campaign.episodeCount)
    throw new AppError("not_found", "The campaign was deleted while it was read.");
  yield* inSteps(db, campaignRecords, recordNo, and(own(campaignRecords), isEnd));
}

/** Bytes in the order of `no`, by key; each step looks at sizes first, so that it stays small. */
async function* inSteps(
  db: Db,
  table: typeof campaignRecords | typeof episodeRecords,
  no: AnyPgColumn<{ data: number; notNull: true }>,
  where: SQL | undefined,
): AsyncGenerator<Uint8Array[]> {
  let after = 0;
  for (;;) {
    const sizes = await db
      .select({
        no: sql<number>`${no}`,
        bytes: sql<number>`coalesce(octet_length(${table.raw}), 0)`,
      })
      .from(table)
      .where(and(where, gt(no, after)))
      .orderBy(asc(no))
      .limit(STEP.rows);
    if (sizes.length === 0) return;
    const until = lastOfStep(sizes);
    const rows = await db
      .select({ raw: table.raw })
      .from(table)
      .where(and(where, gt(no, after), lte(no, until)))
      .orderBy(asc(no));
    yield rows.map(({ raw }) => {
      if (raw === null) throw new AppError("gone", "The content of this campaign was dropped.");
      return raw;
    });
    after = until;
  }
}

function lastOfStep(sizes: readonly { no: number; bytes: number }[]): number {
  let bytes = 0;
  let last = sizes[0]?.no ?? 0;
  for (const size of sizes) {
    bytes += size.bytes;
    if (bytes > STEP.bytes) break;
    last = size.no;
  }
  return last;
}
