import type { Database, Scope } from "@/db/client";
import { audit } from "@/lib/audit/audit";
import type { Actor } from "@/lib/domain/actor";
import { holdLive } from "./hold-live";

/**
 * Gives a live campaign up with everything that was sent.
 *
 * @throws AppError not_found, in_progress: as `holdLive`
 */
export async function dropLive(
  database: Database,
  address: Scope & { liveId: string; by: Actor },
): Promise<{ name: string }> {
  const { projectId, liveId, by } = address;
  return database.sql.begin(async (tx) => {
    await holdLive(tx, address);
    const [gone] = await tx<{ name: string }[]>`
      delete from live_campaigns where project_id = ${projectId} and id = ${liveId}
      returning name`;
    const name = gone?.name ?? "";
    await audit(tx, by, {
      action: "live.dropped",
      projectId,
      object: { kind: "live campaign", id: liveId },
      detail: { name },
    });
    return { name };
  });
}
