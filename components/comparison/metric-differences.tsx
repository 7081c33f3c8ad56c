import { ByRule } from "@/components/ui/by-rule";
import { Card } from "@/components/ui/card";
import { ScrollBox } from "@/components/ui/scroll-box";
import { differenceLimits, inUnit, pValue, signedInUnit } from "@/lib/format/measurement";
import { outOf, percent } from "@/lib/format/numbers";
import type { Delta } from "@/lib/reports/comparison-report";

/** The tested differences, the primary contrast first, each with its interval and what it supports. */
export function MetricDifferences({ metrics }: { metrics: readonly Delta[] }) {
  return (
    <Card title="Difference, candidate − baseline">
      <ScrollBox label="Difference by metric">
        <table className="table-plain">
          <caption className="sr-only">Difference of each metric, with its interval</caption>
          <thead>
            <tr>
              <th scope="col">Metric</th>
              <th scope="col" className="num">
                Baseline
              </th>
              <th scope="col" className="num">
                Candidate
              </th>
              <th scope="col" className="num">
                Difference
              </th>
              <th scope="col">Interval</th>
              <th scope="col">Reading</th>
            </tr>
          </thead>
          <tbody>
            {metrics.map((delta) => (
              <DeltaRow key={delta.metric} delta={delta} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}

function DeltaRow({ delta }: { delta: Delta }) {
  return (
    <tr>
      <th scope="row" className="min-w-[110px] font-normal">
        {delta.label} <ByRule rule={delta.byRule} />
      </th>
      {[delta.baseline, delta.candidate].map((side, index) => (
        <td key={index} className="num">
          {outOf(side.numerator, side.denominator)} = {inUnit(side.value, delta.unit)}
        </td>
      ))}
      <td className="num font-semibold">{signedInUnit(delta.difference, delta.unit)}</td>
      <td className="whitespace-nowrap text-ink-2">
        {delta.interval === null
          ? "n/a"
          : `${differenceLimits(delta.interval, delta.unit)} (${percent(delta.interval.level)})`}
      </td>
      <td className="min-w-[190px]">
        {delta.reading}
        {delta.p === null ? null : (
          <span className="block text-xs text-ink-3">
            {pValue(delta.p)}, {outOf(delta.differingCases, delta.cases)} cases differ
          </span>
        )}
      </td>
    </tr>
  );
}
