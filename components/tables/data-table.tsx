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

/** The one file that knows TanStack Table: other tables give it columns and rows. */
const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
});

/** What a cell may be sorted by. `undefined` is n/a and stands last in either direction. */
export type SortValue = string | number | undefined;

/** One column. Without `sortBy` it does not sort. `numeric` puts it to the right. */
export type Column<Row extends RowData> = {
  id: string;
  header: string;
  numeric?: boolean;
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
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: Sort | null;
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
  const names = new Map(columns.map((column) => [column.id, column.header]));
  const cells = new Map(columns.map((column) => [column.id, column.cell]));
  const numeric = new Set(columns.filter((column) => column.numeric).map((column) => column.id));
  return (
    <ScrollBox label={caption}>
      <table className="table-plain whitespace-nowrap">
        <caption className="sr-only">{caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th
                  key={header.id}
                  scope="col"
                  className={numeric.has(header.column.id) ? "num" : ""}
                  aria-sort={ARIA_SORT[String(header.column.getIsSorted())] ?? "none"}
                >
                  {header.column.getCanSort() ? (
                    <button type="button" onClick={header.column.getToggleSortingHandler()}>
                      {names.get(header.column.id)}
                      <span aria-hidden="true">{ARROW[String(header.column.getIsSorted())]}</span>
                    </button>
                  ) : (
                    names.get(header.column.id)
                  )}
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell) => (
                <td key={cell.id} className={numeric.has(cell.column.id) ? "num" : ""}>
                  {cells.get(cell.column.id)?.(row.original)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
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
