"use client";

import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
  useTable,
  type RowData,
  type SortingState,
} from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { ScrollBox } from "@/components/ui/scroll-box";
import styles from "./data-table.module.css";

/** The one file that knows TanStack Table: other tables give it columns and rows. */
const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
});

/** What a cell may be sorted by. `undefined` is n/a and stands last in either direction. */
export type SortValue = string | number | undefined;

/**
 * One column. Without `sortBy` it does not sort. `numeric` puts it to the right. `names` says that it names
 * its row: it is the row's head and stays where the table scrolls. In a card `wide` takes two places, `early` comes first.
 */
export type Column<Row extends RowData> = {
  id: string;
  header: string;
  numeric?: boolean;
  names?: boolean;
  wide?: boolean;
  early?: boolean;
  sortBy?: (row: Row) => SortValue;
  cell: (row: Row) => React.ReactNode;
};

type Sort = { id: string; desc: boolean };

/**
 * A table that sorts by its heads. It is whole without script, in the order of `rows`; the sort goes into
 * the address as `?sort=id` or `?sort=-id`, so that a link shows what its sender saw.
 */
export function DataTable<Row extends RowData>({
  caption,
  columns,
  rows,
  rowKey,
  sort = null,
  look = "plain",
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: Sort | null;
  /** `cards`: dense, and on a narrow page a card a row. */
  look?: "plain" | "cards";
}) {
  const [sorting, setSorting] = useState<SortingState>(sort === null ? [] : [sort]);
  const definitions = useMemo(() => toDefinitions(columns), [columns]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    enableMultiSort: false,
    state: { sorting },
    onSortingChange: (change) => {
      const next = typeof change === "function" ? change(sorting) : change;
      setSorting(next);
      keepInAddress(next[0]);
    },
  });
  const known = new Map(columns.map((column) => [column.id, column]));
  return (
    <ScrollBox label={caption}>
      <table {...ROLES.table} className={`table-plain whitespace-nowrap ${LOOKS[look]}`}>
        <caption className="sr-only">{caption}</caption>
        <thead {...ROLES.group}>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} {...ROLES.row}>
              {group.headers.map((header) => {
                const column = known.get(header.column.id);
                return (
                  <th
                    key={header.id}
                    {...ROLES.column}
                    scope="col"
                    className={placeOf(column)}
                    aria-sort={ARIA_SORT[String(header.column.getIsSorted())] ?? "none"}
                  >
                    {header.column.getCanSort() ? (
                      <button
                        type="button"
                        className="min-h-6 [text-align:inherit] text-inherit"
                        onClick={header.column.getToggleSortingHandler()}
                      >
                        {column?.header}
                        <span aria-hidden="true">{ARROW[String(header.column.getIsSorted())]}</span>
                      </button>
                    ) : (
                      column?.header
                    )}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody {...ROLES.group}>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} {...ROLES.row}>
              {row.getAllCells().map((cell) => {
                const column = known.get(cell.column.id);
                return column?.names ? (
                  <th key={cell.id} {...ROLES.name} scope="row" className={placeOf(column)}>
                    {column.cell(row.original)}
                  </th>
                ) : (
                  <td
                    key={cell.id}
                    {...ROLES.cell}
                    data-label={column?.header}
                    className={placeOf(column)}
                  >
                    {column?.cell(row.original)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

const LOOKS = { plain: "", cards: `${styles["dense"]} ${styles["cards"]}` };

/** The elements' own roles, said aloud: the layout of a card takes them away from elements alone. */
const ROLES = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  column: { role: "columnheader" },
  name: { role: "rowheader" },
  cell: { role: "cell" },
} as const;

/** Where a cell stands, as classes. */
function placeOf(
  column: { numeric?: boolean; names?: boolean; wide?: boolean; early?: boolean } | undefined,
) {
  return [
    column?.numeric ? "num" : "",
    column?.names ? styles["pinned"] : "",
    column?.wide ? styles["wide"] : "",
    column?.early ? styles["early"] : "",
  ].join(" ");
}

const ARIA_SORT: Record<string, "ascending" | "descending"> = {
  asc: "ascending",
  desc: "descending",
};
const ARROW: Record<string, string> = { asc: " ↑", desc: " ↓" };

function toDefinitions<Row extends RowData>(columns: readonly Column<Row>[]) {
  const helper = createColumnHelper<typeof features, Row>();
  return helper.columns(
    columns.map(({ id, header, sortBy }) =>
      helper.accessor((row) => sortBy?.(row), {
        id,
        header,
        enableSorting: sortBy !== undefined,
        sortUndefined: "last",
      }),
    ),
  );
}

function keepInAddress(sort: Sort | undefined): void {
  const address = new URL(window.location.href);
  if (sort === undefined) address.searchParams.delete("sort");
  else address.searchParams.set("sort", `${sort.desc ? "-" : ""}${sort.id}`);
  window.history.replaceState(null, "", address);
}
