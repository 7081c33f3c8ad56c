import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { idempotencyKeys } from "@/db/schema/idempotency-keys";

/** One use of a key: `route` is the method with the address, so that one key of two addresses is two. */
export type KeyUse = { route: string; key: string; bodySha256: Uint8Array };

export type Claim =
  /** It is the first: do the work, then `settleKey`, or `releaseKey` when nothing came of it. */
  | { state: "claimed" }
  /** Answered before: the same again. */
  | { state: "answered"; status: number; answer: unknown }
  | { state: "running" }
  | { state: "other_body" };

/** After this a request that never answered has died with its process; its key may be taken again. */
const GIVEN_UP = sql`interval '15 minutes'`;
/** How long an answer is kept (security.md E9). */
const KEPT = sql`interval '30 days'`;

/** Takes a key, or says what became of its first use. Of several at once exactly one claims it. */
export async function claimKey(db: Db, scope: Scope, use: KeyUse): Promise<Claim> {
  const { route, key, bodySha256 } = use;
  await forgetOldKeys(db);
  const mine = await db
    .insert(idempotencyKeys)
    .values({ ...scope, route, key, bodySha256 })
    .onConflictDoUpdate({
      target: [idempotencyKeys.projectId, idempotencyKeys.route, idempotencyKeys.key],
      set: { createdAt: sql`now()` },
      setWhere: sql`${idempotencyKeys.status} is null and ${idempotencyKeys.bodySha256} = ${bodySha256} and ${idempotencyKeys.createdAt} < now() - ${GIVEN_UP}`,
    })
    .returning({ key: idempotencyKeys.key });
  if (mine.length > 0) return { state: "claimed" };
  const [row] = await db.select().from(idempotencyKeys).where(isKey(scope, use));
  // Released between the two statements: whoever had it failed, and this one may ask again.
  if (row === undefined) return { state: "running" };
  if (!Buffer.from(row.bodySha256).equals(bodySha256)) return { state: "other_body" };
  return row.status === null
    ? { state: "running" }
    : { state: "answered", status: row.status, answer: row.answer };
}

/** Keeps what was answered. `answer` is plain JSON. */
export async function settleKey(
  db: Db,
  scope: Scope,
  use: KeyUse,
  answered: { status: number; answer: unknown },
): Promise<void> {
  await db.update(idempotencyKeys).set(answered).where(isKey(scope, use));
}

/** Gives the key up: nothing came of the request, and the next one with the key begins anew. */
export async function releaseKey(db: Db, scope: Scope, use: KeyUse): Promise<void> {
  await db.delete(idempotencyKeys).where(and(isKey(scope, use), isNull(idempotencyKeys.status)));
}

async function forgetOldKeys(db: Db): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - ${KEPT}`));
}

function isKey(scope: Scope, { route, key }: KeyUse) {
  return and(
    eq(idempotencyKeys.projectId, scope.projectId),
    eq(idempotencyKeys.route, route),
    eq(idempotencyKeys.key, key),
  );
}
