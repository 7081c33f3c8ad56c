import type { Db } from "@/db/client";
import {
  acceptInvitation as accept,
  findInvitation,
  insertInvitation,
  isFreeAddress,
  type InvitationRow,
} from "@/db/queries/invitations";
import type { InvitedRole } from "@/db/schema/invitations";
import { audit } from "@/lib/audit/audit";
import { AppError } from "@/lib/errors";
import { emailOf, readNewPerson } from "./new-person";
import { digestOfSecret, makeOneTimeSecret } from "./one-time-secret";

/**
 * Invites an address. Whoever has the link becomes a person by it, once, within a week; an earlier link of
 * the address is void.
 *
 * @returns what the link carries; it is not kept
 * @throws AppError invalid_input: no address; conflict: somebody signs in by it already
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
  await insertInvitation(db, { sha256, email, roles: given.roles, invitedBy });
  return { email, secret };
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
    const id = await accept(tx, invitation.id, person);
    if (id === null) throw gone();
    const joined = { action: "person.joined", projectId: null } as const;
    await audit(tx, { kind: "person", id, name: person.name }, joined);
  });
  return { email: invitation.email };
}

function gone(): AppError {
  return new AppError("not_found", "This invitation is used or over; ask for a new one.");
}
