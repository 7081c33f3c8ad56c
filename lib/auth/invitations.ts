import type { Db } from "@/db/client";
import {
  acceptInvitation as accept,
  acceptInvitationOf,
  findInvitation,
  insertInvitation,
  isFreeAddress,
  withdrawInvitation,
  type InvitationRow,
} from "@/db/queries/invitations";
import type { InvitedRole } from "@/db/schema/invitations";
import { audit } from "@/lib/audit/audit";
import type { Actor } from "@/lib/domain/actor";
import { AppError } from "@/lib/errors";
import { changeRoles } from "./changed-roles";
import { emailOf, readNewPerson } from "./new-person";
import { digestOfSecret, makeOneTimeSecret } from "./one-time-secret";

/**
 * Invites an address. Whoever has the link becomes a person by it, once, within a week; an earlier link of
 * the address is void.
 *
 * @returns what the link carries; it is not kept
 * @throws AppError invalid_input: no address; conflict: somebody signs in by it already, or it is being
 *   invited at this moment
 */
export async function invite(
  db: Db,
  invitedBy: string,
  given: { email: string; roles: InvitedRole[] },
): Promise<{ email: string; secret: string }> {
  const email = emailOf(given.email);
  if (!(await isFreeAddress(db, email)))
    throw new AppError(
      "conflict",
      "Somebody signs in by this address already; give them roles below.",
    );
  const { secret, sha256 } = makeOneTimeSecret();
  if (!(await insertInvitation(db, { sha256, email, roles: given.roles, invitedBy })))
    throw new AppError(
      "conflict",
      "Somebody else invites this address at this moment; their link is the one that opens the door.",
    );
  return { email, secret };
}

/**
 * Takes an invitation back and tells of it.
 *
 * @param tx a transaction, of which it is the end
 * @throws AppError not_found: it is used, over or withdrawn
 */
export async function withdraw(tx: Db, by: Actor, invitation: string): Promise<void> {
  if (!(await withdrawInvitation(tx, invitation)))
    throw new AppError("not_found", "This invitation is used or over; reload the page.");
  const detail = { invitation };
  await audit(tx, by, { action: "person.invitation_withdrawn", projectId: null, detail });
}

/** The invitation that a link carries, while it opens the door. */
export async function invitationOf(db: Db, secret: string): Promise<InvitationRow | null> {
  const sha256 = digestOfSecret(secret);
  return sha256 === null ? null : findInvitation(db, { sha256 });
}

/**
 * Makes the invited person. The address is the invitation's, whatever the form says.
 *
 * @throws AppError not_found: the link is used, over or wrong; invalid_input: name or password
 */
export async function acceptInvitation(
  db: Db,
  { secret, name, password }: { secret: string; name: string; password: string },
): Promise<{ email: string }> {
  const invitation = await invitationOf(db, secret);
  if (invitation === null) throw gone();
  const person = await readNewPerson({ name, email: invitation.email, password });
  await db.transaction(async (tx) => {
    const made = await accept(tx, invitation.id, person);
    if (made === null) throw gone();
    await join(tx, { id: made.personId, name: person.name }, made.roles);
  });
  return { email: invitation.email };
}

/**
 * The same for a person whom the sign-in service has made: nothing but the address says who is invited.
 *
 * @param tx the transaction in which the person was made
 * @throws AppError not_found: the invitation was used or withdrawn since it was looked at
 */
export async function acceptByService(
  tx: Db,
  { id, name, email }: { id: string; name: string; email: string },
): Promise<void> {
  const roles = await acceptInvitationOf(tx, email);
  if (roles === null) throw gone();
  await join(tx, { id, name }, roles);
}

/** The invited roles, told to each project's log, and the person, told to the instance's. */
async function join(
  tx: Db,
  person: { id: string; name: string },
  roles: readonly InvitedRole[],
): Promise<void> {
  const by = { kind: "person", ...person } as const;
  await changeRoles(tx, by, person.id, roles);
  await audit(tx, by, { action: "person.joined", projectId: null });
}

function gone(): AppError {
  return new AppError("not_found", "This invitation is used or over; ask for a new one.");
}
