import { expect, it } from "vitest";
import { cssText } from "./css-text";

it("is a string that no name can end", () => {
  expect(cssText('a"}body{x:url(//b)}\\')).toBe('"a??body?x:url(//b)??"');
  expect(cssText("Nightly 5, ünïcode → 1.3")).toBe('"Nightly 5, ünïcode → 1.3"');
  expect(cssText("x".repeat(500))).toHaveLength(92);
});
