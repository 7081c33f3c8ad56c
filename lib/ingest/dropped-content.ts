import { withNull, type BinaryRow } from "@/db/copy-out";
import { CAMPAIGN_TABLES, columnNames, EPISODE_TABLES } from "./sealed-tables";

/**
 * The columns in which nothing is left when the content of a campaign is dropped, by the sealed tables:
 * the same as `drop_content` empties (drizzle/0011_retention_rules.sql). Of `episodeTexts` no row is left.
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
export const EMPTIED_TABLES = [
  "records",
  "cases",
] as const satisfies readonly (keyof typeof EMPTIED_OWN)[];

const PLACES = new Map(
  Object.entries(EMPTIED).map(([name, columns]) => {
    const known = Object.entries(EPISODE_TABLES).find(([table]) => table === name)?.[1];
    return [name, known === undefined ? [] : placesOf(columnNames(known.table), columns)];
  }),
);

const OWN_PLACES = new Map(
  EMPTIED_TABLES.map((name) => [
    name,
    placesOf(columnNames(CAMPAIGN_TABLES[name].table), EMPTIED_OWN[name]),
  ]),
);

/**
 * The rows that were derived from an episode's record as they are once its content is dropped.
 *
 * @param tables the rows of each of `EPISODE_TABLES`, in its order; of the records' what is behind the bytes
 */
export function emptiedRows(tables: readonly (readonly BinaryRow[])[]): BinaryRow[][] {
  return Object.keys(EPISODE_TABLES).map((name, no) => {
    const rows = tables[no] ?? [];
    return name === "texts" ? [] : rows.map((row) => emptied(row, PLACES.get(name) ?? []));
  });
}

/** A row of one of the campaign's own tables, likewise. */
export function emptiedOwnRow(name: (typeof EMPTIED_TABLES)[number], row: BinaryRow): BinaryRow {
  return emptied(row, OWN_PLACES.get(name) ?? []);
}

function emptied(row: BinaryRow, places: readonly number[]): BinaryRow {
  return places.reduce(withNull, row);
}

function placesOf(names: readonly string[], emptiedNames: readonly string[]): number[] {
  return emptiedNames.map((name) => names.indexOf(name));
}
