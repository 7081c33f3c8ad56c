import { createDb } from "@/db/client";
import { personOfEmail } from "@/db/queries/members";
import { dropSecondFactor } from "@/db/queries/people";
import { RESET_MINUTES } from "@/db/queries/reset-links";
import { makeResetLink } from "@/lib/auth/reset-links";
import { AppError } from "@/lib/errors";
import { withDatabase } from "../with-database";

/**
 * For whoever owns the machine when nobody can sign in who could help: prints the path of a link that sets
 * a new password, once. Words go to stderr, the path to stdout.
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
        if (dropSecondStep) await dropSecondFactor(database.db, person.personId);
        return await makeResetLink(database.db, person.personId);
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
