import fc from "fast-check";
import { expect, it } from "vitest";
import { aucPromptLength } from "@/lib/stats/auc-prompt-length";

it("is n/a when nobody aborted or nobody finished", () => {
  expect(aucPromptLength([], [1])).toBeNull();
  expect(aucPromptLength([1], [])).toBeNull();
});

const lengths = fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 40 });

it("is the share of pairs, ties half, in any order", () => {
  fc.assert(
    fc.property(lengths, lengths, (aborted, finished) => {
      const points = aborted.flatMap((a) => finished.map((f) => (a > f ? 1 : a === f ? 0.5 : 0)));
      const expected = points.reduce<number>((sum, v) => sum + v, 0) / points.length;
      expect(aucPromptLength(aborted, finished)).toBeCloseTo(expected, 12);
      expect(aucPromptLength(aborted.toReversed(), finished)).toBe(
        aucPromptLength(aborted, finished),
      );
    }),
  );
});

it("does a million prompts", () => {
  const many = Array.from({ length: 1_000_000 }, (_, i) => i);
  expect(aucPromptLength(many, many)).toBe(0.5);
});

it("refuses a length that is no number", () => {
  expect(() => aucPromptLength([NaN], [1])).toThrow(RangeError);
});
