import { createDb } from "@/db/client";
import { personOfEmail } from "@/db/queries/members";
import { dropSecondFactor } from "@/db/queries/people";
import { RESET_MINUTES } from "@/db/queries/reset-links";
import { audit } from "@/lib/audit/audit";
import { makeResetLink } from "@/lib/auth/reset-links";
import { AppError } from "@/lib/errors";
import { withDatabase } from "../with-database";
import { OWNER } from "./owner";

/**
 * For whoever owns the machine when nobody can sign in who could help: prints the path of a link that sets
 * a new password, once. Words go to stderr, the path to stdout. The audit log tells of it, as it does when an
 * admin makes one.
 *
 * @param dropSecondStep takes the second step off as well
 * @throws AppError not_found: nobody signs in by the address; conflict: not by password
 */
export async function runResetLink(
  email: string,
  given: { dropSecondStep: boolean; log: (line: string) => void; signal: AbortSignal },
): Promise<number> {
  const { log, signal, dropSecondStep } = given;
  const secret = await withDatabase(
    async (url) => {
      const database = createDb(url, { max: 1 });
      try {
        const person = await personOfEmail(database.db, email);
        if (person === null) throw new AppError("not_found", `Nobody signs in by ${email}.`);
        const { personId } = person;
        return await database.db.transaction(async (tx) => {
          const wasDropped = dropSecondStep && (await dropSecondFactor(tx, personId));
          const made = await makeResetLink(tx, personId);
          const about = { projectId: null, object: { kind: "person", id: personId } };
          if (wasDropped)
            await audit(tx, OWNER, { action: "person.second_factor_dropped", ...about });
          await audit(tx, OWNER, { action: "person.reset_offered", ...about });
          return made;
        });
      } finally {
        await database.close();
      }
    },
    log,
    signal,
  );
  process.stdout.write(`/new-password?code=${secret}\n`);
  log(`Open it behind the server's address within ${RESET_MINUTES} minutes; it works once.`);
  return 0;
}
