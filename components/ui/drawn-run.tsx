import { Fragment } from "react";
import { integer } from "@/lib/format/numbers";
import { codePointName, type Run } from "./data-text.model";

/** Runs of record text, one after another. */
export function DrawnRuns({ runs }: { runs: readonly Run[] }) {
  return runs.map((run, index) => <Fragment key={index}>{drawnRun(run)}</Fragment>);
}

/** One run of record text: as it is, as the name of what hides, and marked where it is the marker. */
function drawnRun(run: Run) {
  const content = run.kind === "text" ? run.text : <Invisible name={run.text} times={run.times} />;
  return run.marked ? (
    <mark className="rounded-[3px] bg-damage-bg px-[3px] font-semibold text-damage-ink">
      {content}
    </mark>
  ) : (
    content
  );
}

function Invisible({ name, times }: { name: string; times: number }) {
  return (
    <span className="mx-0.5 rounded-[3px] border border-field px-[3px] font-mono text-[11px] text-ink-2">
      {name === ESCAPE ? `${name} ESC` : name}
      {times === 1 ? null : ` ×${integer(times)}`}
    </span>
  );
}

const ESCAPE = codePointName(0x1b);
