import { and, asc, count, eq, ne, sql } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { savedViews, type ViewPage } from "@/db/schema/saved-views";

/** A view of a page under its name, shared by everyone in the project. */
export type SavedView = { id: string; name: string; query: string; createdAt: Date };

/** A page keeps so many at most: a list that nobody can read helps nobody. */
export const MOST_VIEWS = 100;

/** The views of a page, by name. */
export async function listViews(db: Db, scope: Scope, page: ViewPage): Promise<SavedView[]> {
  return db
    .select({
      id: savedViews.id,
      name: savedViews.name,
      query: savedViews.query,
      createdAt: savedViews.createdAt,
    })
    .from(savedViews)
    .where(and(eq(savedViews.projectId, scope.projectId), eq(savedViews.page, page)))
    .orderBy(asc(sql`lower(${savedViews.name})`), asc(savedViews.name))
    .limit(MOST_VIEWS);
}

/**
 * Keeps a view under its name; one that has the name is replaced. Null when the page has as many as it may
 * and none has the name, else its id. `name` of 1 to 80 and `query` of up to 4,000 characters; the database
 * refuses others.
 */
export async function saveView(
  db: Db,
  scope: Scope,
  view: { page: ViewPage; name: string; query: string },
): Promise<string | null> {
  const { page, name, query } = view;
  const [others] = await db
    .select({ views: count() })
    .from(savedViews)
    .where(
      and(
        eq(savedViews.projectId, scope.projectId),
        eq(savedViews.page, page),
        ne(savedViews.name, name),
      ),
    );
  if ((others?.views ?? 0) >= MOST_VIEWS) return null;
  const [kept] = await db
    .insert(savedViews)
    .values({ projectId: scope.projectId, page, name, query })
    .onConflictDoUpdate({
      target: [savedViews.projectId, savedViews.page, savedViews.name],
      set: { query, createdAt: sql`now()` },
    })
    .returning({ id: savedViews.id });
  return kept?.id ?? null;
}

/** Forgets a view by its id, a UUID; returns its name, null for one that is gone or another project's. */
export async function deleteView(db: Db, scope: Scope, id: string): Promise<string | null> {
  const [gone] = await db
    .delete(savedViews)
    .where(and(eq(savedViews.projectId, scope.projectId), eq(savedViews.id, id)))
    .returning({ name: savedViews.name });
  return gone?.name ?? null;
}
