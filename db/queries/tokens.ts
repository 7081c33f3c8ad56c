import { and, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { apiTokens, type TokenScope } from "@/db/schema/api-tokens";

/** A token as lists show it: never what opens anything. */
export type TokenRow = {
  id: string;
  name: string;
  prefix: string;
  scopes: TokenScope[];
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

/** A token that is used more often than this is noted no more often. */
const NOTED_EVERY = sql`interval '1 minute'`;

const columns = {
  id: apiTokens.id,
  name: apiTokens.name,
  prefix: apiTokens.prefix,
  scopes: apiTokens.scopes,
  createdAt: apiTokens.createdAt,
  expiresAt: apiTokens.expiresAt,
  lastUsedAt: apiTokens.lastUsedAt,
  revokedAt: apiTokens.revokedAt,
};

/** Notes a new token by its digest, 32 bytes of SHA-256. */
export async function createToken(
  db: Db,
  scope: Scope,
  token: {
    name: string;
    prefix: string;
    sha256: Uint8Array;
    scopes: TokenScope[];
    expiresAt: Date | null;
  },
): Promise<TokenRow> {
  const [row] = await db
    .insert(apiTokens)
    .values({ ...scope, ...token })
    .returning(columns);
  if (row === undefined) throw new Error("a token was not created");
  return row;
}

/** The tokens of the project, newest first; revoked and expired ones too. */
export async function listTokens(db: Db, scope: Scope): Promise<TokenRow[]> {
  return db
    .select(columns)
    .from(apiTokens)
    .where(eq(apiTokens.projectId, scope.projectId))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
}

/**
 * The token of this digest in whatever project, or null: it is the token that tells the project. Whether
 * it is still good is for the caller to judge.
 */
export async function findToken(
  db: Db,
  sha256: Uint8Array,
): Promise<(TokenRow & { projectId: string }) | null> {
  const [row] = await db
    .select({ ...columns, projectId: apiTokens.projectId })
    .from(apiTokens)
    .where(eq(apiTokens.sha256, sha256));
  return row ?? null;
}

/**
 * Revokes at once. A second time changes nothing, which `changed` says.
 *
 * @returns null when the project has no such token
 */
export async function revokeToken(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ row: TokenRow; changed: boolean } | null> {
  const which = and(eq(apiTokens.projectId, scope.projectId), eq(apiTokens.id, id));
  const [revoked] = await db
    .update(apiTokens)
    .set({ revokedAt: sql`now()` })
    .where(and(which, isNull(apiTokens.revokedAt)))
    .returning(columns);
  if (revoked !== undefined) return { row: revoked, changed: true };
  const [row] = await db.select(columns).from(apiTokens).where(which);
  return row === undefined ? null : { row, changed: false };
}

/** Notes that a token was used, at most once a minute. */
export async function noteTokenUse(db: Db, scope: Scope, id: string): Promise<void> {
  const stale = or(
    isNull(apiTokens.lastUsedAt),
    lt(apiTokens.lastUsedAt, sql`now() - ${NOTED_EVERY}`),
  );
  await db
    .update(apiTokens)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(apiTokens.projectId, scope.projectId), eq(apiTokens.id, id), stale));
}
