import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { annotations, type AnnotationKind } from "@/db/schema/annotations";
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
      // A lock of its own: rows are evidence, and to lock one takes the right to change it.
      const name = `dispute ${given.resolves}`;
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
      const [dispute] = await tx
        .select({ id: annotations.id })
        .from(annotations)
        .where(
          and(
            ofEpisode(scope, key),
            eq(annotations.id, given.resolves),
            eq(annotations.kind, "dispute"),
          ),
        );
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

function ofEpisode(scope: Scope, key: EpisodeKey): SQL | undefined {
  return and(
    eq(annotations.projectId, scope.projectId),
    eq(annotations.campaignId, key.campaignId),
    eq(annotations.episodeSeq, key.seq),
  );
}
