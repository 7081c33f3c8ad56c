import { ForestPlot } from "@/components/charts/forest-plot";
import { ByRule } from "@/components/ui/by-rule";
import { Card } from "@/components/ui/card";
import { differenceLimits, inUnit, pValue, signedInUnit } from "@/lib/format/measurement";
import { outOf, percent } from "@/lib/format/numbers";
import type { Delta } from "@/lib/reports/comparison-report";
import { intervalsSentence } from "@/lib/reports/intervals-sentence";
import { differencesOfMetrics } from "./forest-rows.model";
import { StackedCell, StackedRow, StackedTable } from "./stacked-table";

/** The tested differences, the primary contrast first, each with its interval and what it supports. */
export function MetricDifferences({ metrics }: { metrics: readonly Delta[] }) {
  const sentence = intervalsSentence(metrics);
  return (
    <Card title="Difference, candidate − baseline">
      {sentence === null ? null : <p className="mb-2 max-w-[820px] text-ink-2">{sentence}</p>}
      <ForestPlot
        title="Differences along zero"
        definition="Each dot is a difference with its interval; a hollow one supports no direction, an arrowhead leaves the frame. Shares in points, weights in points per episode."
        n=""
        rule={metrics.find(({ byRule }) => byRule !== undefined)?.byRule}
        differences={differencesOfMetrics(metrics)}
      />
      <div className="mt-3">
        <StackedTable
          caption="Difference of each metric, with its interval"
          columns={["Metric", "Baseline", "Candidate", "Difference", "Interval", "Reading"]}
          wide={[5]}
        >
          {metrics.map((delta) => (
            <DeltaRow key={delta.metric} delta={delta} />
          ))}
        </StackedTable>
      </div>
    </Card>
  );
}

function DeltaRow({ delta }: { delta: Delta }) {
  return (
    <StackedRow
      name={
        <>
          {delta.label} <ByRule rule={delta.byRule} />
        </>
      }
    >
      {(["baseline", "candidate"] as const).map((side) => (
        <StackedCell key={side} column={side}>
          {outOf(delta[side].numerator, delta[side].denominator)} ={" "}
          {inUnit(delta[side].value, delta.unit)}
        </StackedCell>
      ))}
      <StackedCell column="difference">
        <b className="font-semibold">{signedInUnit(delta.difference, delta.unit)}</b>
      </StackedCell>
      <StackedCell column="interval">
        <span className="text-ink-2">
          {delta.interval === null
            ? "n/a"
            : `${differenceLimits(delta.interval, delta.unit)} (${percent(delta.interval.level)})`}
        </span>
      </StackedCell>
      <StackedCell column="reading" wide>
        {delta.reading}
        {delta.p === null ? null : (
          <span className="block text-xs text-ink-3">
            {pValue(delta.p)}, {outOf(delta.differingCases, delta.cases)} cases differ
          </span>
        )}
      </StackedCell>
    </StackedRow>
  );
}
