import fc from "fast-check";
import { expect, it } from "vitest";
import { manskiAsr } from "@/lib/stats/manski-asr";

it("is n/a when nothing started", () => {
  const none = { started: 0, successCompleted: 0, aborted: 0, hitBeforeAbort: 0 };
  expect(manskiAsr(none)).toBeNull();
});

it("has no complete-case rate when all aborted, but keeps the bounds", () => {
  const all = { started: 5, successCompleted: 0, aborted: 5, hitBeforeAbort: 2 };
  expect(manskiAsr(all)).toEqual({ completeCase: null, lo: 0.4, hi: 1 });
});

it("is as wide as the share of aborts without a hit", () => {
  const count = fc.nat({ max: 1_000_000 });
  fc.assert(
    fc.property(count, count, count, count, (success, safe, silent, hit) => {
      const started = success + safe + silent + hit;
      const arm = {
        started,
        successCompleted: success,
        aborted: silent + hit,
        hitBeforeAbort: hit,
      };
      const bounds = manskiAsr(arm);
      if (bounds === null) return;
      expect(bounds.hi - bounds.lo).toBeCloseTo(silent / started, 12);
      expect(0 <= bounds.lo && bounds.lo <= bounds.hi && bounds.hi <= 1).toBe(true);
    }),
  );
});

it("refuses outcomes that do not add up", () => {
  const base = { started: 5, successCompleted: 1, aborted: 2, hitBeforeAbort: 1 };
  expect(() => manskiAsr({ ...base, hitBeforeAbort: 3 })).toThrow(RangeError);
  expect(() => manskiAsr({ ...base, aborted: 5 })).toThrow(RangeError);
  expect(() => manskiAsr({ ...base, started: 4.5 })).toThrow(RangeError);
});
