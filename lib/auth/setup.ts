import type { Db } from "@/db/client";
import { anyPerson } from "@/db/queries/people";
import { insertFirstPerson, insertSetupCode, isSetupCode } from "@/db/queries/setup-codes";
import { audit } from "@/lib/audit/audit";
import { AppError } from "@/lib/errors";
import { readNewPerson, type NewPerson } from "./new-person";
import { digestOfSecret, makeOneTimeSecret } from "./one-time-secret";

/** True while nobody is there: the first run. Never again afterwards. */
export async function isFirstRun(db: Db): Promise<boolean> {
  return !(await anyPerson(db));
}

/**
 * A new code for the log of a first run: 160 bits, good for an hour and for one person, kept as a digest.
 * Null when somebody is there already.
 */
export async function makeSetupCode(db: Db): Promise<string | null> {
  const { secret, sha256 } = makeOneTimeSecret();
  return (await insertSetupCode(db, sha256)) ? secret : null;
}

/**
 * Makes the first person, who looks after the instance.
 *
 * @throws AppError not_found: somebody is there already; forbidden: the code is not the log's, or ran out;
 *   invalid_input: name, address or password
 */
export async function setUp(
  db: Db,
  { code, ...person }: NewPerson & { code: string },
): Promise<{ personId: string }> {
  const digest = digestOfSecret(code);
  // Before the password is hashed: whoever has no code may not make us work.
  if (digest === null || !(await isSetupCode(db, digest))) throw await refusal(db);
  const first = await readNewPerson(person);
  const made = await db.transaction(async (tx) => {
    const done = await insertFirstPerson(tx, digest, first);
    if (typeof done !== "string")
      await audit(
        tx,
        { kind: "person", id: done.personId, name: first.name },
        {
          action: "instance.set_up",
          projectId: null,
        },
      );
    return done;
  });
  if (typeof made === "string") throw await refusal(db);
  return made;
}

async function refusal(db: Db): Promise<AppError> {
  return (await isFirstRun(db))
    ? new AppError(
        "forbidden",
        "That is not the code in the server's log, or it is older than an hour; a restart of the server prints a new one.",
      )
    : new AppError("not_found", "The set-up is done; sign in instead.");
}
