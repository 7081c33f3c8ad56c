import { expect, it } from "vitest";
import { nEffective } from "@/lib/stats/n-effective";

it("is cases when replicas are copies, episodes when they are strangers", () => {
  expect(nEffective(42, 3, 1)).toEqual({ deff: 3, neff: 14 });
  expect(nEffective(42, 3, 0)).toEqual({ deff: 1, neff: 42 });
  expect(nEffective(0, 1, 0.5)).toEqual({ deff: 1, neff: 0 });
});

it("refuses half a replica and a correlation that is no share", () => {
  expect(() => nEffective(42, 0.5, 0)).toThrow(RangeError);
  expect(() => nEffective(42, 3, -0.1)).toThrow(RangeError);
});
