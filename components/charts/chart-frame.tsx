import { useId, type ReactNode } from "react";
import { ByRule } from "@/components/ui/by-rule";
import { DrawnText } from "@/components/ui/sentence";
import { ScrollBox } from "@/components/ui/scroll-box";
import { Legend, type LegendItem } from "./legend";

/** What of a chart can be shown. The reasons are sentences. */
export type ChartState =
  | { kind: "ready" }
  | { kind: "empty"; reason: string }
  | { kind: "na"; reason: string }
  | { kind: "blocked"; reason: string };

/** The same data as text: first column names the row. */
export type ChartTable = { columns: readonly string[]; rows: readonly (readonly string[])[] };

const STATE_WORDS = { empty: "Nothing to draw", na: "n/a", blocked: "Not drawn" } as const;

/** Around every chart: its name, what it shows and of how many, its legend, and its data as a table. */
export function ChartFrame({
  title,
  definition,
  n,
  legend = [],
  state = { kind: "ready" },
  table,
  rule,
  children,
}: {
  title: string;
  definition: string;
  /** What the figures are of, e.g. "42 weighable episodes in each arm". */
  n: string;
  legend?: readonly LegendItem[];
  state?: ChartState;
  table: ChartTable;
  /** The rule that attributes the calls behind what is drawn, in words; absent where the record does. */
  rule?: string | undefined;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <figure aria-labelledby={heading} className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 id={heading}>{title}</h3>
        {state.kind === "ready" ? <Legend items={legend} /> : null}
      </div>
      <p className="text-xs text-ink-3">
        {definition} {n} <ByRule rule={rule} />
      </p>
      {state.kind === "ready" ? (
        <>
          <div className="mt-2">{children}</div>
          <DataTableOfChart title={title} table={table} />
        </>
      ) : (
        <p className="mt-3 rounded-[7px] border border-dashed border-field px-4 py-6 text-center text-ink-2">
          {STATE_WORDS[state.kind]}: {state.reason}
        </p>
      )}
    </figure>
  );
}

function DataTableOfChart({ title, table }: { title: string; table: ChartTable }) {
  return (
    <details className="no-print mt-2 text-xs text-ink-2">
      <summary>Show as a table</summary>
      <ScrollBox label={`${title}, as a table`}>
        <table className="table-plain mt-1">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {table.columns.map((column) => (
                <th key={column} scope="col" className="data-name">
                  <DrawnText text={column} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, at) =>
                  at === 0 ? (
                    <th key={at} scope="row" className="data-name">
                      <DrawnText text={cell} />
                    </th>
                  ) : (
                    <td key={at} className="data-name">
                      <DrawnText text={cell} />
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </details>
  );
}
