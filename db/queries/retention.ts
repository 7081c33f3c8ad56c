import { and, asc, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { campaigns } from "@/db/schema/campaigns";
import { contentDrops } from "@/db/schema/content-drops";
import { projects } from "@/db/schema/projects";
import { retentionSettings } from "@/db/schema/retention-settings";
import type { Hold } from "@/lib/domain/hold";
import type { Retention } from "@/lib/domain/retention";
import { holdsNow } from "./campaign-holds";

/** A version of what is set; 0 before anything was: to keep everything. */
export type RetentionVersion = Retention & {
  version: number;
  by: string | null;
  at: Date | null;
};

const UNSET: RetentionVersion = { version: 0, act: "keep", days: null, by: null, at: null };

const columns = {
  version: retentionSettings.version,
  act: retentionSettings.act,
  days: retentionSettings.days,
  by: retentionSettings.setBy,
  at: retentionSettings.setAt,
};

/** Every version of a project's setting, newest first, the last 50. */
export async function retentionVersions(db: Db, scope: Scope): Promise<RetentionVersion[]> {
  return db
    .select(columns)
    .from(retentionSettings)
    .where(eq(retentionSettings.projectId, scope.projectId))
    .orderBy(desc(retentionSettings.version))
    .limit(50);
}

/** What counts now. */
export async function retentionNow(
  db: Pick<Db, "select">,
  scope: Scope,
): Promise<RetentionVersion> {
  const [newest] = await db
    .select(columns)
    .from(retentionSettings)
    .where(eq(retentionSettings.projectId, scope.projectId))
    .orderBy(desc(retentionSettings.version))
    .limit(1);
  return newest ?? UNSET;
}

/** `isNew`: false where it was set so already. `version`: 0 where nothing was ever set. */
export type RetentionSet = { version: number; isNew: boolean };

/**
 * Sets it, as a version of its own; one that is what counts already is none. To be called in a transaction,
 * for its number is the next one only until that ends.
 *
 * @returns the version that counts now, and whether it was written
 */
export async function addRetention(
  tx: Pick<Db, "execute" | "select" | "insert">,
  scope: Scope,
  { act, days }: Retention,
  by: string,
): Promise<RetentionSet> {
  const name = `retention of ${scope.projectId}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  const last = await retentionNow(tx, scope);
  if (last.act === act && last.days === days) return { version: last.version, isNew: false };
  const version = last.version + 1;
  await tx.insert(retentionSettings).values({ ...scope, version, act, days, setBy: by });
  return { version, isNew: true };
}

export type DueCampaign = {
  id: string;
  slug: string;
  name: string;
  /** When it was sealed. */
  importedAt: Date;
  episodes: number;
  /** What keeps it, whatever is set; null: nothing does. */
  hold: Hold | null;
};

/**
 * The campaigns that a setting is about now, those on hold too, oldest first. Of a setting that drops
 * content, those that have some.
 *
 * @param at to which instant their age is counted; now, by the clock of the database
 */
export async function dueCampaigns(
  db: Db,
  scope: Scope,
  { act, days }: Retention,
  at?: Date,
): Promise<DueCampaign[]> {
  if (act === "keep" || days === null) return [];
  const instant = at === undefined ? sql`now()` : sql`${at.toISOString()}::timestamptz`;
  const rows = await db
    .select({
      id: campaigns.id,
      slug: campaigns.slug,
      name: campaigns.name,
      importedAt: campaigns.importedAt,
      episodes: campaigns.episodeCount,
    })
    .from(campaigns)
    .leftJoin(contentDrops, eq(contentDrops.campaignId, campaigns.id))
    .where(
      and(
        eq(campaigns.projectId, scope.projectId),
        lt(campaigns.importedAt, sql`${instant} - make_interval(days => ${days}::int)`),
        act === "drop" ? isNull(contentDrops.campaignId) : undefined,
      ),
    )
    .orderBy(asc(campaigns.importedAt), asc(campaigns.id));
  const ids = rows.map(({ id }) => id);
  const holds = await holdsNow(db, scope, ids);
  return rows.map((row) => ({ ...row, hold: holds.get(row.id) ?? null }));
}

/** The projects in which something is done by age, by their addresses. */
export async function projectsWithRetention(db: Db): Promise<{ id: string; slug: string }[]> {
  const newer = sql`exists (select from retention_settings later
    where later.project_id = ${retentionSettings.projectId} and later.version > ${retentionSettings.version})`;
  return db
    .select({ id: projects.id, slug: projects.slug })
    .from(retentionSettings)
    .innerJoin(projects, eq(projects.id, retentionSettings.projectId))
    .where(and(sql`not ${newer}`, sql`${retentionSettings.act} <> 'keep'`))
    .orderBy(asc(projects.slug));
}
