import { and, asc, eq, exists, inArray, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db, Scope } from "@/db/client";
import { annotations, type AnnotationKind } from "@/db/schema/annotations";
import { campaigns } from "@/db/schema/campaigns";
import { episodeRows } from "@/db/schema/episode-rows";
import type { Outcome } from "@/lib/domain/outcome";
import type { EpisodeKey } from "./episode-detail-parts";

/** What a reviewer wrote beside an episode; nothing of it changes what was derived. */
export type Annotation = {
  id: string;
  kind: AnnotationKind;
  author: string;
  text: string;
  /** Of a dispute: what the reviewer holds the outcome to be. Of a resolution: what was settled on. */
  outcome: Outcome | null;
  /** Of a resolution: the dispute that it settles. */
  resolves: string | null;
  /** The call that it is about, from 0. */
  callNo: number | null;
  createdAt: Date;
};

export type NewAnnotation = Omit<Annotation, "id" | "createdAt">;

/** Most annotations of one episode that are read. */
const MOST = 1_000;

const columns = {
  id: annotations.id,
  kind: annotations.kind,
  author: annotations.author,
  text: annotations.text,
  outcome: annotations.outcome,
  resolves: annotations.resolves,
  callNo: annotations.callNo,
  createdAt: annotations.createdAt,
};

/** Everything written beside one episode, oldest first, the first 1,000. */
export async function annotationsOf(db: Db, scope: Scope, key: EpisodeKey): Promise<Annotation[]> {
  return db
    .select(columns)
    .from(annotations)
    .where(ofEpisode(scope, key))
    .orderBy(asc(annotations.createdAt), asc(annotations.id))
    .limit(MOST);
}

/**
 * Adds one; rows are only ever added. A resolution has to name a dispute of the same episode that none has
 * settled yet: `unknown-dispute` or `settled` where it does not, and nothing is written. The dispute's row is
 * held meanwhile, so that of two who settle it at once one is told.
 */
export async function addAnnotation(
  db: Db,
  scope: Scope,
  key: EpisodeKey,
  given: NewAnnotation,
): Promise<Annotation | "unknown-dispute" | "settled"> {
  return db.transaction(async (tx) => {
    if (given.resolves !== null) {
      const [dispute] = await tx
        .select({ id: annotations.id })
        .from(annotations)
        .where(
          and(
            ofEpisode(scope, key),
            eq(annotations.id, given.resolves),
            eq(annotations.kind, "dispute"),
          ),
        )
        .for("update");
      if (dispute === undefined) return "unknown-dispute";
      const [settled] = await tx
        .select({ id: annotations.id })
        .from(annotations)
        .where(and(ofEpisode(scope, key), eq(annotations.resolves, dispute.id)))
        .limit(1);
      if (settled !== undefined) return "settled";
    }
    const [row] = await tx
      .insert(annotations)
      .values({
        projectId: scope.projectId,
        campaignId: key.campaignId,
        episodeSeq: key.seq,
        ...given,
      })
      .returning(columns);
    if (row === undefined) throw new Error("an annotation was inserted and gave no row");
    return row;
  });
}

/** An episode with how many disputes of its outcome there are, and how many of them nobody has settled. */
export type DisputedEpisode = { campaignSlug: string; seq: number; disputes: number; open: number };

/**
 * The disputed episodes of a campaign: how many, how many with a dispute that nobody has settled, and the
 * first 100 of them in the order of the source.
 */
export async function disputesOf(
  db: Db,
  scope: Scope,
  campaignId: string,
): Promise<{ episodes: number; open: number; first: DisputedEpisode[] }> {
  const rows = await counts(db, scope, eq(annotations.campaignId, campaignId));
  return {
    episodes: rows.length,
    open: rows.filter((row) => row.open > 0).length,
    first: rows.slice(0, 100),
  };
}

/** The disputes of the episodes of one page of a list, by `campaignSlug.seq`; absent where there is none. */
export async function disputesOfEpisodes(
  db: Db,
  scope: Scope,
  places: readonly { campaignSlug: string; seq: number }[],
): Promise<Map<string, DisputedEpisode>> {
  if (places.length === 0) return new Map();
  const slugs = [...new Set(places.map((place) => place.campaignSlug))];
  const seqs = [...new Set(places.map((place) => place.seq))];
  const rows = await counts(
    db,
    scope,
    and(inArray(campaigns.slug, slugs), inArray(annotations.episodeSeq, seqs)),
  );
  const asked = new Set(places.map(nameOf));
  return new Map(
    rows.map((row) => [nameOf(row), row] as const).filter(([name]) => asked.has(name)),
  );
}

/** The condition, over `episodeRows`, that an episode's outcome is disputed; `open`: and not settled. */
export function isDisputed(db: Db, which: "any" | "open"): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(annotations)
      .where(
        and(
          eq(annotations.projectId, episodeRows.projectId),
          eq(annotations.campaignId, episodeRows.campaignId),
          eq(annotations.episodeSeq, episodeRows.seq),
          eq(annotations.kind, "dispute"),
          which === "open" ? notExists(settling(db)) : undefined,
        ),
      ),
  );
}

const settlings = alias(annotations, "settlings");

function settling(db: Db) {
  return db
    .select({ one: sql`1` })
    .from(settlings)
    .where(
      and(
        eq(settlings.projectId, annotations.projectId),
        eq(settlings.campaignId, annotations.campaignId),
        eq(settlings.episodeSeq, annotations.episodeSeq),
        eq(settlings.resolves, annotations.id),
      ),
    );
}

async function counts(db: Db, scope: Scope, where: SQL | undefined): Promise<DisputedEpisode[]> {
  return db
    .select({
      campaignSlug: campaigns.slug,
      seq: annotations.episodeSeq,
      disputes: sql<number>`count(*)::int`,
      open: sql<number>`(count(*) filter (where ${notExists(settling(db))}))::int`,
    })
    .from(annotations)
    .innerJoin(
      campaigns,
      and(eq(campaigns.projectId, annotations.projectId), eq(campaigns.id, annotations.campaignId)),
    )
    .where(and(eq(annotations.projectId, scope.projectId), eq(annotations.kind, "dispute"), where))
    .groupBy(campaigns.slug, annotations.campaignId, annotations.episodeSeq)
    .orderBy(asc(annotations.campaignId), asc(annotations.episodeSeq));
}

function nameOf(place: { campaignSlug: string; seq: number }): string {
  return `${place.campaignSlug}.${place.seq}`;
}

function ofEpisode(scope: Scope, key: EpisodeKey): SQL | undefined {
  return and(
    eq(annotations.projectId, scope.projectId),
    eq(annotations.campaignId, key.campaignId),
    eq(annotations.episodeSeq, key.seq),
  );
}
