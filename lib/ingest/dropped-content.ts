import type { PgTable } from "drizzle-orm/pg-core";
import { withNull, type BinaryRow } from "@/db/copy-out";
import { CAMPAIGN_TABLES, columnNames, EPISODE_TABLES } from "./sealed-tables";

/**
 * The columns in which nothing is left when the content of a campaign is dropped, by the sealed tables:
 * the same as `drop_content` empties (drizzle/0011_retention_rules.sql). Of `texts` no row is left.
 */
const EMPTIED = {
  episodes: ["termination_detail"],
  attempts: ["detail"],
  calls: ["reason"],
} as const satisfies Partial<Record<keyof typeof EPISODE_TABLES, readonly string[]>>;

const EMPTIED_OWN = {
  records: ["raw"],
  cases: ["user_task", "injection_text"],
} as const satisfies Partial<Record<keyof typeof CAMPAIGN_TABLES, readonly string[]>>;

/** The campaign's own tables that lose texts. */
export const EMPTIED_TABLES: readonly string[] = Object.keys(EMPTIED_OWN);

const PLACES = placesIn(EPISODE_TABLES, EMPTIED);
const OWN_PLACES = placesIn(CAMPAIGN_TABLES, EMPTIED_OWN);

/**
 * The rows that were derived from an episode's record as they are once its content is dropped.
 *
 * @param tables the rows of each of `EPISODE_TABLES`, in its order; of the records' what is behind the bytes
 */
export function emptiedRows(tables: readonly (readonly BinaryRow[])[]): BinaryRow[][] {
  return Object.keys(EPISODE_TABLES).map((name, no) =>
    name === "texts" ? [] : (tables[no] ?? []).map((row) => emptied(row, PLACES.get(name))),
  );
}

/** A row of one of `CAMPAIGN_TABLES`, likewise: of most tables the row as it is. */
export function emptiedOwnRow(name: string, row: BinaryRow): BinaryRow {
  return emptied(row, OWN_PLACES.get(name));
}

function emptied(row: BinaryRow, places: readonly number[] = []): BinaryRow {
  return places.reduce(withNull, row);
}

/** Where in a row of each table its columns stand. */
function placesIn(
  tables: Readonly<Record<string, { table: PgTable }>>,
  columns: Readonly<Record<string, readonly string[]>>,
): ReadonlyMap<string, readonly number[]> {
  return new Map(
    Object.entries(tables).map(([name, { table }]) => {
      const names = columnNames(table);
      return [name, (columns[name] ?? []).map((column) => names.indexOf(column))];
    }),
  );
}
