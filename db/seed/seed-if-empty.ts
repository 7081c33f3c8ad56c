import { databaseOf, type Sql } from "@/db/client";
import { seedExample } from "./seed-example";

/** Loads the example project when the database has no project at all, so that a first look shows one. */
export async function seedIfEmpty(
  sql: Sql,
  { log }: { readonly log: (line: string) => void },
): Promise<void> {
  const [row] = await sql<{ empty: boolean }[]>`
    select not exists (select from projects) as empty`;
  if (row?.empty !== true) return;
  log("Loading the example project …");
  await seedExample(databaseOf(sql));
}
