import { asc, eq } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { attacks } from "@/db/schema/attacks";

/** An attack as one campaign's corpus declares it. */
export type AttackTagsRow = {
  campaignId: string;
  key: string;
  family: string | null;
  owasp: string[];
  atlas: string[];
};

/** The attacks that the corpora of the project declare, run or not, campaign by campaign. */
export async function listAttackTags(db: Db, scope: Scope): Promise<AttackTagsRow[]> {
  return db
    .select({
      campaignId: attacks.campaignId,
      key: attacks.key,
      family: attacks.family,
      owasp: attacks.owasp,
      atlas: attacks.atlas,
    })
    .from(attacks)
    .where(eq(attacks.projectId, scope.projectId))
    .orderBy(asc(attacks.campaignId), asc(attacks.attackNo));
}
