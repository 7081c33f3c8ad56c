import type { Db } from "@/db/client";
import { findResetLink, insertResetLink, spendResetLink } from "@/db/queries/reset-links";
import { audit } from "@/lib/audit/audit";
import { AppError } from "@/lib/errors";
import { newPasswordHash } from "./new-person";
import { digestOfSecret, makeOneTimeSecret } from "./one-time-secret";

/**
 * A link by which a person sets a new password: good for an hour, once.
 *
 * @returns what the link carries; it is not kept
 * @throws AppError conflict: nobody has a password here by this id
 */
export async function makeResetLink(db: Db, personId: string): Promise<string> {
  const { secret, sha256 } = makeOneTimeSecret();
  if (await insertResetLink(db, { personId, sha256 })) return secret;
  throw new AppError("conflict", "They sign in by the sign-in service and have no password here.");
}

/** Whose password a link may set, while it may. */
export async function personOfResetLink(db: Db, secret: string) {
  const sha256 = digestOfSecret(secret);
  return sha256 === null ? null : findResetLink(db, sha256);
}

/**
 * Sets the password that a link asks for and ends every session. A second factor stays, and the next sign-in
 * asks for it (security.md B7).
 *
 * @throws AppError not_found: the link is used, over or wrong; invalid_input: the password may not be used
 */
export async function resetPassword(
  db: Db,
  { secret, password }: { secret: string; password: string },
): Promise<void> {
  const link = await personOfResetLink(db, secret);
  if (link === null) throw gone();
  const hash = await newPasswordHash(password, link);
  await db.transaction(async (tx) => {
    if (!(await spendResetLink(tx, link, hash))) throw gone();
    await audit(
      tx,
      { kind: "person", id: link.personId, name: link.name },
      {
        action: "person.password_changed",
        projectId: null,
        detail: { by: "link" },
      },
    );
  });
}

function gone(): AppError {
  return new AppError("not_found", "This link is used or over; ask for a new one.");
}
