import type { ReactNode } from "react";
import { Chip } from "@/components/ui/chip";
import { DataName } from "@/components/ui/data-text";
import type { EpisodeStep } from "@/lib/domain/episode-steps";
import { besideRows, besideSentence, type BesideRow } from "./beside.model";
import type { StepLinks } from "./step-links";
import { TimelineStep } from "./timeline";

export type BesideSide = {
  /** Which arm, and which episode of it. */
  head: ReactNode;
  /** The arm's name. */
  label: string;
  steps: readonly EpisodeStep[];
  links: StepLinks;
  markers: readonly string[];
  rule: string | null;
};

/** Two episodes step by step; on a narrow page one under the other, each step saying whose it is. */
export function Beside({ left, right }: { left: BesideSide; right: BesideSide }) {
  const rows = besideRows(left.steps, right.steps, {
    left: left.markers,
    right: right.markers,
  });
  return (
    <>
      <p className="mb-3 text-[13px] text-ink-2">{besideSentence(rows)}</p>
      <div className="hidden gap-x-5 border-b border-line pb-2 md:grid md:grid-cols-2">
        <div className="min-w-0">{left.head}</div>
        <div className="min-w-0">{right.head}</div>
      </div>
      <ol aria-label="Steps of both episodes">
        {rows.map((row, index) => (
          <li
            key={index}
            className={`grid grid-cols-1 gap-x-5 border-b border-line-2 py-2 md:grid-cols-2 ${isSame(row) ? "" : "border-l-4 border-l-exposure pl-2"}`}
          >
            <p className="col-span-full mb-1 min-w-0 text-xs text-ink-2">
              {verdictOf(row, left, right)}
            </p>
            <Cell side={left} step={row.kind === "right" ? null : row.left} />
            <Cell side={right} step={row.kind === "left" ? null : row.right} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Cell({ side, step }: { side: BesideSide; step: EpisodeStep | null }) {
  if (step === null)
    return <p className="hidden px-5 py-2 text-[13px] text-ink-3 md:block">no such step</p>;
  const { links, markers, rule } = side;
  return (
    <div className="min-w-0">
      <p className="text-xs text-ink-3 md:hidden">
        <DataName text={side.label} />
      </p>
      <ol className="relative border-l border-line pl-5">
        <TimelineStep step={step} links={links} markers={markers} rule={rule} />
      </ol>
    </div>
  );
}

function isSame(row: BesideRow): boolean {
  return row.kind === "both" && row.differs.length === 0;
}

function verdictOf(row: BesideRow, left: BesideSide, right: BesideSide): ReactNode {
  if (row.kind === "left")
    return (
      <Chip tone="warn">
        <DataName text={`only in ${left.label}`} />
      </Chip>
    );
  if (row.kind === "right")
    return (
      <Chip tone="warn">
        <DataName text={`only in ${right.label}`} />
      </Chip>
    );
  if (row.differs.length === 0) return "same";
  return <Chip tone="warn">different: {row.differs.join(", ")}</Chip>;
}
