import type { Database, Scope } from "@/db/client";
import { addRetention, type RetentionSet } from "@/db/queries/retention";
import { audit } from "@/lib/audit/audit";
import type { Actor } from "@/lib/domain/actor";
import type { Retention } from "@/lib/domain/retention";

/**
 * Sets what happens to the campaigns of a project by age. Nothing is done yet: retention runs when the
 * server starts, once a day, and when `aftermath retain` is called. What counts already is not set again: no
 * version is written, and nothing is told.
 *
 * @returns the version that counts now, and whether it was written
 */
export async function setRetention(
  { db }: Pick<Database, "db">,
  scope: Scope,
  by: Actor,
  retention: Retention,
): Promise<RetentionSet> {
  return db.transaction(async (tx) => {
    const set = await addRetention(tx, scope, retention, by.name);
    if (!set.isNew) return set;
    await audit(tx, by, {
      action: "retention.changed",
      projectId: scope.projectId,
      object: { kind: "retention", id: String(set.version) },
      detail: { act: retention.act, days: retention.days },
    });
    return set;
  });
}
