import { DataName } from "@/components/ui/data-text";
import { Measured } from "@/components/ui/measured";
import type { MetricInfo } from "@/components/ui/metric-info";
import { NotAvailable } from "@/components/ui/not-available";
import type { ArmReport } from "@/lib/reports/arm-report";
import { metricRows } from "./metric-rows.model";
import { StackedCell, StackedRow, StackedTable } from "./stacked-table";

/** Table lines, one a metric, one column an arm; what no arm has is gathered by its reason. */
export function MetricLines({
  metrics,
  arms,
  labels,
}: {
  metrics: readonly MetricInfo[];
  arms: readonly ArmReport[];
  /** Heads of the columns, one an arm. */
  labels: readonly string[];
}) {
  return metricRows(metrics, arms).map((row) =>
    row.kind === "metric" ? (
      <StackedRow
        key={row.metric.id}
        name={<span title={row.metric.definition}>{row.metric.label}</span>}
      >
        {row.measurements.map((measurement, index) => (
          <StackedCell key={index} column={labels[index] ?? ""}>
            <Measured measurement={measurement} unit={row.metric.unit} />
          </StackedCell>
        ))}
      </StackedRow>
    ) : (
      <StackedRow key={row.labels.join()} name={row.labels.join(", ")}>
        {row.reasons.map((reason, index) => (
          <StackedCell key={index} column={labels[index] ?? ""}>
            <NotAvailable reason={reason} />
          </StackedCell>
        ))}
      </StackedRow>
    ),
  );
}

/** The metrics that are not the first thing to read, folded away but there. */
export function MoreFigures({
  metrics,
  arms,
  labels = arms.map(({ arm }) => arm.armName),
}: {
  metrics: readonly MetricInfo[];
  arms: readonly ArmReport[];
  /** Heads of the columns, where the arms' names do not tell them apart. */
  labels?: readonly string[];
}) {
  return (
    <details className="mt-2 text-[13px]">
      <summary className="min-h-6 text-ink-2">More figures</summary>
      <StackedTable
        caption="More figures of each arm by itself"
        columns={["Figure", ...labels.map((label, index) => <DataName key={index} text={label} />)]}
      >
        <MetricLines metrics={metrics} arms={arms} labels={labels} />
      </StackedTable>
    </details>
  );
}
