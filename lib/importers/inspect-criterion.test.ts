import { expect, it } from "vitest";
import { meets, parseCriterion } from "./inspect-criterion";

function judged(text: string, value: unknown) {
  const criterion = parseCriterion(text);
  return criterion === null ? "no criterion" : meets(criterion, value);
}

it.each<[string, unknown, boolean | null | "no criterion"]>([
  ["C", "C", true],
  ["C", "I", false],
  ["C", "N", false],
  ["C", 1, null],
  ["C", true, null],
  ["C", null, null],
  ["C", ["C"], null],
  ["1", 1, true],
  ["1", 1.5, false],
  ["1", "1", true],
  ["1", true, null],
  ["true", true, true],
  ["False", false, true],
  ["true", false, false],
  [">=0.5", 0.5, true],
  [">= 0.5", 0.49, false],
  [">0.5", 0.5, false],
  ["<=0.5", 0.5, true],
  ["<-1e-3", -1, true],
  [">=0.5", "C", null],
  [">=0.5", true, null],
  [">=half", 1, "no criterion"],
  ["  ", 1, "no criterion"],
])("%s of %j is %j", (text, value, expected) => {
  expect(judged(text, value)).toBe(expected);
});
