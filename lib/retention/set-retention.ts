import type { Database, Scope } from "@/db/client";
import { addRetention } from "@/db/queries/retention";
import { audit } from "@/lib/audit/audit";
import type { Actor } from "@/lib/domain/actor";
import type { Retention } from "@/lib/domain/retention";

/**
 * Sets what happens to the campaigns of a project by age. Nothing is done yet: retention runs when the
 * server starts, once a day, and when `aftermath retain` is called.
 *
 * @returns the number of the version
 */
export async function setRetention(
  { db }: Pick<Database, "db">,
  scope: Scope,
  by: Actor,
  retention: Retention,
): Promise<number> {
  return db.transaction(async (tx) => {
    const version = await addRetention(tx, scope, retention, by.name);
    await audit(tx, by, {
      action: "retention.changed",
      projectId: scope.projectId,
      object: { kind: "retention", id: String(version) },
      detail: { act: retention.act, days: retention.days },
    });
    return version;
  });
}
