"use client";

import { useMemo } from "react";
import { DataTable } from "./data-table";
import { episodeColumns, type EpisodeListRow } from "./episode-columns";

export function EpisodeTable({
  project,
  filter,
  rows,
}: {
  project: string;
  filter: string;
  rows: readonly EpisodeListRow[];
}) {
  const columns = useMemo(() => episodeColumns(project, filter), [project, filter]);
  return (
    <DataTable
      caption="Episodes"
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.campaignSlug}/${row.seq}`}
    />
  );
}
