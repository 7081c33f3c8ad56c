import fc from "fast-check";
import { expect, it } from "vitest";
import { aucOfCountedLengths } from "@/lib/stats/auc-of-counted-lengths";
import { aucPromptLength } from "@/lib/stats/auc-prompt-length";

const counted = fc.array(fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 4 })), { maxLength: 20 });

it("is aucPromptLength of the episodes one by one, also when a length is named twice", () => {
  const one = (pairs: readonly (readonly [number, number])[]) =>
    pairs.flatMap(([length, episodes]) => Array.from({ length: episodes }, () => length));
  fc.assert(
    fc.property(counted, counted, (aborted, finished) => {
      expect(aucOfCountedLengths(aborted, finished)).toBe(
        aucPromptLength(one(aborted), one(finished)),
      );
    }),
  );
});

it("refuses a length that is no number and half an episode", () => {
  expect(() => aucOfCountedLengths([[NaN, 1]], [[1, 1]])).toThrow(RangeError);
  expect(() => aucOfCountedLengths([[1, 0.5]], [[1, 1]])).toThrow(RangeError);
});
