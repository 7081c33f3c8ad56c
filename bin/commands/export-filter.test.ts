import { expect, it } from "vitest";
import { exportFilter } from "./export-filter";

it("takes the words of the page's address", () => {
  const given = { arm: "on", class: "abort", alarm: "no", text: "a=b" };
  expect(exportFilter(given, false)).toEqual({
    arm: "on",
    termClass: "abort",
    alarm: false,
    text: "a=b",
  });
});

it.each([
  [{ colour: "red" }, false, /"colour=red" is not known/],
  [{ class: "dead" }, false, /"class=dead" is not known/],
  [{ alarm: "true" }, false, /"alarm=true" is not known/],
  [{ __proto__x: "1" }, false, /is not known/],
  [{ arm: "on" }, true, /exported whole/],
])("refuses %j", (given, whole, sentence) => {
  expect(() => exportFilter(given, whole)).toThrow(sentence);
});
