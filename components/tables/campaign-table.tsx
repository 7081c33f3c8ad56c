"use client";

import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import type { MetricInfo } from "@/components/ui/metric-info";
import { armReference, comparePath } from "@/lib/format/paths";
import { campaignColumns, type CampaignArmRow } from "./campaign-columns";
import { DataTable } from "./data-table";

/** The history, with two ticked arms on their way to the comparison: a plain form, also without script. */
export function CampaignTable({
  project,
  metrics,
  rows,
  sort,
}: {
  project: string;
  metrics: readonly MetricInfo[];
  rows: readonly CampaignArmRow[];
  sort: { id: string; desc: boolean } | null;
}) {
  const columns = useMemo(() => campaignColumns(project, metrics), [project, metrics]);
  const [ticked, setTicked] = useState<number | null>(null);
  return (
    <form
      action={comparePath(project)}
      onChange={(event) => setTicked(new FormData(event.currentTarget).getAll("arm").length)}
    >
      <DataTable
        caption="Campaign arms, newest first"
        columns={columns}
        rows={rows}
        rowKey={({ arm }) => armReference(arm.arm)}
        sort={sort}
      />
      <p className="no-print mt-3 flex flex-wrap items-center gap-3">
        <Button type="submit" disabled={ticked !== null && ticked !== 2}>
          Compare 2 arms
        </Button>
        <output className="text-xs text-ink-3">
          {ticked === null || ticked === 2 ? "Tick two arms." : `Two arms, ${ticked} ticked.`}
        </output>
      </p>
    </form>
  );
}
