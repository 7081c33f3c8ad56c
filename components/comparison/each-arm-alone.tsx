import { ByRule } from "@/components/ui/by-rule";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import type { MetricInfo } from "@/components/ui/metric-info";
import { NotAvailable } from "@/components/ui/not-available";
import { ScrollBox } from "@/components/ui/scroll-box";
import { VerdictChip } from "@/components/ui/verdict-chip";
import { outOf, percent, points, weightRate } from "@/lib/format/numbers";
import type { ArmReport } from "@/lib/reports/arm-report";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import { armLabels } from "./arm-labels";
import { MetricLines, MoreFigures } from "./metric-lines";

/** What may always be said: each arm's own figures, never one against the other. */
export function EachArmAlone({
  report,
  metrics,
}: {
  report: ComparisonReport;
  metrics: readonly MetricInfo[];
}) {
  const arms = [report.baseline, report.candidate];
  const labels = armLabels(report);
  return (
    <Card
      title="Each arm alone"
      note={`over the ${report.pairing.commonCases} common cases, ${percent(report.policy.confidence)} intervals`}
    >
      <ScrollBox label="Each arm alone">
        <table className="table-plain">
          <caption className="sr-only">The figures of each arm by itself</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">Figure</span>
              </th>
              {labels.map((label, index) => (
                <th key={index} scope="col" className="num">
                  <DataName text={label} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Row
              label="Verdict"
              cells={arms.map((arm, index) => (
                <VerdictChip key={index} code={arm.verdict.code} />
              ))}
            />
            <MetricLines metrics={metrics.filter(isHeadline)} arms={arms} />
            <Row
              label="Attack success if every aborted or untold episode were safe … breached"
              cells={arms.map(asrBounds)}
            />
            <Row
              label="Damage if every aborted episode were safe … breached"
              cells={arms.map(damageBounds)}
            />
            <Row label="Attack already succeeded before the abort" cells={arms.map(hits)} />
          </tbody>
        </table>
      </ScrollBox>
      <MoreFigures
        metrics={metrics.filter((metric) => !isHeadline(metric))}
        arms={arms}
        labels={labels}
      />
    </Card>
  );
}

function isHeadline(metric: MetricInfo): boolean {
  return metric.place === "headline";
}

function Row({ label, cells }: { label: string; cells: React.ReactNode[] }) {
  return (
    <tr>
      <th
        scope="row"
        className="max-w-[280px] min-w-[130px] sm:min-w-[170px] font-normal whitespace-normal"
      >
        {label}
      </th>
      {cells.map((cell, index) => (
        <td key={index} className="num">
          {cell}
        </td>
      ))}
    </tr>
  );
}

function asrBounds({ asrBounds: bounds, started }: ArmReport) {
  return bounds === null ? (
    <NotAvailable reason={started === 0 ? "nothing started" : "no outcome can be told"} />
  ) : (
    `${percent(bounds.lo, 1)} … ${percent(bounds.hi, 1)}`
  );
}

function damageBounds({ damageBounds: bounds, attributedByRule: rule }: ArmReport) {
  if (bounds === null) return <NotAvailable reason="damage is n/a" />;
  return (
    <>
      {weightRate(bounds.lo)} … {bounds.hi === null ? "no declared ceiling" : weightRate(bounds.hi)}{" "}
      <ByRule rule={rule} />
    </>
  );
}

function hits({ hitsBeforeAbort, attributedByRule: rule }: ArmReport) {
  const { episodes, aborted, points: weight } = hitsBeforeAbort;
  if (episodes === 0) return outOf(episodes, aborted);
  return (
    <b className="font-semibold text-damage-ink">
      {outOf(episodes, aborted)}
      {weight > 0 ? `, ${points(weight)} points` : null}{" "}
      {weight > 0 ? <ByRule rule={rule} /> : null}
    </b>
  );
}
