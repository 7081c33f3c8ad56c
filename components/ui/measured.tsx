import type { Measurement } from "@/lib/domain/measurement";
import { UNITS } from "@/lib/domain/unit";
import { evidence, limits, measured } from "@/lib/format/measurement";
import type { Metric } from "@/lib/metrics/metric";
import { ByRule } from "./by-rule";
import { NotAvailable } from "./not-available";

/** A measurement in one line: what it is made of, its figure, its interval; or why there is none. */
export function Measured({
  measurement,
  unit,
}: {
  measurement: Measurement;
  unit: Metric["unit"];
}) {
  if (measurement.kind === "na") return <NotAvailable reason={measurement.reason} />;
  return (
    <>
      {evidence(measurement)} = {measured(measurement, unit)}
      {UNITS[unit].scale === "plain" ? ` ${UNITS[unit].word}` : ""}{" "}
      {measurement.interval === null ? null : (
        <small className="text-xs text-ink-3">{limits(measurement.interval, unit)}</small>
      )}{" "}
      <ByRule rule={measurement.byRule} />
    </>
  );
}
