import { expect, it } from "vitest";
import { nPairsMcNemar } from "@/lib/stats/n-pairs-mcnemar";

const plan = { discordant: 0.2, diff: 0.1, alpha: 0.05, power: 0.8 };

it("needs 155 cases for 10 points when a fifth of the cases differ", () => {
  expect(nPairsMcNemar(plan).n).toBe(155);
});

it("does not care which arm is better, and asks for more for less", () => {
  expect(nPairsMcNemar({ ...plan, diff: -0.1 })).toEqual(nPairsMcNemar(plan));
  expect(nPairsMcNemar({ ...plan, diff: 0.05 }).n).toBeGreaterThan(155);
  expect(nPairsMcNemar({ ...plan, power: 0.9 }).n).toBeGreaterThan(155);
});

it("refuses no difference, and one larger than the differing share", () => {
  expect(() => nPairsMcNemar({ ...plan, diff: 0 })).toThrow(RangeError);
  expect(() => nPairsMcNemar({ ...plan, diff: 0.3 })).toThrow(RangeError);
});
