"use client";

import { useMemo } from "react";
import { ScrollBox } from "@/components/ui/scroll-box";
import { episodeColumns, type EpisodeListRow } from "./episode-columns";
import { RowBlock } from "./row-block";

/** Rows that are drawn or left out together. */
const BLOCK = 50;

/**
 * Rows of episodes. Of a long list only the blocks near the screen are in the page; without script it is
 * there whole.
 */
export function EpisodeTable({
  project,
  filter,
  rows,
  caption = "Episodes",
}: {
  project: string;
  filter: string;
  rows: readonly EpisodeListRow[];
  caption?: string;
}) {
  const columns = useMemo(() => episodeColumns(project, filter), [project, filter]);
  const blocks = Array.from({ length: Math.ceil(rows.length / BLOCK) }, (_, no) => no * BLOCK);
  return (
    <ScrollBox label={caption}>
      <table className="table-plain table-fixed" aria-rowcount={rows.length + 1}>
        <caption className="sr-only">{caption}</caption>
        <colgroup>
          {/* Least widths: a fixed table that is given more room shares it out in their proportion. */}
          {columns.map((column) => (
            <col key={column.id} width={column.width} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={column.numeric ? "num" : ""}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        {blocks.map((from) => (
          <RowBlock key={from} columns={columns.length}>
            {rows.slice(from, from + BLOCK).map((row, index) => (
              <tr key={`${row.campaignSlug}/${row.seq}`} aria-rowindex={from + index + 2}>
                {columns.map((column) => (
                  <td
                    key={column.id}
                    className={`border-b border-line-2 ${column.numeric ? "num" : ""}`}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </RowBlock>
        ))}
      </table>
    </ScrollBox>
  );
}
