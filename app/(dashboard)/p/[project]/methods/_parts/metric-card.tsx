import { Card } from "@/components/ui/card";
import { UNITS } from "@/lib/domain/unit";
import { citation } from "@/lib/reports/citation";
import type { MetricEntry } from "@/lib/reports/methods-data";

const BETTER: Record<MetricEntry["better"], string> = {
  lower: "lower",
  higher: "higher",
  neither: "neither: it describes, it does not judge",
};

/** One metric as the registry declares it: enough to compute it again from an export. */
export function MetricCard({ metric }: { metric: MetricEntry }) {
  return (
    <Card title={metric.label} note={citation(metric.source) ?? undefined}>
      <p className="max-w-[820px]">{metric.definition}</p>
      <p className="mt-1 font-mono text-[12.5px] wrap-anywhere">{metric.formula}</p>
      <dl className="mt-2 grid max-w-[820px] grid-cols-[minmax(90px,auto)_1fr] gap-x-4 gap-y-1 text-[13px]">
        <Line name="Unit">{UNITS[metric.unit].word || "share of the denominator"}</Line>
        <Line name="Made of">{`${metric.counts.numerator} of ${metric.counts.denominator}`}</Line>
        <Line name="Better">{BETTER[metric.better]}</Line>
        <Line name="Leaves out">{metric.exclusions}</Line>
        <Line name="Aborted episodes">
          {metric.finishedOnly ? "change nothing" : "are counted, for it is about them too"}
        </Line>
        <Line name="Least data">{metric.minimum}</Line>
      </dl>
    </Card>
  );
}

function Line({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
