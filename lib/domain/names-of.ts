/**
 * The names of a table in its own order, as the tuple that a zod enum takes.
 * Throws RangeError for an empty table.
 */
export function namesOf<Table extends Record<string, unknown>>(
  table: Table,
): [keyof Table & string, ...(keyof Table & string)[]] {
  const names: (keyof Table & string)[] = [];
  for (const name in table) names.push(name);
  const [first, ...others] = names;
  if (first === undefined) throw new RangeError("an empty table has no names");
  return [first, ...others];
}
