import type { ReactNode } from "react";
import { DataName } from "@/components/ui/data-text";

/**
 * A table of figures by arm that needs no sideways scrolling: on a telephone each row's name has a line
 * of its own, and its cells stand below it, each under its column's name.
 */
export function StackedTable({
  caption,
  columns,
  wide = [],
  children,
}: {
  caption: string;
  /** The first is that of the rows' names. */
  columns: readonly ReactNode[];
  /** Which of them, from 0, have wide cells: their heads read to the left, too. */
  wide?: readonly number[];
  children: ReactNode;
}) {
  return (
    <table className="table-plain max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:sr-only">
        <tr>
          {columns.map((column, index) => (
            <th
              key={index}
              scope="col"
              className={index === 0 || wide.includes(index) ? "" : "num"}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">{children}</tbody>
    </table>
  );
}

export function StackedRow({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <tr className="max-md:grid max-md:grid-cols-2 max-md:gap-x-3 max-md:border-b max-md:border-line-2 max-md:py-1.5">
      <th
        scope="row"
        className="max-w-[280px] font-normal whitespace-normal max-md:col-span-2 max-md:max-w-none max-md:border-0! max-md:px-0! max-md:py-0.5! md:min-w-[130px]"
      >
        {name}
      </th>
      {children}
    </tr>
  );
}

/** A cell and, on a telephone, the name of its column above it. */
export function StackedCell({
  column,
  wide = false,
  children,
}: {
  column: string;
  /** Takes the whole width on a telephone, and reads to the left. */
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <td
      className={`max-md:min-w-0 max-md:border-0! max-md:px-0! max-md:py-0.5! max-md:text-left! max-md:whitespace-normal! ${wide ? "max-md:col-span-2" : "num"}`}
    >
      <span aria-hidden="true" className="block text-[11px] text-ink-3 md:hidden">
        <DataName text={column} />
      </span>
      {children}
    </td>
  );
}
