import type { Db } from "@/db/client";
import { dropSecondFactor, endSessions, setBanned } from "@/db/queries/people";
import { audit } from "@/lib/audit/audit";
import type { Actor } from "@/lib/domain/actor";
import type { AuditAction } from "@/lib/domain/audit-action";

/*
 * What is done to a person, and told of where it changed something: a second click tells nothing. Each takes
 * a transaction, of which it is the end, and returns whether there was anything to change.
 */

/** Bans or lets in again. Null: nobody has the id, or it is the instance's admin, who cannot be banned. */
export async function changeBan(
  tx: Db,
  by: Actor,
  personId: string,
  banned: boolean,
): Promise<boolean | null> {
  const changed = await setBanned(tx, personId, banned);
  if (changed === true)
    await tell(tx, by, personId, banned ? "person.banned" : "person.readmitted");
  return changed;
}

export async function signOutEverywhere(tx: Db, by: Actor, personId: string): Promise<boolean> {
  const anyEnded = await endSessions(tx, personId);
  if (anyEnded) await tell(tx, by, personId, "session.ended");
  return anyEnded;
}

export async function takeSecondFactor(tx: Db, by: Actor, personId: string): Promise<boolean> {
  const wasThere = await dropSecondFactor(tx, personId);
  if (wasThere) await tell(tx, by, personId, "person.second_factor_dropped");
  return wasThere;
}

async function tell(tx: Db, by: Actor, personId: string, action: AuditAction): Promise<void> {
  await audit(tx, by, { action, projectId: null, object: { kind: "person", id: personId } });
}
