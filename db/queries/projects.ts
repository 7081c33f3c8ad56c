import { asc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { projects } from "@/db/schema/projects";
import { DEFAULT_POLICY, policySchema, type Policy } from "@/lib/domain/policy";

export type ProjectRow = {
  id: string;
  slug: string;
  name: string;
  policy: Policy;
  policyVersion: number;
  campaignCount: number;
  /** Different attack keys over all campaigns. */
  attackCount: number;
  episodeCount: number;
};

const columns = {
  id: projects.id,
  slug: projects.slug,
  name: projects.name,
  policy: projects.policy,
  policyVersion: projects.policyVersion,
  // Spelled out: drizzle leaves the table's name off a column of the only table, and `id` is also theirs.
  campaignCount: sql<number>`(select count(*)::int from campaigns c where c.project_id = projects.id)`,
  attackCount: sql<number>`(select count(distinct a.key)::int from attacks a where a.project_id = projects.id)`,
  episodeCount: sql<number>`(select coalesce(sum(c.episode_count), 0)::float8 from campaigns c where c.project_id = projects.id)`,
};

/** Every project, by name. */
export async function listProjects(db: Db): Promise<ProjectRow[]> {
  const rows = await db
    .select(columns)
    .from(projects)
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
  await db
    .insert(projects)
    .values({ slug, name, policy: DEFAULT_POLICY })
    .onConflictDoNothing({ target: projects.slug });
  const rows = await db.select({ id: projects.id }).from(projects).where(eq(projects.slug, slug));
  const row = rows[0];
  if (row === undefined) throw new Error(`project ${slug} vanished while it was made`);
  return row;
}

/** A policy written by an older version gets the defaults of what it does not name. */
function withPolicy<Row extends { policy: Policy }>(row: Row): Row {
  return { ...row, policy: policySchema.parse({ ...DEFAULT_POLICY, ...row.policy }) };
}
