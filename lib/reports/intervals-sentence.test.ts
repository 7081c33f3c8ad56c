import { expect, it } from "vitest";
import { intervalsSentence } from "./intervals-sentence";

function of(lo: number, hi: number) {
  return { interval: { lo, hi, level: 0.95, method: "" } };
}

it("says that every interval holds zero, also at its very end, and only then", () => {
  const sentence =
    "The interval of every difference holds zero: no change is shown, and none is ruled out.";
  expect(intervalsSentence([of(-0.2, 0), of(0, 0.1), of(-1, 1)])).toBe(sentence);
  expect(intervalsSentence([of(-0.2, 0.1), of(-0.2, -0.01)])).toBeNull();
  expect(intervalsSentence([of(-0.2, 0.1), { interval: null }])).toBeNull();
  expect(intervalsSentence([])).toBeNull();
});
