import { and, asc, desc, eq, ilike, or, sql } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { arms } from "@/db/schema/arms";
import { campaigns } from "@/db/schema/campaigns";

export type FoundArm = {
  campaignSlug: string;
  campaignName: string;
  armKey: string;
  armName: string;
  guardrail: string | null;
  guardrailVersion: string | null;
  guardrailEnabled: boolean | null;
  /** The arm's own model, else the campaign's. */
  model: string | null;
  startedAt: Date | null;
};

/** More words than this say nothing more. */
const MOST_WORDS = 8;

/**
 * Arms by what people know of them: each word of `text` stands in the campaign's name or address, or in
 * the arm's name, key, guardrail or model, in any case of letters. Newest campaign first; no word finds all.
 */
export async function searchArms(
  db: Db,
  scope: Scope,
  text: string,
  limit: number,
): Promise<FoundArm[]> {
  const words = text.replaceAll("\0", " ").split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  return db
    .select({
      campaignSlug: campaigns.slug,
      campaignName: campaigns.name,
      armKey: arms.key,
      armName: arms.name,
      guardrail: arms.guardrailName,
      guardrailVersion: arms.guardrailVersion,
      guardrailEnabled: arms.guardrailEnabled,
      model: arms.model,
      startedAt: campaigns.startedAt,
    })
    .from(arms)
    .innerJoin(campaigns, eq(campaigns.id, arms.campaignId))
    .where(
      and(
        eq(arms.projectId, scope.projectId),
        eq(campaigns.projectId, scope.projectId),
        ...words.map(anywhere),
      ),
    )
    .orderBy(sql`${campaigns.startedAt} desc nulls last`, desc(campaigns.id), asc(arms.armNo))
    .limit(limit);
}

function anywhere(word: string) {
  const pattern = `%${word.slice(0, 200).replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return or(
    ...[
      campaigns.name,
      campaigns.slug,
      arms.name,
      arms.key,
      arms.guardrailName,
      arms.guardrailVersion,
      arms.model,
    ].map((column) => ilike(column, pattern)),
  );
}
