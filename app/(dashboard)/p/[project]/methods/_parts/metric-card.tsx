import { Card } from "@/components/ui/card";
import { Fact, Facts } from "@/components/ui/facts";
import { UNITS } from "@/lib/domain/unit";
import type { MetricEntry } from "@/lib/reports/methods-data";

const BETTER: Record<MetricEntry["better"], string> = {
  lower: "lower",
  higher: "higher",
  neither: "neither: it describes, it does not judge",
};

/** One metric as the registry declares it: enough to compute it again from an export. */
export function MetricCard({ metric }: { metric: MetricEntry }) {
  return (
    <Card title={metric.label} note={metric.source}>
      <p className="max-w-[820px]">{metric.definition}</p>
      <p className="mt-1 font-mono text-[12.5px] wrap-anywhere">{metric.formula}</p>
      <div className="mt-2">
        <Facts>
          <Fact name="Unit">{UNITS[metric.unit].word || "share of the denominator"}</Fact>
          <Fact name="Made of">{`${metric.counts.numerator} of ${metric.counts.denominator}`}</Fact>
          <Fact name="Better">{BETTER[metric.better]}</Fact>
          <Fact name="Leaves out">{metric.exclusions}</Fact>
          <Fact name="Aborted episodes">
            {metric.finishedOnly ? "change nothing" : "are counted, for it is about them too"}
          </Fact>
          <Fact name="Least data">{metric.minimum}</Fact>
        </Facts>
      </div>
    </Card>
  );
}
