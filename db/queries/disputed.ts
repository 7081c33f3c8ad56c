import { and, eq, inArray, notExists, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { annotations } from "@/db/schema/annotations";
import { episodes } from "@/db/schema/episodes";

/** Of an episode: a reviewer disputes its outcome, and no resolution names that dispute. */
export function isDisputed(db: Db, campaignId: string): SQL {
  const resolution = alias(annotations, "resolution");
  return inArray(
    episodes.seq,
    db
      .select({ seq: annotations.episodeSeq })
      .from(annotations)
      .where(
        and(
          eq(annotations.projectId, episodes.projectId),
          eq(annotations.campaignId, campaignId),
          eq(annotations.kind, "dispute"),
          notExists(
            db
              .select({ one: sql`1` })
              .from(resolution)
              .where(
                and(eq(resolution.campaignId, campaignId), eq(resolution.resolves, annotations.id)),
              ),
          ),
        ),
      ),
  );
}
