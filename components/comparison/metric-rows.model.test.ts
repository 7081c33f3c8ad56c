import { expect, it } from "vitest";
import type { MetricInfo } from "@/components/ui/metric-info";
import type { Measurement } from "@/lib/domain/measurement";
import { metricRows } from "./metric-rows.model";

function metric(id: string): MetricInfo {
  return {
    id,
    label: id.toUpperCase(),
    shortLabel: id,
    unit: "share",
    better: "lower",
    counts: { numerator: "x", denominator: "y" },
    definition: "",
    place: "headline",
  };
}
const half: Measurement = {
  kind: "value",
  value: 0.5,
  numerator: 1,
  denominator: 2,
  interval: null,
};
const blind: Measurement = { kind: "na", reason: "no marker" };
const empty: Measurement = { kind: "na", reason: "nothing finished" };

it("gathers what no arm has for the same reasons, and keeps the rest in order", () => {
  const rows = metricRows(
    [metric("a"), metric("b"), metric("c"), metric("d"), metric("e")],
    [
      { measurements: { a: blind, b: half, c: blind, d: blind, e: half } },
      { measurements: { a: blind, b: blind, c: empty, d: blind } },
    ],
  );
  expect(rows).toEqual([
    { kind: "metric", metric: metric("b"), measurements: [half, blind] },
    { kind: "na", labels: ["A", "D"], reasons: ["no marker", "no marker"] },
    { kind: "na", labels: ["C"], reasons: ["no marker", "nothing finished"] },
  ]);
});
