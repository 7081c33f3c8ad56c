import type { TestDatabase } from "@/db/testing/test-database";

/** A form before it was sent. */
export const idle = { problem: null, done: null };

export function formOf(fields: Record<string, string | string[]>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(name, one);
  return form;
}

/** The number of the newest row of the audit log; 0 when it is empty. */
export async function lastEntry({ sql }: TestDatabase): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    select coalesce(max(id), 0)::int as id from audit_entries`;
  return row?.id ?? 0;
}

/** Every row of every table, as one digest a table. */
export async function everything({ sql }: TestDatabase): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql<{ digest: string }[]>`
      select coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest
      from ${sql(name)} t`;
    found[name] = row?.digest ?? "";
  }
  return found;
}

/** The tables that are not as they were, by name. */
export function changedTables(
  before: Record<string, string>,
  after: Record<string, string>,
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).toSorted();
}

/** A redirect is how a form that was taken answers. */
export async function throughTo(change: () => Promise<unknown>): Promise<void> {
  const answer = await change().catch((error: unknown) => {
    if (!(error instanceof Error && error.message === "redirect")) throw error;
  });
  if (answer instanceof Response && !answer.ok) throw new Error(await answer.text());
}

/** Those of the secrets that stand in the audit log: none may. */
export async function secretsIn(
  { sql }: TestDatabase,
  secrets: readonly string[],
): Promise<string[]> {
  const [all] = await sql<{ text: string }[]>`
    select string_agg(t::text, ' ') as text from audit_entries t`;
  return secrets.filter((secret) => all?.text.includes(secret));
}
