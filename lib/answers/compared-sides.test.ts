import { expect, it } from "vitest";
import { comparedSides, compareQuery } from "./compared-sides";

const choices = ["n-1/on", "n-2/off", "n-3/off", "n-4/on"].map((reference) => ({ reference }));
const sidesOf = (query: Record<string, string | string[] | undefined>) => {
  const { state, baseline, candidate } = comparedSides(compareQuery(query), choices);
  const names = (side: typeof choices) => side.map(({ reference }) => reference);
  return [state, names(baseline), names(candidate)];
};

it("takes one arm a side, or several, each once", () => {
  expect(sidesOf({ baseline: "n-2/off", candidate: "n-1/on" })).toEqual([
    "complete",
    ["n-2/off"],
    ["n-1/on"],
  ]);
  expect(
    sidesOf({ baseline: ["n-2/off", "n-3/off", "n-2/off"], candidate: ["n-1/on", "", "n-4/on"] }),
  ).toEqual(["complete", ["n-2/off", "n-3/off"], ["n-1/on", "n-4/on"]]);
});

it("says what an address lacks", () => {
  expect(sidesOf({})).toEqual(["incomplete", [], []]);
  expect(sidesOf({ baseline: "n-2/off", candidate: "" })).toEqual(["incomplete", ["n-2/off"], []]);
});

it("never compares with an arm that it does not know, also beside one that it does", () => {
  expect(sidesOf({ baseline: ["n-2/off", "n-9/off"], candidate: "n-1/on" })).toEqual([
    "unknown",
    ["n-2/off"],
    ["n-1/on"],
  ]);
  expect(sidesOf({ baseline: "n-2/off", candidate: ["n-1/on", "n-9/on"] })[0]).toBe("unknown");
});

it("never pools an arm on both sides", () => {
  expect(sidesOf({ baseline: ["n-2/off", "n-1/on"], candidate: "n-1/on" })[0]).toBe(
    "on_both_sides",
  );
});

it("goes back to the choice when asked, and only by the one word", () => {
  expect(compareQuery({ choose: "yes" }).choose).toBe("yes");
  expect(compareQuery({ choose: "1" }).choose).toBeUndefined();
});
