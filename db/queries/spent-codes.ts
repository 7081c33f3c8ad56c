import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { spentCodes } from "@/db/schema/spent-codes";
import type { Querying } from "./people";

/** Longer than any code is good: 30 s, and one step before and after. */
const KEPT = sql`interval '3 minutes'`;

/** Notes that a code was handed in; false when this person has handed it in before. */
export async function spendCode(db: Querying, personId: string, code: string): Promise<boolean> {
  await db.delete(spentCodes).where(sql`${spentCodes.at} < now() - ${KEPT}`);
  const sha256 = createHash("sha256").update(code).digest();
  const noted = await db
    .insert(spentCodes)
    .values({ personId, sha256 })
    .onConflictDoNothing()
    .returning({ at: spentCodes.at });
  return noted.length > 0;
}
