import { desc, eq } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { policies } from "@/db/schema/policies";
import { projects } from "@/db/schema/projects";
import { readReason } from "@/lib/domain/given-reason";
import { DEFAULT_POLICY, policySchema, type Policy } from "@/lib/domain/policy";
import { policyChanges, type PolicySettings } from "@/lib/domain/policy-fields";
import { AppError } from "@/lib/errors";

/** One version of a project's policy: what holds from when, by whom and why. */
export type PolicyVersion = {
  policy: Policy;
  at: Date;
  /** Null for the one that a project begins with, and for what was changed before names were kept. */
  by: string | null;
  reason: string | null;
};

/** Every version, the newest first. */
export async function policyHistory(db: Db, scope: Scope): Promise<PolicyVersion[]> {
  const rows = await db
    .select({
      version: policies.version,
      settings: policies.settings,
      at: policies.createdAt,
      by: policies.changedBy,
      reason: policies.reason,
    })
    .from(policies)
    .where(eq(policies.projectId, scope.projectId))
    .orderBy(desc(policies.version));
  return rows.map(({ version, settings, ...row }) => ({
    ...row,
    policy: storedPolicy({ ...settings, version }),
  }));
}

/**
 * Gives the project a new version of its policy; reports made from then on name it. What was saved keeps the
 * version that it was saved under.
 *
 * @param from the version that whoever decides has seen
 * @throws AppError invalid_input: out of bounds, nothing is different, or no reason; conflict: there is a
 *   newer version than `from`
 */
export async function changePolicy(
  tx: Pick<Db, "select" | "insert">,
  scope: Scope,
  {
    from,
    settings,
    by,
    reason,
  }: { from: number; settings: PolicySettings; by: string; reason: string },
): Promise<{ before: Policy; after: Policy }> {
  const checked = policySchema.omit({ version: true }).safeParse(settings);
  if (!checked.success)
    throw new AppError("invalid_input", "A number of the policy is out of its bounds.");
  const why = readReason(reason);
  if ("problem" in why) throw new AppError("invalid_input", why.problem);
  // The project's row is the turnstile: two changes would else take the same number.
  const ofProject = eq(projects.id, scope.projectId);
  await tx.select({ id: projects.id }).from(projects).where(ofProject).for("update");
  const [latest] = await tx
    .select()
    .from(policies)
    .where(eq(policies.projectId, scope.projectId))
    .orderBy(desc(policies.version))
    .limit(1);
  if (latest === undefined) throw new Error("a project without a policy");
  if (latest.version !== from)
    throw new AppError(
      "conflict",
      `Version ${latest.version} was saved meanwhile${latest.changedBy === null ? "" : `, by ${latest.changedBy}`}. Nothing of yours was saved, and what you changed still stands here: see what it would change now, and save again.`,
    );
  const before = storedPolicy({ ...latest.settings, version: from });
  if (policyChanges(before, checked.data).length === 0)
    throw new AppError("invalid_input", `Nothing is different from version ${from}.`);
  const version = from + 1;
  const row = { ...scope, version, settings: checked.data, changedBy: by, ...why };
  await tx.insert(policies).values(row);
  return { before, after: { version, ...checked.data } };
}

/** One that was written by an older version of the program gets the defaults of what it does not name. */
export function storedPolicy(stored: unknown): Policy {
  const known = typeof stored === "object" ? stored : null;
  return policySchema.parse({ ...DEFAULT_POLICY, ...known });
}
