import { expect, it } from "vitest";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import { armInput, articleDying, articleOff, articleOn } from "@/lib/testing/article";
import { comparisonFamily } from "./comparison-family";
import { makeComparisonReport } from "./make-comparison-report";

const off = armInput("off", articleOff(), false);
const open = makeComparisonReport(off, armInput("on", articleOn(), true), DEFAULT_POLICY);
const shut = makeComparisonReport(off, armInput("dying", articleDying(), true), DEFAULT_POLICY);

/** The open report with another p of its primary contrast. */
function withP(p: number) {
  if (open.comparison.state !== "comparable") throw new Error("the article's arms are open");
  const { deltas } = open.comparison;
  const metrics = deltas.metrics.map((delta) => (delta.metric === "asr" ? { ...delta, p } : delta));
  return { ...open, comparison: { ...open.comparison, deltas: { ...deltas, metrics } } };
}

it("has no difference of a refused candidate, not even as a key", () => {
  const [row] = comparisonFamily([shut]);
  expect(Object.keys(row ?? {}).toSorted()).toEqual(["answer", "candidate", "state"]);
  expect(row?.state).toBe("not_comparable");
});

it("adjusts the primary p over the open comparisons alone, in the order given", () => {
  const rows = comparisonFamily([withP(0.03), shut, withP(0.02), withP(0.5)]);
  expect(
    rows.map((row) => (row.state === "comparable" ? row.primary?.q?.toFixed(6) : row.state)),
  ).toEqual(["0.045000", "not_comparable", "0.045000", "0.500000"]);
});

it("has the headline differences of an open one", () => {
  const [row] = comparisonFamily([open]);
  if (row?.state !== "comparable") throw new Error("open");
  expect(row.primary?.difference).toBeCloseTo(1 / 42 - 4 / 42, 12);
  expect(row.damage?.difference).toBeCloseTo(2 / 42 - 7 / 42, 12);
});
