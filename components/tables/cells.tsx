import { ByRule } from "@/components/ui/by-rule";
import { NotAvailable } from "@/components/ui/not-available";
import type { Figure } from "@/lib/domain/measurement";
import { evidence, measured } from "@/lib/format/measurement";
import { instant } from "@/lib/format/time";
import type { Metric } from "@/lib/metrics/metric";
import type { SortValue } from "./data-table";

/** A figure with what it is made of under it; n/a with its reason for those who point or listen. */
export function MeasurementCell({
  measurement,
  unit,
}: {
  measurement: Figure | undefined;
  unit: Metric["unit"];
}) {
  if (measurement === undefined) return null;
  if (measurement.kind === "na") return <NotAvailable reason={measurement.reason} short />;
  return (
    <>
      {measured(measurement, unit)}
      <span className="block text-xs text-ink-3">{evidence(measurement)}</span>
      <ByRule rule={measurement.byRule} />
    </>
  );
}

/** N/a sorts as nothing, never as 0. */
export function measurementSort(measurement: Figure | undefined): SortValue {
  return measurement?.kind === "value" ? measurement.value : undefined;
}

export function InstantCell({ at }: { at: string | Date | null }) {
  if (at === null) return <NotAvailable reason="not recorded" short />;
  return <span className="inline-block w-[12ch] whitespace-normal text-ink-2">{instant(at)}</span>;
}
