import type { TestDatabase } from "@/db/testing/test-database";

/**
 * Does something while the audit log takes no row of such actions: what cannot be told of must not happen.
 *
 * @param actions as SQL's `like` has them, e.g. `person.%`
 */
export async function untold<T>(
  { owner }: TestDatabase,
  actions: string,
  work: () => Promise<T>,
): Promise<T> {
  await owner.unsafe(
    `alter table audit_entries add constraint takes_nothing check (action not like '${actions}') not valid`,
  );
  try {
    return await work();
  } finally {
    await owner`alter table audit_entries drop constraint takes_nothing`;
  }
}
