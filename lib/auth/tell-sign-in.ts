import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { people } from "@/db/schema/people";
import { audit } from "@/lib/audit/audit";
import { NOBODY } from "@/lib/domain/actor";

/** By what somebody signed in, or tried to. */
type Step = "password" | "code" | "recovery code" | "sign-in service";

/**
 * Tells of a sign-in in the audit log, or of one that failed: then whose it would have been, if it is
 * somebody's. What was typed for an e-mail address is not told: people type passwords there.
 *
 * @param address where it came from, as `clientAddressOf` says
 */
export async function tellSignIn(
  db: Db,
  address: string,
  { who, by, worked }: { who: { id: string } | { email: string }; by: Step; worked: boolean },
): Promise<void> {
  const [found] = await db
    .select({ id: people.id, name: people.name })
    .from(people)
    .where("id" in who ? eq(people.id, who.id) : eq(people.email, who.email));
  const isTheirs = worked && found !== undefined;
  await audit(db, isTheirs ? { kind: "person", ...found } : NOBODY, {
    action: "session.signed_in",
    projectId: null,
    object: found === undefined ? undefined : { kind: "person", id: found.id },
    outcome: worked ? "done" : "refused",
    detail: { by, address },
  });
}
