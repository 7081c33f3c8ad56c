import { expect, it } from "vitest";
import { manskiDiff } from "@/lib/stats/manski-diff";

const arm = (successCompleted: number, aborted: number, started: number, hitBeforeAbort = 0) => ({
  successCompleted,
  aborted,
  started,
  hitBeforeAbort,
});

it("is n/a when an arm started nothing", () => {
  expect(manskiDiff(arm(0, 0, 0), arm(1, 0, 2))).toBeNull();
  expect(manskiDiff(arm(1, 0, 2), arm(0, 0, 0))).toBeNull();
});

it("is one point, and firm, when nothing aborted", () => {
  expect(manskiDiff(arm(0, 0, 4), arm(2, 0, 4))).toEqual({ lo: -0.5, hi: -0.5, signHolds: true });
  expect(manskiDiff(arm(2, 0, 4), arm(0, 0, 4))?.signHolds).toBe(true);
  expect(manskiDiff(arm(2, 0, 4), arm(2, 0, 4))?.signHolds).toBe(false);
});

it("does not take rounding for a sign: 1/3 + 1/3 of 3 against 2/3 of 6", () => {
  expect(manskiDiff(arm(1, 1, 3), arm(4, 0, 6))?.signHolds).toBe(false);
  expect(manskiDiff(arm(7, 3, 100), arm(3, 0, 30))?.signHolds).toBe(false);
});

it("counts a hit before an abort on both ends", () => {
  expect(manskiDiff(arm(0, 2, 4, 2), arm(0, 0, 4))).toEqual({ lo: 0.5, hi: 0.5, signHolds: true });
});
