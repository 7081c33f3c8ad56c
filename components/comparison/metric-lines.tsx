import { DataName } from "@/components/ui/data-text";
import { Measured } from "@/components/ui/measured";
import type { MetricInfo } from "@/components/ui/metric-info";
import { NotAvailable } from "@/components/ui/not-available";
import { ScrollBox } from "@/components/ui/scroll-box";
import type { ArmReport } from "@/lib/reports/arm-report";
import { metricRows } from "./metric-rows.model";

/** Table lines, one a metric, one column an arm; what no arm has is gathered by its reason. */
export function MetricLines({
  metrics,
  arms,
}: {
  metrics: readonly MetricInfo[];
  arms: readonly ArmReport[];
}) {
  return metricRows(metrics, arms).map((row) =>
    row.kind === "metric" ? (
      <tr key={row.metric.id}>
        <th
          scope="row"
          title={row.metric.definition}
          className="max-w-[280px] min-w-[130px] sm:min-w-[170px] font-normal"
        >
          {row.metric.label}
        </th>
        {row.measurements.map((measurement, index) => (
          <td key={index} className="num">
            <Measured measurement={measurement} unit={row.metric.unit} />
          </td>
        ))}
      </tr>
    ) : (
      <tr key={row.labels.join()}>
        <th scope="row" className="max-w-[280px] min-w-[130px] sm:min-w-[170px] font-normal">
          {row.labels.join(", ")}
        </th>
        {row.reasons.map((reason, index) => (
          <td key={index} className="text-right">
            <NotAvailable reason={reason} />
          </td>
        ))}
      </tr>
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
      <summary className="text-ink-2">More figures</summary>
      <ScrollBox label="More figures">
        <table className="table-plain">
          <caption className="sr-only">More figures of each arm by itself</caption>
          <thead>
            <tr>
              <th scope="col">Figure</th>
              {labels.map((label, index) => (
                <th key={index} scope="col" className="num">
                  <DataName text={label} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <MetricLines metrics={metrics} arms={arms} />
          </tbody>
        </table>
      </ScrollBox>
    </details>
  );
}
