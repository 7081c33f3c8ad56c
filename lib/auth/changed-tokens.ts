import type { Db, Scope } from "@/db/client";
import { createToken, revokeToken, type TokenRow } from "@/db/queries/tokens";
import type { TokenScope } from "@/db/schema/api-tokens";
import { audit } from "@/lib/audit/audit";
import type { Actor } from "@/lib/domain/actor";
import { makeToken } from "./token";

/** Makes a token of the project and tells of it. `token` is in the answer alone: a digest is stored. */
export async function madeToken(
  db: Db,
  scope: Scope,
  by: Actor,
  asked: { name: string; scopes: TokenScope[]; expiresAt: Date | null },
): Promise<{ token: string; row: TokenRow }> {
  const { token, ...kept } = makeToken();
  const row = await db.transaction(async (tx) => {
    const made = await createToken(tx, scope, { ...kept, ...asked });
    await audit(tx, by, {
      action: "token.made",
      projectId: scope.projectId,
      object: { kind: "token", id: made.id },
      detail: {
        name: made.name,
        scopes: made.scopes.join(" "),
        expires: made.expiresAt?.toISOString() ?? null,
      },
    });
    return made;
  });
  return { token, row };
}

/** Revokes at once and tells of it, the first time; null when the project has no such token. */
export async function tokenRevoked(
  db: Db,
  scope: Scope,
  by: Actor,
  id: string,
): Promise<TokenRow | null> {
  return db.transaction(async (tx) => {
    const revoked = await revokeToken(tx, scope, id);
    if (revoked?.changed === true)
      await audit(tx, by, {
        action: "token.revoked",
        projectId: scope.projectId,
        object: { kind: "token", id },
        detail: { name: revoked.row.name },
      });
    return revoked?.row ?? null;
  });
}
