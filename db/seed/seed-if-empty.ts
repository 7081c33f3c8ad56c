import type { Sql } from "@/db/client";

/** Loads the example project when the database has no project at all, so that a first look shows one. */
export async function seedIfEmpty(
  sql: Sql,
  { log }: { readonly log: (line: string) => void },
): Promise<void> {
  const [row] = await sql<{ empty: boolean }[]>`
    select not exists (select from projects) as empty`;
  if (row?.empty !== true) return;
  log("Loading the example project …");
  // Loaded here and not above: the starts that have nothing to seed come up sooner without it.
  const [{ databaseOf }, { seedExample }] = await Promise.all([
    import("@/db/client"),
    import("./seed-example"),
  ]);
  await seedExample(databaseOf(sql));
}
