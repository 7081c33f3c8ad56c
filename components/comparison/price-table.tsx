import { Card } from "@/components/ui/card";
import { Measured } from "@/components/ui/measured";
import { NotAvailable } from "@/components/ui/not-available";
import { ScrollBox } from "@/components/ui/scroll-box";
import { signedInUnit } from "@/lib/format/measurement";
import { plural } from "@/lib/format/numbers";
import type { PriceRow } from "@/lib/reports/comparison-report";
import { metricRows } from "./metric-rows.model";

/** What the candidate costs in work undone, tokens, turns and time beside the baseline. */
export function PriceTable({ price }: { price: readonly PriceRow[] }) {
  if (price.length === 0) return null;
  return (
    <Card
      title="Price, candidate − baseline"
      note="over the cases that record it in both arms; differences without interval or test"
    >
      <ScrollBox label="Price">
        <table className="table-plain">
          <caption className="sr-only">What the candidate costs beside the baseline</caption>
          <thead>
            <tr>
              <th scope="col">Figure</th>
              {["Baseline", "Candidate", "Difference"].map((column) => (
                <th key={column} scope="col" className="num">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <PriceLines price={price} />
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}

/** Figures that neither arm has, for the same reasons, share a line. */
function PriceLines({ price }: { price: readonly PriceRow[] }) {
  const named = price.map((row) => ({ id: row.metric, label: row.label, row }));
  const sides = (["baseline", "candidate"] as const).map((side) => ({
    measurements: Object.fromEntries(price.map((row) => [row.metric, row[side]])),
  }));
  return metricRows(named, sides).map((line) =>
    line.kind === "metric" ? (
      <PriceLine key={line.metric.id} row={line.metric.row} />
    ) : (
      <tr key={line.labels.join()}>
        <th scope="row" className="max-w-[280px] font-normal">
          {line.labels.join(", ")}
        </th>
        {line.reasons.map((reason, index) => (
          <td key={index} className="text-right">
            <NotAvailable reason={reason} />
          </td>
        ))}
        <td className="num text-ink-3">n/a</td>
      </tr>
    ),
  );
}

function PriceLine({ row }: { row: PriceRow }) {
  return (
    <tr>
      <th scope="row" className="max-w-[280px] font-normal">
        {row.label}
        <span className="block text-xs text-ink-3">{plural(row.cases, "case")}</span>
      </th>
      {[row.baseline, row.candidate].map((measurement, index) => (
        <td key={index} className="num">
          <Measured measurement={measurement} unit={row.unit} />
        </td>
      ))}
      <td className="num font-semibold">
        {row.difference === null ? (
          <span className="block min-w-[150px] text-xs font-normal whitespace-normal text-ink-3">
            {row.withheld ?? "n/a: an arm does not record it"}
          </span>
        ) : (
          signedInUnit(row.difference, row.unit)
        )}
      </td>
    </tr>
  );
}
