import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { Opened } from "@/db/scope";
import { policies } from "@/db/schema/policies";
import { projects } from "@/db/schema/projects";
import { DEFAULT_POLICY, type Policy } from "@/lib/domain/policy";
import { storedPolicy } from "./policies";

export type ProjectRow = {
  id: string;
  slug: string;
  name: string;
  /** The newest version. */
  policy: Policy;
  campaignCount: number;
  /** Different attack keys over all campaigns. */
  attackCount: number;
  episodeCount: number;
};

/** A project that the caller was let into. */
export type OpenProject = Opened<ProjectRow>;

const columns = {
  id: projects.id,
  slug: projects.slug,
  name: projects.name,
  policy: sql<unknown>`(select p.settings || jsonb_build_object('version', p.version) from policies p where p.project_id = projects.id order by p.version desc limit 1)`,
  // Spelled out: drizzle leaves the table's name off a column of the only table, and `id` is also theirs.
  campaignCount: sql<number>`(select count(*)::int from campaigns c where c.project_id = projects.id)`,
  attackCount: sql<number>`(select count(distinct a.key)::int from attacks a where a.project_id = projects.id)`,
  episodeCount: sql<number>`(select coalesce(sum(c.episode_count), 0)::float8 from campaigns c where c.project_id = projects.id)`,
};

/** The projects of these ids, or every one, by name. */
export async function listProjects(
  db: Db,
  which: "every" | readonly string[],
): Promise<ProjectRow[]> {
  const rows = await db
    .select(columns)
    .from(projects)
    .where(which === "every" ? undefined : inArray(projects.id, [...which]))
    .orderBy(asc(projects.name), asc(projects.slug));
  return rows.map(withPolicy);
}

/** The project of this address, or null. */
export async function findProject(db: Db, slug: string): Promise<ProjectRow | null> {
  const rows = await db.select(columns).from(projects).where(eq(projects.slug, slug));
  const row = rows[0];
  return row === undefined ? null : withPolicy(row);
}

/** The project of this address, made with the default policy when there is none. Safe to race. */
export async function ensureProject(db: Db, slug: string, name: string): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    await tx.insert(projects).values({ slug, name }).onConflictDoNothing({ target: projects.slug });
    const [row] = await tx
      .select({ id: projects.id })
      .from(projects)
      .where(eq(projects.slug, slug));
    if (row === undefined) throw new Error(`project ${slug} vanished while it was made`);
    const { version, ...settings } = DEFAULT_POLICY;
    await tx
      .insert(policies)
      .values({ projectId: row.id, version, settings })
      .onConflictDoNothing();
    return row;
  });
}

function withPolicy<Row extends { policy: unknown }>(row: Row): Row & { policy: Policy } {
  return { ...row, policy: storedPolicy(row.policy) };
}
