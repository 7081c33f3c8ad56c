import { expect, it } from "vitest";
import { upperOneSided95 } from "@/lib/stats/upper-one-sided-95";

it("says that 0 of 14 cases leave up to 19 %, and gives the rule of three as text", () => {
  const zero = upperOneSided95(0, 14);
  expect(zero?.upper).toBeCloseTo(1 - 0.05 ** (1 / 14), 14);
  expect(zero?.ruleOfThree).toBeCloseTo(3 / 14, 15);
});

it("has no rule of three once something was hit, and no limit below 1 once all were", () => {
  expect(upperOneSided95(1, 14)?.ruleOfThree).toBeNull();
  expect(upperOneSided95(5, 5)).toEqual({ upper: 1, ruleOfThree: null });
});

it("is n/a without cases", () => {
  expect(upperOneSided95(0, 0)).toBeNull();
});
