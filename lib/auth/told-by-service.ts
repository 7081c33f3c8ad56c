import type { BetterAuthOptions } from "better-auth";
import type { DBAdapter, DBTransactionAdapter } from "better-auth/adapters";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "@/db/client";
import { people } from "@/db/schema/people";
import { acceptByService } from "./invitations";
import { tellSignIn } from "./tell-sign-in";

type Made<Data> = {
  model: string;
  data: Omit<Data, "id">;
  select?: string[] | undefined;
  forceAllowId?: boolean | undefined;
};
type MakeAdapter = (options: BetterAuthOptions) => DBAdapter;

/** What the accounts library makes of a sign-in by the service, as its adapter is handed it. */
const madeSchema = z.discriminatedUnion("model", [
  z.object({ model: z.literal("account"), data: z.object({ userId: z.string() }) }),
  z.object({
    model: z.literal("session"),
    data: z.object({ userId: z.string(), ipAddress: z.string() }),
  }),
]);

/**
 * Puts between better-auth and its tables that what it makes of a sign-in by the service is there with what
 * tells of it, or not at all: a session with its row of the audit log; a person's first account, which the
 * library makes in one transaction with the person, with the roles that the person was invited to and the
 * rows of those. The library's own hooks run after its transactions, and a transaction around the whole
 * callback would hold a connection for as long as the service takes to answer.
 *
 * @param tablesOn the library's tables, through the pool or a transaction
 */
export function toldByService(db: Db, tablesOn: (db: Db) => MakeAdapter): MakeAdapter {
  return (options) => {
    const told = (on: Db): DBTransactionAdapter => ({
      ...tablesOn(on)(options),
      create: <Data extends object, Row = Data>(input: Made<Data>) =>
        on.transaction(async (tx) => {
          const row = await tablesOn(tx)(options).create<Data, Row>(input);
          await tell(tx, input);
          return row;
        }),
    });
    const outer = tablesOn(db)(options);
    return { ...outer, ...told(db), transaction: (work) => db.transaction((tx) => work(told(tx))) };
  };
}

async function tell(tx: Db, input: { model: string; data: unknown }): Promise<void> {
  const made = madeSchema.safeParse(input).data;
  if (made === undefined) return;
  const { userId } = made.data;
  if (made.model === "account") {
    const [person] = await tx
      .select({ id: people.id, name: people.name, email: people.email })
      .from(people)
      .where(eq(people.id, userId));
    if (person === undefined) throw new Error("an account without a person");
    await acceptByService(tx, person);
  } else
    await tellSignIn(tx, made.data.ipAddress, {
      who: { id: userId },
      by: "sign-in service",
      worked: true,
    });
}
