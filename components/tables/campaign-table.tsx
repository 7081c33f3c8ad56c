"use client";

import { useRouter } from "next/navigation";
import { useMemo, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import type { MetricInfo } from "@/components/ui/metric-info";
import { Sentence } from "@/components/ui/sentence";
import { Shortcuts, type Shortcut } from "@/components/ui/shortcuts";
import { armReference, comparePath } from "@/lib/format/paths";
import { campaignColumns } from "./campaign-columns";
import { compareAddress, tickWords, withTick } from "./campaign-compare.model";
import type { CampaignArmRow } from "./campaign-row";
import { DataTable } from "./data-table";

/**
 * The history. Ticked arms go to the comparison in the order of their ticks, and stand in the address; it is
 * a plain form, so that it works without script as well.
 */
export function CampaignTable({
  project,
  metrics,
  shown,
  rows,
  sort,
  ticks,
}: {
  project: string;
  /** The metrics that have a column. */
  metrics: readonly MetricInfo[];
  /** Ids of every column to show. */
  shown: readonly string[];
  rows: readonly CampaignArmRow[];
  sort: { id: string; desc: boolean } | null;
  ticks: readonly string[];
}) {
  const router = useRouter();
  const [ticked, setTicked] = useState<readonly string[]>(ticks);
  const columns = useMemo(() => {
    const tick = (reference: string) => {
      const after = withTick(ticked, reference);
      setTicked(after);
      keepTicks(after);
    };
    return campaignColumns({ project, ticked, tick }, metrics, shown);
  }, [project, metrics, shown, ticked]);
  const address = compareAddress(project, ticked);
  const names = new Map(
    rows.map(({ arm }) => [armReference(arm), `${arm.campaignName} (${arm.armName})`]),
  );
  const [opening, open] = useTransition();
  const compare = () => {
    if (address !== null) open(() => router.push(address));
  };
  const clear = () => {
    setTicked([]);
    keepTicks([]);
  };
  return (
    <form
      action={comparePath(project)}
      onSubmit={(event) => {
        event.preventDefault();
        compare();
      }}
    >
      <DataTable
        caption="Campaign arms, newest first"
        columns={columns}
        rows={rows}
        rowKey={({ arm }) => armReference(arm)}
        sort={sort}
        look="cards"
      />
      <div className="no-print mt-3 flex flex-wrap items-center gap-3 text-xs text-ink-3">
        <Shortcuts shortcuts={shortcutsOf(compare)} />
        <span>Tick two arms or more to compare them; the first is the baseline.</span>
        <noscript>
          <Button type="submit">Compare the ticked arms</Button>
        </noscript>
      </div>
      <div aria-live="polite">
        {ticked.length === 0 ? null : (
          <div className="no-print fixed inset-x-3 bottom-3 z-20 mx-auto flex max-w-[860px] flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-[10px] border border-field bg-panel px-4 py-3 shadow-lg">
            <span className="min-w-0 flex-1 basis-56">
              <Sentence text={tickWords(ticked.map((one) => names.get(one) ?? one))} />
            </span>
            <span className="flex gap-2">
              <Button onClick={clear}>Clear</Button>
              <Button type="submit" look="primary" disabled={address === null || opening}>
                {opening ? "Comparing …" : "Compare"}
              </Button>
            </span>
          </div>
        )}
      </div>
    </form>
  );
}

function shortcutsOf(compare: () => void): Shortcut[] {
  const boxes = () => [...document.querySelectorAll<HTMLInputElement>("tbody input[name=arm]")];
  const current = (all: readonly HTMLInputElement[]) => {
    const row = document.activeElement?.closest("tr");
    return row ? all.findIndex((box) => row.contains(box)) : -1;
  };
  const move = (step: 1 | -1) => {
    const all = boxes();
    const at = current(all);
    const next = all[at === -1 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };
  return [
    { key: "j", label: "next arm", run: () => move(1) },
    { key: "k", label: "previous arm", run: () => move(-1) },
    {
      key: "x",
      label: "tick or untick the arm",
      run: () => {
        const all = boxes();
        all[current(all)]?.click();
      },
    },
    { key: "c", label: "compare the ticked arms", run: compare },
    {
      key: "/",
      label: "go to the filter",
      run: () => document.querySelector<HTMLInputElement>("input[name=q]")?.focus(),
    },
  ];
}

function keepTicks(ticked: readonly string[]): void {
  const address = new URL(window.location.href);
  address.searchParams.delete("tick");
  for (const reference of ticked) address.searchParams.append("tick", reference);
  window.history.replaceState(null, "", address);
}
